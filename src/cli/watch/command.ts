import { type Command, InvalidArgumentError, Option } from 'commander'
import { formatsOption } from '../arguments.ts'
import { lazily } from '../lazily.ts'
import { onServer } from '../remote/commands.ts'
import { addRequestOptions } from '../request-options.ts'

/** Adds `scriptorium watch`. */
export function addWatch(program: Command): void {
  addRequestOptions(onServer(program.command('watch')))
    .description('transcribe the audio and video files that are put into a folder, each once, until Ctrl-C')
    .argument('<folder>', 'the folder; subfolders are watched too')
    .option('-o, --output-dir <folder>', 'where to write the transcripts; next to the files by default')
    .option('--server', 'transcribe them on a server, with the names of subfolders as tags')
    .addOption(formatsOption('output formats, separated by commas').default(['txt'], 'txt'))
    .option(
      '--name <template>',
      'path of each transcript in the output folder, made of {folder}, {stem} and {date}',
      '{folder}/{stem}',
    )
    .option('-t, --timestamps', 'begin each paragraph of txt, md and docx with its time')
    .addOption(
      new Option('--settle <seconds>', 'a file is complete once it has not changed for this long')
        .argParser(seconds)
        .default(5),
    )
    .action(lazily(async () => (await import('./watch.ts')).watch))
}

function seconds(text: string): number {
  if (/^\d{1,4}(?:\.\d)?$/.test(text) && Number(text) > 0) return Number(text)
  throw new InvalidArgumentError('Give seconds, such as 5 or 0.5.')
}
