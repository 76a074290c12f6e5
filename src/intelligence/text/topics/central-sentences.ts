/** The sentences that best represent a transcript. */
import { dot, unit, weightedSum } from '../../vectors.ts'
import type { Sentence } from '../timed-sentences.ts'
import type { RatedSentence } from './rated-sentences.ts'
import { loadGrammar } from './grammar.ts'
import { withoutFillers } from './spoken-words.ts'
import type { Topic } from './topics.ts'

/**
 * Weight of relevance against novelty in choosing the next sentence: the λ of maximal marginal relevance (Carbonell and
 * Goldstein, "The Use of MMR", 1998).
 */
const RELEVANCE = 0.7

/**
 * Similarity from which two sentences are paraphrases. In the talks of `testing/talks.ts`, different sentences on one topic
 * reach 0.53 in English and 0.66, once, in Japanese; five pairs of paraphrases had 0.67 to 0.96.
 */
const SAME_MEANING = 0.65

/** Content words of a sentence that can stand alone. */
const FULL_SENTENCE = 5

/** Content words from which a sentence is rather long for a summary. */
const LONG_SENTENCE = 25

type ChosenSentence = Pick<Sentence, 'text' | 'language'>

interface CandidateSentence {
  readonly rated: RatedSentence
  /** How central it is in its topic: 1 for the most central one. */
  readonly relevance: number
  /** Highest similarity to a chosen sentence. */
  similarity: number
}

/**
 * The most representative sentences of some topics, by time, without fillers. Each topic contributes in proportion to its
 * weight; paraphrases and uninformative sentences are left out, and fragments, if there are whole sentences.
 * @param count the maximum; fewer are returned if not as many differ
 */
export async function centralSentences(topics: readonly Topic[], count: number): Promise<ChosenSentence[]> {
  const { isWhole } = await loadGrammar()
  const whole = chosenSentences(topics, count, ({ text, language }) => isWhole(text, language))
  const chosen = whole.length > 0 ? whole : chosenSentences(topics, count, () => true)
  return chosen.map(({ text, language }) => ({ text: withoutFillers(text, language), language }))
}

function chosenSentences(
  topics: readonly Topic[],
  count: number,
  isEligible: (sentence: Sentence) => boolean,
): Sentence[] {
  const pools = topics.map((topic) => ({
    size: topic.reduce((sum, { weight }) => sum + weight, 0),
    chosen: 0,
    candidates: candidatesOf(topic),
  }))
  const chosen: Sentence[] = []
  while (chosen.length < count) {
    // Sainte-Laguë method, as for seats in a parliament.
    const next = bestOf(
      pools.filter(({ candidates }) => candidates.length > 0),
      (pool) => pool.size / (2 * pool.chosen + 1),
    )
    if (!next) break
    const best = bestOf(
      next.candidates,
      (one) => RELEVANCE * one.relevance - (1 - RELEVANCE) * one.similarity,
    )
    if (!best) break
    next.candidates = next.candidates.filter((one) => one !== best)
    if (!isEligible(best.rated.sentence)) continue
    chosen.push(best.rated.sentence)
    next.chosen += 1
    for (const pool of pools) pool.candidates = withoutParaphrases(pool.candidates, best.rated)
  }
  return chosen.toSorted((a, b) => a.start - b.start)
}

/** Whether a sentence has enough content words to represent others. */
export function isInformative({ weight }: RatedSentence): boolean {
  return weight === 1
}

/** Centrality is the mean similarity to the others of the topic (Erkan and Radev, "LexRank", 2004: degree). */
function candidatesOf(topic: Topic): CandidateSentence[] {
  const informative = topic.filter(isInformative)
  const centroid = unit(weightedSum(informative))
  const scored = informative.map((rated) => ({ rated, score: dot(rated.vector, centroid) * fitness(rated) }))
  const top = scored.reduce((highest, { score }) => Math.max(highest, score), Number.MIN_VALUE)
  return scored.map(({ rated, score }) => ({ rated, relevance: score / top, similarity: 0 }))
}

/** How well a sentence stands alone, 0–1. */
function fitness({ sentence, words }: RatedSentence): number {
  const question = /[?？؟]\s*$/.test(sentence.text) ? 0.6 : 1
  const short = Math.min(1, Math.sqrt(words.length / FULL_SENTENCE))
  const long = Math.min(1, LONG_SENTENCE / words.length)
  return question * short * long
}

/** The candidates that do not paraphrase a newly chosen sentence. Updates their similarity. */
function withoutParaphrases(
  candidates: readonly CandidateSentence[],
  chosen: RatedSentence,
): CandidateSentence[] {
  for (const one of candidates)
    one.similarity = Math.max(one.similarity, dot(one.rated.vector, chosen.vector))
  return candidates.filter(({ similarity }) => similarity < SAME_MEANING)
}

function bestOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item | undefined {
  let best: Item | undefined
  let highest = -Infinity
  for (const item of items) {
    const value = valueOf(item)
    if (value <= highest) continue
    best = item
    highest = value
  }
  return best
}
