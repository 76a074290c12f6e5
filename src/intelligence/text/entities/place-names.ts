/** Names of countries and of some large cities, which every JavaScript engine carries (Unicode CLDR). */

const A = 65
const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(A + index))

const known = new Map<string, ReadonlySet<string>>()

/** The countries of the world as a language calls them; none if it is not known here. Kept once made. */
export function countryNames(language: string): ReadonlySet<string> {
  const made = known.get(language) ?? new Set(namesOfRegions(language))
  known.set(language, made)
  return made
}

let english: ReadonlySet<string> | undefined

/** Whether a name in lower case is that of a country in English. */
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
      if (NO_PLACE.has(first + second)) continue
      for (const names of [long, short]) {
        const name = names.of(first + second)
        if (name !== undefined && name.length > 2) yield name
      }
    }
  }
}

/** Unions of states, and codes that stand for no country ("unknown region", pseudo-locales). */
const NO_PLACE: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'])

let cities: ReadonlySet<string> | undefined

/** Whether a name in lower case is that of a city that a time zone is named after. */
export function isCityOfTimeZone(name: string): boolean {
  cities ??= new Set(
    Intl.supportedValuesOf('timeZone')
      .filter((zone) => !zone.startsWith('Etc/'))
      .map((zone) => (zone.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase()),
  )
  return cities.has(name)
}
