/** Topic segmentation of a transcript. */
import { joinedText, type Sentence } from '../../text/timed-sentences.ts'
import { dot, unit, weightedSum } from '../../models/vectors.ts'
import { meanings, type RatedSentence, ratedSentences } from './rated-sentences.ts'
import { topicSegments } from './topic-segments.ts'

/** Consecutive sentences about one subject, at least one. */
export type Topic = readonly RatedSentence[]

/**
 * How a text is split. Single sentences of a conversation say too little to be compared, so passages are compared: with
 * the values for English, WindowDiff of the tuning conversations in `testing/conversations.ts` is 0.12 instead of 0.24.
 */
interface Division {
  /** Minimum content words of a passage. */
  readonly passageWords: number
  /** Share of the words in the similarity of two passages. */
  readonly lexicalShare: number
  /** See {@link topicSegments}. */
  readonly penalty: number
}

/**
 * For transcripts mostly in the language that the embedding model was trained on. With 4 words per passage, WindowDiff is
 * 0.15; with 6, 0.20.
 */
const ENGLISH: Division = { passageWords: 5, lexicalShare: 0, penalty: 0.28 }

/**
 * Embeddings of other languages are alike whatever is said: the cosine of sentences on different topics is 0.3 to 0.4,
 * compared with 0.05 in English. The talks in `testing/talks.ts` are split correctly with penalties from 0.19 to 0.22.
 */
const OTHERS: Division = { passageWords: 8, lexicalShare: 0.6, penalty: 0.21 }

/** The topics of transcripts, which several enrichments use. */
const known = new WeakMap<readonly Sentence[], Promise<readonly Topic[]>>()

/**
 * The topics of a transcript in order; every sentence is in one of them. Computed once per transcript, and again after a
 * failure.
 * @throws the reason of `signal` once it is aborted
 */
export async function topicsOf(
  sentences: readonly Sentence[],
  signal: AbortSignal,
): Promise<readonly Topic[]> {
  const topics = known.get(sentences) ?? divided(sentences, signal)
  known.set(sentences, topics)
  topics.catch(() => known.delete(sentences))
  return topics
}

async function divided(sentences: readonly Sentence[], signal: AbortSignal): Promise<readonly Topic[]> {
  const english = sentences.filter(({ language }) => language === 'en').length
  const { passageWords, lexicalShare, penalty } = english * 2 >= sentences.length ? ENGLISH : OTHERS
  const passages = passagesOf(await ratedSentences(sentences, signal), passageWords)
  const words = passages.map((passage) => passage.flatMap((sentence) => sentence.words))
  const texts = passages.map((passage) => joinedText(passage.map(({ sentence }) => sentence)))
  const vectors = await meanings(texts, words, lexicalShare, signal)
  const points = passages.map((passage, index) => ({
    passage,
    weight: Math.min(1, words[index]!.length / passageWords),
    vector: vectors[index]!,
  }))
  const segments = await topicSegments(points, penalty, signal)
  return withExactBorders(segments.map((segment) => segment.map(({ passage }) => passage)))
}

/** Moves each boundary between topics, within the passages on both sides, to where the sentences change their topic. */
function withExactBorders(topics: readonly RatedSentence[][][]): RatedSentence[][] {
  const exact = topics.map((passages, index) =>
    passages.slice(index === 0 ? 0 : 1, index === topics.length - 1 ? undefined : -1).flat(),
  )
  const subjects = exact.map((sentences) => unit(weightedSum(sentences)))
  for (const [index, passages] of topics.entries()) {
    const [before, after] = [subjects[index - 1], subjects[index]]
    if (!before || !after) continue
    const doubtful = [...(topics[index - 1]?.at(-1) ?? []), ...(passages[0] ?? [])]
    let [end, highest, sum] = [0, 0, 0]
    for (const [place, { vector, weight }] of doubtful.entries()) {
      sum += weight * (dot(vector, before) - dot(vector, after))
      if (sum > highest) [end, highest] = [place + 1, sum]
    }
    exact[index - 1]?.push(...doubtful.slice(0, end))
    exact[index]?.unshift(...doubtful.slice(end))
  }
  return exact
}

/** Groups consecutive sentences, each group just large enough for a number of content words. */
function passagesOf(sentences: readonly RatedSentence[], minWords: number): RatedSentence[][] {
  const passages: RatedSentence[][] = []
  let words = minWords
  for (const sentence of sentences) {
    if (words >= minWords) {
      passages.push([])
      words = 0
    }
    passages.at(-1)?.push(sentence)
    words += sentence.words.length
  }
  return passages
}
