#!/usr/bin/env node
import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { FfmpegMissingError } from '../audio/ffmpeg.ts'
import { ConfigError } from '../config.ts'
import { ModelError } from '../models/pulled/model-error.ts'
import { InUseError } from '../files/in-use-error.ts'
import { DatabaseError } from '../store/migrations/index.ts'
import { callbackSecret, createKey, listKeys, revokeKey } from './keys.ts'
import { listModels, pullModel, removeModel } from './models.ts'
import { serve } from './serve.ts'
import { FORMATS, transcribe } from './transcribe.ts'

const program = new Command('scriptorium')
  .description('A self-hosted transcription service. Its configuration is the environment: see README.md.')
  .version(packageJson.version)

program.command('serve').description('run the service').action(serve)

program
  .command('transcribe')
  .description('transcribe files from the shell')
  .argument('<file...>', 'audio or video files')
  .option('-f, --format <format>', `what is printed: ${FORMATS.join(', ')}`, 'text')
  .option(
    '-l, --language <codes>',
    'languages that are spoken, such as en or en,de; detected when none is given',
    (codes: string) => codes.split(','),
  )
  .action(transcribe)

const keys = program.command('keys').description('API keys')
keys
  .command('create')
  .description('make a key and print it: it is shown this once')
  .argument('<name>', 'what the key is for')
  .option('-a, --account <name>', 'account it belongs to, made if there is none', 'default')
  .action(createKey)
keys.command('list').description('list every key').action(listKeys)
keys
  .command('revoke')
  .description('revoke a key, at once')
  .argument('<id>', 'id of the key')
  .action(revokeKey)

keys
  .command('secret')
  .description('print the secret that the callbacks of an account are signed with')
  .option('-a, --account <name>', 'the account', 'default')
  .option('-r, --rotate', 'make another one first; the old one signs, too, for 24 hours')
  .action(callbackSecret)

const models = program.command('models').description('stronger models, beside those in the box')
models.command('list').description('list what can be pulled, and what is there').action(listModels)
models
  .command('pull')
  .description('download a model; jobs use it from the next one on')
  .argument('<name>', 'its name in the list, or a JSON file that describes one')
  .action(pullModel)
models
  .command('remove')
  .description('remove a model, or what a pull that broke off left of it')
  .argument('<name>', 'its name in the list')
  .action(removeModel)

const OPERATORS = [ConfigError, InUseError, DatabaseError, FfmpegMissingError, ModelError]

/** What whoever started it can put right: the message says what. */
function isOperators(error: unknown): error is Error {
  // A port that is taken, a folder that cannot be written.
  return error instanceof Error && (OPERATORS.some((type) => error instanceof type) || 'syscall' in error)
}

try {
  await program.parseAsync()
} catch (error) {
  if (!isOperators(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
