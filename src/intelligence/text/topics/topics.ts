/** The topics of a transcript, one after another. */
import type { Sentence } from '../timed-sentences.ts'
import { add, unit } from '../vectors.ts'
import { type RatedSentence, ratedSentences } from './rated-sentences.ts'
import { topicStretches } from './topic-borders.ts'

/** Sentences in a row that are about one thing, at least one. */
export type Topic = readonly RatedSentence[]

/** The topics of one transcript are found once for all the enrichments that ask. */
const found = new WeakMap<readonly Sentence[], Promise<readonly Topic[]>>()

/**
 * The sentences of a transcript by topic: every sentence in one, in their order.
 * @throws the reason of `signal`, once that is aborted
 */
export async function topicsOf(
  sentences: readonly Sentence[],
  signal: AbortSignal,
): Promise<readonly Topic[]> {
  const known = found.get(sentences)
  if (known) return known
  const begun = find(sentences, signal)
  found.set(sentences, begun)
  // What was given up may be asked for again.
  begun.catch(() => found.delete(sentences))
  return begun
}

async function find(sentences: readonly Sentence[], signal: AbortSignal): Promise<readonly Topic[]> {
  const rated = await ratedSentences(sentences, signal)
  const own = rated.map(({ vector }) => vector)
  const vectors = isMostlyEnglish(sentences) ? own : centred(own)
  const points = rated.map((one, index) => ({
    one,
    weight: one.weight,
    vector: vectors[index] ?? new Float32Array(),
  }))
  const stretches = await topicStretches(points, signal)
  return stretches.map((stretch) => stretch.map(({ one }) => one))
}

/** Whether most sentences are in the language that the embedding model was trained on. */
function isMostlyEnglish(sentences: readonly Sentence[]): boolean {
  return sentences.filter(({ language }) => language === 'en').length * 2 >= sentences.length
}

/**
 * Vectors without what they have in common, each of length 1 again (the first step of Mu and Viswanath,
 * "All-but-the-Top", 2018). The vectors of other languages than English are alike whatever is said: the cosine of two is
 * 0.3 to 0.4 on different topics, and 0.05 in English. What English ones have in common is what the talk is about: without
 * it, a talk of twenty sentences about one thing was cut in three.
 */
function centred(vectors: readonly Float32Array[]): Float32Array[] {
  const [first] = vectors
  if (!first) return []
  const mean = new Float32Array(first.length)
  for (const vector of vectors) add(mean, vector, 1 / vectors.length)
  return vectors.map((vector) => unit(vector.map((number, i) => number - mean[i]!)))
}
