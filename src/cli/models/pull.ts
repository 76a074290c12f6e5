import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { describeModel, type PullChoices, requireOwnName } from '../../installation/describe-model.ts'
import { LicenceError } from '../../installation/errors.ts'
import { requireLoadable } from '../../installation/loaders.ts'
import { installModel, openHub } from '../../installation/pull-model.ts'
import { deviceFor } from '../../models/device.ts'
import { type ModelDescription, modelDescription } from '../../models/pulled/model-description.ts'
import { ModelError } from '../../models/pulled/model-error.ts'
import { readConfig } from '../../service/config.ts'
import { UsageError } from '../errors.ts'
import { ProgressBar } from '../status-line.ts'
import { openModelsFolder } from './folder.ts'

/** Pulls a model: one of the catalogue by name, one from a repository of the hub, or one that a JSON file describes. */
export async function pullModel(model: string, choices: PullChoices): Promise<void> {
  const isFile = model.endsWith('.json')
  const isOfRepository = choices.engine !== undefined || choices.languages !== undefined
  if (isOfRepository && (isFile || !model.includes('/')))
    throw new UsageError('--engine and --languages are only for models that are pulled by their repository')
  const config = readConfig(process.env)
  const hub = openHub(config.models)
  const folder = openModelsFolder(config)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const description = isFile
    ? await readDescription(model)
    : await describeModel(model, { ...hub, folder, choices, say }).catch((error: unknown) => {
        throw error instanceof LicenceError ? withCommand(error, model, choices) : error
      })
  const device = await deviceFor(config.models.device)
  const bar = new ProgressBar(description.name)
  const isNew = await installModel(description, folder, hub, {
    device,
    onProgress: (share) => bar.show(share),
  }).finally(() => bar.clear())
  const next = description.purpose === 'live-recognition' ? 'live session' : 'job'
  say(
    `${description.name} ${isNew ? `is installed and used from the next ${next} on` : 'is already installed'}`,
  )
}

/** Adds to an error the command that accepts the licence. */
function withCommand(cause: LicenceError, model: string, { languages, engine }: PullChoices): ModelError {
  const command = [
    'scriptorium models pull',
    model,
    ...(engine === undefined ? [] : ['--engine', engine]),
    ...(languages === undefined ? [] : ['--languages', languages.join()]),
    '--accept-licence',
  ].join(' ')
  return new ModelError(`${cause.message}, and if it allows your use, run "${command}"`, { cause })
}

async function readDescription(file: string): Promise<ModelDescription> {
  const text = await readFile(file, 'utf8')
  try {
    const model = modelDescription.parse(JSON.parse(text))
    requireOwnName(model.name, file)
    requireLoadable(model)
    return model
  } catch (cause) {
    if (cause instanceof ModelError) throw cause
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause)
    throw new ModelError(`${file} does not describe a model:\n${why}`, { cause })
  }
}
