/**
 * Entities in languages other than English, found without dictionaries: dates and times where chrono-node supports the
 * language, sums of money, numbers and telephone numbers in digits, and names of countries. No people or organisations.
 */
import type * as ChronoNode from 'chrono-node'
import type { LanguageCode } from '../../../contract/languages.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import { isWrittenPhone, WRITTEN_PHONE } from './phone-numbers.ts'
import { countryNames } from './place-names.ts'
import { type EntitySpan, textBefore } from './entity-span.ts'

/** The entities of a text, the likelier ones first; they may overlap. */
export async function foreignEntities(text: string, language: LanguageCode): Promise<EntitySpan[]> {
  return [
    ...phoneNumbers(text),
    ...matches(text, moneyPattern(language), 'MONEY'),
    ...(await datesAndTimes(text, language)),
    ...matches(text, countryPattern(language), 'LOCATION'),
    ...matches(text, isWrittenWithoutSpaces(language) ? NUMBER_WITHOUT_SPACES : NUMBER, 'NUMBER'),
  ]
}

const DIGITS = '\\d{1,3}(?:[.,\\u00a0\\u202f ]\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?'
const NUMBER = new RegExp(`(?<![\\p{L}\\d.,:/-])(?:${DIGITS})(?:\\s?%)?(?![\\d:/]|[.,-]\\d|\\.?\\p{L})`, 'gu')
/** For languages in which no space separates a number from words. */
const NUMBER_WITHOUT_SPACES = new RegExp(
  `(?<![\\p{Script=Latin}\\d.,:/-])(?:${DIGITS})(?:\\s?[%％])?(?![\\d:/]|[.,-]\\d)`,
  'gu',
)

function matches(text: string, pattern: RegExp | undefined, type: EntitySpan['type']): EntitySpan[] {
  if (!pattern) return []
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    type,
    from: index,
    to: index + found.length,
  }))
}

function phoneNumbers(text: string): EntitySpan[] {
  return matches(text, WRITTEN_PHONE, 'PHONE_NUMBER').filter(({ from, to }) =>
    isWrittenPhone(text.slice(from, to), textBefore(text, from)),
  )
}

type Locale = Extract<keyof typeof ChronoNode, LanguageCode>
const LOCALES = [
  'ar',
  'de',
  'es',
  'fi',
  'fr',
  'id',
  'it',
  'ja',
  'nl',
  'pt',
  'ru',
  'sv',
  'uk',
  'vi',
  'zh',
] as const satisfies Locale[]

async function datesAndTimes(text: string, language: LanguageCode): Promise<EntitySpan[]> {
  const locale = LOCALES.find((one) => one === language)
  if (locale === undefined) return []
  const chrono = await import('chrono-node')
  // Its refiners would merge a day and an hour, which are two entities here.
  const parts = new chrono.Chrono({ parsers: chrono[locale].casual.parsers, refiners: [] })
  const found = parts.parse(text).flatMap(({ index, text: match, start }): EntitySpan[] => {
    // "now", or digits only.
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

const CURRENCIES = 'EUR USD GBP CHF JPY CNY INR RUB UAH PLN SEK NOK DKK CZK TRY BRL KRW MXN'.split(' ')

const moneyPatterns = new Map<LanguageCode, RegExp>()

/** A number with the sign, code or name of a currency in a language. */
function moneyPattern(language: LanguageCode): RegExp {
  const known = moneyPatterns.get(language)
  if (known) return known
  const names = new Set(CURRENCIES.flatMap((currency) => currencyNames(currency, language)))
  const units = `[€$£¥₹₽₴₺₩]|${[...names]
    .toSorted(longestFirst)
    .map((name) => RegExp.escape(name))
    .join('|')}`
  const [before, end] = isWrittenWithoutSpaces(language)
    ? ['(?<!\\d)', '']
    : ['(?<![\\p{L}\\d])', '(?!\\p{L})']
  const made = new RegExp(`[€$£¥₹₽₴₺₩]\\s?(?:${DIGITS})|${before}(?:${DIGITS})\\s?(?:${units})${end}`, 'giu')
  moneyPatterns.set(language, made)
  return made
}

/** "EUR", "Euro", "euros"; for "US-Dollar", also "Dollar". */
function currencyNames(currency: string, language: string): string[] {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'name' })
  return [1, 2, 5].flatMap((amount) => {
    const name = format.formatToParts(amount).find(({ type }) => type === 'currency')?.value ?? currency
    return [currency, name, ...name.split(/[\s-]+/).filter((word) => /^(?:d[oó]l|дол)/i.test(word))]
  })
}

const countryPatterns = new Map<LanguageCode, RegExp | undefined>()

function countryPattern(language: LanguageCode): RegExp | undefined {
  if (!countryPatterns.has(language)) {
    const names = [...countryNames(language)].toSorted(longestFirst).map((name) => RegExp.escape(name))
    const [before, after] = isWrittenWithoutSpaces(language) ? ['', ''] : ['(?<!\\p{L})', '(?!\\p{L})']
    countryPatterns.set(
      language,
      names.length > 0 ? new RegExp(`${before}(?:${names.join('|')})${after}`, 'gu') : undefined,
    )
  }
  return countryPatterns.get(language)
}

const longestFirst = (a: string, b: string) => b.length - a.length
