/** Recognises which kind of model a repository publishes by the names of its files. */
import { ModelError } from './model-error.ts'

/** How repositories publish the models of an engine. */
export interface Layout {
  /**
   * For each file of a model, by its name in the description: the patterns of its path in a repository, the best first,
   * such as 8 bit before 32. A pattern that matches no path, or several, does not count.
   */
  readonly files: Readonly<Record<string, readonly RegExp[]>>
  /** The pattern of the repository's name, if another engine has files with the same names. */
  readonly repository?: RegExp
  /** Whether a model for all languages identifies the spoken one. Default: false. */
  readonly identifiesLanguages?: boolean
  /** Whether the models write punctuation and capitals. Default: true. */
  readonly punctuates?: boolean
}

/** An ONNX file, 8 bit preferred to 32. The suffix after the name is often the training run. */
export function onnxFile(name: string): readonly RegExp[] {
  return [
    new RegExp(String.raw`^${name}[^/]*\.int8\.onnx$`),
    new RegExp(String.raw`^${name}[^/]*(?<!\.int8)\.onnx$`),
  ]
}

/** The tokens file of models for sherpa-onnx. */
export const TOKENS: readonly RegExp[] = [/^tokens\.txt$/]

/** The files of transducers. */
export const TRANSDUCER_FILES = {
  encoder: onnxFile('encoder'),
  decoder: onnxFile('decoder'),
  joiner: onnxFile('joiner'),
  tokens: TOKENS,
}

/** The files of models with CTC. */
export const CTC_FILES = { model: onnxFile('model'), tokens: TOKENS }

/** A layout, and the engine whose models it describes. */
export interface EngineLayout extends Layout {
  readonly purpose: 'recognition' | 'live-recognition' | 'punctuation'
  readonly engine: string
}

export interface RecognisedLayout {
  readonly layout: EngineLayout
  /** The path of each file. */
  readonly paths: ReadonlyMap<string, string>
}

/**
 * @param paths - of all files of the repository
 * @param engine - considers only this engine, whatever the name of the repository
 * @throws {ModelError} if no layout or more than one matches; the message lists what was found, and the layouts
 */
export function recogniseLayout(
  repository: string,
  paths: readonly string[],
  layouts: readonly EngineLayout[],
  engine?: string,
): RecognisedLayout {
  const considered = layouts.filter((layout) => engine === undefined || layout.engine === engine)
  if (considered.length === 0)
    throw new ModelError(`There is no engine ${engine}: there are ${namesOf(layouts)}`)
  const fitting = considered.flatMap((layout) => {
    const found = pathsFor(layout, paths)
    return found === null ? [] : [{ layout, paths: found }]
  })
  const [name = ''] = repository.split('/').slice(-1)
  const named = fitting.filter(({ layout }) => layout.repository?.test(name))
  const others = fitting.filter(({ layout }) => layout.repository === undefined)
  const chosen = engine === undefined ? (named.length > 0 ? named : others) : fitting
  if (chosen.length === 1) return chosen[0]!
  if (fitting.length > 0)
    throw new ModelError(
      `The files of ${repository} could be for ${namesOf(fitting.map(({ layout }) => layout))}: name the right one with --engine`,
    )
  throw new ModelError(
    [
      `${repository} has the files of no model that is known here. Its files:`,
      ...listed(paths),
      engine === undefined ? 'What is looked for, by engine:' : 'What is looked for:',
      ...considered.map((one) => `  ${one.engine}: ${patternsOf(one)}`),
      'A JSON file can describe a model whose files are named otherwise: see docs/models.md',
    ].join('\n'),
  )
}

/** The path of each file of a layout; null if one is missing. */
function pathsFor({ files }: Layout, paths: readonly string[]): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  for (const [name, patterns] of Object.entries(files)) {
    const path = patterns
      .map((pattern) => paths.filter((one) => pattern.test(one)))
      .find(({ length }) => length === 1)?.[0]
    if (path === undefined) return null
    found.set(name, path)
  }
  return found
}

const MAX_LISTED = 40

function listed(paths: readonly string[]): string[] {
  const shown = paths.slice(0, MAX_LISTED).map((path) => `  ${path}`)
  return paths.length > MAX_LISTED ? [...shown, `  and ${paths.length - MAX_LISTED} more`] : shown
}

/** Makes patterns readable in a message: `^encoder.*\.int8\.onnx$` becomes `encoder.*.int8.onnx`. */
function patternsOf({ files }: Layout): string {
  return Object.values(files)
    .map((patterns) => patterns.map(({ source }) => source.replaceAll(/[\\^$]/g, '')).join(' or '))
    .join(', ')
}

function namesOf(layouts: readonly EngineLayout[]): string {
  return layouts.map(({ engine, purpose }) => `${engine} (${purpose})`).join(', ')
}
