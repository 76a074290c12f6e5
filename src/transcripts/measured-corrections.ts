/** Measures recognition by people's corrections of its transcripts. */
import type { LanguageCode } from '../contract/languages.ts'
import { MAX } from '../contract/limits.ts'
import type { RecognisedBy } from '../contract/result.ts'
import type { Utterance } from '../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../contract/unspaced-scripts.ts'
import type { Correction, Measured, WordErrors } from '../jobs/transcript.ts'
import { stopWords } from '../text/stop-words.ts'
import { aligned, type Unit, unitsOf } from '../text/word-errors.ts'

/** Minimum number of corrected utterances: with fewer, somebody may have searched for a word and read nothing else. */
const MIN_UTTERANCES = 3

/** Maximum number of corrections per transcript, and of words per correction: a longer one is a sentence. */
const MAX_CORRECTIONS = 500
const MAX_WORDS = 3

/** A word of an utterance. */
interface Said extends Unit {
  readonly utterance: Utterance
  readonly plain: string
}

/** A place of an alignment. */
interface Place {
  readonly right: Said | null
  readonly heard: Said | null
  /** The recognised utterance there: that of the word or, if a word is missing, of the one before it. */
  readonly at: Utterance | null
}

/**
 * Compares a corrected transcript with what was recognised, each in the order of its utterances. Words count up to the last
 * corrected utterance, as nobody may have read what follows. If most words differ, the text was replaced, and nothing
 * counts.
 * @param models that recognised it; empty if unknown
 */
export function measuredCorrections(
  recognised: readonly Utterance[],
  corrected: readonly Utterance[],
  models: readonly RecognisedBy[],
): Measured {
  const places = placesOf(recognised, corrected)
  const wrong = places.flat().filter(isWrong)
  const read = wrong.reduce((time, { at }) => Math.max(time, at?.start ?? 0), 0)
  const counted = places.flat().filter(({ at }) => at !== null && at.start <= read)
  const isReplaced = 2 * wrong.length > counted.length
  if (wrong.length === 0 || isReplaced) return { errors: [], corrections: [] }
  const isRead = new Set(wrong.map(({ at }) => at)).size >= MIN_UTTERANCES
  return {
    errors: isRead ? errorsOf(counted, models) : [],
    corrections: correctionsOf(places),
  }
}

/** The places of each channel. */
function placesOf(recognised: readonly Utterance[], corrected: readonly Utterance[]): Place[][] {
  const channels = Map.groupBy(recognised, ({ channel }) => channel)
  const rights = Map.groupBy(corrected, ({ channel }) => channel)
  return [...new Set([...channels.keys(), ...rights.keys()])].map((channel) => {
    const heard = wordsOf(channels.get(channel) ?? [])
    const right = wordsOf(rights.get(channel) ?? [])
    const keys = (words: readonly Said[]) => words.map(({ key }) => key)
    let at = heard[0]?.utterance ?? null
    return aligned(keys(right), keys(heard)).map(([i, j]) => {
      if (j !== null) at = heard[j]!.utterance
      return { right: i === null ? null : right[i]!, heard: j === null ? null : heard[j]!, at }
    })
  })
}

const wordsOf = (utterances: readonly Utterance[]): Said[] =>
  utterances.flatMap((utterance) => {
    const { plain, units } = unitsOf(utterance.text, utterance.language)
    return units.map((unit) => ({ ...unit, utterance, plain }))
  })

const isWrong = ({ right, heard }: Place) => right?.key !== heard?.key

/** The word errors by the language of recognition. */
function errorsOf(counted: readonly Place[], models: readonly RecognisedBy[]): WordErrors[] {
  const byLanguage = Map.groupBy(counted, ({ at }) => at!.language)
  return models.flatMap(({ language, model }) => {
    const own = byLanguage.get(language) ?? []
    const words = own.filter(({ right }) => right !== null).length
    return words === 0 ? [] : [{ language, model, words, wrong: own.filter(isWrong).length }]
  })
}

/** The corrections, each once. */
function correctionsOf(channels: readonly (readonly Place[])[]): Correction[] {
  const found = new Map<string, Correction>()
  for (const places of channels)
    for (let from = 0; from < places.length; from++) {
      if (!isWrong(places[from]!)) continue
      let to = from
      while (to < places.length && isWrong(places[to]!)) to++
      const correction = correctionOf(places.slice(from, to))
      from = to
      if (correction !== null && found.size < MAX_CORRECTIONS)
        found.set(`${correction.heard}\n${correction.typed}`, correction)
    }
  return [...found.values()]
}

/** Null if the correction is not worth proposing: whole sentences, and words that say nothing about the subject. */
function correctionOf(places: readonly Place[]): Correction | null {
  const typed = phraseOf(places.flatMap(({ right }) => right ?? []))
  const heard = phraseOf(places.flatMap(({ heard: word }) => word ?? []))
  if (typed === null || heard === null || !isTelling(typed.keys, typed.language)) return null
  return { heard: heard.text.toLowerCase(), typed: typed.text }
}

interface Phrase {
  readonly text: string
  readonly keys: readonly string[]
  readonly language: LanguageCode
}

/** Consecutive words as written; null if there are none, too many, or they belong to several utterances. */
function phraseOf(words: readonly Said[]): Phrase | null {
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined || words.length > MAX_WORDS) return null
  const { utterance, plain } = first
  // In scripts without spaces, the units are characters, not words.
  if (utterance !== last.utterance || isWrittenWithoutSpaces(utterance.language)) return null
  const text = plain.slice(first.from, last.to).toWellFormed()
  if (text.length > MAX.phrase) return null
  return { text, keys: words.map(({ key }) => key), language: utterance.language }
}

function isTelling(keys: readonly string[], language: LanguageCode): boolean {
  const stops = stopWords(language)
  return keys.some((key) => /\p{L}{2}/u.test(key) && !stops.has(key))
}
