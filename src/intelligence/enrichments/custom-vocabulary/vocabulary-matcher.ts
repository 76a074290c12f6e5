/** Finds the entries of a vocabulary by pronunciation where the recogniser wrote something else. */
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

const DEFAULT_INTENSITY = 0.5

/** Words between two turns of the event loop: 4 ms against a hundred entries, on two cores with other work. */
const WORDS_PER_TURN = 20

/** A recogniser that does not know a name writes up to this many words for it. */
const MAX_RUN = 4

/** Required similarity at intensity 0 (almost equal), 0.5 and 1, interpolated linearly. */
const [SIMILARITY_AT_0, SIMILARITY_AT_HALF, SIMILARITY_AT_1] = [0.98, 0.62, 0.44]

/** Less similar words are never replaced, however low their confidence. */
const MIN_SIMILARITY = 0.4

/** Additional similarity required of ordinary words. Measured on names and prose: see the test. */
const ONE_ORDINARY_WORD = 0.3
const ORDINARY_WORDS = 0.1

/** Short names resemble ordinary words: additional similarity per unit of phoneme weight below this. */
const LONG_ENOUGH = 5
const SHORTNESS = 0.08

/** 95 % of correctly recognised words have a confidence over 0.75, but few unknown names do. */
const CONFIDENCE = 0.4
const USUAL_CONFIDENCE = 0.7

interface Entry {
  readonly value: string
  readonly minSimilarity: number
  readonly language: LanguageCode | undefined
  /** The value and its other pronunciations. */
  readonly spoken: readonly string[]
  /** The other pronunciations, in lower case. */
  readonly pronunciations: ReadonlySet<string>
  readonly maxWords: number
}

/** An entry that a run of words matches. */
interface Match {
  readonly entry: Entry
  /** By how much its similarity exceeds the required one. */
  readonly margin: number
}

/** A possible replacement of a run of words. */
interface Candidate {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly margin: number
}

/** Matches one vocabulary; caches its phonemes, so that it is fast over many utterances. */
export class VocabularyMatcher {
  readonly #entries: readonly Entry[]
  readonly #pronunciations = new Map<
    LanguageCode,
    readonly (readonly [Entry, readonly WeightedPhonemes[]])[]
  >()
  readonly #values: ReadonlySet<string>
  readonly #maxRun: number

  constructor({ vocabulary, default_intensity: intensity = DEFAULT_INTENSITY }: VocabularyConfig) {
    this.#entries = vocabulary
      .map((given) => (typeof given === 'string' ? { value: given } : given))
      .map(({ value, pronunciations = [], language, ...own }) => ({
        value: value.trim(),
        minSimilarity: requiredSimilarity(own.intensity ?? intensity),
        language,
        spoken: [value, ...pronunciations],
        pronunciations: new Set(pronunciations.map((way) => way.trim().toLowerCase())),
        maxWords: Math.max(MAX_RUN, value.trim().split(/\s+/u).length + 1),
      }))
      .filter(({ value }) => value !== '')
    this.#values = new Set(this.#entries.map(({ value }) => value))
    this.#maxRun = this.#entries.reduce((max, { maxWords }) => Math.max(max, maxWords), 0)
  }

  /**
   * The replacements in an utterance, in order.
   * @param pause called now and then; an utterance may be as long as the recording
   */
  async rewritings({ words, language }: Utterance, pause: () => Promise<void>): Promise<Rewriting[]> {
    const parts = words.map(({ word }) => wordParts(word))
    const candidates: Candidate[] = []
    for (let from = 0; from < parts.length; from++) {
      if (from % WORDS_PER_TURN === 0) await pause()
      const cores: string[] = []
      let confidence = 1
      for (let to = from + 1; to <= Math.min(parts.length, from + this.#maxRun); to++) {
        const part = parts[to - 1]
        if (!part || part.core === '') break
        cores.push(part.core)
        confidence = Math.min(confidence, words[to - 1]?.confidence ?? 1)
        for (const one of this.#candidates(cores, confidence, language)) candidates.push({ ...one, from, to })
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

  /** The possible replacements of a run of words: as it is, and without a genitive. */
  #candidates(cores: readonly string[], confidence: number, language: LanguageCode) {
    const text = cores.join(' ')
    // Already written as an entry.
    if (this.#values.has(text)) return [{ margin: Infinity, text }]
    const found: { margin: number; text: string }[] = []
    const whole = this.#match(cores, confidence, language)
    if (whole) found.push({ margin: whole.margin, text: whole.entry.value })
    // "Okonkwo's" is "Okonkwo" with a genitive.
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
    const spoken = weightedPhonemes(cores.flatMap((core) => phonemesOf(core, language)))
    const penalty = ordinariness(cores, language) + CONFIDENCE * (Math.min(1, confidence) - USUAL_CONFIDENCE)
    const text = cores.join(' ').toLowerCase()
    let best: Match | undefined
    for (const [entry, pronunciations] of this.#pronunciationsIn(language)) {
      if (cores.length > entry.maxWords) continue
      // A pronunciation that the request gives, even if the words are ordinary.
      if (entry.pronunciations.has(text)) return { entry, margin: 1 }
      for (const pronunciation of pronunciations) {
        const short = Math.max(0, LONG_ENOUGH - Math.min(spoken.weight, pronunciation.weight))
        const required = Math.max(MIN_SIMILARITY, entry.minSimilarity + penalty + SHORTNESS * short)
        const margin = phonemeSimilarity(spoken, pronunciation, required) - required
        if (margin >= (best?.margin ?? 0)) best = { entry, margin }
      }
    }
    return best
  }

  #pronunciationsIn(language: LanguageCode) {
    const known = this.#pronunciations.get(language)
    if (known) return known
    const made = this.#entries
      .filter((entry) => entry.language === undefined || entry.language === language)
      .map(
        (entry) => [entry, entry.spoken.map((way) => weightedPhonemes(phonemesOf(way, language)))] as const,
      )
    this.#pronunciations.set(language, made)
    return made
  }
}

const written = (parts: readonly WordParts[]) => parts.map(({ core }) => core).join(' ')

function requiredSimilarity(intensity: number): number {
  return intensity < 0.5
    ? SIMILARITY_AT_0 + (SIMILARITY_AT_HALF - SIMILARITY_AT_0) * (intensity / 0.5)
    : SIMILARITY_AT_HALF + (SIMILARITY_AT_1 - SIMILARITY_AT_HALF) * ((intensity - 0.5) / 0.5)
}

function ordinariness(cores: readonly string[], language: LanguageCode): number {
  if (!cores.every((core) => isOrdinaryWord(core, language))) return 0
  return cores.length === 1 ? ONE_ORDINARY_WORD : ORDINARY_WORDS
}

/** The best candidates that do not overlap, in order. */
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
