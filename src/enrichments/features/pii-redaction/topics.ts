/** Tracks the topics of a conversation passage by passage, as far as they tell what the next value is. */
import { readPatterns } from '../../patterns.ts'
import { overlapsAny, type TextRange } from '../../entities/entity-span.ts'
import type { Passage } from './conversation.ts'

/** What may be asked for or announced. `OTHER` is not personal, such as a price. */
export type Topic =
  | 'NAME'
  | 'ADDRESS'
  | 'EMAIL'
  | 'DOB'
  | 'PHONE'
  | 'CARD'
  | 'CVV'
  | 'EXPIRY'
  | 'BANK'
  | 'ROUTING'
  | 'ACCOUNT'
  | 'HEALTH'
  | 'SSN'
  | 'PASSPORT'
  | 'LICENCE'
  | 'PLATE'
  | 'OTHER'

/** What a value is. A `SPELLING` is a name whose letters are said one by one. */
export type Kind = Exclude<Topic, 'OTHER'> | 'AGE' | 'SPELLING'

/** A part of a passage, and what values in it may be. */
export interface Stretch extends TextRange {
  /** Several if they were asked for at once; empty if no topic is known. */
  readonly topics: readonly Topic[]
  /** Whether a person was just mentioned, whose name may follow under any topic. */
  readonly hasPerson: boolean
}

/** What was found in a passage. */
export interface Content {
  readonly hasValue: boolean
  readonly hasNumber: boolean
  /** The offset of its last sum of money. */
  readonly price: number | undefined
}

type Cue = TextRange & { readonly label: Topic | 'PERSON' | 'SAME' }

const CUES = readPatterns(new URL('data/requests.txt', import.meta.url)).map(({ label, source }) => ({
  label: label as Cue['label'],
  pattern: new RegExp(source, 'giu'),
}))

/** Words without a value after which no answer is expected any more. */
const MAX_SILENCE = 30

/** The same after a price, a reading and so on. */
const MAX_SILENCE_ON_OTHERS = 20

/** A date of birth is complete in one or two turns. */
const MAX_SILENCE_AFTER_DATE = 6

/** Words after "my daughter" among which her name may be. */
const MAX_WORDS_AFTER_PERSON = 10

/** The least words of a question that changes the topic without naming anything personal. */
const MIN_QUESTION = 6

/** Follows the topics of a conversation: call `stretchesOf` for a passage, then `goOn` after it. */
export class Topics {
  #topics: readonly Topic[] = []
  /** Words since the last request or value. */
  #silence = 0
  /** Words since a person was mentioned. */
  #sincePerson = Infinity
  #cues: readonly Cue[] = []

  /** The stretches of the next passage. */
  stretchesOf({ searched, from, to }: Passage): Stretch[] {
    const text = searched.text.slice(from, to)
    this.#cues = cuesIn(text)
    const stretches: Stretch[] = []
    let open: Stretch = {
      topics: this.#topics,
      hasPerson: this.#sincePerson < MAX_WORDS_AFTER_PERSON,
      from,
      to,
    }
    const named: Topic[] = []
    for (const { label, from: at } of this.#cues) {
      stretches.push({ ...open, to: from + at })
      open = { ...open, from: from + at }
      if (label === 'PERSON') {
        this.#sincePerson = -wordCount(text.slice(0, at))
        open = { ...open, hasPerson: true }
      } else if (label !== 'SAME') {
        named.push(label)
        open = { ...open, topics: [label] }
      }
    }
    stretches.push(open)
    if (named.length > 0)
      this.#topics = named.at(-1) === 'OTHER' ? ['OTHER'] : named.filter((one) => one !== 'OTHER')
    return stretches.filter((one) => one.from < one.to)
  }

  /** Moves past the passage. */
  goOn({ searched, from, to }: Passage, { hasValue, hasNumber, price }: Content): void {
    const text = searched.text.slice(from, to)
    const words = wordCount(text)
    const lastCue = this.#cues.findLast(({ label }) => label !== 'PERSON')?.from
    this.#sincePerson += words
    // The next number is probably also a sum of money.
    if (price !== undefined && price > (lastCue ?? -1) && !hasValue) this.#topics = ['OTHER']
    const isOther = this.#topics.includes('OTHER')
    if (lastCue !== undefined || hasValue || (hasNumber && isOther)) this.#silence = 0
    else this.#silence += words
    const isDated = hasValue && this.#topics.includes('DOB')
    if (isDated) this.#silence = MAX_SILENCE - MAX_SILENCE_AFTER_DATE
    const isQuestion = words >= MIN_QUESTION && text.trimEnd().endsWith('?')
    const turnsAway = isQuestion && !hasValue && lastCue === undefined && !isOther
    if (turnsAway || this.#silence > (isOther ? MAX_SILENCE_ON_OTHERS : MAX_SILENCE)) this.#topics = []
  }
}

function cuesIn(text: string): Cue[] {
  const cues: Cue[] = []
  for (const { label, pattern } of CUES)
    for (const { 0: match, index } of text.matchAll(pattern)) {
      const cue = { label, from: index, to: index + match.length }
      if (!overlapsAny(cue, cues)) cues.push(cue)
    }
  return cues.toSorted((a, b) => a.from - b.from)
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
}
