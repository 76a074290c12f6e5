/** Finds the description of a model of the catalogue or of the hub, and checks that its licence has been accepted. */
import { isDeepStrictEqual } from 'node:util'
import type { LanguageCode } from '../contract/languages.ts'
import { CATALOGUE } from '../models/catalogue.ts'
import {
  type CatalogueEntry,
  describeEntry,
  type EntryFile,
  type Restriction,
} from '../models/pulled/catalogue-entry.ts'
import { type Hub, repositoryOf, type Revision } from '../models/pulled/hub.ts'
import type { ModelDescription } from '../models/pulled/model-description.ts'
import { ModelError } from '../models/pulled/model-error.ts'
import type { ModelsFolder } from '../models/pulled/models-folder.ts'
import {
  describeRepository,
  nameOfRepository,
  restrictionOf,
  sourceOf,
} from '../models/pulled/repository-model.ts'
import { LicenceError, NoSuchModelError } from './errors.ts'
import { LAYOUTS, requireLoadable } from './loaders.ts'

export interface PullChoices {
  /** Accepts a licence that forbids commercial use, or is not known to allow it. */
  readonly acceptLicence?: boolean | undefined
  /** Languages, if the card of the repository names none. */
  readonly languages?: readonly LanguageCode[] | undefined
  /** Engine, if the files of the repository could be for several. */
  readonly engine?: string | undefined
}

interface Context {
  readonly folder: ModelsFolder
  readonly hub: Hub
  readonly choices: PullChoices
  /** Reports what was found, such as the commit. */
  readonly say: (line: string) => void
}

/** `owner/name`, optionally with a commit, tag or branch. */
const REPOSITORY = /^(?<repository>[\w-][\w.-]*\/[\w-][\w.-]*)(?:@(?<revision>[\w./-]+))?$/

/**
 * The description of a model, given by a known name or by its repository as `owner/name@commit`.
 * @throws {NoSuchModelError | LicenceError}
 * @throws {ModelError} if it cannot be described; the message says why
 */
export async function describeModel(model: string, context: Context): Promise<ModelDescription> {
  if (model.includes('/')) return ofRepository(model, context)
  const entry = CATALOGUE.find(({ name }) => name === model)
  if (entry !== undefined) return ofCatalogue(entry, context)
  const known = await context.folder.known(model)
  if (known === null) throw new NoSuchModelError(model)
  return known
}

/** The name under which a model is installed, given its name or its repository. */
export const installedName = (model: string): string =>
  model.includes('/') ? nameOfRepository(model.split('@')[0]!) : model

/**
 * Performs those checks of {@link describeModel} that do not need the hub.
 * @throws {NoSuchModelError | LicenceError | ModelError}
 */
export async function checkModel(
  model: string,
  { folder, choices }: Pick<Context, 'folder' | 'choices'>,
): Promise<void> {
  if (model.includes('/')) return requireOwnName(installedName(model), model)
  const entry = CATALOGUE.find(({ name }) => name === model)
  if (entry !== undefined) await checkEntry(entry, folder, choices)
  else if ((await folder.known(model)) === null) throw new NoSuchModelError(model)
}

/** @returns the description that an earlier pull left; null if there is none */
async function checkEntry(
  entry: CatalogueEntry,
  folder: ModelsFolder,
  { acceptLicence }: PullChoices,
): Promise<ModelDescription | null> {
  const { name, licence, restriction } = entry
  requireLoadable(entry)
  const last = await folder.known(name)
  // An earlier version may have installed another model under this name.
  const known =
    last !== null && repositoriesOf(entry).includes(sourceOf(last)?.repository ?? '') ? last : null
  if (known === null && restriction !== undefined && acceptLicence !== true)
    throw new LicenceError(name, licence, restriction)
  return known
}

async function ofCatalogue(
  entry: CatalogueEntry,
  { folder, hub, choices, say }: Context,
): Promise<ModelDescription> {
  const { name } = entry
  const known = await checkEntry(entry, folder, choices)
  const description = await describeEntry(entry, hub, known)
  // If the files are the same, the hub was not asked.
  const isNew = !isDeepStrictEqual(description.files, known?.files)
  for (const { repository, commit } of isNew ? sourcesOf(entry, description) : [])
    say(`${name} is taken from commit ${commit}, the newest of ${repository}`)
  return description
}

/** The commits chosen for repositories for which the entry names none. */
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

async function ofRepository(
  model: string,
  { folder, hub, choices, say }: Context,
): Promise<ModelDescription> {
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
  const { acceptLicence, ...own } = choices
  const isAsBefore = own.engine === undefined && own.languages === undefined
  if (known !== null && isAsBefore && (revision === undefined || revision === from?.commit)) return known
  const found = await hub.revision(repository, revision ?? from?.commit)
  if (from !== null && found.commit !== from.commit)
    throw new ModelError(
      `${name} is of commit ${from.commit}, not ${found.commit}: remove it first, with "scriptorium models remove ${name}"`,
    )
  // If the model is known, the licence of the same commit was accepted before.
  const restriction = known === null ? restrictionFor(found, hub) : null
  if (restriction !== null && acceptLicence !== true)
    throw new LicenceError(repository, found.licence, restriction)
  const description = await describeRepository(found, hub, { layouts: LAYOUTS, ...own })
  requireLoadable(description)
  if (known !== null) requireSameFiles(description, known)
  const { purpose, languages } = description
  const engine = 'engine' in description ? `, with the engine ${description.engine}` : ''
  say(
    `${name} is commit ${found.commit} of ${repository}, for ${purpose} of ${languages.join(', ')}${engine}`,
  )
  return description
}

/** @throws {ModelError} if a model would have the same name as one of the catalogue */
export function requireOwnName(name: string, of: string): void {
  if (CATALOGUE.some((entry) => entry.name === name))
    throw new ModelError(
      `${of} would be named ${name}, like a model of the catalogue: pull that one by its name, with "scriptorium models pull ${name}", ` +
        'or describe yours under another name in a JSON file (see docs/models.md)',
    )
}

/** The restriction of a repository's licence, according to the catalogue, else to its card. */
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

/** @throws {ModelError} if the hub now lists another digest for a file of the same commit */
function requireSameFiles(model: ModelDescription, known: ModelDescription): void {
  const digests = new Map(Object.values(known.files).map(({ url, sha256 }) => [url, sha256]))
  for (const { url, sha256 } of Object.values(model.files))
    if (sha256 !== (digests.get(url) ?? sha256))
      throw new ModelError(
        `${url} is not the file that was pulled: its SHA-256 is ${sha256}, not ${digests.get(url)}`,
      )
}

/** The name of a model, given its name or the repository that it was pulled from. */
export async function nameOf(given: string, folder: ModelsFolder): Promise<string> {
  const [repository = ''] = given.split('@')
  if (!repository.includes('/')) return given
  const known = await folder.known(nameOfRepository(repository))
  return known !== null && sourceOf(known)?.repository === repository ? known.name : given
}
