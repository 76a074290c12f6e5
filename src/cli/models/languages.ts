/** Lists of languages as text. */
import { languageCode } from '../../contract/languages.ts'
import type { LanguageGroup } from '../../installation/language-groups.ts'

/** Longer lists are summarised. */
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

/** The largest group is not listed by code if it has more languages than this. */
const MAX_LISTED = 30

/** Such as `de, en`, or `80 other languages` for the last and largest of several groups. */
export function labelOf(group: LanguageGroup<string, unknown>, groups: readonly unknown[]): string {
  const { languages } = group
  if (group !== groups.at(-1) || languages.length <= MAX_LISTED) return languages.join(', ')
  return groups.length === 1 ? `all ${languages.length} languages` : `${languages.length} other languages`
}
