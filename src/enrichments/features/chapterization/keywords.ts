/**
 * The keywords of each topic: frequent in it and rare in others (tf-idf with topics as documents), and close to its
 * meaning (as in KeyBERT, Grootendorst 2020). Words that repeatedly occur together are a phrase.
 */
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import { embed } from '../../topics/sentence-embeddings.ts'
import type { ContentWord } from '../../topics/content-words.ts'
import type { Topic } from '../../topics/topics.ts'
import { dot, unit, weightedSum } from '../../../models/vectors.ts'
import { haveCommonWord, type Phrase, phrasesOf } from './phrases.ts'

/** Maximum keywords of a topic. */
const MAX_KEYWORDS = 8

/** Maximum words of a phrase. */
const MAX_PHRASE_WORDS = 3

/** The terms with the highest tf-idf of each topic, this many, are compared with its meaning. */
const MAX_EMBEDDED = 16

/** The weight of a term unrelated to the topic, compared with 1 for a term with its exact meaning. */
const MIN_SIMILARITY = 0.1

/** A word or phrase of a topic. */
interface Term {
  /** In its most frequent spelling. */
  readonly text: string
  readonly words: readonly ContentWord[]
  readonly score: number
}

/**
 * The keywords of each topic, best first.
 * @throws the reason of `signal` once it is aborted
 */
export async function keywordsOf(topics: readonly Topic[], signal: AbortSignal): Promise<string[][]> {
  const found = topics.map(phrasesByKey)
  const topicsWith = Map.groupBy(
    found.flatMap((phrases) => [...phrases.keys()]),
    (key) => key,
  )
  const candidates = found.map((phrases) =>
    [...phrases]
      .map(([key, own]): Term => {
        const { words } = own[0]!
        const rarity = Math.log(1 + topics.length / topicsWith.get(key)!.length)
        return { text: mostFrequent(own.map(formOf)), words, score: own.length * words.length * rarity }
      })
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
    return distinct(bySimilarity(terms, own, topics[index]!)).slice(0, MAX_KEYWORDS)
  })
}

/** The words of a topic, and phrases of adjacent words that occur in more than one sentence; each once per sentence. */
function phrasesByKey(topic: Topic): Map<string, Phrase[]> {
  const phrases = topic.flatMap((rated) => {
    // The dictionary splits these languages into parts of words, which would produce accidental phrases.
    const longest = isWrittenWithoutSpaces(rated.sentence.language) ? 1 : MAX_PHRASE_WORDS
    const own = phrasesOf(rated).filter(({ words, isAdjacent }) => isAdjacent && words.length <= longest)
    return [...new Map(own.map((phrase) => [keyOf(phrase), phrase])).values()]
  })
  const byKey = Map.groupBy(phrases, keyOf)
  for (const [key, own] of byKey) if (own[0]!.words.length > 1 && own.length < 2) byKey.delete(key)
  return byKey
}

function keyOf({ words }: Phrase): string {
  return words.map(({ key }) => key).join(' ')
}

/** The first word of a sentence is capitalised, whatever its own spelling. */
function formOf({ words }: Phrase): string {
  return words.map(({ text, key, position }) => (position === 0 ? key : text)).join(' ')
}

function mostFrequent(forms: readonly string[]): string {
  const counts = Map.groupBy(forms, (form) => form)
  const [most] = [...counts.values()].toSorted((a, b) => b.length - a.length)
  return most?.[0] ?? ''
}

function bySimilarity(terms: readonly Term[], vectors: readonly Float32Array[], topic: Topic): Term[] {
  // The mean embedding of the sentences: the first dimensions of their vectors are embeddings.
  const meaning = unit(weightedSum(topic).slice(0, vectors[0]?.length ?? 0))
  return terms
    .map((term, index) => ({
      ...term,
      score: term.score * Math.max(MIN_SIMILARITY, dot(vectors[index]!, meaning)),
    }))
    .toSorted((a, b) => b.score - a.score)
}

/** Drops terms that share a word with a better one. */
function distinct(terms: readonly Term[]): string[] {
  const kept: Term[] = []
  for (const term of terms) if (!kept.some(({ words }) => haveCommonWord(words, term.words))) kept.push(term)
  return kept.map(({ text }) => text)
}
