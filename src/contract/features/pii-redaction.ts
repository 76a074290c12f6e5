import { z } from 'zod'
import { distinct } from '../distinct.ts'
import { type Capabilities, feature } from './feature.ts'
import { type PiiEntityType, piiEntityType } from './pii-entity-type.ts'

const piiRedactionConfig = z
  .object({
    entity_types: z
      .union([piiEntityType, distinct(piiEntityType).min(1)], {
        error: 'must be an entity type such as "NAME" or "GDPR", or a list of them',
      })
      .describe('The types to redact: one type or a list.'),
    processed_text_type: z
      .enum(['MARKER', 'MASK'])
      .describe('What replaces redacted text: its type in brackets (`MARKER`) or `#` signs (`MASK`).'),
  })
  .meta({ id: 'PiiRedactionConfig', description: 'Which personal information is redacted, and how.' })
export type PiiRedactionConfig = z.infer<typeof piiRedactionConfig>

export const piiRedaction = feature({
  name: 'pii_redaction',
  description: 'Redact personal information.',
  phase: 'redaction',
  config: piiRedactionConfig,
  // A transcript that should be redacted must never be released unredacted.
  failsJob: true,
  validate({ entity_types }: PiiRedactionConfig, { languageModel, textModels }: Capabilities, languages) {
    const types = requestedTypes(entity_types)
    const finds = (type: PiiEntityType, language: string | undefined) =>
      textModels.some(
        (model) =>
          isFoundWith(type, model.finds) && (language === undefined || model.languages.includes(language)),
      )
    const spoken = languages.length === 0 ? [undefined] : languages
    const missing = languageModel
      ? []
      : [
          ...new Set(
            spoken.flatMap((language) =>
              typesForModel(types, language).filter((type) => !finds(type, language)),
            ),
          ),
        ]
    if (missing.length === 0) return []
    return [
      `pii_redaction_config.entity_types: ${missing.join(', ')} cannot be found in these languages without a language ` +
        'model, which this service does not have: leave out what cannot be found',
    ]
  },
})

/**
 * The types that are found without a language model. `English dialogue`: found where somebody asks for or announces them; a language
 * model, if there is one, looks for them as well. `any language`: the recognisers write them in digits and signs. In languages other
 * than English, places, dates, times and amounts are found only in part.
 */
const DETECTED = {
  CREDIT_CARD: 'any language',
  IP_ADDRESS: 'any language',
  EMAIL_ADDRESS: 'any language',
  PHONE_NUMBER: 'any language',
  URL: 'any language',
  SSN: 'English',
  BANK_ACCOUNT: 'English',
  ROUTING_NUMBER: 'English',
  ACCOUNT_NUMBER: 'English dialogue',
  HEALTHCARE_NUMBER: 'English dialogue',
  PASSPORT_NUMBER: 'English dialogue',
  DRIVER_LICENSE: 'English dialogue',
  VEHICLE_ID: 'English dialogue',
  CREDIT_CARD_EXPIRATION: 'English dialogue',
  CVV: 'English dialogue',
  DOB: 'English dialogue',
  LOCATION_ADDRESS: 'English dialogue',
  LOCATION_ZIP: 'English dialogue',
  NAME: 'English',
  NAME_GIVEN: 'English',
  NAME_FAMILY: 'English',
  LOCATION: 'English',
  ORGANIZATION: 'English',
  PRODUCT: 'English',
  DATE: 'English',
  TIME: 'English',
  MONEY: 'English',
} as const satisfies Partial<Record<PiiEntityType, 'any language' | 'English' | 'English dialogue'>>

/** A type that is found without a language model. */
type DetectedType = keyof typeof DETECTED

const IDENTIFIERS: readonly DetectedType[] = [
  'CREDIT_CARD',
  'IP_ADDRESS',
  'SSN',
  'BANK_ACCOUNT',
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'NAME',
  'ACCOUNT_NUMBER',
  'CREDIT_CARD_EXPIRATION',
  'CVV',
  'DOB',
  'DRIVER_LICENSE',
  'HEALTHCARE_NUMBER',
  'LOCATION_ADDRESS',
  'LOCATION_ZIP',
  'PASSPORT_NUMBER',
  'VEHICLE_ID',
]

/** The detected types that a group is certain to include. Its other types need a language model. */
const DETECTED_OF_GROUP: Partial<Record<PiiEntityType, readonly DetectedType[]>> = {
  APPI: IDENTIFIERS,
  CORE_ENTITIES: IDENTIFIERS,
  CPRA: IDENTIFIERS,
  GDPR: IDENTIFIERS,
  HIPAA_SAFE_HARBOR: [...IDENTIFIERS, 'URL'],
  PCI: ['CREDIT_CARD', 'CREDIT_CARD_EXPIRATION', 'CVV'],
  QUEBEC_PRIVACY_ACT: IDENTIFIERS,
}

/** The types of a request, which may be one type or a list, as a list without duplicates. */
export function requestedTypes(given: PiiEntityType | readonly PiiEntityType[]): PiiEntityType[] {
  return [...new Set(typeof given === 'string' ? [given] : given)]
}

/** Parts of people's names. A request for `NAME` includes them. */
const NAME_PARTS: readonly PiiEntityType[] = ['NAME_GIVEN', 'NAME_FAMILY']

/** Whether a type is a person's name or a part of one. */
export const isName = (type: string): boolean => type === 'NAME' || NAME_PARTS.some((part) => part === type)

/** Whether finding the types in `found` includes `type`: `NAME` includes its parts, and both parts together amount to `NAME`. */
export function isFoundWith(type: PiiEntityType, found: readonly string[]): boolean {
  if (found.includes(type)) return true
  return type === 'NAME'
    ? NAME_PARTS.every((part) => found.includes(part))
    : isName(type) && found.includes('NAME')
}

/** The types to look for without a language model. */
export function detectedTypes(types: readonly PiiEntityType[]): ReadonlySet<DetectedType> {
  return new Set(
    types.flatMap((type): readonly DetectedType[] =>
      isDetected(type) ? [type] : (DETECTED_OF_GROUP[type] ?? []),
    ),
  )
}

/**
 * The types that only a language model can find.
 * @param language the language of the text; if omitted, returns the types that need a model in every language
 */
export function typesForModel(types: readonly PiiEntityType[], language = 'en'): PiiEntityType[] {
  return types.filter((type) => !isDetected(type) || (language !== 'en' && DETECTED[type] !== 'any language'))
}

/** The types that are detected only in dialogue, and that a language model finds elsewhere too. */
export function typesInDialogue(types: readonly PiiEntityType[]): PiiEntityType[] {
  return types.filter((type) => isDetected(type) && DETECTED[type] === 'English dialogue')
}

function isDetected(type: PiiEntityType): type is DetectedType {
  return type in DETECTED
}
