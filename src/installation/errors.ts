/** Errors about models. */
import type { Restriction } from '../models/pulled/catalogue-entry.ts'
import { ModelError } from '../models/pulled/model-error.ts'

/** There is no model with this name. */
export class NoSuchModelError extends ModelError {
  constructor(name: string) {
    super(`There is no model ${name}: see "scriptorium models list"`)
  }
}

/** The licence of a model must be accepted first. */
export class LicenceError extends ModelError {
  /** Name of the licence in the catalogue or on the model's card; null if the card names none. */
  readonly licence: string | null
  readonly restriction: Restriction

  constructor(of: string, licence: string | null, restriction: Restriction) {
    const named = licence === null ? '' : ` (${licence})`
    super(`The licence of ${of}${named} ${restriction.says}. Read it at ${restriction.url}`)
    this.licence = licence
    this.restriction = restriction
  }
}

/** The message for people when the folder of the models is locked; it names no path on this machine. */
export const OTHER_PULL = 'another model is being pulled or removed: try again when that has ended'
