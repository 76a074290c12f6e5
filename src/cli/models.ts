import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Config, readConfig } from '../service/config.ts'
import { languageCode } from '../contract/languages.ts'
import { openPrivateFolder } from '../platform/files/private-folder.ts'
import { createGuardedFetch } from '../platform/net/guarded-fetch.ts'
import {
  type ModelDescription,
  modelDescription,
  modelName,
  sizeOf,
} from '../models/pulled/model-description.ts'
import { deviceFor } from '../models/device.ts'
import type { Device } from '../models/onnx-session.ts'
import { ModelError } from '../models/pulled/model-error.ts'
import { megabytes, ModelsFolder, type ModelState } from '../models/pulled/models-folder.ts'
import { PULLABLE_TEXT_MODELS, tryTextModel } from '../models/text/pullable-models.ts'
import { modelsFor, type PulledModel } from '../models/pulled/pulled-model.ts'
import { familyOf, PULLABLE_MODELS, requireFamily } from '../speech/engines/load-model.ts'
import { tryModel } from '../speech/engines/try-model.ts'
import { ProgressBar } from './status-line.ts'
import { table } from './table.ts'

/** The models that can be pulled by name. */
const PULLABLE: readonly ModelDescription[] = [...PULLABLE_MODELS, ...PULLABLE_TEXT_MODELS]

/** Longer lists of languages are summarised. */
const MAX_NAMED = 4

/** Prints the models that can be pulled, and any others that are installed, one per line. */
export async function listModels(): Promise<void> {
  const folder = modelsFolder(readConfig(process.env))
  const known = new Set(PULLABLE.map(({ name }) => name))
  const others = (await folder.pulled()).filter(
    (model) => !known.has(model.name) && (model.purpose !== 'recognition' || familyOf(model)),
  )
  const rows: string[][] = []
  for (const model of [...PULLABLE, ...others]) {
    const size = sizeOf(model)
    const state = stateText(await folder.stateOf(model), size)
    rows.push([model.name, usedFor(model), megabytes(size), state, model.licence])
  }
  process.stdout.write(`${table([['NAME', 'FOR', 'SIZE', 'STATE', 'LICENCE'], ...rows])}\n`)
}

/** Pulls a model: one that is listed, by its name, or the one that a JSON file describes. */
export async function pullModel(nameOrFile: string): Promise<void> {
  const config = readConfig(process.env)
  const folder = openModelsFolder(config)
  const model = nameOrFile.endsWith('.json')
    ? await readDescription(nameOrFile)
    : [...PULLABLE, ...(await folder.pulled())].find(({ name }) => name === nameOrFile)
  if (model === undefined)
    throw new ModelError(`There is no model ${nameOrFile}: see "scriptorium models list"`)
  const device = await deviceFor(config.models.device)
  const bar = new ProgressBar(model.name)
  const isNew = await folder
    .pull(model, {
      ...config.models,
      // The URLs come from the operator, not from a caller of the API.
      fetch: createGuardedFetch({ allowPrivate: true }),
      onProgress: (share) => bar.show(share),
      trial: async (pulled) => tryPulled(pulled, device),
    })
    .finally(() => bar.clear())
  const state = isNew ? 'is installed and used from the next job on' : 'is already installed'
  process.stdout.write(`${model.name} ${state}\n`)
}

/** Removes a model, or an incomplete download of it. */
export async function removeModel(name: string): Promise<void> {
  checkName(name)
  if (await openModelsFolder(readConfig(process.env)).remove(name)) return
  throw new ModelError(`There is no model ${name} to remove: see "scriptorium models list"`)
}

/** The folder, to be written to. */
function openModelsFolder(config: Config): ModelsFolder {
  openPrivateFolder(config.storage.dataDir)
  return modelsFolder(config)
}

function modelsFolder({ storage }: Config): ModelsFolder {
  return new ModelsFolder(storage.modelsDir)
}

async function readDescription(file: string): Promise<ModelDescription> {
  const text = await readFile(file, 'utf8')
  try {
    const model = modelDescription.parse(JSON.parse(text))
    if (model.purpose === 'recognition') requireFamily(model)
    return model
  } catch (cause) {
    if (cause instanceof ModelError) throw cause
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause)
    throw new ModelError(`${file} does not describe a model:\n${why}`, { cause })
  }
}

/** Rejects other names, which could lead out of the folder of the models. */
function checkName(name: string): void {
  if (modelName.safeParse(name).success) return
  throw new ModelError(`${name} is not the name of a model: see "scriptorium models list"`)
}

/** @throws Error when the model cannot be used on this machine: the message says why */
async function tryPulled(model: PulledModel, device: Device): Promise<void> {
  const [recognition] = modelsFor('recognition', [model])
  await (recognition === undefined ? tryTextModel(model, device) : tryModel(recognition, device))
}

/** Such as `recognition of de, en` and `translation of de into en, fr`. */
function usedFor(model: ModelDescription): string {
  const from = `${model.purpose} of ${listed(model.languages)}`
  return model.purpose === 'translation' ? `${from} into ${listed(model.targets)}` : from
}

function listed(languages: readonly string[]): string {
  const all = languageCode.options
  if (languages.length <= MAX_NAMED) return languages.join(', ')
  const others = all.filter((language) => !languages.includes(language))
  if (others.length === 0) return `all ${all.length} languages`
  return others.length <= MAX_NAMED
    ? `all languages except ${others.join(', ')}`
    : `${languages.length} languages`
}

function stateText(state: ModelState, size: number): string {
  if (state.type === 'damaged') return 'damaged: pull it again'
  if (state.type === 'pulled') return 'installed'
  return state.bytes === 0 ? 'not installed' : `${Math.floor((100 * state.bytes) / size)} % downloaded`
}
