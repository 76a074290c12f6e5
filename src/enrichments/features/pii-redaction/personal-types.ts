/** The types of what a conversation asks for, the most telling first. */
import type { PiiEntityType } from '../../../contract/features/pii-entity-type.ts'
import type { Kind } from './answers.ts'

export const TYPES_OF: Readonly<Record<Exclude<Kind, 'NAME'>, readonly PiiEntityType[]>> = {
  SPELLING: ['NAME', 'NAME_FAMILY', 'NAME_GIVEN'],
  ADDRESS: ['LOCATION_ADDRESS', 'LOCATION_ZIP', 'LOCATION'],
  EMAIL: ['EMAIL_ADDRESS'],
  DOB: ['DOB', 'DATE', 'AGE'],
  AGE: ['AGE', 'DOB'],
  PHONE: ['PHONE_NUMBER'],
  CARD: ['CREDIT_CARD', 'CREDIT_CARD_EXPIRATION', 'CVV'],
  CVV: ['CVV'],
  EXPIRY: ['CREDIT_CARD_EXPIRATION'],
  BANK: ['BANK_ACCOUNT', 'ACCOUNT_NUMBER'],
  ROUTING: ['ROUTING_NUMBER', 'BANK_ACCOUNT'],
  ACCOUNT: ['ACCOUNT_NUMBER'],
  HEALTH: ['HEALTHCARE_NUMBER', 'ACCOUNT_NUMBER'],
  SSN: ['SSN'],
  PASSPORT: ['PASSPORT_NUMBER'],
  LICENCE: ['DRIVER_LICENSE'],
  PLATE: ['VEHICLE_ID'],
}
