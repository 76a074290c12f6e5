/** Which classes of data are entities, by the names that callers give them. */
import type { EntityType } from '../../text/entities/entity-span.ts'
import classNames from './entity-classes.json' with { type: 'json' }

/** By class name in the singular, in lower case, with spaces between its words. A contact has several types. */
const TYPES = new Map<string, EntityType[]>()
const NAMES: Readonly<Record<EntityType, readonly string[]>> = classNames
for (const [type, names] of Object.entries(NAMES) as [EntityType, readonly string[]][])
  for (const name of names) TYPES.set(name, [...(TYPES.get(name) ?? []), type])

/**
 * The entities that a class is made of; undefined when it is something else.
 * @param name as the caller wrote it, in the singular or plural: `Persons`, `email_addresses`, `PHONE`
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

/** Found in English only. */
const ENGLISH_ONLY: ReadonlySet<EntityType> = new Set(['NAME', 'ORGANIZATION', 'PRODUCT'])

/** Whether entities of some types can be found in a transcript of these languages. */
export function canBeFound(types: readonly EntityType[], languages: ReadonlySet<string>): boolean {
  return languages.has('en') || languages.size === 0 || types.some((type) => !ENGLISH_ONLY.has(type))
}
