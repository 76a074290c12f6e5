/**
 * Finds English names of people, places, organisations and products. Words that are written like a name are candidates.
 * Their type is decided by votes of lexicons (compromise, Unicode CLDR), of their form, and of the context of every
 * occurrence in the transcript: "Okafor" is a person if "Mr. Okafor" occurs elsewhere.
 */
import { overlapsAny, type EntitySpan, type TextRange } from './entity-span.ts'
import { candidatesOf } from './name-candidates.ts'
import { addVotesOfContext, addVotesOfName, type NameType, Votes } from './name-votes.ts'

/** An occurrence of a name. The key gives its type once all passages have voted. */
export interface FoundName extends TextRange {
  readonly key: string
}

/** Between the names of an enumeration. */
const ENUMERATION = /^(?:, (?:and |or )?| and | or )$/

/** The names of one transcript, first found passage by passage, then typed. */
export class EnglishNames {
  readonly #votes = new Map<string, Votes>()
  /** For each name, the names with which it is enumerated. */
  readonly #neighbours = new Map<string, string[]>()

  /**
   * Finds the names in a passage and counts their votes.
   * @param taken ranges of other entities, which are skipped
   */
  find(text: string, taken: readonly EntitySpan[]): FoundName[] {
    const found: FoundName[] = []
    for (const candidate of candidatesOf(text)) {
      if (overlapsAny(candidate, taken)) continue
      const { from, to, words, isWeak } = candidate
      const key = words.join(' ').toLowerCase()
      if (!isWeak) {
        let votes = this.#votes.get(key)
        if (!votes) {
          this.#votes.set(key, (votes = new Votes()))
          addVotesOfName(votes, candidate)
        }
        addVotesOfContext(votes, candidate, text)
      }
      const last = found.at(-1)
      if (last && ENUMERATION.test(text.slice(last.to, from))) {
        this.#neighbours.set(key, [...(this.#neighbours.get(key) ?? []), last.key])
        this.#neighbours.set(last.key, [...(this.#neighbours.get(last.key) ?? []), key])
      }
      found.push({ from, to, key })
    }
    return found
  }

  /**
   * The type of a name once all passages have been searched; undefined if undecided. A first or last name inherits the
   * votes of the full name. A name without votes gets the type of the names with which it is enumerated.
   */
  typeOf(key: string): NameType | undefined {
    const persons = [...this.#votes].filter(
      ([name, votes]) =>
        (name.startsWith(`${key} `) || name.endsWith(` ${key}`)) && votes.winner() === 'NAME',
    )
    const own = (this.#votes.get(key) ?? new Votes()).winner(key.includes(' ') ? 0 : 2 * persons.length)
    const others = this.#neighbours.get(key) ?? []
    return own ?? others.map((name) => this.#votes.get(name)?.winner()).find((type) => type !== undefined)
  }
}
