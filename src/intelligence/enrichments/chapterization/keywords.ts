/**
 * The keywords of each topic: frequent in it and rare in the others (tf-idf, with topics as documents), and close to its
 * meaning (as in KeyBERT, Grootendorst 2020). Words that occur together more than once are a phrase.
 */
import { embed } from '../../text/sentence-embeddings.ts'
import { dot, unit, weightedSum } from '../../vectors.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import type { ContentWord } from '../../text/topics/content-words.ts'
import type { RatedSentence } from '../../text/topics/rated-sentences.ts'
import type { Topic } from '../../text/topics/topics.ts'

/** Maximum keywords of a topic. */
const MAX_KEYWORDS = 8

/** Maximum words of a phrase. */
const MAX_PHRASE_WORDS = 3

/** Terms per topic that are compared with its meaning, those with the highest tf-idf. */
const MAX_EMBEDDED = 16

/** Weight of a term unrelated to the topic, against 1 for one with its very meaning. */
const MIN_SIMILARITY = 0.1

/** A word or phrase of a topic. */
interface Term {
  /** In its most frequent spelling. */
  text: string
  key: string
  score: number
}

/**
 * The keywords of each topic, best first.
 * @throws the reason of `signal`, once that is aborted
 */
export async function keywordsOf(topics: readonly Topic[], signal: AbortSignal): Promise<string[][]> {
  const counted = topics.map(countTerms)
  const containing = new Map<string, number>()
  for (const terms of counted)
    for (const key of terms.keys()) containing.set(key, (containing.get(key) ?? 0) + 1)
  const candidates = counted.map((terms) =>
    [...terms.values()]
      .map(({ forms, key, count, length }) => ({
        key,
        text: mostFrequent(forms),
        score: count * length * Math.log(1 + topics.length / (containing.get(key) ?? 1)),
      }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MAX_EMBEDDED),
  )
  const vectors = await embed(
    candidates.flat().map(({ text }) => text),
    signal,
  )
  let embedded = 0
  return candidates.map((terms, index) => {
    const own = vectors.slice(embedded, (embedded += terms.length))
    return distinct(bySimilarity(terms, own, topics[index] ?? [])).slice(0, MAX_KEYWORDS)
  })
}

interface TermCount {
  key: string
  /** Sentences that contain it. */
  count: number
  /** In words. */
  length: number
  /** Its spellings, one per sentence. */
  forms: string[]
}

function countTerms(topic: Topic): Map<string, TermCount> {
  const counts = new Map<string, TermCount>()
  for (const { sentence, words } of topic) {
    // The dictionary splits these languages into parts of words, which would make up accidental phrases.
    const longest = isWrittenWithoutSpaces(sentence.language) ? 1 : MAX_PHRASE_WORDS
    const terms = new Map(termsOf(words, longest).map((term) => [keyOf(term), term]))
    for (const [key, term] of terms) {
      const known = counts.get(key) ?? { key, count: 0, length: term.length, forms: [] }
      known.count += 1
      known.forms.push(formOf(term))
      counts.set(key, known)
    }
  }
  for (const [key, { count, length }] of counts) if (length > 1 && count < 2) counts.delete(key)
  return counts
}

/** The words of a sentence, and all phrases of adjacent words. */
function termsOf(words: readonly ContentWord[], longest: number): ContentWord[][] {
  const terms: ContentWord[][] = []
  for (const from of words.keys())
    for (let length = 1; length <= longest; length += 1) {
      const term = words.slice(from, from + length)
      const [first, last] = [term[0], term.at(-1)]
      if (!first || !last || last.position - first.position !== length - 1) break
      terms.push(term)
    }
  return terms
}

function keyOf(term: readonly ContentWord[]): string {
  return term.map(({ key }) => key).join(' ')
}

/** The first word of a sentence is capitalised whatever its own spelling. */
function formOf(term: readonly ContentWord[]): string {
  return term.map(({ text, key, position }) => (position === 0 ? key : text)).join(' ')
}

function mostFrequent(forms: readonly string[]): string {
  const counts = Map.groupBy(forms, (form) => form)
  const [most] = [...counts.values()].toSorted((a, b) => b.length - a.length)
  return most?.[0] ?? ''
}

function bySimilarity(terms: readonly Term[], vectors: readonly Float32Array[], topic: Topic): Term[] {
  const meaning = meaningOf(topic, vectors[0]?.length ?? 0)
  return terms
    .map((term, index) => {
      const vector = vectors[index]
      const similarity = vector ? Math.max(MIN_SIMILARITY, dot(vector, meaning)) : MIN_SIMILARITY
      return { ...term, score: term.score * similarity }
    })
    .toSorted((a, b) => b.score - a.score)
}

/** The mean embedding of the sentences of a topic: embeddings are the first dimensions of their vectors. */
function meaningOf(topic: readonly RatedSentence[], dimensions: number): Float32Array {
  return unit(weightedSum(topic).slice(0, dimensions))
}

/** Drops terms that share a word, or a form of it such as the plural, with a better one. */
function distinct(terms: readonly Term[]): string[] {
  const kept: Term[] = []
  for (const term of terms) if (!kept.some((one) => overlap(one.key, term.key))) kept.push(term)
  return kept.map(({ text }) => text)
}

/** Maximum letters that an inflectional ending adds. */
const MAX_ENDING_LETTERS = 2

function overlap(a: string, b: string): boolean {
  const words = a.split(' ')
  return b.split(' ').some((word) => words.some((other) => isForm(word, other) || isForm(other, word)))
}

/** Whether a word is the other one with an inflectional ending. */
export function isForm(longer: string, shorter: string): boolean {
  return longer.startsWith(shorter) && longer.length - shorter.length <= MAX_ENDING_LETTERS
}
