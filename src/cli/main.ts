#!/usr/bin/env node
import { constants } from 'node:os'
import { Argument, Command, Option } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { LIMITS } from '../contract/account-limits.ts'
import { SCOPES } from '../contract/scopes.ts'
import { createPrivately } from '../platform/files/private-folder.ts'
import { afterTimeSpan, nameArgument } from './arguments.ts'
import { EXIT } from './errors.ts'
import { lazily } from './lazily.ts'
import { addModels } from './models/commands.ts'
import { addRemoteCommands } from './remote/commands.ts'
import { processIo } from './remote/io.ts'
import { addUsers } from './users/commands.ts'
import { addTranscribe } from './transcribe/command.ts'
import { addWatch } from './watch/command.ts'

// Every command creates files that are private to this user.
createPrivately()
process.stdout
  .once('error', ({ code, message }: NodeJS.ErrnoException) => {
    // A reader that stops early, such as head, is not a failure.
    process.exitCode = code === 'EPIPE' ? 128 + constants.signals.SIGPIPE : EXIT.failed
    if (code !== 'EPIPE') process.stderr.write(`standard output: ${message}\n`)
  })
  .on('error', () => {})

const program = new Command('scriptorium')
  .description(
    'A self-hosted transcription service, configured by environment variables (see docs/configuration.md).',
  )
  .version(packageJson.version)
  // Wrong usage exits with 2, as in most shells; 1 is a failure.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EXIT.usage))

program
  .command('serve')
  .description('run the service with the roles in ROLES; all by default')
  .action(lazily(async () => (await import('./serve.ts')).serve))

program
  .command('work')
  .description(
    'run a process that transcribes files and delivers callbacks, alongside others on the same PostgreSQL database',
  )
  .action(lazily(async () => (await import('./serve.ts')).work))

addTranscribe(program)
addWatch(program)
addRemoteCommands(program, processIo)

const keys = program.command('keys').description('manage API keys')
keys
  .command('create')
  .description('create a key and print it; it cannot be shown again')
  .argument('<name>', 'name of the key', nameArgument)
  .option('-a, --account <name>', 'its account; created if it does not exist', nameArgument, 'default')
  .addOption(
    new Option('-s, --scope <scope...>', 'what it may do; read, write and live by default').choices(SCOPES),
  )
  .option('--admin', 'give it every scope, including administration of its account')
  .option('-e, --expires <time>', 'when it expires, such as 12h or 90d from now', afterTimeSpan)
  .action(lazily(async () => (await import('./keys.ts')).createKey))
keys
  .command('list')
  .description('list all keys')
  .action(lazily(async () => (await import('./keys.ts')).listKeys))
keys
  .command('revoke')
  .description('revoke a key, even while the service runs')
  .argument('<id>', 'id of the key, as listed')
  .action(lazily(async () => (await import('./keys.ts')).revokeKey))

keys
  .command('secret')
  .description('print the secret that signs the callbacks of an account')
  .option('-a, --account <name>', 'the account', 'default')
  .option('-r, --rotate', 'replace it first; the previous secret remains valid for 24 hours')
  .action(lazily(async () => (await import('./keys.ts')).callbackSecret))

keys
  .command('reset-secret')
  .description('revoke all keys and replace all callback secrets, after the secret key was lost')
  .action(lazily(async () => (await import('./keys.ts')).resetSecret))
const accounts = program.command('accounts').description('manage accounts, their limits and their retention')
accounts
  .command('list')
  .description('list all accounts with their usage and limits')
  .action(lazily(async () => (await import('./accounts.ts')).listAccounts))
accounts
  .command('create')
  .description('create an account; "keys create --account" creates its keys')
  .argument('<name>', 'name of the account', nameArgument)
  .action(lazily(async () => (await import('./accounts.ts')).createAccount))
const limits = accounts
  .command('limits')
  .description('change limits and the priority of an account, and print them all')
  .argument('<name>', 'name of the account')
  .addHelpText(
    'after',
    '\n<limit> is a whole number (for GB, also a fraction such as 0.5), none, or default for the limit in the configuration',
  )
  .action(lazily(async () => (await import('./accounts.ts')).accountLimits))
for (const [name, description] of Object.entries(LIMITS))
  limits.option(`--${name.replaceAll('_', '-')} <limit>`, description)
limits.option(
  '--priority <number>',
  'files of the accounts with the highest priority are processed first; 0 by default',
)
accounts
  .command('pause')
  .description('pause an account: its files wait, and no live session can start; work in progress continues')
  .argument('<name>', 'name of the account')
  .option('-w, --wait', 'wait until none of its work is in progress')
  .action(lazily(async () => (await import('./accounts.ts')).pauseAccount))
accounts
  .command('resume')
  .description('resume a paused account')
  .argument('<name>', 'name of the account')
  .action(lazily(async () => (await import('./accounts.ts')).resumeAccount))
accounts
  .command('retention')
  .description('change how long the jobs of an account are kept, and print it')
  .argument('<name>', 'name of the account')
  .option('--audio-days <days>', 'days from the end of a job until its audio is deleted, or none')
  .option('--transcript-days <days>', 'days from the end of a job until it is deleted, or none')
  .addOption(
    new Option('--default', 'use the retention in the configuration').conflicts([
      'audioDays',
      'transcriptDays',
    ]),
  )
  .action(lazily(async () => (await import('./accounts.ts')).accountRetention))
accounts
  .command('delete')
  .description('delete an account and everything it has, in the background')
  .argument('<name>', 'name of the account')
  .option('--confirm <name>', 'its name again; asked for by default')
  .action(lazily(async () => (await import('./accounts.ts')).deleteAccount))

addUsers(program)

const nodes = program.command('nodes').description('list, pause and drain the processes of the service')
nodes
  .command('list')
  .description('list the nodes that are running, with what they are doing')
  .action(lazily(async () => (await import('./nodes.ts')).listNodes))
for (const [name, description] of [
  ['pause', 'let a node take no more files or live sessions'],
  ['drain', 'let a node take nothing new at all, so that it can be stopped once its work is finished'],
  ['resume', 'let a node take work again'],
] as const) {
  const command = nodes
    .command(name)
    .description(description)
    .argument('<node>', 'id of a node, as listed, or a host: all nodes there')
    .action(async (node: string, options: { readonly wait?: boolean }) =>
      (await import('./nodes.ts')).tellNodes(name, node, options),
    )
  if (name !== 'resume') command.option('--wait', 'wait until its work is finished')
}

addModels(program)

const storage = program.command('storage').description('manage audio storage')
storage
  .command('move')
  .description('move the audio in DATA_DIR to the bucket in S3_BUCKET; the service must be stopped')
  .action(lazily(async () => (await import('./storage.ts')).moveStorage))

program
  .command('move')
  .description(
    'move everything to another database while the service runs; it is read-only for the last seconds',
  )
  .option(
    '--to <url>',
    'an empty PostgreSQL database as postgres://…, or SQLite in a folder as sqlite:<folder>',
  )
  .option('--s3 <bucket>', 'also move the audio to this bucket')
  .option(
    '--disk',
    'also move the audio from the bucket to disk: to files in DATA_DIR, or in the folder of SQLite',
  )
  .option('--undo', 'make the database that was moved usable again')
  .action(lazily(async () => (await import('./move/move.ts')).move))

program
  .command('backup')
  .description('copy the SQLite database and the audio to a new folder, even while the service runs')
  .argument('<folder>', 'the folder to create')
  .option('--with-keys', 'copy the files with keys too')
  .action(lazily(async () => (await import('./backup.ts')).backup))

program
  .command('restore')
  .description('restore a backup into DATA_DIR, which must be empty')
  .argument('<folder>', 'a folder that "scriptorium backup" created')
  .option('--into <folder>', 'an empty folder instead of DATA_DIR')
  .action(lazily(async () => (await import('./backup.ts')).restore))

program
  .command('check')
  .description(
    'check that database and audio agree, even while the service runs; exits with 1 if anything is wrong',
  )
  .option('--repair', 'repair what can be repaired without loss')
  .option('--json', 'print a JSON object per line')
  .action(lazily(async () => (await import('./check.ts')).check))

program
  .command('doctor')
  .description(
    'check that the service can run here as configured, even while it runs; exits with 1 if it cannot',
  )
  .option('--json', 'print a JSON object per line')
  .action(lazily(async () => (await import('./doctor/doctor.ts')).doctor))

program
  .command('completions')
  .description('print a script that completes commands, options and their values in a shell')
  .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
  .addHelpText(
    'after',
    `
Bash, in ~/.bashrc:         source <(scriptorium completions bash)
zsh, in ~/.zshrc:           source <(scriptorium completions zsh)
fish, in config.fish:       scriptorium completions fish | source`,
  )
  .action(async (shell: 'bash' | 'zsh' | 'fish') => {
    const { completionScript } = await import('./completions.ts')
    process.stdout.write(completionScript(program, shell))
  })

try {
  await program.parseAsync()
} catch (error) {
  const { reportOperatorError } = await import('./operator-error.ts')
  reportOperatorError(error)
}
