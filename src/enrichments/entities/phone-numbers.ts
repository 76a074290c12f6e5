/**
 * Finds telephone numbers written in digits. They need not be in service, only of a possible length: recognisers get
 * digits wrong, and numbers in examples are not assigned.
 */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { type EntitySpan, spansOf, textBefore } from './entity-span.ts'

const WRITTEN = /(?<![\w.,:/$€£-])\+?\(?\d[\d().\s-]{5,22}\d(?![\w%:/]|[.,]\d)/g

const OTHER_NUMBER =
  /\b(?:order|account|reference|ticket|invoice|case|tracking|card|policy|serial)\b[^.?!]{0,25}$/i

/** Social security numbers, payment cards and dates. */
const OTHER_FORM = /^\d{3}-\d\d-\d{4}$|^\d{4}(?:[ -]\d{4}){2,}|\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4}/

/** Without the area code. */
const AMERICAN_LOCAL = /^\d{3}[ .-]\d{4}$/

/** Words that announce a telephone number, as alternatives of a regular expression. */
export const PHONE_CUES = 'phone|telephone|call|cell|mobile|dial|number|reach|text|fax|ring|hotline'
const PHONE_CUE = new RegExp(`\\b(?:${PHONE_CUES})\\b`, 'i')

/** Countries of languages that are spoken in several with numbers of different lengths. */
const COUNTRIES: Readonly<Partial<Record<string, readonly CountryCode[]>>> = {
  en: ['US', 'GB'],
  es: ['ES', 'MX'],
  fr: ['FR', 'CA'],
  pt: ['BR', 'PT'],
}

/**
 * The telephone numbers in a text: numbers that begin like one or that a word such as "call" announces, and numbers in
 * groups or of ten digits, if they are possible in a country where the language is spoken.
 */
export function phoneNumbers(text: string, language: string): EntitySpan[] {
  const countries = COUNTRIES[language] ?? [new Intl.Locale(language).maximize().region as CountryCode]
  return spansOf(text, WRITTEN, 'PHONE_NUMBER').filter(({ from, to }) => {
    const number = text.slice(from, to)
    const before = textBefore(text, from)
    const digits = number.replaceAll(/\D/g, '').length
    if (digits < 7 || digits > 15 || OTHER_NUMBER.test(before) || OTHER_FORM.test(number)) return false
    if (/^[+(]/.test(number) || AMERICAN_LOCAL.test(number)) return true
    const hasZero = number.startsWith('0')
    const hasCue = PHONE_CUE.test(before)
    const groups = number.split(/[\s.-]+/)
    const longest = Math.max(...groups.map((group) => group.length))
    if (groups.length === 1 ? digits < 10 && !hasCue : longest > (hasZero ? 8 : 5)) return false
    const isPossible = (part: readonly string[]) =>
      countries.some((country) => parsePhoneNumberFromString(part.join(' '), country)?.isPossible())
    // Another number may adjoin it: "until 6.30. 555-318-2290".
    return (
      hasZero ||
      hasCue ||
      groups.some((_, index) => isPossible(groups.slice(index)) || isPossible(groups.slice(0, index + 1)))
    )
  })
}
