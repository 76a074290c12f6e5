/** Why something is not done with a model. */
import type { Restriction } from '../models/pulled/catalogue-entry.ts'
import { ModelError } from '../models/pulled/model-error.ts'

/** There is no model with this name. */
export class NoSuchModelError extends ModelError {
  constructor(name: string) {
    super(`There is no model ${name}: see "scriptorium models list"`)
  }
}

/** The licence of a model has to be accepted first. */
export class LicenceError extends ModelError {
  /** As its card or the catalogue names it; null where its card names none. */
  readonly licence: string | null
  readonly restriction: Restriction

  constructor(of: string, licence: string | null, restriction: Restriction) {
    const named = licence === null ? '' : ` (${licence})`
    super(`The licence of ${of}${named} ${restriction.says}. Read it at ${restriction.url}`)
    this.licence = licence
    this.restriction = restriction
  }
}

/** What the lock of the folder of the models means to people: no path of this machine. */
export const OTHER_PULL = 'another model is being pulled or removed: try again when that has ended'
