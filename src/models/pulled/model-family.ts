/** Kinds of models: which of them loads a pulled model. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Layout } from './layout.ts'
import { ModelError } from './model-error.ts'

export interface ModelFamily {
  /** Names the family in the description of a model (`engine`). */
  readonly name: string
  /** Names of the files that a model of the family consists of, under which they are stored: see `model-description.ts`. */
  readonly files: readonly string[]
  /** The languages that its models can be told. Default: any. */
  readonly languages?: readonly LanguageCode[] | undefined
  /** How repositories publish its models, so that `scriptorium models pull` recognises them. */
  readonly layout?: Layout
}

/** What tells which family loads a model. */
export interface OfFamily {
  readonly name: string
  readonly engine: string
  readonly languages: readonly LanguageCode[]
  /** By their names. */
  readonly files: object
}

/** A family whose files are those of its layout. */
export function withFiles<Family extends { readonly layout: Layout }>(
  family: Family,
): Family & { readonly files: readonly string[] } {
  return { ...family, files: Object.keys(family.layout.files) }
}

/** The family that loads a model: the one it names, if it has that family's files. */
export function familyOf<Family extends ModelFamily>(
  { engine, files }: Pick<OfFamily, 'engine' | 'files'>,
  families: readonly Family[],
): Family | undefined {
  const names = new Set(Object.keys(files))
  return families.find(
    (family) => family.name === engine && names.symmetricDifference(new Set(family.files)).size === 0,
  )
}

/** @throws {ModelError} when no family loads the model, or not for its languages: the message says which there are */
export function requireFamily<Family extends ModelFamily>(
  model: OfFamily,
  families: readonly Family[],
): Family {
  const family = familyOf(model, families)
  if (family === undefined) {
    const known = families.map(({ name, files }) => `${name} (${files.join(', ')})`).join('; ')
    throw new ModelError(`No engine loads ${model.name}. The engines and their files are: ${known}`)
  }
  const unknown = model.languages.filter((language) => family.languages?.includes(language) === false)
  if (unknown.length > 0)
    throw new ModelError(
      `${model.name} is for ${unknown.join(', ')}, but models of ${family.name} are for ${family.languages?.join(', ')}; ` +
        'of a repository, choose among these with --languages',
    )
  return family
}
