/** Sentences with their meaning and weight, the basis of summaries and chapters. */
import type { TextRange } from '../entities/entity-span.ts'
import { inTurns } from '../in-turns.ts'
import { embed } from './sentence-embeddings.ts'
import type { Sentence } from '../../text/timed-sentences.ts'
import { type ContentWord, contentWords } from './content-words.ts'
import { lexicalVectors } from './lexical-vectors.ts'
import { personalRanges } from './personal-values.ts'
import { loadSpeechActs } from './speech-acts.ts'

export interface RatedSentence {
  readonly sentence: Sentence
  /** Its meaning, of length 1: the dot product of two such vectors is their similarity. */
  readonly vector: Float32Array
  /** How informative it is, 0–1: 0 for "Yeah." and "Okay, so." */
  readonly weight: number
  readonly words: readonly ContentWord[]
  /** How much it says about the subject relative to equally central sentences; about 1. */
  readonly tellingness: number
  /** The parts that identify somebody. */
  readonly personal: readonly TextRange[]
}

/**
 * The share of the words, relative to embeddings, in the similarity of two sentences. The embedding model knows English
 * best and some scripts not at all: every sentence in Thai, Telugu or Amharic has the same embedding.
 */
const LEXICAL_SHARE = 0.3

/** Content words from which a sentence has full weight. */
const FULL_WEIGHT_WORDS = 2

/**
 * Rates sentences: their meaning and weight.
 * @throws the reason of `signal` once it is aborted
 */
export async function ratedSentences(
  sentences: readonly Sentence[],
  signal: AbortSignal,
): Promise<RatedSentence[]> {
  const words: ContentWord[][] = []
  const tellingness: number[] = []
  const tellingnessOf = await loadSpeechActs()
  for await (const [, { text, language }] of inTurns(sentences, 25, signal)) {
    words.push(contentWords(text, language))
    tellingness.push(tellingnessOf(text, language))
  }
  const texts = sentences.map(({ text }) => text)
  const vectors = await meanings(texts, words, LEXICAL_SHARE, signal)
  const personal = await personalRanges(sentences, signal)
  return sentences.map((sentence, index) => {
    const own = words[index]!
    const weight = Math.min(1, own.length / FULL_WEIGHT_WORDS)
    const [vector, tells, values] = [vectors[index]!, tellingness[index]!, personal[index]!]
    return { sentence, vector, weight, words: own, tellingness: tells, personal: values }
  })
}

/**
 * The meanings of some texts as vectors of length 1, whose cosine is the weighted mean of the cosines of their embeddings
 * and of their words.
 * @throws the reason of `signal` once it is aborted
 */
export async function meanings(
  texts: readonly string[],
  words: readonly (readonly ContentWord[])[],
  lexicalShare: number,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const embeddings = await embed(texts, signal)
  if (lexicalShare === 0) return embeddings
  const lexical = lexicalVectors(words)
  const scaled = (vector: Float32Array, share: number) => vector.map((number) => number * Math.sqrt(share))
  return embeddings.map((embedding, index) =>
    Float32Array.from([...scaled(embedding, 1 - lexicalShare), ...scaled(lexical[index]!, lexicalShare)]),
  )
}
