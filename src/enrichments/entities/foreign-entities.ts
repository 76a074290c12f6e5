/**
 * Finds entities in languages other than English, without dictionaries: dates and times in languages that chrono-node
 * supports, sums of money, numbers and telephone numbers in digits, and names of countries. Finds no people or
 * organisations.
 */
import type * as ChronoNode from 'chrono-node'
import type { LanguageCode } from '../../contract/languages.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import { perLanguage } from '../../text/memoise.ts'
import { countryNames } from './place-names.ts'
import { type EntitySpan, spansOf } from './entity-span.ts'

/** The entities in a text, the likelier ones first; they may overlap. */
export async function foreignEntities(text: string, language: LanguageCode): Promise<EntitySpan[]> {
  const { money, country, number } = patternsOf(language)
  return [
    ...spansOf(text, money, 'MONEY'),
    ...(await datesAndTimes(text, language)),
    ...spansOf(text, country, 'LOCATION'),
    ...spansOf(text, number, 'NUMBER'),
  ]
}

const DIGITS = '\\d{1,3}(?:[.,\\u00a0\\u202f ]\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?'
const CURRENCY_SIGN = '[€$£¥₹₽₴₺₩]'
const CURRENCIES = 'EUR USD GBP CHF JPY CNY INR RUB UAH PLN SEK NOK DKK CZK TRY BRL KRW MXN'.split(' ')

/**
 * Sums of money with the symbol, code or name of a currency; countries; numbers. In scripts without spaces, anything may
 * adjoin a match.
 */
const patternsOf = perLanguage((language) => {
  const isSpaced = !isWrittenWithoutSpaces(language)
  const [before, after] = isSpaced ? ['(?<![\\p{L}\\d])', '(?!\\p{L})'] : ['(?<!\\d)', '']
  const [noLetter, noPart] = isSpaced ? ['\\p{L}', '|\\.?\\p{L}'] : ['\\p{Script=Latin}', '']
  const units = CURRENCIES.flatMap((currency) => currencyNames(currency, language))
  const source = {
    money: `${CURRENCY_SIGN}\\s?(?:${DIGITS})|${before}(?:${DIGITS})\\s?(?:${CURRENCY_SIGN}|${anyOf(units)})${after}`,
    country: `${isSpaced ? '(?<!\\p{L})' : ''}(?:${anyOf(countryNames(language))})${after}`,
    number: `(?<![${noLetter}\\d.,:/-])(?:${DIGITS})(?:\\s?[%％])?(?![\\d:/]|[.,-]\\d${noPart})`,
  }
  return {
    money: new RegExp(source.money, 'giu'),
    country: new RegExp(source.country, 'gu'),
    number: new RegExp(source.number, 'gu'),
  }
})

/** Alternatives of a regular expression, longest first; if there are none, a pattern that never matches. */
function anyOf(names: Iterable<string>): string {
  const longestFirst = [...new Set(names)].toSorted((a, b) => b.length - a.length)
  return longestFirst.map((name) => RegExp.escape(name)).join('|') || '(?!)'
}

/** "EUR", "Euro", "euros"; for "US-Dollar", also "Dollar". */
function currencyNames(currency: string, language: string): string[] {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'name' })
  return [1, 2, 5].flatMap((amount) => {
    const name = format.formatToParts(amount).find(({ type }) => type === 'currency')?.value ?? currency
    return [currency, name, ...name.split(/[\s-]+/).filter((word) => /^(?:d[oó]l|дол)/i.test(word))]
  })
}

type Locale = Extract<keyof typeof ChronoNode, LanguageCode>
const LOCALES = 'ar de es fi fr id it ja nl pt ru sv uk vi zh'.split(' ') as Locale[]

async function datesAndTimes(text: string, language: LanguageCode): Promise<EntitySpan[]> {
  const locale = LOCALES.find((one) => one === language)
  if (locale === undefined) return []
  const chrono = await import('chrono-node')
  // Omits refiners, which would merge a day and an hour; these are two entities here.
  const parts = new chrono.Chrono({ parsers: chrono[locale].casual.parsers, refiners: [] })
  const found = parts.parse(text).flatMap(({ index, text: match, start }): EntitySpan[] => {
    // Skips "now", and text of only digits.
    if (start.isCertain('millisecond') || !/\p{L}|:/u.test(match) || /^\P{L}*\d$/u.test(match)) return []
    const isTime = start.isCertain('hour') && !start.isCertain('day') && !start.isCertain('weekday')
    const bare = match.replace(PREPOSITION, '')
    const from = index + match.length - bare.length
    return [
      { type: isTime ? 'TIME' : 'DATE', from, to: from + bare.replace(/(?<![\s,.])[\s,.]+$/, '').length },
    ]
  })
  return found.toSorted((a, b) => b.to - b.from - (a.to - a.from))
}

/** Prepositions that chrono-node includes in dates. */
const PREPOSITION = /^\s*(?:(?:am|um|im|den|à|le|alle|om|a las|las|el|в|о|kl) (?=\S))?/iu
