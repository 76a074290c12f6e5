/** Collects evidence of the type of an English name: from lexicons, its own words and its context. */
import { readPatterns } from '../patterns.ts'
import { isIn } from './english-words.ts'
import { FIRST_NAME_TAGS, tagsOf } from './lexicon.ts'
import type { NameCandidate } from './name-candidates.ts'
import { isEnglishCountry, isTimeZoneCity } from './place-names.ts'

export type NameType = 'NAME' | 'LOCATION' | 'ORGANIZATION' | 'PRODUCT'

/** The weight of the evidence for each type: 1 is a hint, 4 near certainty. */
export class Votes {
  readonly #weights = new Map<NameType, number>()

  add(type: NameType, weight: number): void {
    this.#weights.set(type, (this.#weights.get(type) ?? 0) + weight)
  }

  /**
   * The type with the most votes, if they are more than a hint.
   * @param forName further votes for a person
   */
  winner(forName = 0): NameType | undefined {
    const weights = new Map(this.#weights).set('NAME', (this.#weights.get('NAME') ?? 0) + forName)
    const [best] = [...weights].toSorted(([, a], [, b]) => b - a)
    return best && best[1] >= 1 ? best[0] : undefined
  }
}

const PLACE_TAGS = new Set(['Place', 'City', 'Country', 'Region'])
const ORGANIZATION_TAGS = new Set(['Organization', 'SportsTeam', 'Company', 'School'])

/** Adds the votes of lexicons and word lists for a name, and of its form. */
export function addVotesOfName(votes: Votes, { words }: NameCandidate): void {
  const lower = words.map((word) => word.toLowerCase().replaceAll('.', ''))
  const [first = ''] = lower
  const last = lower.at(-1) ?? ''
  const whole = words.join(' ').toLowerCase()
  const tags = tagsOf(lower.join(' '))
  const isTagged = (known: ReadonlySet<string>) => tags.some((tag) => known.has(tag))
  const known: [boolean, NameType, number][] = [
    [isEnglishCountry(whole) || isTimeZoneCity(whole), 'LOCATION', 4],
    [isTagged(PLACE_TAGS), 'LOCATION', 4],
    [isIn('companies', lower.join(' ')), 'ORGANIZATION', 5],
    [isTagged(ORGANIZATION_TAGS), 'ORGANIZATION', 4],
    [words.some((word) => isIn('products', word.toLowerCase())), 'PRODUCT', 5],
    [tags.includes('Person'), 'NAME', 4],
    [isTagged(FIRST_NAME_TAGS), 'NAME', 3],
    [tags.includes('LastName'), 'NAME', 1.5],
    [isIn('firstNameWords', whole), 'NAME', 2],
  ]
  // Most names that are in no lexicon are people's.
  const isUnknown = !known.some(([applies]) => applies) && /^\p{Lu}\p{Ll}{2,}$/u.test(words.join(' '))
  const isFirstName = tagsOf(first).some((tag) => FIRST_NAME_TAGS.has(tag) || tag === 'Person')
  const isLong = words.length > 1
  const isFamily = isFirstName && words.length === 2 && isIn('familyNameHeads', last)
  const isOrganization = isIn('organizationHeads', last)
  const isLocation = isIn('locationHeads', last)
  const hasOpener = !isOrganization && !isLocation && isIn('locationOpeners', first)
  const form: [boolean, NameType, number][] = [
    [isUnknown, 'NAME', 0.5],
    [isLong && tagsOf(last).includes('LastName'), 'NAME', 2],
    [isLong && words.length <= 3, 'NAME', 1],
    [isLong && isIn('companies', first), 'ORGANIZATION', 3],
    [isOrganization, 'ORGANIZATION', isFamily || !isLong ? 1 : 5],
    [isLong && isLocation, 'LOCATION', isFamily ? 1 : 5],
    [isLong && hasOpener, 'LOCATION', 3],
    [isLong, 'ORGANIZATION', words.length >= 3 ? 0.8 : 0.3],
    [!isLong && /^\p{Lu}{3,5}$/u.test(words[0] ?? ''), 'ORGANIZATION', 2.5],
    [isLong && words.some((word) => /^\p{L}+-?\d+\p{L}*$/u.test(word)), 'PRODUCT', 2],
  ]
  for (const [applies, type, weight] of [...known, ...form]) if (applies) votes.add(type, weight)
}

const HINTS = readPatterns(new URL('data/english-name-hints.txt', import.meta.url)).map(
  ({ label, source }) => {
    const [before = '', after = ''] = source.split('_')
    const votes = label.split(', ').map((vote) => vote.split(' '))
    return {
      before: new RegExp(`${before}$`, 'iu'),
      after: new RegExp(`^${after}`, 'iu'),
      votes: votes.map(([type, weight]) => [type as NameType, Number(weight)] as const),
    }
  },
)

/** Adds the votes of the words around a name, including a title. */
export function addVotesOfContext(votes: Votes, { from, to, isTitled }: NameCandidate, text: string): void {
  const before = text.slice(Math.max(0, from - 60), from)
  const after = text.slice(to, to + 30)
  if (isTitled) votes.add('NAME', 4)
  for (const hint of HINTS)
    if (hint.before.test(before) && hint.after.test(after))
      for (const [type, weight] of hint.votes) votes.add(type, weight)
}
