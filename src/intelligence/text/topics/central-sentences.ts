/** The sentences that say most of what a transcript says. */
import { dot, unit, weightedSum } from '../vectors.ts'
import type { RatedSentence } from './rated-sentences.ts'
import type { Topic } from './topics.ts'

/**
 * How much being central counts against being new, in the choice of the next sentence (the λ of maximal marginal
 * relevance, Carbonell and Goldstein, "The Use of MMR", 1998).
 */
const RELEVANCE = 0.7

/**
 * Sentences as similar as this say the same. In the talks of `testing/talks.ts`, different sentences about one thing reach
 * 0.53 in English and 0.66, once, in Japanese; five pairs that say the same in other words had 0.67 to 0.96.
 */
const SAME = 0.65

/** Words that say something in a sentence that can stand alone. */
const FULL_SENTENCE = 5

/** Words that say something in a sentence that is no longer short. */
const LONG_SENTENCE = 25

/** A sentence, and how central it is in its topic: 1 for the most central one. */
interface Candidate {
  readonly rated: RatedSentence
  readonly relevance: number
  /** Its similarity to the chosen sentence that it is most like. */
  likeness: number
}

/**
 * The most telling sentences of some topics, in the order of time: of each topic as many as its share of the whole, none
 * that says what another one says, none that says nothing.
 * @param count how many, if there are as many that differ
 */
export function centralSentences(topics: readonly Topic[], count: number): RatedSentence[] {
  const pools = topics.map((topic) => ({
    size: topic.reduce((sum, { weight }) => sum + weight, 0),
    chosen: 0,
    candidates: candidatesOf(topic),
  }))
  const chosen: RatedSentence[] = []
  while (chosen.length < count) {
    // The method of Sainte-Laguë, as for seats in a parliament.
    const next = greatest(
      pools.filter(({ candidates }) => candidates.length > 0),
      (pool) => pool.size / (2 * pool.chosen + 1),
    )
    if (!next) break
    const best = greatest(
      next.candidates,
      (one) => RELEVANCE * one.relevance - (1 - RELEVANCE) * one.likeness,
    )
    if (!best) break
    chosen.push(best.rated)
    next.chosen += 1
    for (const pool of pools) pool.candidates = others(pool.candidates, best.rated)
  }
  return chosen.toSorted((a, b) => a.sentence.start - b.sentence.start)
}

/** Whether a sentence says enough to stand for others. */
export function saysSomething({ weight }: RatedSentence): boolean {
  return weight === 1
}

/** Centrality is the mean similarity to the others of the topic (Erkan and Radev, "LexRank", 2004: degree). */
function candidatesOf(topic: Topic): Candidate[] {
  const telling = topic.filter(saysSomething)
  const middle = unit(weightedSum(telling))
  const scored = telling.map((rated) => ({ rated, score: dot(rated.vector, middle) * fitness(rated) }))
  const top = scored.reduce((most, { score }) => Math.max(most, score), Number.MIN_VALUE)
  return scored.map(({ rated, score }) => ({ rated, relevance: score / top, likeness: 0 }))
}

/** How well a sentence stands alone, 0–1. */
function fitness({ sentence, words }: RatedSentence): number {
  const question = /[?？؟]\s*$/.test(sentence.text) ? 0.6 : 1
  const short = Math.min(1, Math.sqrt(words.length / FULL_SENTENCE))
  const long = Math.min(1, LONG_SENTENCE / words.length)
  return question * short * long
}

/** Those that do not say the same as a chosen one. */
function others(candidates: readonly Candidate[], chosen: RatedSentence): Candidate[] {
  for (const one of candidates) one.likeness = Math.max(one.likeness, dot(one.rated.vector, chosen.vector))
  return candidates.filter(({ likeness }) => likeness < SAME)
}

function greatest<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item | undefined {
  let best: Item | undefined
  let most = -Infinity
  for (const item of items) {
    const value = valueOf(item)
    if (value <= most) continue
    best = item
    most = value
  }
  return best
}
