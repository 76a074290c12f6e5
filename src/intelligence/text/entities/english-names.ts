/**
 * English names of people, places, organisations and products. Words written like a name are candidates. Their type is
 * decided by votes of lexicons (compromise, Unicode CLDR), of their form and of the context of every occurrence in the
 * transcript: "Okafor" is a person if "Mr. Okafor" occurs elsewhere.
 */
import { overlapsAny, type EntitySpan } from './entity-span.ts'
import { COMPANIES, PRODUCTS, FIRST_NAME_WORDS } from './english-words.ts'
import { type NameCandidate, candidatesOf } from './name-candidates.ts'
import { contextVotes, formVotes, type NameType, type Votes } from './name-votes.ts'
import { isTimeZoneCity, isEnglishCountry } from './place-names.ts'
import { FIRST_NAME_TAGS, type Lexicon } from './lexicon.ts'

/** An occurrence of a name. Its type is known by its key, once all passages have voted. */
export interface FoundName {
  readonly from: number
  readonly to: number
  readonly key: string
}

/** The names of one transcript: found passage by passage, then typed. */
export class EnglishNames {
  readonly #lexicon: Lexicon
  readonly #votes = new Map<string, Votes>()
  readonly #neighbours = new Map<string, Set<string>>()

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon
  }

  /**
   * Finds the names of a passage and counts their votes.
   * @param taken ranges of other entities, which are skipped
   */
  find(text: string, taken: readonly EntitySpan[]): FoundName[] {
    const found: FoundName[] = []
    for (const candidate of candidatesOf(text, this.#lexicon)) {
      if (overlapsAny(candidate, taken)) continue
      const key = keyOf(candidate)
      if (!candidate.isWeak) this.#vote(key, candidate, text)
      const last = found.at(-1)
      if (last && ENUMERATION.test(text.slice(last.to, candidate.from))) this.#link(last.key, key)
      found.push({ from: candidate.from, to: candidate.to, key })
    }
    return found
  }

  /** The type of a name, once all passages have been searched; undefined if undecided. */
  typeOf(key: string): NameType | undefined {
    const votes = { ...this.#votes.get(key) }
    if (!key.includes(' ')) {
      for (const [other, theirs] of this.#votes) {
        const isPart = other.startsWith(`${key} `) || other.endsWith(` ${key}`)
        if (isPart && winner(theirs) === 'NAME') add(votes, { NAME: 2 })
      }
    }
    return winner(votes) ?? this.#typeOfNeighbours(key)
  }

  /** The type of the names that it is enumerated with. */
  #typeOfNeighbours(key: string): NameType | undefined {
    for (const neighbour of this.#neighbours.get(key) ?? []) {
      const type = winner(this.#votes.get(neighbour) ?? {})
      if (type) return type
    }
    return undefined
  }

  #link(one: string, other: string): void {
    for (const [key, neighbour] of [
      [one, other],
      [other, one],
    ] as const) {
      const known = this.#neighbours.get(key)
      if (known) known.add(neighbour)
      else this.#neighbours.set(key, new Set([neighbour]))
    }
  }

  #vote(key: string, candidate: NameCandidate, text: string): void {
    let votes = this.#votes.get(key)
    if (!votes) {
      votes = {}
      const known = lexiconVotes(key, candidate, this.#lexicon)
      add(votes, known)
      // Most names that are in no lexicon are those of people.
      if (Object.keys(known).length === 0 && /^\p{Lu}\p{Ll}{2,}$/u.test(candidate.words.join(' ')))
        add(votes, { NAME: 0.5 })
      add(votes, formVotes(candidate, this.#lexicon))
      this.#votes.set(key, votes)
    }
    add(votes, contextVotes(candidate, text))
  }
}

function keyOf({ words }: NameCandidate): string {
  return words.join(' ').toLowerCase()
}

/** Votes of lexicons and word lists for the whole name. */
function lexiconVotes(key: string, { words }: NameCandidate, lexicon: Lexicon): Votes {
  const votes: Votes = {}
  const bare = key.replaceAll('.', '')
  if (isEnglishCountry(key) || isTimeZoneCity(key)) add(votes, { LOCATION: 4 })
  if (COMPANIES.has(bare)) add(votes, { ORGANIZATION: 5 })
  if (words.some((word) => PRODUCTS.has(word.toLowerCase()))) add(votes, { PRODUCT: 5 })
  const tags = lexicon.tagsOf(bare)
  if (tags.some((tag) => PLACE_TAGS.has(tag))) add(votes, { LOCATION: 4 })
  if (tags.some((tag) => ORGANIZATION_TAGS.has(tag))) add(votes, { ORGANIZATION: 4 })
  if (tags.includes('Person')) add(votes, { NAME: 4 })
  if (tags.some((tag) => FIRST_NAME_TAGS.has(tag))) add(votes, { NAME: 3 })
  if (tags.includes('LastName')) add(votes, { NAME: 1.5 })
  if (FIRST_NAME_WORDS.has(key)) add(votes, { NAME: 2 })
  return votes
}

const PLACE_TAGS = new Set(['Place', 'City', 'Country', 'Region'])
const ORGANIZATION_TAGS = new Set(['Organization', 'SportsTeam', 'Company', 'School'])

function add(votes: Votes, more: Votes): void {
  for (const [type, weight] of Object.entries(more) as [NameType, number][])
    votes[type] = (votes[type] ?? 0) + weight
}

/** The type with the most votes, if they suffice. */
function winner(votes: Votes): NameType | undefined {
  const [best] = (Object.entries(votes) as [NameType, number][]).toSorted(([, a], [, b]) => b - a)
  return best && best[1] >= MIN_VOTES ? best[0] : undefined
}

/** Between the names of an enumeration. */
const ENUMERATION = /^(?:, (?:and |or )?| and | or )$/

const MIN_VOTES = 1
