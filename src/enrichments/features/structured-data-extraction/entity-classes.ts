/** The classes of data that entity recognition covers, by the names that callers give them. */
import type { EntityType } from '../../entities/entity-span.ts'
import classNames from './entity-classes.json' with { type: 'json' }

/** By class name in the singular, in lower case, with spaces between its words. A contact has several types. */
const TYPES = new Map<string, EntityType[]>()
const NAMES: Readonly<Record<EntityType, readonly string[]>> = classNames
for (const [type, names] of Object.entries(NAMES) as [EntityType, readonly string[]][])
  for (const name of names) TYPES.set(name, [...(TYPES.get(name) ?? []), type])

/**
 * The entity types of a class; undefined if it is not made of entities.
 * @param name as written by the caller, in the singular or plural: `Persons`, `email_addresses`, `PHONE`
 */
export function entityTypesOf(name: string): readonly EntityType[] | undefined {
  const spaced = name
    .trim()
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
  for (const singular of [
    spaced,
    spaced.replace(/s$/, ''),
    spaced.replace(/es$/, ''),
    spaced.replace(/ies$/, 'y'),
  ]) {
    const types = TYPES.get(singular)
    if (types) return types
  }
  return undefined
}

/** Types recognised in English only. */
const ENGLISH_ONLY: ReadonlySet<EntityType> = new Set(['NAME', 'ORGANIZATION', 'PRODUCT'])

/** Whether any of these types is recognised in a transcript in these languages. */
export function isCovered(types: readonly EntityType[], languages: ReadonlySet<string>): boolean {
  return languages.has('en') || languages.size === 0 || types.some((type) => !ENGLISH_ONLY.has(type))
}
