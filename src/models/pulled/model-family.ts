/** Model families: which of them loads a pulled model. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { Layout } from './layout.ts'
import { ModelError } from './model-error.ts'

export interface ModelFamily {
  /** The name of the family in descriptions of models (`engine`). */
  readonly name: string
  /** The names of the files of its models, under which they are stored; see `model-description.ts`. */
  readonly files: readonly string[]
  /** The languages that its models can be told to expect. Default: any. */
  readonly languages?: readonly LanguageCode[] | undefined
  /** How repositories publish its models, by which `scriptorium models pull` recognises them. */
  readonly layout?: Layout
}

/** The fields that decide which family loads a model. */
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

/** The family that loads a model: the one that the model names, if their files match. */
export function familyOf<Family extends ModelFamily>(
  { engine, files }: Pick<OfFamily, 'engine' | 'files'>,
  families: readonly Family[],
): Family | undefined {
  const names = new Set(Object.keys(files))
  return families.find(
    (family) => family.name === engine && names.symmetricDifference(new Set(family.files)).size === 0,
  )
}

/**
 * @throws {ModelError} if no family loads the model, or the family does not support its languages; the message lists the
 *   alternatives
 */
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
