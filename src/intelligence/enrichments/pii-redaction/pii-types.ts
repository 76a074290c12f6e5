/** Which kinds of personal information are found in which language without a language model, and which are groups. */
import type { PiiEntityType } from '../../../contract/pii-entity-type.ts'
import type { EntityType } from '../../text/entities/entity-span.ts'
import type { NumberType } from './sensitive-numbers.ts'

/** Found by what they are called, or by their form. */
type FoundType = PiiEntityType & (EntityType | NumberType)

/**
 * Found as they are written, in any language: recognisers write them in figures and signs. The others in English only:
 * of places, dates, times and sums, only a part is found elsewhere.
 */
const FOUND: Readonly<Record<FoundType, 'any language' | 'English'>> = {
  CREDIT_CARD: 'any language',
  IP_ADDRESS: 'any language',
  EMAIL_ADDRESS: 'any language',
  PHONE_NUMBER: 'any language',
  URL: 'any language',
  SSN: 'English',
  BANK_ACCOUNT: 'English',
  ROUTING_NUMBER: 'English',
  NAME: 'English',
  LOCATION: 'English',
  ORGANIZATION: 'English',
  PRODUCT: 'English',
  DATE: 'English',
  TIME: 'English',
  MONEY: 'English',
}

const IDENTIFIERS: readonly FoundType[] = [
  'CREDIT_CARD',
  'IP_ADDRESS',
  'SSN',
  'BANK_ACCOUNT',
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'NAME',
]

/** What surely belongs to a group. The rest of it is for a language model. */
const FOUND_OF_GROUP: Partial<Record<PiiEntityType, readonly FoundType[]>> = {
  APPI: IDENTIFIERS,
  CORE_ENTITIES: IDENTIFIERS,
  CPRA: IDENTIFIERS,
  GDPR: IDENTIFIERS,
  HIPAA_SAFE_HARBOR: [...IDENTIFIERS, 'URL'],
  PCI: ['CREDIT_CARD'],
  QUEBEC_PRIVACY_ACT: IDENTIFIERS,
}

/** The types as the request gives them: one, or a list. */
export function typesOf(given: PiiEntityType | readonly PiiEntityType[]): PiiEntityType[] {
  return [...new Set(typeof given === 'string' ? [given] : given)]
}

/** What is looked for without a language model. */
export function foundTypes(types: readonly PiiEntityType[]): ReadonlySet<string> {
  return new Set(types.flatMap((type) => (isFound(type) ? [type] : (FOUND_OF_GROUP[type] ?? []))))
}

/**
 * The types that only a language model finds.
 * @param language in which they are said; not given, those that it takes one for in any language
 */
export function typesForModel(types: readonly PiiEntityType[], language = 'en'): PiiEntityType[] {
  return types.filter((type) => !isFound(type) || (language !== 'en' && FOUND[type] === 'English'))
}

function isFound(type: PiiEntityType): type is FoundType {
  return type in FOUND
}
