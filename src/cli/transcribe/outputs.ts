/** Where transcripts go: to standard output, or into a folder. */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { EXPORT_FORMATS, type ExportFormat } from '../../contract/export-formats.ts'
import type { Utterance } from '../../contract/transcript.ts'
import { exportAs } from '../../transcripts/exports/exporters.ts'
import type { TranscriptExport } from '../../transcripts/exports/transcript-export.ts'
import { growingTxt } from '../../transcripts/exports/txt.ts'
import { UsageError } from '../errors.ts'
import type { Input } from './inputs.ts'

export interface OutputOptions {
  readonly format: readonly ExportFormat[]
  readonly outputDir?: string
  readonly skipExisting?: true
  readonly timestamps?: true
}

export interface Output {
  /** Whether the output of an earlier run exists. */
  exists(input: Input): boolean
  /** Starts the output of an input. */
  begin(input: Input): TranscriptOutput
}

interface TranscriptOutput {
  /** Prints the next utterances before the transcript is complete, if the format allows that. */
  readonly stream?: (utterances: readonly Utterance[]) => void
  readonly finish: (exported: TranscriptExport) => Promise<void>
}

/** @throws {UsageError} if the outputs would not be separate, valid files */
export function outputFor(options: OutputOptions, inputs: readonly Input[]): Output {
  const { format: formats, outputDir, skipExisting, timestamps } = options
  if (outputDir !== undefined) return intoFolder(outputDir, formats, inputs)
  if (skipExisting) throw new UsageError('--skip-existing needs --output-dir')
  const format = printedFormat(formats, inputs, process.stdout.isTTY)
  return toStandardOutput(format, timestamps === true, inputs.length > 1)
}

/**
 * The one format in which transcripts are printed.
 * @throws {UsageError} if the output would not be valid
 */
export function printedFormat(
  [format = 'txt', ...others]: readonly ExportFormat[],
  inputs: readonly Input[],
  isTerminal: boolean,
): ExportFormat {
  if (others.length > 0) throw new UsageError('Several formats need --output-dir, where each gets a file')
  if (inputs.length > 1 && format !== 'txt')
    throw new UsageError(`--format ${format} prints one file at a time: give --output-dir for several`)
  if (EXPORT_FORMATS[format].content === 'binary' && isTerminal)
    throw new UsageError(`--format ${format} is not text: give --output-dir, or redirect standard output`)
  return format
}

/** Between paragraphs. */
const PARAGRAPH = '\n\n'

/** @param hasNames whether to begin each transcript with the name of its audio */
function toStandardOutput(format: ExportFormat, hasTimestamps: boolean, hasNames: boolean): Output {
  return {
    exists: () => false,
    begin: ({ name }) => {
      let heading = hasNames ? `# ${name}\n` : ''
      let text = ''
      const paragraphsOf = growingTxt(hasTimestamps)
      const print = (content: string | Uint8Array) => {
        process.stdout.write(heading)
        heading = ''
        process.stdout.write(content)
      }
      return {
        ...(format === 'txt' && {
          stream: (utterances) => {
            const known = paragraphsOf(utterances).map((paragraph) => `${paragraph}${PARAGRAPH}`)
            if (known.length === 0) return
            print(known.join(''))
            text += known.join('')
          },
        }),
        finish: async (exported) => {
          const content = await contentOf(format, exported)
          // A second attempt may recognise different words.
          const isContinued = typeof content === 'string' && content.startsWith(text)
          print(isContinued ? content.slice(text.length) : content)
        },
      }
    },
  }
}

/** Writes files, and prints their paths. */
function intoFolder(folder: string, formats: readonly ExportFormat[], inputs: readonly Input[]): Output {
  const pathsOf = ({ stem }: Input) => formats.map((format) => join(folder, `${stem}.${format}`))
  checkStems(folder, inputs)
  return {
    exists: (input) => pathsOf(input).every((path) => existsSync(path)),
    begin: (input) => ({
      finish: async (exported) => {
        for (const [i, path] of pathsOf(input).entries()) {
          await writeWhole(path, await contentOf(formats[i]!, exported))
          process.stdout.write(`${path}\n`)
        }
      },
    }),
  }
}

/** @throws {UsageError} if two inputs would be written to the same files */
export function checkStems(folder: string, inputs: readonly Input[]): void {
  const sources = new Map<string, string>()
  for (const { name, stem } of inputs) {
    const other = sources.get(stem)
    if (other !== undefined)
      throw new UsageError(
        `${other} and ${name} would both be written to ${join(folder, stem)}: transcribe them into different folders`,
      )
    sources.set(stem, name)
  }
}

/** A transcript in a format. */
export async function contentOf(
  format: ExportFormat,
  exported: TranscriptExport,
): Promise<string | Uint8Array> {
  const content = await exportAs(format, exported)
  return typeof content === 'string' ? ended(content) : content
}

/** Adds a line break at the end, unless the text is empty. */
const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/**
 * Writes a file that appears under its name once it is complete.
 * @param partial its name until then, in the same folder
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array,
  partial = join(dirname(path), `.${basename(path)}.${process.pid}.partial`),
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(partial, content)
    await rename(partial, path)
  } finally {
    await rm(partial, { force: true })
  }
}
