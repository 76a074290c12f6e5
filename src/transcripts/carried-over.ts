/** What people made of a transcript, carried over to a new recognition of its audio. */
import { isDeepStrictEqual } from 'node:util'
import type { LanguageCode } from '../contract/languages.ts'
import type { Utterance, Word } from '../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../contract/unspaced-scripts.ts'
import { wordParts } from '../text/word-parts.ts'
import { aligned, placedWords, type PlacedWord, type Versions } from './aligned-words.ts'
import { carriedSpeakers } from './carried-speakers.ts'

/** An utterance whose corrections have no place in what is recognised now, and which therefore stays. */
export interface Kept {
  readonly utterance: Utterance
  /** What is recognised there now. */
  readonly heard: string
}

/** The owner of a word that people deleted; -1 is that of a word at no utterance of the newest revision. */
const GONE = -2

/** More words than that, beyond twice as many as people changed, are no other form of what they changed. */
const MORE_WORDS = 3

/**
 * The new recognition, with all that people wrote. What they typed replaces what is recognised in its place, if the words beside it are
 * recognised again; otherwise their whole utterance stays, and is marked. What they deleted stays deleted where it is recognised again.
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

/** How many words people changed, at least: those of each that the other has not. */
export function correctedWords({ recognised, corrected }: Omit<Versions, 'again'>): number {
  const [before, after] = [placedWords(recognised), placedWords(corrected)]
  const same = aligned(before, after, untouched).reduce((sum, index) => sum + (index < 0 ? 0 : 1), 0)
  return before.length + after.length - 2 * same
}

/** A word that people have not touched has its time and its text. */
const untouched = ({ word, start, end }: Word): string => `${start} ${end} ${word.trim()}`

/** What of a word two recognisers have in common. */
const heard = ({ word }: Word): string => wordParts(word).core.toLowerCase() || word.trim()

/** A word that is recognised now, and whose it is: the index of an utterance of the newest revision, or none. */
interface Owned {
  readonly word: PlacedWord
  readonly index: number
  readonly owner: number
}

/** A word of the newest revision, and what it was and is. */
interface Written {
  readonly word: PlacedWord
  /** Index of the recognised word that it is; -1 for one that was typed. */
  readonly origin: number
  /** Index of the same word that is recognised now; -1 for none. */
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
  const now = aligned(before, spoken, heard)
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
 * The words of a corrected utterance, with what is recognised now in place of what people left as it was.
 * @param gone the indices of the recognised words there that people deleted or replaced
 * @returns null when their corrections have no place there
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
  // What is between the words that are recognised again, and before the first and after the last of them.
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
    // The same text as before has the times of before: nothing differs.
    words.push(word.word.trim() === one.word.word.trim() ? one.word : word)
    gap = []
    last = one.origin
  }
  return words
}

/**
 * Whose each word is: that of the words beside it, or of the utterance at its time.
 * @param known the owners of the words that are recognised again
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

/** For each place, the last value that is known until there. */
function nearest(known: readonly (number | null)[]): (number | null)[] {
  let last: number | null = null
  return known.map((value) => (last = value ?? last))
}

/** What is left of an utterance without some of its words: the utterance itself, or parts of it. */
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

/** The utterance with other words; none without words. */
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

/** Where words of several utterances meet, there is a space between them in languages that have them. */
function spaced(word: string, i: number, language: LanguageCode): string {
  if (i === 0) return word.trimStart()
  return isWrittenWithoutSpaces(language) || /^\s/.test(word) ? word : ` ${word}`
}

const textOf = (words: readonly Word[], language: LanguageCode): string =>
  words
    .map(({ word }, i) => spaced(word, i, language))
    .join('')
    .trim()

/** For each index of a second list, which of a first has it; -1 for none. */
function inverse(indices: Int32Array, length: number): Int32Array {
  const found = new Int32Array(length).fill(-1)
  for (const [i, index] of indices.entries()) if (index >= 0) found[index] = i
  return found
}
