/** Names of countries and of some large cities, from the Unicode CLDR data of the JavaScript engine. */
import { perLanguage } from '../../text/memoise.ts'

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** The names of all countries in a language; none if the engine has no data of it. */
export const countryNames = perLanguage((language) => new Set(namesOfRegions(language)))

let english: ReadonlySet<string> | undefined

/** Whether a lower-case name is that of a country in English. */
export function isEnglishCountry(name: string): boolean {
  english ??= new Set(Array.from(countryNames('en'), (country) => country.toLowerCase()))
  return english.has(name)
}

function* namesOfRegions(language: string): Generator<string> {
  if (Intl.DisplayNames.supportedLocalesOf(language).length === 0) return
  const long = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const short = new Intl.DisplayNames(language, { type: 'region', style: 'short', fallback: 'none' })
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      if (NON_COUNTRIES.has(first + second)) continue
      for (const names of [long, short]) {
        const name = names.of(first + second)
        if (name !== undefined && name.length > 2) yield name
      }
    }
  }
}

/** Codes of unions of states and of no region at all ("unknown region", pseudo-locales). */
const NON_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'])

let cities: ReadonlySet<string> | undefined

/** Whether a lower-case name is that of a city that a time zone is named after. */
export function isTimeZoneCity(name: string): boolean {
  cities ??= new Set(
    Intl.supportedValuesOf('timeZone')
      .filter((zone) => !zone.startsWith('Etc/'))
      .map((zone) => (zone.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase()),
  )
  return cities.has(name)
}
