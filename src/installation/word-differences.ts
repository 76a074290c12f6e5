/** Finds the words in which two transcripts of the same audio differ. */
import { diffArrays } from 'diff'
import type { LanguageCode } from '../contract/languages.ts'
import type { Utterance } from '../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../contract/unspaced-scripts.ts'
import { timedWords } from '../text/timed-words.ts'

/** A place where the transcripts differ. */
export interface Difference {
  /** Seconds. */
  readonly start: number
  /** The words of each transcript; empty if one has none there. */
  readonly words: readonly [string, string]
  /** The common word before it, and the one after it. */
  readonly before: string
  readonly after: string
}

export interface Comparison {
  /** Number of words of each transcript. */
  readonly words: readonly [number, number]
  /** Number of words that differ in the same place. */
  readonly others: number
  /** Number of words that only one transcript has. */
  readonly only: readonly [number, number]
  readonly differences: readonly Difference[]
}

/** A word; in scripts without spaces, a character. */
interface Unit {
  readonly text: string
  readonly start: number
  /** The letters and digits to compare, in lower case. */
  readonly key: string
}

/** Compares words, channel by channel, ignoring case and punctuation. */
export function compareWords(one: readonly Utterance[], other: readonly Utterance[]): Comparison {
  const [ones, others] = [unitsOf(one), unitsOf(other)]
  const differences: Difference[] = []
  let replaced = 0
  const only: [number, number] = [0, 0]
  const changes = diffArrays([...ones], [...others], { comparator: (a, b) => a.key === b.key })
  for (const [i, change] of changes.entries()) {
    // In a replacement, the addition follows the removal.
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
      after: changes[change.removed && added ? i + 2 : i + 1]?.value[0]?.text.trim() ?? '',
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
