/** Topic segmentation of a transcript. */
import type { Sentence } from '../timed-sentences.ts'
import { add, unit } from '../vectors.ts'
import { oncePerTranscript } from './once-per-transcript.ts'
import { type RatedSentence, ratedSentences } from './rated-sentences.ts'
import { topicSegments } from './topic-segments.ts'

/** Consecutive sentences about one subject, at least one. */
export type Topic = readonly RatedSentence[]

/**
 * The topics of a transcript in order, every sentence in one of them; computed once per transcript.
 * @throws the reason of `signal`, once that is aborted
 */
export const topicsOf = oncePerTranscript(async (sentences, signal): Promise<readonly Topic[]> => {
  const rated = await ratedSentences(sentences, signal)
  const own = rated.map(({ vector }) => vector)
  const vectors = isMostlyEnglish(sentences) ? own : centred(own)
  const points = rated.map((one, index) => ({
    one,
    weight: one.weight,
    vector: vectors[index] ?? new Float32Array(),
  }))
  const segments = await topicSegments(points, signal)
  return segments.map((segment) => segment.map(({ one }) => one))
})

/** Whether most sentences are in the language that the embedding model was trained on. */
function isMostlyEnglish(sentences: readonly Sentence[]): boolean {
  return sentences.filter(({ language }) => language === 'en').length * 2 >= sentences.length
}

/**
 * Vectors minus their mean, each of length 1 again (the first step of Mu and Viswanath, "All-but-the-Top", 2018). Vectors
 * of other languages than English are alike whatever is said: the cosine of sentences on different topics is 0.3 to 0.4,
 * against 0.05 in English. What English ones have in common is the subject of the talk: centred, a talk of twenty
 * sentences about one subject was split into three.
 */
function centred(vectors: readonly Float32Array[]): Float32Array[] {
  const [first] = vectors
  if (!first) return []
  const mean = new Float32Array(first.length)
  for (const vector of vectors) add(mean, vector, 1 / vectors.length)
  return vectors.map((vector) => unit(vector.map((number, i) => number - mean[i]!)))
}
