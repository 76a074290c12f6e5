/** The sentences that best represent a transcript. */
import { dot, unit, weightedSum } from '../../models/vectors.ts'
import type { Sentence } from '../../text/timed-sentences.ts'
import type { RatedSentence } from './rated-sentences.ts'
import { loadGrammar } from './grammar.ts'
import { withoutFillers } from './spoken-words.ts'
import type { Topic } from './topics.ts'

/**
 * The weight of relevance relative to novelty in choosing the next sentence: the λ of maximal marginal relevance
 * (Carbonell and Goldstein, "The Use of MMR", 1998).
 */
const RELEVANCE = 0.7

/**
 * The similarity from which two sentences are paraphrases. In the talks of `testing/talks.ts`, different sentences on one
 * topic reach 0.53 in English and, once, 0.66 in Japanese; five pairs of paraphrases had 0.67 to 0.96.
 */
const SAME_MEANING = 0.65

/** Content words of a sentence that can stand alone. */
const FULL_SENTENCE = 5

/** Content words from which a sentence is rather long for a summary. */
const LONG_SENTENCE = 25

/** A factor for sentences next to one with personal values: names and numbers are asked for, given and repeated. */
const BESIDE_PERSONAL = 0.7

interface Candidate extends RatedSentence {
  /** How central it is in its topic; 1 for the most central sentence. */
  readonly relevance: number
  /** The highest similarity to a chosen sentence. */
  similarity: number
}

/**
 * The most representative sentences of some topics, ordered by time, without fillers. Each topic contributes in
 * proportion to its weight. Paraphrases and uninformative sentences are left out; so are personal values, questions and
 * fragments unless there is nothing else.
 * @param count the maximum; fewer are returned if there are not as many different sentences
 */
export async function centralSentences(
  topics: readonly Topic[],
  count: number,
): Promise<Pick<Sentence, 'text' | 'language'>[]> {
  const { isWhole } = await loadGrammar()
  const isStandalone = ({ sentence: { text, language } }: RatedSentence) => isWhole(text, language)
  const preferences = [
    (one: RatedSentence) => isImpersonal(one) && isStandalone(one) && !isQuestion(one),
    (one: RatedSentence) => isImpersonal(one) && isStandalone(one),
    isImpersonal,
    isStandalone,
    () => true,
  ]
  for (const isEligible of preferences) {
    const chosen = chosenSentences(topics, count, isEligible)
    if (chosen.length > 0)
      return chosen.map(({ text, language }) => ({ text: withoutFillers(text, language), language }))
  }
  return []
}

/** Whether a sentence has no personal values. */
export function isImpersonal({ personal }: RatedSentence): boolean {
  return personal.length === 0
}

function isQuestion({ sentence }: RatedSentence): boolean {
  return /[?？؟]\s*$/.test(sentence.text)
}

function chosenSentences(
  topics: readonly Topic[],
  count: number,
  isEligible: (sentence: RatedSentence) => boolean,
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
    )!
    next.candidates = next.candidates.filter((one) => one !== best)
    if (best.similarity >= SAME_MEANING || !isEligible(best)) continue
    chosen.push(best.sentence)
    next.chosen += 1
    for (const one of pools.flatMap(({ candidates }) => candidates))
      one.similarity = Math.max(one.similarity, dot(one.vector, best.vector))
  }
  return chosen.toSorted((a, b) => a.start - b.start)
}

/** Returns true if a sentence has enough content words to represent others. */
export function isInformative({ weight }: RatedSentence): boolean {
  return weight === 1
}

/** Centrality is the mean similarity to the other sentences of the topic (Erkan and Radev, "LexRank", 2004: degree). */
function candidatesOf(topic: Topic): Candidate[] {
  const informative = topic.filter(isInformative)
  const centroid = unit(weightedSum(informative))
  const scored = topic.flatMap((rated, index) => {
    if (!isInformative(rated)) return []
    const neighbours = [topic[index - 1], topic[index + 1]].filter((one) => one && !isImpersonal(one)).length
    const weight = fitness(rated) * rated.tellingness * BESIDE_PERSONAL ** neighbours
    return [{ rated, score: dot(rated.vector, centroid) * weight }]
  })
  const top = scored.reduce((highest, { score }) => Math.max(highest, score), Number.MIN_VALUE)
  return scored.map(({ rated, score }) => ({ ...rated, relevance: score / top, similarity: 0 }))
}

/** How well a sentence stands alone, 0–1. */
function fitness({ words }: RatedSentence): number {
  const short = Math.min(1, Math.sqrt(words.length / FULL_SENTENCE))
  const long = Math.min(1, LONG_SENTENCE / words.length)
  return short * long
}

/** The first item with the highest value. */
function bestOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item | undefined {
  const rated = items.map((item) => ({ item, value: valueOf(item) }))
  return rated.reduce((best, one) => (one.value > best.value ? one : best), rated[0]!)?.item
}
