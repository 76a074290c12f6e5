import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { LanguageCode } from '../../contract/languages.ts'
import { CATALOGUE } from '../../models/catalogue.ts'
import { deviceFor } from '../../models/device.ts'
import {
  type CatalogueEntry,
  describeEntry,
  type EntryFile,
  type Restriction,
} from '../../models/pulled/catalogue-entry.ts'
import { authorised, Hub, repositoryOf, type Revision } from '../../models/pulled/hub.ts'
import { type ModelDescription, modelDescription } from '../../models/pulled/model-description.ts'
import { ModelError } from '../../models/pulled/model-error.ts'
import type { ModelsFolder } from '../../models/pulled/models-folder.ts'
import {
  describeRepository,
  nameOfRepository,
  restrictionOf,
  sourceOf,
} from '../../models/pulled/repository-model.ts'
import { keepFigures } from '../../models/pulled/trial-figures.ts'
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { readConfig } from '../../service/config.ts'
import { UsageError } from '../errors.ts'
import { ProgressBar } from '../status-line.ts'
import { openModelsFolder } from './folder.ts'
import { LAYOUTS, requireLoadable } from './loaders.ts'
import { tryInProcess } from './trial.ts'

interface PullModelOptions {
  readonly acceptLicence?: true
  readonly languages?: readonly LanguageCode[]
  readonly engine?: string
}

interface Context {
  readonly folder: ModelsFolder
  readonly hub: Hub
  readonly options: PullModelOptions
}

/** Pulls a model: of the catalogue by its name, of a repository of the hub, or the one that a JSON file describes. */
export async function pullModel(model: string, options: PullModelOptions): Promise<void> {
  const config = readConfig(process.env)
  const { base, token } = config.models
  // The URLs come from the operator, not from a caller of the API.
  const fetch = authorised(createGuardedFetch({ allowPrivate: true }), { base, token })
  const folder = openModelsFolder(config)
  const hub = new Hub({ base, token, fetch })
  const description = await described(model, { folder, hub, options })
  const device = await deviceFor(config.models.device)
  const bar = new ProgressBar(description.name)
  const isNew = await folder
    .pull(description, {
      base,
      fetch,
      onProgress: (share) => bar.show(share),
      trial: async (pulled) => keepFigures(pulled, await tryInProcess(pulled, device)),
    })
    .finally(() => bar.clear())
  const next = description.purpose === 'live-recognition' ? 'live session' : 'job'
  const state = isNew ? `is installed and used from the next ${next} on` : 'is already installed'
  process.stdout.write(`${description.name} ${state}\n`)
}

async function described(model: string, context: Context): Promise<ModelDescription> {
  const { options, folder } = context
  const isRepository = model.includes('/') && !model.endsWith('.json')
  if (!isRepository && (options.engine !== undefined || options.languages !== undefined))
    throw new UsageError('--engine and --languages are for models that are pulled by their repository')
  if (model.endsWith('.json')) return readDescription(model)
  if (isRepository) return ofRepository(model, context)
  const entry = CATALOGUE.find(({ name }) => name === model)
  if (entry !== undefined) return ofCatalogue(entry, context)
  const known = await folder.known(model)
  if (known !== null) return known
  throw new ModelError(`There is no model ${model}: see "scriptorium models list"`)
}

async function ofCatalogue(
  entry: CatalogueEntry,
  { folder, hub, options }: Context,
): Promise<ModelDescription> {
  const { name, licence, restriction } = entry
  requireLoadable(entry)
  const last = await folder.known(name)
  // An earlier version could install others under the name.
  const known =
    last !== null && repositoriesOf(entry).includes(sourceOf(last)?.repository ?? '') ? last : null
  if (known === null && restriction !== undefined)
    requireAcceptance(options, { of: name, licence, restriction, pull: name })
  const description = await describeEntry(entry, hub, known)
  // Else the hub was not asked.
  const isNew = !isDeepStrictEqual(description.files, known?.files)
  for (const { repository, commit } of isNew ? sourcesOf(entry, description) : [])
    process.stdout.write(`${name} is taken from commit ${commit}, the newest of ${repository}\n`)
  return description
}

/** The commits that the entry leaves open. */
function sourcesOf(
  { source, files }: CatalogueEntry,
  description: ModelDescription,
): { repository: string; commit: string }[] {
  const open = [source, ...Object.values(files).map((file) => file.source ?? source)]
    .filter(({ commit }) => commit === undefined)
    .map(({ repository }) => repository)
  const commits = Object.values(description.files).flatMap(({ url }) => repositoryOf(url) ?? [])
  return [...new Set(open)].flatMap(
    (repository) => commits.find((one) => one.repository === repository) ?? [],
  )
}

const REPOSITORY = /^(?<repository>[\w-][\w.-]*\/[\w-][\w.-]*)(?:@(?<revision>[\w./-]+))?$/

async function ofRepository(model: string, { folder, hub, options }: Context): Promise<ModelDescription> {
  const { repository, revision } = REPOSITORY.exec(model)?.groups ?? {}
  if (repository === undefined)
    throw new ModelError(
      `${model} is neither a repository with a commit, such as owner/model@<commit>, nor a JSON file`,
    )
  const name = nameOfRepository(repository)
  requireOwnName(name, repository)
  const known = await folder.known(name)
  const from = known === null ? null : sourceOf(known)
  if (known !== null && from?.repository !== repository)
    throw new ModelError(
      `There is already a model ${name}${from === null ? '' : `, of ${from.repository}`}: remove it first, with "scriptorium models remove ${name}"`,
    )
  const isAsBefore = options.engine === undefined && options.languages === undefined
  if (known !== null && isAsBefore && (revision === undefined || revision === from?.commit)) return known
  const found = await hub.revision(repository, revision ?? from?.commit)
  if (from !== null && found.commit !== from.commit)
    throw new ModelError(
      `${name} is of commit ${from.commit}, not ${found.commit}: remove it first, with "scriptorium models remove ${name}"`,
    )
  // What was accepted before is the licence of the same commit.
  const restriction = known === null ? restrictionFor(found, hub) : null
  if (restriction !== null)
    requireAcceptance(options, { of: repository, licence: found.licence, restriction, pull: model })
  const description = await describeRepository(found, hub, { layouts: LAYOUTS, ...options })
  requireLoadable(description)
  if (known !== null) requireSameFiles(description, known)
  const { purpose, languages } = description
  const engine = 'engine' in description ? `, with the engine ${description.engine}` : ''
  process.stdout.write(
    `${name} is commit ${found.commit} of ${repository}, for ${purpose} of ${languages.join(', ')}${engine}\n`,
  )
  return description
}

/** @throws {ModelError} when a model has the name of one of the catalogue, with which it would be mixed up */
function requireOwnName(name: string, of: string): void {
  if (CATALOGUE.some((entry) => entry.name === name))
    throw new ModelError(
      `${of} would be named ${name}, as a model of the catalogue: pull that one by its name, with "scriptorium models pull ${name}", ` +
        'or describe yours with another name in a JSON file (see docs/models.md)',
    )
}

/** What the catalogue says of a repository, else what its card says. */
function restrictionFor(found: Revision, hub: Hub): Restriction | null {
  const own = found.repository.toLowerCase()
  const entry = CATALOGUE.find(
    (one) => one.restriction !== undefined && repositoriesOf(one).some((name) => name.toLowerCase() === own),
  )
  return entry?.restriction ?? restrictionOf(found, hub.pageOf(found.repository))
}

function repositoriesOf({ source, files }: CatalogueEntry): string[] {
  return [source, ...Object.values<EntryFile>(files).map((file) => file.source ?? source)].map(
    ({ repository }) => repository,
  )
}

/** @throws {ModelError} when the hub now lists another digest for a file of the same commit */
function requireSameFiles(model: ModelDescription, known: ModelDescription): void {
  const digests = new Map(Object.values(known.files).map(({ url, sha256 }) => [url, sha256]))
  for (const { url, sha256 } of Object.values(model.files))
    if (sha256 !== (digests.get(url) ?? sha256))
      throw new ModelError(
        `${url} is not the file that was pulled: its SHA-256 is ${sha256}, not ${digests.get(url)}`,
      )
}

/** @throws {ModelError} unless the licence is accepted: the message says what it forbids, where to read it, and how to accept it */
function requireAcceptance(
  { acceptLicence, languages, engine }: PullModelOptions,
  model: { of: string; licence: string | null; restriction: Restriction; pull: string },
): void {
  if (acceptLicence) return
  const { of, licence, restriction, pull } = model
  const command = [
    'scriptorium models pull',
    pull,
    ...(engine === undefined ? [] : ['--engine', engine]),
    ...(languages === undefined ? [] : ['--languages', languages.join()]),
    '--accept-licence',
  ].join(' ')
  throw new ModelError(
    `The licence of ${of}${licence === null ? '' : ` (${licence})`} ${restriction.says}. Read it at ${restriction.url}, and if it ` +
      `allows your use, run "${command}"`,
  )
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
