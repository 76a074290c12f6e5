/**
 * What is found in other languages than English, without a dictionary of them: dates and times in those that chrono-node
 * reads, sums, numbers and telephone numbers in figures, and the names of countries. No people and no organisations.
 */
import type * as ChronoNode from 'chrono-node'
import type { LanguageCode } from '../../../contract/languages.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import { isWrittenPhone, WRITTEN_PHONE } from './phone-numbers.ts'
import { countryNames } from './place-names.ts'
import type { EntitySpan } from './entity-span.ts'

/** The entities of a text; may overlap, the likelier ones first. */
export async function foreignEntities(text: string, language: LanguageCode): Promise<EntitySpan[]> {
  return [
    ...phoneNumbers(text),
    ...matches(text, sumPattern(language), 'MONEY'),
    ...(await datesAndTimes(text, language)),
    ...matches(text, countryPattern(language), 'LOCATION'),
    ...matches(text, isWrittenWithoutSpaces(language) ? NUMBER_WITHOUT_SPACES : NUMBER, 'NUMBER'),
  ]
}

const FIGURES = '\\d{1,3}(?:[.,\\u00a0\\u202f ]\\d{3})+(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)?'
const NUMBER = new RegExp(
  `(?<![\\p{L}\\d.,:/-])(?:${FIGURES})(?:\\s?%)?(?![\\d:/]|[.,-]\\d|\\.?\\p{L})`,
  'gu',
)
/** Where no space parts a number from the words around it. */
const NUMBER_WITHOUT_SPACES = new RegExp(
  `(?<![\\p{Script=Latin}\\d.,:/-])(?:${FIGURES})(?:\\s?[%％])?(?![\\d:/]|[.,-]\\d)`,
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
    isWrittenPhone(text.slice(from, to), text.slice(0, from)),
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
  // Its refiners join a day and an hour; here they are two entities.
  const parts = new chrono.Chrono({ parsers: chrono[locale].casual.parsers, refiners: [] })
  const found = parts.parse(text).flatMap(({ index, text: said, start }): EntitySpan[] => {
    // "now", or a mere figure.
    if (start.isCertain('millisecond') || !/\p{L}|:/u.test(said) || /^\P{L}*\d$/u.test(said)) return []
    const isTime = start.isCertain('hour') && !start.isCertain('day') && !start.isCertain('weekday')
    const bare = said.replace(PREPOSITION, '')
    const from = index + said.length - bare.length
    return [{ type: isTime ? 'TIME' : 'DATE', from, to: from + bare.replace(/[\s,.]+$/, '').length }]
  })
  return found.toSorted((a, b) => b.to - b.from - (a.to - a.from))
}

/** What chrono-node takes for a part of the date. */
const PREPOSITION = /^\s*(?:(?:am|um|im|den|à|le|alle|om|a las|las|el|в|о|kl) (?=\S))?/iu

const CURRENCIES = 'EUR USD GBP CHF JPY CNY INR RUB UAH PLN SEK NOK DKK CZK TRY BRL KRW MXN'.split(' ')

const sums = new Map<LanguageCode, RegExp>()

/** A number with a currency, by its sign or by its name in a language. */
function sumPattern(language: LanguageCode): RegExp {
  const known = sums.get(language)
  if (known) return known
  const names = new Set(CURRENCIES.flatMap((currency) => namesOfCurrency(currency, language)))
  const units = `[€$£¥₹₽₴₺₩]|${[...names]
    .toSorted(longestFirst)
    .map((name) => RegExp.escape(name))
    .join('|')}`
  const [before, end] = isWrittenWithoutSpaces(language)
    ? ['(?<!\\d)', '']
    : ['(?<![\\p{L}\\d])', '(?!\\p{L})']
  const made = new RegExp(
    `[€$£¥₹₽₴₺₩]\\s?(?:${FIGURES})|${before}(?:${FIGURES})\\s?(?:${units})${end}`,
    'giu',
  )
  sums.set(language, made)
  return made
}

/** "Euro", "euros"; of "US-Dollar" also "Dollar". */
function namesOfCurrency(currency: string, language: string): string[] {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'name' })
  return [1, 2, 5].flatMap((amount) => {
    const name = format.formatToParts(amount).find(({ type }) => type === 'currency')?.value ?? currency
    return [currency, name, ...name.split(/[\s-]+/).filter((word) => /^(?:d[oó]l|дол)/i.test(word))]
  })
}

const countries = new Map<LanguageCode, RegExp | undefined>()

function countryPattern(language: LanguageCode): RegExp | undefined {
  if (!countries.has(language)) {
    const names = [...countryNames(language)].toSorted(longestFirst).map((name) => RegExp.escape(name))
    const [before, after] = isWrittenWithoutSpaces(language) ? ['', ''] : ['(?<!\\p{L})', '(?!\\p{L})']
    countries.set(
      language,
      names.length > 0 ? new RegExp(`${before}(?:${names.join('|')})${after}`, 'gu') : undefined,
    )
  }
  return countries.get(language)
}

const longestFirst = (a: string, b: string) => b.length - a.length
