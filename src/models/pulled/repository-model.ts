/** Describes a model that is pulled by its repository, from the card and the file names of the repository. */
import { z } from 'zod'
import {
  type LanguageCode,
  languageCode,
  languageNamed,
  requestedLanguage,
} from '../../contract/languages.ts'
import type { Restriction } from './catalogue-entry.ts'
import { type Hub, repositoryOf, type Revision } from './hub.ts'
import { type EngineLayout, recogniseLayout } from './layout.ts'
import { type ModelDescription, modelDescription } from './model-description.ts'
import { ModelError } from './model-error.ts'

/** Above the catalogue's priorities: a model requested by its repository is preferred. */
const PRIORITY = 100

/** Licences that are known to allow commercial use, as cards spell them. */
const COMMERCIAL: ReadonlySet<string> = new Set([
  'afl-3.0',
  'apache-2.0',
  'bsd',
  'bsd-2-clause',
  'bsd-3-clause',
  'bsd-3-clause-clear',
  'bsl-1.0',
  'cc-by-2.0',
  'cc-by-3.0',
  'cc-by-4.0',
  'cc-by-sa-3.0',
  'cc-by-sa-4.0',
  'cc0-1.0',
  'cdla-permissive-2.0',
  'isc',
  'mit',
  'mpl-2.0',
  'openmdw-1.1',
  'unlicense',
  'zlib',
])

/** Creative Commons licences that forbid commercial use. */
const NON_COMMERCIAL = /^cc-by-nc\b/

const MAX_NAME_LENGTH = 64

/** The name under which a model of a repository is installed. */
export function nameOfRepository(repository: string): string {
  const [, own = repository] = repository.split('/')
  const name = own.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return name.slice(0, MAX_NAME_LENGTH).replaceAll(/^-|-$/g, '')
}

/** The repository from which a model was pulled; null if it is not a repository of the hub. */
export function sourceOf({ files }: ModelDescription): { repository: string; commit: string } | null {
  const [first] = Object.values(files)
  return first === undefined ? null : repositoryOf(first.url)
}

/**
 * Why the licence of a repository must be accepted; null if its card names only licences known to allow commercial use.
 * @param page - where the licence can be read
 */
export function restrictionOf({ licence }: Revision, page: string): Restriction | null {
  if (licence === null) return { says: 'is not named by its card', url: page }
  const unknown = licence
    .toLowerCase()
    .split(' and ')
    .filter((one) => !COMMERCIAL.has(one))
  if (unknown.length === 0) return null
  const isForbidden = unknown.some((one) => NON_COMMERCIAL.test(one))
  return { says: isForbidden ? 'forbids commercial use' : 'is not known to allow commercial use', url: page }
}

export interface RepositoryOptions {
  readonly layouts: readonly EngineLayout[]
  /** Overrides the engine that the files indicate. */
  readonly engine?: string | undefined
  /** Overrides the languages of the card. */
  readonly languages?: readonly LanguageCode[] | undefined
}

/** @throws {ModelError} if the files are of no known kind of model, or the card does not name its languages */
export async function describeRepository(
  revision: Revision,
  hub: Hub,
  { layouts, engine, languages = spokenIn(revision) }: RepositoryOptions,
): Promise<ModelDescription> {
  const { repository, licence } = revision
  const files = await hub.files(revision)
  const { layout, paths } = recogniseLayout(
    repository,
    files.map(({ path }) => path),
    layouts,
    engine,
  )
  if (languages.length === 0)
    throw new ModelError(
      `The card of ${repository} names no language that is known here: name those of the model, such as --languages de,en`,
    )
  const described: Record<string, unknown> = {}
  for (const [name, path] of paths)
    described[name] = await hub.describe(
      revision,
      files.find((file) => file.path === path)!,
    )
  const { data, error } = modelDescription.safeParse({
    name: nameOfRepository(repository),
    licence: licence ?? 'unknown',
    priority: PRIORITY,
    languages,
    purpose: layout.purpose,
    engine: layout.engine,
    ...abilitiesOf(layout, languages),
    files: described,
  })
  if (data !== undefined) return data
  throw new ModelError(`${repository} cannot be described as a model:\n${z.prettifyError(error)}`, {
    cause: error,
  })
}

function abilitiesOf(
  { purpose, identifiesLanguages = false, punctuates = true }: EngineLayout,
  languages: readonly LanguageCode[],
): object {
  switch (purpose) {
    case 'recognition': {
      const isForAll = languages.length === languageCode.options.length
      return { punctuates, identifiesLanguages: identifiesLanguages && isForAll }
    }
    case 'live-recognition':
      return { punctuates }
    case 'punctuation':
      return {}
  }
}

/** The known languages of the card, by code or by name. */
function spokenIn({ languages }: Revision): LanguageCode[] {
  const known = languages.flatMap((one) => requestedLanguage.safeParse(languageNamed(one) ?? one).data ?? [])
  return [...new Set(known)]
}
