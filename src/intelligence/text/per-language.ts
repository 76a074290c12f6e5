import type { LanguageCode } from '../../contract/languages.ts'

/** Remembers what a function makes for each language. */
export function perLanguage<Value>(
  make: (language: LanguageCode) => Value,
): (language: LanguageCode) => Value {
  const made = new Map<LanguageCode, Value>()
  return (language) => {
    const known = made.get(language)
    if (known !== undefined) return known
    const value = make(language)
    made.set(language, value)
    return value
  }
}
