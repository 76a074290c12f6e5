import type { TranslationLanguageCode } from '../../contract/languages.ts'

const names = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a language, such as `German`. */
export function languageName(language: TranslationLanguageCode): string {
  return names.of(language) ?? language
}
