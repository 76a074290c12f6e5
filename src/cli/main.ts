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
  .description('A self-hosted transcription service, configured by environment variables (see README.md).')
  .version(packageJson.version)

program.command('serve').description('run the service').action(serve)

program
  .command('transcribe')
  .description('transcribe files')
  .argument('<file...>', 'audio or video files')
  .option('-f, --format <format>', `output format: ${FORMATS.join(', ')}`, 'text')
  .option(
    '-l, --language <codes>',
    'spoken languages, such as en or en,de; detected by default',
    (codes: string) => codes.split(','),
  )
  .action(transcribe)

const keys = program.command('keys').description('manage API keys')
keys
  .command('create')
  .description('create a key and print it; it cannot be shown again')
  .argument('<name>', 'name of the key')
  .option('-a, --account <name>', 'its account; created if it does not exist', 'default')
  .action(createKey)
keys.command('list').description('list all keys').action(listKeys)
keys
  .command('revoke')
  .description('revoke a key, with immediate effect')
  .argument('<id>', 'id of the key, as listed')
  .action(revokeKey)

keys
  .command('secret')
  .description('print the secret that signs the callbacks of an account')
  .option('-a, --account <name>', 'the account', 'default')
  .option('-r, --rotate', 'replace it first; the previous secret remains valid for 24 hours')
  .action(callbackSecret)

const models = program.command('models').description('manage models in addition to the bundled ones')
models.command('list').description('list available and installed models').action(listModels)
models
  .command('pull')
  .description('download and install a model; used from the next job on')
  .argument('<name>', 'name of the model, as listed, or a JSON file that describes one')
  .action(pullModel)
models
  .command('remove')
  .description('remove a model, or an incomplete download')
  .argument('<name>', 'name of the model, as listed')
  .action(removeModel)

const OPERATOR_ERRORS = [ConfigError, InUseError, DatabaseError, FfmpegMissingError, ModelError]

/** Whether the operator can fix the cause: the message then says how, and a stack trace would be noise. */
function isOperatorError(error: unknown): error is Error {
  // System errors: a port in use, a folder that is not writable.
  return (
    error instanceof Error && (OPERATOR_ERRORS.some((type) => error instanceof type) || 'syscall' in error)
  )
}

try {
  await program.parseAsync()
} catch (error) {
  if (!isOperatorError(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
