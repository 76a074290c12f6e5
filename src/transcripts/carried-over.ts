/** Carries people's corrections of a transcript over to a new recognition of its audio. */
import { isDeepStrictEqual } from 'node:util'
import type { LanguageCode } from '../contract/languages.ts'
import type { Utterance, Word } from '../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../contract/unspaced-scripts.ts'
import { bareWord } from '../text/word-parts.ts'
import { aligned, placedWords, type PlacedWord, type Versions } from './aligned-words.ts'
import { carriedSpeakers } from './carried-speakers.ts'

/** A corrected utterance that stays as it is, because its corrections cannot be placed in the new recognition. */
export interface Kept {
  readonly utterance: Utterance
  /** The text of the new recognition there. */
  readonly heard: string
}

/** The owner of a word that people deleted; -1 is that of a word at whose time the newest revision has no utterance. */
const GONE = -2

/** A passage with more words than this, beyond twice as many as people changed, is not a variant of what they changed. */
const MORE_WORDS = 3

/**
 * The new recognition with people's corrections. What they typed replaces the new recognition in its place, if the words
 * next to it are recognised again; otherwise their whole utterance stays, and is marked. What they deleted stays deleted
 * if it is recognised again.
 */
export function carriedOver(versions: Versions): {
  readonly utterances: Utterance[]
  readonly kept: readonly Kept[]
} {
  const byChannel = (all: readonly Utterance[]) => Map.groupBy(all, ({ channel }) => channel)
  const [recognised, corrected] = [byChannel(versions.recognised), byChannel(versions.corrected)]
  const again = byChannel(carriedSpeakers(versions))
  const channels = new Set([...recognised.keys(), ...corrected.keys(), ...again.keys()])
  const merged = [...channels].map((channel) =>
    mergedChannel({
      recognised: recognised.get(channel) ?? [],
      corrected: corrected.get(channel) ?? [],
      again: again.get(channel) ?? [],
    }),
  )
  return {
    utterances: merged.flatMap(({ utterances }) => utterances).toSorted((a, b) => a.start - b.start),
    kept: merged.flatMap(({ kept }) => kept).toSorted((a, b) => a.utterance.start - b.utterance.start),
  }
}

/** How many words of each version the other lacks: a measure of how much people changed. */
export function correctedWords({ recognised, corrected }: Omit<Versions, 'again'>): number {
  const [before, after] = [placedWords(recognised), placedWords(corrected)]
  const same = aligned(before, after, untouched).reduce((sum, index) => sum + (index < 0 ? 0 : 1), 0)
  return before.length + after.length - 2 * same
}

/** A key that a word keeps unless people touch it: its time and its text. */
const untouched = ({ word, start, end }: Word): string => `${start} ${end} ${word.trim()}`

/** A word of the new recognition. Its owner is the index of an utterance of the newest revision, -1 or `GONE`. */
interface Owned {
  readonly word: PlacedWord
  readonly index: number
  readonly owner: number
}

/** A word of the newest revision, and the same word in both recognitions. */
interface Written {
  readonly word: PlacedWord
  /** Its index in the original recognition; -1 if people typed it. */
  readonly origin: number
  /** Its index in the new recognition; -1 if it is not there. */
  readonly now: number
}

function mergedChannel({ recognised, corrected, again }: Versions): {
  utterances: Utterance[]
  kept: Kept[]
} {
  const before = placedWords(recognised)
  const after = placedWords(corrected)
  const spoken = placedWords(again)
  const places = aligned(before, after, untouched)
  const now = aligned(before, spoken, ({ word }) => bareWord(word))
  const origins = inverse(places, after.length)
  const written = after.map((word, i): Written => {
    const origin = origins[i]!
    return { word, origin, now: origin < 0 ? -1 : now[origin]! }
  })
  const matched = inverse(now, spoken.length)
  const known = Array.from(matched, (of) => (of < 0 ? null : (after[places[of]!]?.of ?? GONE)))
  const owners = ownersOf(spoken, known, corrected)
  const owned = spoken.map((word, index): Owned => ({ word, index, owner: owners[index]! }))
  const ownedBy = Map.groupBy(owned, ({ owner }) => owner)
  const writtenIn = Map.groupBy(written, ({ word }) => word.of)
  const recognisedIn = Map.groupBy(before.keys(), (i) => before[i]!.of)
  const isCorrected = (of: number): boolean => {
    const own = writtenIn.get(of) ?? []
    const was = before[own[0]?.origin ?? -1]?.of
    if (was === undefined) return true
    const { start, end, text } = recognised[was]!
    const one = corrected[of]!
    if (one.start !== start || one.end !== end || one.text !== text) return true
    const all = [...(recognisedIn.get(was) ?? [])]
    return all.length !== own.length || all.some((index, i) => own[i]!.origin !== index)
  }
  const isReplaced = corrected.map((_, of) => isCorrected(of))
  const ownWords = Map.groupBy(owned, ({ word }) => word.of)
  const rest = again.flatMap((one, of) =>
    rests(one, ownWords.get(of) ?? [], ({ owner }) => owner === GONE || isReplaced[owner] === true),
  )
  const gone = before.flatMap((word, index) => (places[index]! < 0 ? { ...word, index } : []))
  const kept: Kept[] = []
  const own = corrected.flatMap((utterance, of) => {
    if (!isReplaced[of]) return []
    const [words, hears] = [writtenIn.get(of) ?? [], ownedBy.get(of) ?? []]
    const { start, end } = utterance
    const goneHere = gone.flatMap((word) => (word.start >= start && word.end <= end ? word.index : []))
    const merged = mergedWords(words, hears, goneHere)
    if (merged !== null) return withWords(utterance, merged)
    kept.push({
      utterance,
      heard: textOf(
        hears.map(({ word }) => word),
        utterance.language,
      ),
    })
    return [{ ...utterance, kept: true as const }]
  })
  return { utterances: [...rest, ...own], kept }
}

/**
 * The words of a corrected utterance, with the new recognition in place of what people left unchanged.
 * @param gone indices of the originally recognised words there that people deleted or replaced
 * @returns null if the corrections cannot be placed
 */
function mergedWords(
  written: readonly Written[],
  hears: readonly Owned[],
  gone: readonly number[],
): Word[] | null {
  const isAnyMatched = written.some(({ now }) => now >= 0)
  const words: Word[] = []
  let gap: Written[] = []
  let [last, at] = [-1, 0]
  // Goes through the gaps between words that are recognised again, including before the first and after the last.
  for (const one of [...written, null]) {
    if (one !== null && one.now < 0) {
      gap.push(one)
      continue
    }
    const from = at
    while (at < hears.length && hears[at]!.index < (one?.now ?? Infinity)) at++
    const between = hears.slice(from, at).map(({ word }) => word)
    const typed = gap.filter((word) => word.origin < 0).length
    const next = one?.origin ?? Infinity
    const lost = gone.filter((index) => index > last && index < next).length
    if (typed === 0 && lost === 0) words.push(...between)
    else {
      const isPlaced = typed === gap.length && (isAnyMatched || between.length === 0)
      if (!isPlaced || between.length > 2 * Math.max(typed, lost) + MORE_WORDS) return null
      words.push(...gap.map(({ word }) => word))
    }
    if (one === null) break
    const { word } = hears[at++]!
    // A word with the same text keeps its times, so that it does not count as a difference.
    words.push(word.word.trim() === one.word.word.trim() ? one.word : word)
    gap = []
    last = one.origin
  }
  return words
}

/**
 * The owner of each word: that of the words on both sides, or the utterance at its time.
 * @param known the owners of words that are recognised again; null for other words
 */
function ownersOf(
  spoken: readonly PlacedWord[],
  known: readonly (number | null)[],
  corrected: readonly Utterance[],
): number[] {
  const before = nearest(known)
  const after = nearest(known.toReversed()).toReversed()
  return spoken.map(({ start, end }, i) => {
    if (known[i] !== null) return known[i]!
    if (before[i] !== null && before[i] === after[i] && before[i] !== GONE) return before[i]!
    const time = (start + end) / 2
    return corrected.findIndex((one) => one.start <= time && time <= one.end)
  })
}

/** For each place, the last known value up to there. */
function nearest(known: readonly (number | null)[]): (number | null)[] {
  let last: number | null = null
  return known.map((value) => (last = value ?? last))
}

/** The parts of an utterance that remain when some of its words are removed. */
function rests(
  utterance: Utterance,
  words: readonly Owned[],
  isRemoved: (word: Owned) => boolean,
): Utterance[] {
  if (!words.some(isRemoved)) return [utterance]
  const parts: PlacedWord[][] = [[]]
  for (const one of words) {
    if (isRemoved(one)) parts.push([])
    else parts.at(-1)!.push(one.word)
  }
  return parts.flatMap((part) => {
    const [first, last] = [part[0], part.at(-1)]
    return first && last ? withWords({ ...utterance, start: first.start, end: last.end }, part) : []
  })
}

/** The utterance with other words; empty if there are no words. */
function withWords(utterance: Utterance, placed: readonly Word[]): Utterance[] {
  if (placed.length === 0) return []
  const { language } = utterance
  const words: Word[] = []
  for (const [i, { word, start, end, confidence }] of placed.entries()) {
    // Words of different recognitions may overlap.
    const from = Math.max(start, words.at(-1)?.start ?? start)
    words.push({ word: spaced(word, i, language), start: from, end: Math.max(from, end), confidence })
  }
  if (isDeepStrictEqual(words, utterance.words)) return [utterance]
  const { kept: _kept, ...others } = utterance
  const sum = words.reduce((total, { confidence }) => total + confidence, 0)
  return [
    {
      ...others,
      start: Math.min(utterance.start, words[0]!.start),
      end: words.reduce((latest, { end }) => Math.max(latest, end), utterance.end),
      confidence: Math.round((sum / words.length) * 1000) / 1000,
      words,
      text: textOf(words, language),
    },
  ]
}

/** Puts a space before a word, unless it is the first or the language has none: words may come from several utterances. */
function spaced(word: string, i: number, language: LanguageCode): string {
  if (i === 0) return word.trimStart()
  return isWrittenWithoutSpaces(language) || /^\s/.test(word) ? word : ` ${word}`
}

const textOf = (words: readonly Word[], language: LanguageCode): string =>
  words
    .map(({ word }, i) => spaced(word, i, language))
    .join('')
    .trim()

/** The inverse of a mapping from one list to another; -1 for places that nothing maps to. */
function inverse(indices: Int32Array, length: number): Int32Array {
  const found = new Int32Array(length).fill(-1)
  for (const [i, index] of indices.entries()) if (index >= 0) found[index] = i
  return found
}
