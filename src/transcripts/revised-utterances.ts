/** Gives the words of a corrected transcript the times of the recognised words. */
import { diffArrays } from 'diff'
import type { LanguageCode } from '../contract/languages.ts'
import type { CorrectedUtterance } from '../contract/revisions.ts'
import type { Utterance, Word } from '../contract/transcript.ts'
import { splitWords } from '../text/split-words.ts'
import { spreadOverTime } from '../text/spread-over-time.ts'
import { timedWords } from '../text/timed-words.ts'
import { bareWord } from '../text/word-parts.ts'

/**
 * If more words of an utterance changed, all of its words get new times: the time of Myers' algorithm grows with the square
 * of their number.
 */
const MAX_CHANGED_WORDS = 200

/**
 * The utterances of a corrected transcript, ordered by start. Words that the channel already had within the time of the
 * utterance keep their times and confidence, even if their case or punctuation changed. New words have confidence 1. They
 * take over the times of the words they replace if there are as many, else they share the time between their neighbours by
 * length.
 * @returns `changes`: how many utterances differ
 */
export function revisedUtterances(
  before: readonly Utterance[],
  corrected: readonly CorrectedUtterance[],
): { readonly utterances: Utterance[]; readonly changes: number } {
  const unchanged = Map.groupBy(before, keyOf)
  const channels = new Map(
    [...Map.groupBy(before, ({ channel }) => channel)].map(([channel, own]) => [
      channel,
      new WordsInTime(own),
    ]),
  )
  const utterances: Utterance[] = []
  let same = 0
  for (const one of corrected.toSorted((a, b) => a.start - b.start)) {
    const found = unchanged.get(keyOf(one))?.shift()
    if (found !== undefined) {
      const kept = spokenBy(one, found)
      if (kept === found) same++
      utterances.push(kept)
      continue
    }
    const { words, language } = channels.get(one.channel)?.take(one) ?? { words: [], language: undefined }
    utterances.push(aligned(one, one.language ?? language ?? before[0]?.language ?? 'en', words))
  }
  return { utterances, changes: Math.max(before.length, corrected.length) - same }
}

/** A key that is the same for utterances with the same words. */
function keyOf({ start, end, channel, text }: CorrectedUtterance | Utterance): string {
  return JSON.stringify([start, end, channel, text])
}

/** The utterance with the speaker and language of a corrected one; the same object if they do not differ. */
function spokenBy({ speaker, language }: CorrectedUtterance, found: Utterance): Utterance {
  if (speaker === found.speaker && (language ?? found.language) === found.language) return found
  const { speaker: _before, ...others } = found
  return { ...others, ...(speaker !== undefined && { speaker }), ...(language !== undefined && { language }) }
}

/** The words of one channel. Utterances, ordered by start, take theirs, so that each word is taken at most once. */
class WordsInTime {
  readonly #words: readonly (Word & { readonly language: LanguageCode })[]
  #next = 0

  constructor(utterances: readonly Utterance[]) {
    this.#words = utterances
      .flatMap((one) => timedWords(one).map((word) => ({ ...word, language: one.language })))
      .toSorted((a, b) => a.start - b.start)
  }

  /** The words within a time, and the language there. */
  take({ start, end }: { readonly start: number; readonly end: number }) {
    while ((this.#words[this.#next]?.start ?? start) < start) this.#next++
    const from = this.#next
    while ((this.#words[this.#next]?.end ?? Infinity) <= end) this.#next++
    const { language } = this.#words[from] ?? this.#words[from - 1] ?? {}
    return { words: this.#words.slice(from, this.#next), language }
  }
}

/** @param spoken the recognised words within its time, in order */
function aligned(
  { start, end, channel, speaker, text }: CorrectedUtterance,
  language: LanguageCode,
  spoken: readonly Word[],
): Utterance {
  const within = (time: number) => Math.min(end, Math.max(start, Math.round(time * 1000) / 1000))
  const texts = splitWords(text, language)
  const words: Word[] = []
  let at = 0
  let replaced: readonly Word[] = []
  for (const { count, added, removed } of differences(spoken, texts)) {
    if (removed) {
      replaced = spoken.slice(at, at + count)
      at += count
      continue
    }
    const own = texts.slice(words.length, words.length + count)
    if (added) {
      const from = replaced[0]?.start ?? words.at(-1)?.end ?? start
      const to = Math.max(from, replaced.at(-1)?.end ?? spoken[at]?.start ?? end)
      const times = replaced.length === count ? replaced : spreadOverTime(own, from, to)
      for (const [i, word] of own.entries())
        words.push({ word, start: within(times[i]!.start), end: within(times[i]!.end), confidence: 1 })
    } else {
      for (const [i, word] of own.entries()) {
        const { start: from, end: to, confidence } = spoken[at + i]!
        words.push({ word, start: from, end: to, confidence })
      }
      at += count
    }
    replaced = []
  }
  const sum = words.reduce((total, { confidence }) => total + confidence, 0)
  return {
    ...{ start, end, channel, words, text, language },
    confidence: Math.round((sum / words.length) * 1000) / 1000,
    ...(speaker !== undefined && { speaker }),
  }
}

interface Difference {
  /** Number of words removed, added, or kept. */
  readonly count: number
  readonly removed: boolean
  readonly added: boolean
}

/** The edits that turn some words into others, in order; a replacement is a removal followed by an addition. */
function differences(before: readonly Word[], after: readonly string[]): readonly Difference[] {
  const found = diffArrays(
    before.map(({ word }) => bareWord(word)),
    after.map(bareWord),
    { maxEditLength: MAX_CHANGED_WORDS },
  )
  return (
    found ?? [
      { count: before.length, removed: true, added: false },
      { count: after.length, removed: false, added: true },
    ]
  )
}
