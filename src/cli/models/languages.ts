/** Languages as people read them in a list. */
import { languageCode } from '../../contract/languages.ts'

/** Longer lists of languages are summarised. */
const MAX_NAMED = 4

/** Such as `de, en`, `25 languages` and `all languages except en`. */
export function summarised(languages: readonly string[]): string {
  const all = languageCode.options
  if (languages.length <= MAX_NAMED) return languages.join(', ')
  const others = all.filter((language) => !languages.includes(language))
  if (others.length === 0) return `all ${all.length} languages`
  return others.length <= MAX_NAMED
    ? `all languages except ${others.join(', ')}`
    : `${languages.length} languages`
}

/** What is the same for some languages. */
export interface LanguageGroup<Value> {
  /** Such as `de, en`, and `80 other languages` for the largest of several groups. */
  readonly label: string
  readonly value: Value
}

/** Groups that have more languages than these are not listed by code, if it is the largest. */
const MAX_LISTED = 30

/**
 * @param keyOf - the same text for languages that belong together
 * @returns the smallest group first
 */
export function groupedLanguages<Code extends string, Value>(
  languages: readonly Code[],
  valueOf: (language: Code) => Value,
  keyOf: (value: Value) => string,
): LanguageGroup<Value>[] {
  const valued = languages.map((language) => ({ language, value: valueOf(language) }))
  const groups = [...Map.groupBy(valued, ({ value }) => keyOf(value)).values()].toSorted(
    (a, b) => a.length - b.length,
  )
  return groups.map((group, i) => {
    const isRest = i === groups.length - 1 && group.length > MAX_LISTED
    const rest = groups.length === 1 ? `all ${group.length} languages` : `${group.length} other languages`
    const label = isRest ? rest : group.map(({ language }) => language).join(', ')
    return { label, value: group[0]!.value }
  })
}
