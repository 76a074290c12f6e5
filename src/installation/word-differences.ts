/** The words in which two transcripts of the same audio differ. */
import { diffArrays } from 'diff'
import type { LanguageCode } from '../contract/languages.ts'
import type { Utterance } from '../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../contract/unspaced-scripts.ts'
import { timedWords } from '../text/timed-words.ts'

/** A place where they differ: the words of each, none where the other has more. */
export interface Difference {
  /** Seconds. */
  readonly start: number
  readonly words: readonly [string, string]
  /** The words that both have before and after it. */
  readonly before: string
  readonly after: string
}

export interface Comparison {
  /** How many words each has. */
  readonly words: readonly [number, number]
  /** Words that have others in their place, and that only one has. */
  readonly others: number
  readonly only: readonly [number, number]
  readonly differences: readonly Difference[]
}

/** A word, or in scripts without spaces a character. */
interface Unit {
  readonly text: string
  readonly start: number
  /** What is compared: letters and digits, whatever their case. */
  readonly key: string
}

/** Compares words and not their case or punctuation; channel by channel. */
export function compareWords(one: readonly Utterance[], other: readonly Utterance[]): Comparison {
  const [ones, others] = [unitsOf(one), unitsOf(other)]
  const differences: Difference[] = []
  let replaced = 0
  const only: [number, number] = [0, 0]
  const changes = diffArrays([...ones], [...others], { comparator: (a, b) => a.key === b.key })
  for (const [i, change] of changes.entries()) {
    // What is removed comes before what is added in its place.
    const isSecond = change.added && changes[i - 1]?.removed
    if ((!change.added && !change.removed) || isSecond) continue
    const next = changes[i + 1]
    const added = change.added ? change : next?.added ? next : undefined
    const removed = change.removed ? change.value : []
    const inserted = added?.value ?? []
    const both = Math.min(removed.length, inserted.length)
    replaced += both
    only[0] += removed.length - both
    only[1] += inserted.length - both
    differences.push({
      start: (removed[0] ?? inserted[0])?.start ?? 0,
      words: [textOf(removed), textOf(inserted)],
      before: changes[i - 1]?.value.at(-1)?.text.trim() ?? '',
      after:
        changes[added === change ? i + 1 : added === undefined ? i + 1 : i + 2]?.value[0]?.text.trim() ?? '',
    })
  }
  return { words: [ones.length, others.length], others: replaced, only, differences }
}

function unitsOf(utterances: readonly Utterance[]): Unit[] {
  const channels = [...Map.groupBy(utterances, ({ channel }) => channel)].toSorted(([a], [b]) => a - b)
  return channels.flatMap(([, own]) =>
    own.flatMap((utterance) =>
      timedWords(utterance).flatMap(({ word, start }) =>
        pieces(word, utterance.language)
          .map((text) => ({ text, start, key: keyOf(text) }))
          .filter(({ key }) => key !== ''),
      ),
    ),
  )
}

function pieces(word: string, language: LanguageCode): string[] {
  return isWrittenWithoutSpaces(language) ? Array.from(word) : [word]
}

function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('’', "'")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}']+/gu, '')
}

const textOf = (units: readonly Unit[]): string =>
  units
    .map(({ text }) => text)
    .join('')
    .trim()
