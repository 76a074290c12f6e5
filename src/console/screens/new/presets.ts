/** Presets: named sets of options of the account. */
import { PRESET_NAMES } from '../../../contract/preset-names.ts'
import type { Preset } from '../../../contract/settings.ts'
import { t } from '../../languages/language.ts'
import { randomId } from '../../random-id.ts'
import type { JobOptions } from '../../uploads/uploads.ts'
import { optionText } from './option-texts.ts'

/** The name in the language of the interface, unless a user has renamed it. */
export function presetName({ id, name }: Preset): string {
  const known = Object.hasOwn(PRESET_NAMES, id) ? (id as keyof typeof PRESET_NAMES) : null
  return known !== null && name === PRESET_NAMES[known] ? t().newJob.presets[known] : name
}

/** A one-line summary of options. */
export function summaryOf(options: JobOptions): string {
  const asked = Object.entries(options).filter(
    ([name, value]) => value !== false && (name === 'language_config' || !name.endsWith('_config')),
  )
  const labels = asked.map(([name]) => optionText(name, undefined).label)
  return labels.length === 0 ? t().newJob.plain : labels.join(' · ')
}

/** Whether two sets of options are equivalent. */
export const areSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

/** JSON that does not depend on the order of names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : one,
  )

/** A preset with a new id. */
export function newPreset(name: string, options: JobOptions): Preset {
  return { id: randomId(), name, options }
}
