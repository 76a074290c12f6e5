/** Labels of options. Options of the service that the dictionaries lack, such as new ones, get labels from their names. */
import type { PreRecordedRequest } from '../../../contract/pre-recorded-request.ts'
import type { PiiEntityType } from '../../../contract/features/pii-entity-type.ts'
import { labelOf, languageName } from '../../formatting.ts'
import { t } from '../../languages/language.ts'

type OldSpelling = 'detect_language' | 'enable_code_switching' | 'language' | 'callback_url'
type Fields = Required<PreRecordedRequest>
type OptionName = Exclude<keyof Fields, 'audio_url' | OldSpelling | `${string}_config`> | 'language_config'

/** The fields of its settings. */
type FieldsOf<Name extends OptionName> = Name extends 'language_config' | 'retention'
  ? keyof Fields[Name]
  : `${Name}_config` extends keyof Fields
    ? keyof Fields[`${Name}_config`]
    : never

/** A label, or a label and a hint. */
type FieldText = string | readonly string[]

export interface OptionText {
  readonly label: string
  readonly hint: string
  /** An example of its effect. */
  readonly example?: string
  readonly fields?: Readonly<Record<string, FieldText>>
}

/** The texts that the dictionaries must have: a missing one fails the type check. */
type OptionTexts = {
  readonly [Name in OptionName]: OptionText &
    ([FieldsOf<Name>] extends [never]
      ? object
      : { readonly fields: Readonly<Record<FieldsOf<Name>, FieldText>> })
}

export function optionText(name: string, description: string | undefined): OptionText {
  const texts: OptionTexts = t().newJob.option
  const known = Object.entries<OptionText>(texts).find(([one]) => one === name)
  return known?.[1] ?? { label: labelOf(name), hint: description ?? '' }
}

/** @param path of the option and its field */
export function fieldText([option, field]: readonly [string, string], description: string | undefined) {
  const { fields } = optionText(option, '')
  const text = fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined
  if (text === undefined) return { label: labelOf(field), hint: description ?? '' }
  const [label = '', hint = ''] = [text].flat()
  return { label, hint }
}

/** @param field the field that has the value */
export function valueText(field: string, value: string): string {
  if (field.includes('language')) return languageName(value)
  const personal: Readonly<Record<PiiEntityType, string>> = t().newJob.personal
  const texts: Readonly<Record<string, string>> = { ...t().newJob.values, ...personal }
  return Object.hasOwn(texts, value) ? (texts[value] ?? value) : value
}
