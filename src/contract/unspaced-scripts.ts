/** Scripts without spaces between words, and the languages written in them. */
import type { LanguageCode } from './languages.ts'

/** Matches a character of such a script. */
export const UNSPACED_SCRIPT =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u

const UNSPACED_LANGUAGES: ReadonlySet<LanguageCode> = new Set(['bo', 'ja', 'km', 'lo', 'my', 'th', 'zh'])

/** Whether a language is written without spaces between its words. */
export function isWrittenWithoutSpaces(language: LanguageCode): boolean {
  return UNSPACED_LANGUAGES.has(language)
}
