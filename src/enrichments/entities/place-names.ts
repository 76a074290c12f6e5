/** Names of countries and of some large cities, from the Unicode CLDR data of the JavaScript engine. */
import { perLanguage } from '../../text/memoise.ts'

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** Codes of unions of states, and codes without a region ("unknown region", pseudo-locales). */
const NON_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'])

const COUNTRIES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) => !NON_COUNTRIES.has(code),
)

/** The names of all countries in a language; none if the engine has no data for it. */
export const countryNames = perLanguage((language): ReadonlySet<string> => {
  if (Intl.DisplayNames.supportedLocalesOf(language).length === 0) return new Set()
  const styles = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' }),
  )
  const names = COUNTRIES.flatMap((code) => styles.flatMap((style) => style.of(code) ?? []))
  return new Set(names.filter(({ length }) => length > 2))
})

const englishCountries = new Set(Array.from(countryNames('en'), (name) => name.toLowerCase()))

/** Returns true if a lower-case name is the English name of a country. */
export function isEnglishCountry(name: string): boolean {
  return englishCountries.has(name)
}

const cities = new Set(
  Intl.supportedValuesOf('timeZone')
    .filter((zone) => !zone.startsWith('Etc/'))
    .map((zone) => (zone.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase()),
)

/** Returns true if a lower-case name is a city after which a time zone is named. */
export function isTimeZoneCity(name: string): boolean {
  return cities.has(name)
}
