/** A model that is pulled by its repository: what its card and the names of its files say, as a description. */
import {
  type LanguageCode,
  languageCode,
  languageNamed,
  requestedLanguage,
} from '../../contract/languages.ts'
import type { Restriction } from './catalogue-entry.ts'
import type { Hub, Revision } from './hub.ts'
import { type EngineLayout, recogniseLayout } from './layout.ts'
import { type ModelDescription, modelDescription } from './model-description.ts'
import { ModelError } from './model-error.ts'

/** A model that was asked for by its repository is used before those of the catalogue. */
const PRIORITY = 100

/** Creative Commons licences that are not for commercial use. */
const NON_COMMERCIAL = /^cc-by-nc\b/i

const MAX_NAME_LENGTH = 64

/** The name under which a model of a repository is installed. */
export function nameOfRepository(repository: string): string {
  const [, own = repository] = repository.split('/')
  const name = own.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return name.slice(0, MAX_NAME_LENGTH).replaceAll(/^-|-$/g, '')
}

/**
 * Why the licence of a repository has to be accepted; null where its card names one that allows commercial use, as far as is known.
 * @param page - where it can be read
 */
export function restrictionOf({ licence }: Revision, page: string): Restriction | null {
  if (licence === null) return { says: 'is not named by its card', url: page }
  return NON_COMMERCIAL.test(licence) ? { says: 'forbids commercial use', url: page } : null
}

export interface RepositoryOptions {
  readonly layouts: readonly EngineLayout[]
  /** Instead of the one that the files show. */
  readonly engine?: string | undefined
  /** Instead of those of the card. */
  readonly languages?: readonly LanguageCode[] | undefined
}

/** @throws {ModelError} when it is no model that is known here, or the card does not say of which languages */
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
  return modelDescription.parse({
    name: nameOfRepository(repository),
    licence: licence ?? 'unknown',
    priority: PRIORITY,
    languages,
    purpose: layout.purpose,
    engine: layout.engine,
    ...abilitiesOf(layout, languages),
    files: described,
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

/** The languages of the card that are known here, whether by code or by name. */
function spokenIn({ languages }: Revision): LanguageCode[] {
  const known = languages.flatMap((one) => requestedLanguage.safeParse(languageNamed(one) ?? one).data ?? [])
  return [...new Set(known)]
}
