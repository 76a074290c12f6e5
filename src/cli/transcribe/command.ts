import { type Command, InvalidArgumentError, Option } from 'commander'
import { EXPORT_FORMAT_NAMES, type ExportFormat } from '../../contract/export-formats.ts'
import { lazily } from '../lazily.ts'

export interface TranscribeOptions {
  readonly format: readonly ExportFormat[]
  readonly outputDir?: string
  readonly recursive?: true
  readonly skipExisting?: true
  readonly language?: readonly string[]
  readonly languages?: true
  readonly timestamps?: true
  readonly diarize?: true
  readonly speakers?: number
  readonly translate?: string
  readonly summarize?: true
  readonly redact?: readonly string[]
  readonly vocabulary?: string
  readonly prompt?: string
}

/** Adds `scriptorium transcribe`. */
export function addTranscribe(program: Command): void {
  program
    .command('transcribe')
    .description('transcribe audio and video files on this machine')
    .argument('[audio...]', 'files, folders, URLs, or - for standard input')
    .option(
      '-f, --format <formats>',
      `output formats, separated by commas: ${EXPORT_FORMAT_NAMES.join(', ')}`,
      formats,
      ['txt'],
    )
    .option('-o, --output-dir <folder>', 'write <name>.<format> for each file into this folder')
    .option('-r, --recursive', 'of folders, transcribe the audio and video files at any depth')
    .option('--skip-existing', 'leave out files whose output exists already')
    .option(
      '-l, --language <languages>',
      'spoken languages by code or name, such as en or german,fr; detected by default',
      list,
    )
    .option('--languages', 'list the languages, and exit')
    .option('-t, --timestamps', 'begin each line of txt, md and docx with its time')
    .option('--diarize', 'tell speakers apart by their voices')
    .addOption(
      new Option('--speakers <number>', 'how many speakers there are; implies --diarize')
        .argParser(speakers)
        .implies({ diarize: true }),
    )
    .option('--translate <language>', 'output a translation into this language instead')
    .option('--summarize', 'add a summary to txt, md, docx and json')
    .option('--redact <types>', 'personal information to redact, such as NAME,EMAIL_ADDRESS', list)
    .option('--vocabulary <file>', 'words and names that may be spoken: a text file with one per line')
    .option('--prompt <text>', 'what the audio is about')
    .addHelpText('after', `\n${EXIT_CODES}`)
    .action(lazily(async () => (await import('./transcribe.ts')).transcribe))
}

const EXIT_CODES =
  'Exit codes: 0 everything was transcribed, 1 something could not be, 2 wrong usage, 130 interrupted by Ctrl-C.'

function list(text: string): string[] {
  return text.split(',').map((item) => item.trim())
}

function formats(text: string): ExportFormat[] {
  const known = new Map<string, ExportFormat>(EXPORT_FORMAT_NAMES.map((name) => [name, name]))
  return [...new Set(list(text))].map((name) => {
    const format = known.get(name)
    if (format === undefined)
      throw new InvalidArgumentError(`Give one or more of ${EXPORT_FORMAT_NAMES.join(', ')}.`)
    return format
  })
}

function speakers(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a number from 1 to 999.')
}
