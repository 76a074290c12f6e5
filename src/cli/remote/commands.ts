/** The commands that talk to a server. */
import { type Command, Option } from 'commander'
import { deliveryState } from '../../contract/deliveries.ts'
import { EXPORT_FORMAT_NAMES } from '../../contract/export-formats.ts'
import type { Scriptorium } from '../../../clients/typescript/src/index.ts'
import { callbackId, formatsOption, jobId, priorityArgument, several, wholeNumber } from '../arguments.ts'
import { filtered } from '../filtered-output.ts'
import {
  addRequestOptions,
  codeSwitchingOption,
  languageOption,
  spokenLanguages,
} from '../request-options.ts'
import type { ConnectionOptions } from './connection.ts'
import type { Io } from './io.ts'
import { addListOptions } from './list-options.ts'

/** @param openIo called when one of the commands runs */
export function addRemoteCommands(program: Command, openIo: () => Io): void {
  const act = actions(openIo)
  const json = (command: Command) => command.option('--json', 'print a JSON object per line')

  onServer(program.command('login'))
    .description('save a server and a key for the other commands')
    .option('--key-stdin', 'read the key from standard input')
    .action(act.local(async () => (await import('./login.ts')).login))
  program
    .command('logout')
    .description('forget the server and the key')
    .action(act.local(async () => (await import('./login.ts')).logout))

  addRequestOptions(onServer(program.command('submit')))
    .description('submit audio and video files to a server, and print the ids of the jobs')
    .argument('<audio...>', 'files, folders, URLs, or - for standard input')
    .option('-r, --recursive', 'also submit the audio and video files in subfolders')
    .option('--preset <name>', 'start from the options of a preset of the account')
    .option('--config <file>', 'a JSON file with more fields of the request')
    .option('--metadata <json>', 'an object to store with the job')
    .option('--callback-url <url>', 'where to send the outcome')
    .option('-w, --wait', 'wait for the jobs, and print their transcripts instead of their ids')
    .addOption(formatsOption('with --wait: output formats, separated by commas; txt by default'))
    .option('-o, --output-dir <folder>', 'with --wait: write <name>.<format> for each into this folder')
    .option('-t, --timestamps', 'with --wait: begin each paragraph of txt, md and docx with its time')
    .action(act.remote(async () => (await import('./submit.ts')).submit))

  json(onServer(program.command('live')))
    .description('transcribe a microphone, a file or standard input while it is recorded or read')
    .argument('[audio]', 'a file, or - for standard input')
    .option('--mic', 'record the microphone with arecord, sox or ffmpeg')
    .option('--fast', 'read a file as fast as it can be transcribed, instead of in real time')
    .addOption(languageOption())
    .addOption(codeSwitchingOption())
    .option('--config <file>', 'a JSON file with more fields of the request')
    .action(act.remote(async () => (await import('./live.ts')).live))

  const jobs = program.command('jobs').description('list, follow and manage jobs on a server')
  json(addListOptions(paged(onServer(jobs.command('list')))))
    .description('list jobs, newest first')
    .option('--ids', 'print the ids only')
    .action(act.remote(async () => (await import('./list-jobs.ts')).listJobs))
  json(onServer(jobs.command('get')))
    .description('print a job and its transcript')
    .argument('<id>', 'id of the job', jobId)
    .action(act.remote(async () => (await import('./jobs.ts')).getJob))
  json(onServer(jobs.command('watch')))
    .description('follow jobs until they end')
    .argument('<id...>', 'ids of the jobs', several(jobId))
    .action(act.remote(async () => (await import('./jobs.ts')).watchJobs))
  onServer(jobs.command('cancel'))
    .description('cancel jobs that have not ended')
    .argument('<id...>', 'ids of the jobs', several(jobId))
    .action(act.remote(async () => (await import('./jobs.ts')).cancelJobs))
  onServer(jobs.command('retry'))
    .description('create new jobs from the same requests, and print their ids')
    .argument('<id...>', 'ids of the jobs', several(jobId))
    .action(act.remote(async () => (await import('./jobs.ts')).retryJobs))
  onServer(jobs.command('requeue'))
    .description('queue failed jobs again, under the same ids')
    .argument('[id...]', 'ids of the jobs', several(jobId))
    .option('--faults', 'all jobs that failed by a fault of the service')
    .action(act.remote(async () => (await import('./jobs.ts')).requeueJobs))
  addListOptions(onServer(jobs.command('retranscribe')))
    .description('transcribe the audio of jobs again, or of all files that match the filters')
    .argument('[id...]', 'ids of the jobs', several(jobId))
    .addOption(
      new Option(
        '--spoken <languages>',
        'spoken languages by code or name; as originally requested by default',
      ).argParser(spokenLanguages),
    )
    .option('--diarize', 'tell speakers apart by their voices')
    .option('--accept', 'accept the new transcripts as revisions without review')
    .option('--idle', 'only when no other file of any account is waiting')
    .action(act.remote(async () => (await import('./retranscriptions.ts')).retranscribe))
  json(onServer(jobs.command('retranscription')))
    .description('print what the new transcript of a job changes, or accept or discard it')
    .argument('<id>', 'id of the job', jobId)
    .option('--accept', 'accept it as a revision')
    .addOption(new Option('--discard', 'discard it, or cancel it while it is being made').conflicts('accept'))
    .action(act.remote(async () => (await import('./retranscriptions.ts')).retranscription))
  onServer(jobs.command('priority'))
    .description('process a waiting job before or after other jobs of the account')
    .argument('<id>', 'id of the job', jobId)
    .argument('<priority>', 'a whole number, such as 1 or -1, or first; 0 by default', priorityArgument)
    .action(act.remote(async () => (await import('./jobs.ts')).setPriority))
  onServer(jobs.command('delete'))
    .description('delete jobs that have ended, with their audio')
    .argument('<id...>', 'ids of the jobs', several(jobId))
    .option('--trash', 'move them to the trash, which keeps them for some days')
    .action(act.remote(async () => (await import('./jobs.ts')).deleteJobs))
  onServer(jobs.command('restore'))
    .description('move jobs back from the trash')
    .argument('<id...>', 'ids of the jobs', several(jobId))
    .action(act.remote(async () => (await import('./jobs.ts')).restoreJobs))
  onServer(jobs.command('audio'))
    .description('save the audio of a job')
    .argument('<id>', 'id of the job', jobId)
    .option(
      '-o, --output <file>',
      'the file to write, or - for standard output; the original file name by default',
    )
    .action(act.remote(async () => (await import('./jobs.ts')).saveAudio))
  onServer(jobs.command('export'))
    .description('print the transcript of a job in any format')
    .argument('<id>', 'id of the job', jobId)
    .addOption(new Option('-f, --format <format>', 'the format').choices(EXPORT_FORMAT_NAMES).default('txt'))
    .option('-o, --output <file>', 'write it to a file')
    .option('-t, --timestamps', 'begin each paragraph of txt, md and docx with its time')
    .option('--no-speakers', 'do not name speakers')
    .option('--no-paragraphs', 'one utterance per line in txt, md and docx, instead of paragraphs')
    .option('--summary', 'add the summary to txt, md, docx and json')
    .option('--translation <language>', 'export a translation instead')
    .action(act.remote(async () => (await import('./jobs.ts')).exportJob))

  const callbacks = program.command('callbacks').description('list callbacks, and send them again')
  json(paged(onServer(callbacks.command('list'))))
    .description('list callbacks, newest first')
    .addOption(new Option('--state <state>', 'only callbacks in this state').choices(deliveryState.options))
    .option('--job <id>', 'only callbacks of this job', jobId)
    .action(act.remote(async () => (await import('./callbacks.ts')).listCallbacks))
  onServer(callbacks.command('redeliver'))
    .description('send callbacks again')
    .argument('<id...>', 'ids of the callbacks, as listed', several(callbackId))
    .option('--to <url>', 'send each once from this machine to this URL instead')
    .action(act.remote(async () => (await import('./callbacks.ts')).redeliver))
  onServer(program.command('listen'))
    .description(
      'forward new callbacks of the account, and the ends of its jobs, to a URL that only this machine can reach',
    )
    .requiredOption('--forward-to <url>', 'such as http://localhost:3000/hook')
    .action(act.remote(async () => (await import('./listen.ts')).listen))

  onServer(program.command('mcp'))
    .description(
      'let an assistant search and read transcripts, over the Model Context Protocol on standard input and output',
    )
    .action(act.remote(async () => (await import('./mcp.ts')).mcp))

  json(onServer(program.command('usage')))
    .description('print the usage of the account by day')
    .option('--from <date>', 'first day, in UTC; by default 29 days before the last one')
    .option('--to <date>', 'last day, in UTC; by default today')
    .action(act.remote(async () => (await import('./usage.ts')).usage))
  json(onServer(program.command('quality')))
    .description(
      'print how many words were wrong in corrected transcripts, and which are corrected most often',
    )
    .action(act.remote(async () => (await import('./quality.ts')).quality))
}

/** Adds the options for the server that a command talks to. */
export function onServer(command: Command): Command {
  return command
    .option('--url <url>', 'URL of the server (SCRIPTORIUM_URL)')
    .option(
      '--key <key>',
      'key for it (SCRIPTORIUM_KEY); other users of this machine may see one that is given here',
    )
}

function paged(command: Command): Command {
  return command
    .addOption(new Option('--limit <number>', 'how many to print').argParser(wholeNumber).default(20))
    .option('--all', 'print all of them')
}

/** Wraps actions: their modules are loaded when they run, and their failures are reported. */
function actions(openIo: () => Io) {
  const run = async (action: (io: Io) => Promise<void>) => {
    const { stdout, stderr, ...others } = openIo()
    // Every command prints text from a server.
    const io = { ...others, stdout: filtered(stdout), stderr: filtered(stderr) }
    try {
      await action(io)
    } catch (error) {
      const { reportFailure } = await import('./failure.ts')
      reportFailure(io, error)
    }
  }
  return {
    local:
      (load: () => Promise<(io: Io, options: ConnectionOptions) => Promise<void>>) =>
      async (options: ConnectionOptions) =>
        run(async (io) => (await load())(io, options)),
    /** Commander passes the options of an action as its second to last argument, and the command as its last. */
    remote:
      <Args extends unknown[]>(
        load: () => Promise<(io: Io, client: Scriptorium, ...args: Args) => Promise<void>>,
      ) =>
      async (...args: [...Args, Command]) =>
        run(async (io) => {
          const { connect } = await import('./connection.ts')
          const given = args.slice(0, -1) as Args
          const client = connect(given.at(-1) as ConnectionOptions, io.env)
          await (
            await load()
          )(io, client, ...given)
        }),
  }
}
