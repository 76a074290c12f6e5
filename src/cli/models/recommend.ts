import { thisInstallation } from '../../installation/in-use.ts'
import { groupedLanguages } from '../../installation/language-groups.ts'
import { type Machine, thisMachine } from '../../installation/machine.ts'
import { memoryFor, type Recommendation, recommended } from '../../installation/recommendation.ts'
import { languageCode, type LanguageCode } from '../../contract/languages.ts'
import { CATALOGUE, PUBLISHED_OF_BUNDLED } from '../../models/catalogue.ts'
import {
  type CatalogueEntry,
  expectedSize,
  type PublishedFigure,
} from '../../models/pulled/catalogue-entry.ts'
import type { Purpose } from '../../models/pulled/model-description.ts'
import { megabytes } from '../../models/pulled/models-folder.ts'
import { pulledModels } from '../../models/pulled/pulled-model.ts'
import { figuresOf, type TrialFigures } from '../../models/pulled/trial-figures.ts'
import { type Config, readConfig } from '../../service/config.ts'
import { labelOf } from './languages.ts'

/** The purposes with recommendations, as shown to users. */
const PARTS: readonly (readonly [Purpose, string])[] = [
  ['recognition', 'RECORDINGS'],
  ['live-recognition', 'LIVE SESSIONS'],
  ['speakers', 'SPEAKERS'],
]

/** Figures of the trials of installed models, by their names. */
type Installed = ReadonlyMap<string, TrialFigures | null>

/** Prints which models of the catalogue suit this machine and some languages, and why. */
export async function recommendModels({
  languages = languageCode.options,
}: {
  readonly languages?: readonly LanguageCode[]
}): Promise<void> {
  const config = readConfig(process.env)
  const machine = await thisMachine(config.jobs.concurrency)
  const models = await pulledModels(config.storage.modelsDir)
  const installed = new Map(
    await Promise.all(models.map(async (model) => [model.description.name, await figuresOf(model)] as const)),
  )
  const installation = await thisInstallation({ ...config, ...config.storage })
  const sources = new Sources()
  const all = new Set<CatalogueEntry>()
  const lines = [machineLine(machine, config)]
  for (const [purpose, title] of PARTS) {
    const groups = groupedLanguages(
      languages,
      (language) => recommended(CATALOGUE, purpose, language, machine, installation),
      ({ model, current, punctuation, leftOut }) =>
        [model?.name, current, punctuation?.name, leftOut.length > 0].join(),
    )
    const found = languages.map((language) =>
      recommended(CATALOGUE, purpose, language, machine, installation),
    )
    for (const model of modelsOf(found)) all.add(model)
    lines.push(
      '',
      title,
      ...groups.map((group) => `  ${labelOf(group, groups)}: ${choice(group.value)}`),
      ...modelsOf(found).flatMap((model) => linesOf(model, machine, installed, sources)),
      ...bundledLines(purpose, found, sources),
      ...leftOutOf(found).map((one) => `  ${one.entry.name} is not recommended: ${whyNot(one)}`),
    )
  }
  if (all.size > 1)
    lines.push(
      '',
      `With all recommended models together, the service needs an estimated ${megabytes(memoryFor([...all], machine))} of memory at most`,
    )
  process.stdout.write(`${[...lines, '', ...sources.lines(), '', ...NOTES].join('\n')}\n`)
}

const NOTES = [
  'The figures were published by others, mostly for weights with more bits; none was measured here.',
  'The requirements of memory and cores are rules of thumb: see docs/models.md.',
  '"scriptorium models try <name> <audio>" compares a pulled model with what is used without it, on your own audio.',
]

/** The sources of published figures, numbered. */
class Sources {
  readonly #urls: string[] = []

  /** Returns a figure with the number of its source. */
  cite({ figure, source }: PublishedFigure): string {
    if (!this.#urls.includes(source)) this.#urls.push(source)
    return `${figure} [${this.#urls.indexOf(source) + 1}]`
  }

  lines(): string[] {
    return this.#urls.map((url, i) => `[${i + 1}] ${url}`)
  }
}

function machineLine({ cores, memory, concurrency, hasGpu }: Machine, { models }: Config): string {
  const gpu = !hasGpu
    ? 'no GPU that models can use'
    : models.device === 'cpu'
      ? 'a GPU, which Whisper models use with DEVICE=cuda'
      : 'a GPU, which Whisper models use'
  const files = concurrency === 1 ? 'one file' : `${concurrency} files`
  return `This machine: ${cores} cores, ${megabytes(memory)} of memory, ${gpu}; ${files} at a time (CONCURRENCY).`
}

/** Such as `large, instead of whisper` and `whisper, which needs no download, is the best choice`. */
function choice({ model, current, isBundled, punctuation, leftOut }: Recommendation): string {
  if (model === null)
    return isBundled && leftOut.length === 0
      ? `${current}, which needs no download, is the best choice`
      : `${current} stays in use`
  const marks =
    punctuation === null ? '' : `, with ${punctuation.name} for the punctuation that it does not write`
  return `${model.name}, ${model.name === current ? 'which is in use' : `instead of ${current}`}${marks}`
}

/** The recommended models, each once. */
function modelsOf(found: readonly Recommendation[]): CatalogueEntry[] {
  return [...new Set(found.flatMap(({ model, punctuation }) => [model ?? [], punctuation ?? []].flat()))]
}

/** The figures of bundled models, for comparison. */
function bundledLines(purpose: Purpose, found: readonly Recommendation[], sources: Sources): string[] {
  const replaced = new Set(found.flatMap(({ model, current }) => (model === null ? [] : current)))
  return [...replaced].flatMap((name) => {
    const published = purpose === 'recognition' ? (PUBLISHED_OF_BUNDLED[name] ?? []) : []
    return published.map((figure) => `  ${name}, which is bundled: ${sources.cite(figure)}`)
  })
}

/** The models that are not recommended, each once: the reason is the same for all languages. */
function leftOutOf(found: readonly Recommendation[]): Recommendation['leftOut'] {
  const all = found.flatMap(({ leftOut }) => leftOut)
  return [...new Map(all.map((one) => [one.entry.name, one])).values()]
}

/** The reason, with the option for those whose use the licence allows. */
function whyNot({ reason, because }: Recommendation['leftOut'][number]): string {
  return reason === 'licence' ? `${because} ("--accept-licence" pulls it)` : because
}

function linesOf(model: CatalogueEntry, machine: Machine, installed: Installed, sources: Sources): string[] {
  const { name, about, licence, published } = model
  return [
    `  ${name}: ${about}`,
    `    ${megabytes(expectedSize(model))}, ${licence}`,
    ...published.map((figure) => `    ${sources.cite(figure)}`),
    ...memoryLines(model, machine, installed.get(name)),
    installed.has(name) ? '    It is installed' : `    scriptorium models pull ${name}`,
  ]
}

function memoryLines(
  model: CatalogueEntry,
  machine: Machine,
  figures: TrialFigures | null | undefined,
): string[] {
  if (figures) {
    const { peakBytes, secondsPerSecond } = figures
    const time =
      secondsPerSecond === null ? '' : `, and ${secondsPerSecond.toFixed(2)} s for a second of silence`
    return [`    Its trial here took ${megabytes(peakBytes)} of memory${time}`]
  }
  return [
    `    With it, the service needs an estimated ${megabytes(memoryFor([model], machine))} of memory at most`,
  ]
}
