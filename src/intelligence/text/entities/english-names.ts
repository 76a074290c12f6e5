/**
 * The names of people, places and organisations in English. What is written like a name is a candidate; what it names
 * is voted on by what is known of its words (compromise, Unicode CLDR), by its form, and by the words around it,
 * wherever in the transcript it is said: "Okafor" is a person because "Mr. Okafor" was one before.
 */
import { overlapsAny, type EntitySpan } from './entity-span.ts'
import { COMPANIES, PRODUCTS, FIRST_NAME_WORDS } from './english-words.ts'
import { type Candidate, candidatesOf } from './name-candidates.ts'
import { contextVotes, formVotes, type NameType, type Votes } from './name-votes.ts'
import { isCityOfTimeZone, isEnglishCountry } from './place-names.ts'
import { FIRST_NAME_TAGS, type Lexicon } from './lexicon.ts'

/** Names of one passage that wait for the votes of the others. */
export interface FoundName {
  readonly from: number
  readonly to: number
  readonly key: string
}

/** Finds the names of one transcript, passage by passage, and then what they name. */
export class EnglishNames {
  readonly #lexicon: Lexicon
  readonly #votes = new Map<string, Votes>()
  readonly #neighbours = new Map<string, Set<string>>()

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon
  }

  /**
   * The names of a passage.
   * @param taken places in it that are something else
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

  /** What a name names, once all passages were read; undefined when nothing tells. */
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

  /** What the names are that it was said in a row with. */
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

  #vote(key: string, candidate: Candidate, text: string): void {
    let votes = this.#votes.get(key)
    if (!votes) {
      votes = {}
      const known = knownVotes(key, candidate, this.#lexicon)
      add(votes, known)
      // More people than anything else have names that no list knows.
      if (Object.keys(known).length === 0 && /^\p{Lu}\p{Ll}{2,}$/u.test(candidate.words.join(' ')))
        add(votes, { NAME: 0.5 })
      add(votes, formVotes(candidate, this.#lexicon))
      this.#votes.set(key, votes)
    }
    add(votes, contextVotes(candidate, text))
  }
}

function keyOf({ words }: Candidate): string {
  return words.join(' ').toLowerCase()
}

/** What is known of the whole name. */
function knownVotes(key: string, { words }: Candidate, lexicon: Lexicon): Votes {
  const votes: Votes = {}
  const bare = key.replaceAll('.', '')
  if (isEnglishCountry(key) || isCityOfTimeZone(key)) add(votes, { LOCATION: 4 })
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

/** The type with the most votes, if they are enough to tell. */
function winner(votes: Votes): NameType | undefined {
  const [best] = (Object.entries(votes) as [NameType, number][]).toSorted(([, a], [, b]) => b - a)
  return best && best[1] >= LEAST_VOTES ? best[0] : undefined
}

/** Between the names of a list. */
const ENUMERATION = /^(?:, (?:and |or )?| and | or )$/

const LEAST_VOTES = 1
