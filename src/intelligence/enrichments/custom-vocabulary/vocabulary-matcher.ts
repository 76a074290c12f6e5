/** Finds the words of a vocabulary by their sound where a recogniser wrote something else. */
import type { CustomVocabularyConfig } from '../../../contract/features/custom-vocabulary.ts'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { isOrdinaryWord } from '../../phonetics/ordinary-words.ts'
import {
  type WeightedPhonemes,
  weightedPhonemes,
  phonemeSimilarity,
} from '../../phonetics/phoneme-similarity.ts'
import { phonemesOf } from '../../phonetics/phonemes.ts'
import type { Rewriting } from '../../text/rewritten-words.ts'
import { endsClause, type WordParts, wordParts } from '../../text/word-parts.ts'

export type VocabularyConfig = CustomVocabularyConfig

/** Where the caller says nothing. */
const DEFAULT_INTENSITY = 0.5

/** A recogniser that does not know a name writes up to this many words for it. */
const LONGEST_RUN = 4

/** How alike a run and an entry must sound: at intensity 0 (all but the same), 0.5 and 1, straight lines between. */
const [ALIKE_AT_0, ALIKE_AT_HALF, ALIKE_AT_1] = [0.98, 0.62, 0.44]

/** What is less alike than this is another word, however unsure the recogniser is of it. */
const LEAST_ALIKE = 0.4

/** What more is asked where chance is more likely than the name. Measured on names and prose: see the test. */
const ONE_ORDINARY_WORD = 0.3
const ORDINARY_WORDS = 0.1

/** Each weight of phonemes that a name has less than that is a step nearer to some ordinary words. */
const LONG_ENOUGH = 5
const SHORTNESS = 0.08

/** Recognisers are sure of 95 % of the words that they hear right (confidence over 0.75), of few names that they do not. */
const CONFIDENCE = 0.4
const USUAL_CONFIDENCE = 0.7

interface Entry {
  readonly value: string
  readonly least: number
  readonly language: LanguageCode | undefined
  /** The value and its other pronunciations. */
  readonly spoken: readonly string[]
  /** Those others, in lower case. */
  readonly pronunciations: ReadonlySet<string>
  readonly mostWords: number
}

/** What a run of words may be: an entry, and how well it fits. */
interface Match {
  readonly entry: Entry
  /** How far its likeness is over what is asked. */
  readonly margin: number
}

/** What may be written instead of a run of words, and how well it fits. */
interface Candidate {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly margin: number
}

/** For one vocabulary; keeps what it worked out, so that it is quick over many utterances. */
export class VocabularyMatcher {
  readonly #entries: readonly Entry[]
  readonly #sounds = new Map<LanguageCode, readonly (readonly [Entry, readonly WeightedPhonemes[]])[]>()
  readonly #values: ReadonlySet<string>
  readonly #longestRun: number

  constructor({ vocabulary, default_intensity: intensity = DEFAULT_INTENSITY }: VocabularyConfig) {
    this.#entries = vocabulary
      .map((given) => (typeof given === 'string' ? { value: given } : given))
      .map(({ value, pronunciations = [], language, ...own }) => ({
        value: value.trim(),
        least: likenessAt(own.intensity ?? intensity),
        language,
        spoken: [value, ...pronunciations],
        pronunciations: new Set(pronunciations.map((way) => way.trim().toLowerCase())),
        mostWords: Math.max(LONGEST_RUN, value.trim().split(/\s+/u).length + 1),
      }))
      .filter(({ value }) => value !== '')
    this.#values = new Set(this.#entries.map(({ value }) => value))
    this.#longestRun = this.#entries.reduce((most, { mostWords }) => Math.max(most, mostWords), 0)
  }

  /** What is to be written otherwise in an utterance, in order. */
  rewritings({ words, language }: Utterance): Rewriting[] {
    const parts = words.map(({ word }) => wordParts(word))
    const candidates: Candidate[] = []
    for (let from = 0; from < parts.length; from++) {
      const cores: string[] = []
      let confidence = 1
      for (let to = from + 1; to <= Math.min(parts.length, from + this.#longestRun); to++) {
        const part = parts[to - 1]
        if (!part || part.core === '') break
        cores.push(part.core)
        confidence = Math.min(confidence, words[to - 1]?.confidence ?? 1)
        candidates.push(...this.#candidates(cores, confidence, language).map((one) => ({ ...one, from, to })))
        if (endsClause(part)) break
      }
    }
    return bestOf(candidates)
      .filter(({ from, to, text }) => written(parts.slice(from, to)) !== text)
      .map(({ from, to, text }) => ({
        from,
        to,
        before: parts[from]?.before ?? '',
        text,
        after: parts[to - 1]?.after ?? '',
      }))
  }

  /** What a run of words may be: at most one entry for each way to hear it. */
  #candidates(cores: readonly string[], confidence: number, language: LanguageCode) {
    const text = cores.join(' ')
    // What is written as an entry already: nothing fits better.
    if (this.#values.has(text)) return [{ margin: Infinity, text }]
    const found: { margin: number; text: string }[] = []
    const whole = this.#match(cores, confidence, language)
    if (whole) found.push({ margin: whole.margin, text: whole.entry.value })
    // "Okonkwo's" is "Okonkwo" with something behind it.
    const [, stem, genitive] = /^(.+)(['’]s)$/u.exec(text) ?? []
    if (stem !== undefined && genitive !== undefined) {
      const owner = this.#match(
        [...cores.slice(0, -1), (cores.at(-1) ?? '').slice(0, -2)],
        confidence,
        language,
      )
      if (owner) found.push({ margin: owner.margin, text: owner.entry.value + genitive })
    }
    return found
  }

  #match(cores: readonly string[], confidence: number, language: LanguageCode): Match | undefined {
    const heard = weightedPhonemes(cores.flatMap((core) => phonemesOf(core, language)))
    const penalty = ordinariness(cores, language) + CONFIDENCE * (Math.min(1, confidence) - USUAL_CONFIDENCE)
    const text = cores.join(' ').toLowerCase()
    let best: Match | undefined
    for (const [entry, sounds] of this.#soundsIn(language)) {
      if (cores.length > entry.mostWords) continue
      // The caller said that this is how it may be heard, ordinary words or not.
      if (entry.pronunciations.has(text)) return { entry, margin: 1 }
      for (const sound of sounds) {
        const short = Math.max(0, LONG_ENOUGH - Math.min(heard.weight, sound.weight))
        const least = Math.max(LEAST_ALIKE, entry.least + penalty + SHORTNESS * short)
        const margin = phonemeSimilarity(heard, sound, least) - least
        if (margin >= (best?.margin ?? 0)) best = { entry, margin }
      }
    }
    return best
  }

  #soundsIn(language: LanguageCode) {
    const known = this.#sounds.get(language)
    if (known) return known
    const made = this.#entries
      .filter((entry) => entry.language === undefined || entry.language === language)
      .map(
        (entry) => [entry, entry.spoken.map((way) => weightedPhonemes(phonemesOf(way, language)))] as const,
      )
    this.#sounds.set(language, made)
    return made
  }
}

const written = (parts: readonly WordParts[]) => parts.map(({ core }) => core).join(' ')

function likenessAt(intensity: number): number {
  return intensity < 0.5
    ? ALIKE_AT_0 + (ALIKE_AT_HALF - ALIKE_AT_0) * (intensity / 0.5)
    : ALIKE_AT_HALF + (ALIKE_AT_1 - ALIKE_AT_HALF) * ((intensity - 0.5) / 0.5)
}

function ordinariness(cores: readonly string[], language: LanguageCode): number {
  if (!cores.every((core) => isOrdinaryWord(core, language))) return 0
  return cores.length === 1 ? ONE_ORDINARY_WORD : ORDINARY_WORDS
}

/** Those that fit best, none overlapping, in order. */
function bestOf(candidates: Candidate[]): Candidate[] {
  const chosen: Candidate[] = []
  const taken = new Set<number>()
  for (const one of candidates.toSorted((a, b) => b.margin - a.margin || a.from - b.from || a.to - b.to)) {
    const own = Array.from({ length: one.to - one.from }, (_, index) => one.from + index)
    if (own.some((index) => taken.has(index))) continue
    for (const index of own) taken.add(index)
    chosen.push(one)
  }
  return chosen.toSorted((a, b) => a.from - b.from)
}
