import type { Command } from 'commander'
import { formatsOption } from '../arguments.ts'
import { lazily } from '../lazily.ts'
import { addRequestOptions } from '../request-options.ts'

/** Adds `scriptorium transcribe`. */
export function addTranscribe(program: Command): void {
  addRequestOptions(program.command('transcribe'))
    .description('transcribe audio and video files on this machine')
    .argument('[audio...]', 'files, folders, URLs, or - for standard input')
    .addOption(formatsOption('output formats, separated by commas').default(['txt'], 'txt'))
    .option('-o, --output-dir <folder>', 'write <name>.<format> for each file into this folder')
    .option('-r, --recursive', 'also transcribe the audio and video files in subfolders')
    .option('--skip-existing', 'skip files whose output already exists')
    .option('--languages', 'list the languages, and exit')
    .option('-t, --timestamps', 'begin each paragraph of txt, md and docx with its time')
    .addHelpText('after', `\n${EXIT_CODES}`)
    .action(lazily(async () => (await import('./transcribe.ts')).transcribe))
}

const EXIT_CODES =
  'Exit codes: 0 everything was transcribed, 1 something could not be, 2 wrong usage, 130 interrupted by Ctrl-C.'
