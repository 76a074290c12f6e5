/** Sentences with what they mean and how much they say: what summaries and chapters are made of. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { embed } from '../sentence-embeddings.ts'
import type { Sentence } from '../timed-sentences.ts'
import { type ContentWord, contentWords } from './content-words.ts'
import { lexicalVectors } from './lexical-vectors.ts'

/** A sentence, what it means, and how much it says. */
export interface RatedSentence {
  readonly sentence: Sentence
  /** Of length 1: the cosine of two is their similarity. */
  readonly vector: Float32Array
  /** How much it says, 0–1: 0 for "Yeah." and "Okay, so." */
  readonly weight: number
  /** Its words that say something. */
  readonly words: readonly ContentWord[]
}

/**
 * The share of the words themselves in the similarity of two sentences. The model knows English best, and the letters of
 * some scripts not at all: to it, every sentence in Thai, Telugu or Amharic is the same.
 */
const LEXICAL_SHARE = 0.3

/** Words that say something in a sentence that counts in full. */
const ENOUGH_WORDS = 2

/** The sentences of one transcript are rated once for all the enrichments that ask. */
const rated = new WeakMap<readonly Sentence[], Promise<readonly RatedSentence[]>>()

/** @throws the reason of `signal`, once that is aborted */
export async function ratedSentences(
  sentences: readonly Sentence[],
  signal: AbortSignal,
): Promise<readonly RatedSentence[]> {
  const known = rated.get(sentences)
  if (known) return known
  const begun = rate(sentences, signal)
  rated.set(sentences, begun)
  // What was given up may be asked for again.
  begun.catch(() => rated.delete(sentences))
  return begun
}

async function rate(sentences: readonly Sentence[], signal: AbortSignal): Promise<RatedSentence[]> {
  const meanings = await embed(
    sentences.map(({ text }) => text),
    signal,
  )
  const words = await contentWordsOf(sentences, signal)
  const vectors = mixed(meanings, lexicalVectors(words))
  return sentences.map((sentence, index) => {
    const own = words[index] ?? []
    return {
      sentence,
      vector: vectors[index] ?? new Float32Array(),
      weight: Math.min(1, own.length / ENOUGH_WORDS),
      words: own,
    }
  })
}

async function contentWordsOf(sentences: readonly Sentence[], signal: AbortSignal): Promise<ContentWord[][]> {
  const words: ContentWord[][] = []
  for (const [index, { text, language }] of sentences.entries()) {
    if (index % 100 === 99) await nextTurn()
    signal.throwIfAborted()
    words.push(contentWords(text, language))
  }
  return words
}

/** Vectors whose cosine is the weighted mean of the cosines of both. */
function mixed(meanings: readonly Float32Array[], lexical: readonly Float32Array[]): Float32Array[] {
  const [ofMeaning, ofWords] = [Math.sqrt(1 - LEXICAL_SHARE), Math.sqrt(LEXICAL_SHARE)]
  return meanings.map((meaning, index) => {
    const words = lexical[index] ?? new Float32Array()
    const vector = new Float32Array(meaning.length + words.length)
    vector.set(meaning.map((number) => number * ofMeaning))
    vector.set(
      words.map((number) => number * ofWords),
      meaning.length,
    )
    return vector
  })
}
