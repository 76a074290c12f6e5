/** Finds vocabulary entries by pronunciation where the recogniser wrote something else. */
import type { CustomVocabularyConfig } from '../../../contract/features/custom-vocabulary.ts'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { perLanguage } from '../../../text/memoise.ts'
import { inTurns } from '../../in-turns.ts'
import { isOrdinaryWord } from '../../phonetics/ordinary-words.ts'
import {
  type WeightedPhonemes,
  weightedPhonemes,
  phonemeSimilarity,
} from '../../phonetics/phoneme-similarity.ts'
import { phonemesOf } from '../../phonetics/phonemes.ts'
import { withoutOverlaps } from '../../entities/entity-span.ts'
import { type Replacement, wordOffsets } from '../../../text/rewritten-words.ts'
import { endsClause, wordParts } from '../../../text/word-parts.ts'

/** Words per turn of the event loop: 4 ms with a hundred entries, on two busy cores. */
const WORDS_PER_TURN = 20

/** The most words that a recogniser writes for a name it does not know. */
const MAX_RUN = 4

/** The required similarity at intensity 0 (almost equal), 0.5 and 1, interpolated linearly. */
const [SIMILARITY_AT_0, SIMILARITY_AT_HALF, SIMILARITY_AT_1] = [0.98, 0.62, 0.44]

/** Less similar words are never replaced, however low their confidence. */
const MIN_SIMILARITY = 0.4

/** Additional similarity required of ordinary words. Measured on names and prose: see the test. */
const ONE_ORDINARY_WORD = 0.3
const ORDINARY_WORDS = 0.1

/** Short names resemble ordinary words, so they need this much more similarity per unit of phoneme weight below this. */
const LONG_ENOUGH = 5
const SHORTNESS = 0.08

/** 95 % of correctly recognised words have a confidence above 0.75, but few unknown names do. */
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

/** An entry that words match. */
interface Match {
  readonly text: string
  /** How far its similarity exceeds the required one. */
  readonly margin: number
}

/** Matches one vocabulary. Caches its phonemes to be fast over many utterances. */
export class VocabularyMatcher {
  readonly #values: ReadonlySet<string>
  readonly #maxRun: number
  /** The entries for a language, with their phonemes. */
  readonly #entriesIn: (language: LanguageCode) => readonly (readonly [Entry, readonly WeightedPhonemes[]])[]

  constructor({ vocabulary, default_intensity: intensity }: CustomVocabularyConfig) {
    const entries = vocabulary
      .map((given) => (typeof given === 'string' ? { value: given } : given))
      .map(({ value, pronunciations = [], language, ...own }): Entry => ({
        value: value.trim(),
        minSimilarity: requiredSimilarity(own.intensity ?? intensity),
        language,
        spoken: [value, ...pronunciations],
        pronunciations: new Set(pronunciations.map((way) => way.trim().toLowerCase())),
        maxWords: Math.max(MAX_RUN, value.trim().split(/\s+/u).length + 1),
      }))
      .filter(({ value }) => value !== '')
    this.#values = new Set(entries.map(({ value }) => value))
    this.#maxRun = entries.reduce((max, { maxWords }) => Math.max(max, maxWords), 0)
    this.#entriesIn = perLanguage((language) =>
      entries
        .filter((entry) => entry.language === undefined || entry.language === language)
        .map((entry) => [entry, entry.spoken.map((way) => weightedPhonemes(phonemesOf(way, language)))]),
    )
  }

  /**
   * The replacements in the text formed by the words of an utterance, in order. The utterance may be as long as the
   * recording.
   * @throws the reason of `signal` once it is aborted
   */
  async replacements({ words, language }: Utterance, signal?: AbortSignal): Promise<Replacement[]> {
    const offsets = wordOffsets(words)
    const parts = words.map(({ word }) => wordParts(word))
    const candidates: (Replacement & Match & { readonly written: string })[] = []
    for await (const [first, { before }] of inTurns(parts, WORDS_PER_TURN, signal)) {
      const from = offsets[first]! + before.length
      const cores: string[] = []
      let confidence = 1
      for (let index = first; index < Math.min(parts.length, first + this.#maxRun); index++) {
        const part = parts[index]!
        if (part.core === '') break
        cores.push(part.core)
        confidence = Math.min(confidence, words[index]!.confidence)
        const to = offsets[index + 1]! - part.after.length
        // "Okonkwo's" is "Okonkwo" with a genitive.
        const stem = part.core.replace(/(?<=.)['’]s$/u, '')
        for (const core of new Set([part.core, stem])) {
          const run = [...cores.slice(0, -1), core]
          const match = this.#match(run, confidence, language)
          const end = to - part.core.length + core.length
          if (match) candidates.push({ ...match, from, to: end, written: run.join(' ') })
        }
        if (endsClause(part)) break
      }
    }
    const best = withoutOverlaps(candidates.toSorted((a, b) => b.margin - a.margin))
    return best.filter(({ written, text }) => written !== text)
  }

  /** The entry that a run of words most likely stands for. */
  #match(cores: readonly string[], confidence: number, language: LanguageCode): Match | undefined {
    const text = cores.join(' ')
    if (this.#values.has(text)) return { text, margin: Infinity }
    const spoken = weightedPhonemes(cores.flatMap((core) => phonemesOf(core, language)))
    const penalty = ordinariness(cores, language) + CONFIDENCE * (Math.min(1, confidence) - USUAL_CONFIDENCE)
    let best: Match | undefined
    for (const [{ value, pronunciations, maxWords, minSimilarity }, ways] of this.#entriesIn(language)) {
      if (cores.length > maxWords) continue
      // A pronunciation given in the request applies even to ordinary words.
      if (pronunciations.has(text.toLowerCase())) return { text: value, margin: 1 }
      for (const way of ways) {
        const short = Math.max(0, LONG_ENOUGH - Math.min(spoken.weight, way.weight))
        const required = Math.max(MIN_SIMILARITY, minSimilarity + penalty + SHORTNESS * short)
        const margin = phonemeSimilarity(spoken, way, required) - required
        if (margin >= (best?.margin ?? 0)) best = { text: value, margin }
      }
    }
    return best
  }
}

function requiredSimilarity(intensity: number): number {
  return intensity < 0.5
    ? SIMILARITY_AT_0 + (SIMILARITY_AT_HALF - SIMILARITY_AT_0) * (intensity / 0.5)
    : SIMILARITY_AT_HALF + (SIMILARITY_AT_1 - SIMILARITY_AT_HALF) * ((intensity - 0.5) / 0.5)
}

function ordinariness(cores: readonly string[], language: LanguageCode): number {
  if (!cores.every((core) => isOrdinaryWord(core, language))) return 0
  return cores.length === 1 ? ONE_ORDINARY_WORD : ORDINARY_WORDS
}
