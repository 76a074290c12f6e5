/** Which classes of data are entities, by the names that callers give them. */
import type { EntityType } from '../../text/entities/span.ts'

/** Names in the singular, in lower case, with spaces between their words. */
const NAMES_OF_CLASSES: readonly (readonly [readonly EntityType[], readonly string[]])[] = [
  [
    ['NAME'],
    ['person', 'people', 'name', 'full name', 'person name', 'individual', 'participant', 'attendee'],
  ],
  [
    ['ORGANIZATION'],
    [
      'organization',
      'organisation',
      'org',
      'company',
      'company name',
      'business',
      'institution',
      'corporation',
      'firm',
    ],
  ],
  [['LOCATION'], ['location', 'place', 'place name', 'city', 'country', 'region', 'geographical location']],
  [['DATE'], ['date', 'day', 'calendar date']],
  [['TIME'], ['time', 'time of day', 'hour']],
  [
    ['MONEY'],
    ['money', 'price', 'cost', 'amount', 'monetary amount', 'money amount', 'monetary value', 'sum of money'],
  ],
  [['EMAIL_ADDRESS'], ['email', 'e mail', 'mail', 'email address', 'e mail address', 'mail address']],
  [['PHONE_NUMBER'], ['phone', 'phone number', 'telephone', 'telephone number', 'mobile number']],
  [['URL'], ['url', 'website', 'web site', 'web address', 'link', 'web page']],
  [
    ['EMAIL_ADDRESS', 'PHONE_NUMBER', 'URL'],
    ['contact', 'contact detail', 'contact info', 'contact information', 'contact data'],
  ],
  [['PRODUCT'], ['product', 'product name']],
  [['NUMBER'], ['number', 'quantity', 'figure']],
]

const TYPES = new Map(
  NAMES_OF_CLASSES.flatMap(([types, names]) => names.map((name) => [name, types] as const)),
)

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
