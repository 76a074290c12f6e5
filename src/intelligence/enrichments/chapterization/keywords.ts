/**
 * The most telling words of each part of a text: frequent in it and rare in the others (tf-idf, the parts as documents),
 * and near to what it is about (as in KeyBERT, Grootendorst 2020). Words that stand together more than once are a phrase.
 */
import { embed } from '../../text/sentence-embeddings.ts'
import { dot, unit, weightedSum } from '../../text/vectors.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import type { ContentWord } from '../../text/topics/content-words.ts'
import type { RatedSentence } from '../../text/topics/rated-sentences.ts'
import type { Topic } from '../../text/topics/topics.ts'

/** Most keywords of a part. */
const MOST = 8

/** Most words of a phrase. */
const LONGEST_PHRASE = 3

/** How many are embedded, the most frequent ones. */
const EMBEDDED = 24

/** What a word counts that is not near to the topic at all, beside 1 for one that is. */
const LEAST_NEARNESS = 0.1

/** A word or phrase of a part. */
interface Term {
  /** As it is mostly written. */
  text: string
  key: string
  score: number
}

/**
 * The keywords of each part, the most telling first.
 * @throws the reason of `signal`, once that is aborted
 */
export async function keywordsOf(parts: readonly Topic[], signal: AbortSignal): Promise<string[][]> {
  const counted = parts.map(countTerms)
  const containing = new Map<string, number>()
  for (const terms of counted)
    for (const key of terms.keys()) containing.set(key, (containing.get(key) ?? 0) + 1)
  const likely = counted.map((terms) =>
    [...terms.values()]
      .map(({ forms, key, count, length }) => ({
        key,
        text: commonest(forms),
        score: count * length * Math.log(1 + parts.length / (containing.get(key) ?? 1)),
      }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, EMBEDDED),
  )
  const vectors = await embed(
    likely.flat().map(({ text }) => text),
    signal,
  )
  let embedded = 0
  return likely.map((terms, index) => {
    const own = vectors.slice(embedded, (embedded += terms.length))
    return distinct(byNearness(terms, own, parts[index] ?? [])).slice(0, MOST)
  })
}

/** A term while it is counted. */
interface Count {
  key: string
  /** In how many sentences it is. */
  count: number
  /** In words. */
  length: number
  /** How it is written, in the order of the text. */
  forms: string[]
}

function countTerms(part: Topic): Map<string, Count> {
  const counts = new Map<string, Count>()
  for (const { sentence, words } of part) {
    // A dictionary cuts these languages into pieces of words, which stand together by chance.
    const longest = isWrittenWithoutSpaces(sentence.language) ? 1 : LONGEST_PHRASE
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

/** The words of a sentence, and all phrases of words that stand together. */
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

/** A word that begins a sentence has a capital that may not be its own. */
function formOf(term: readonly ContentWord[]): string {
  return term.map(({ text, key, position }) => (position === 0 ? key : text)).join(' ')
}

function commonest(forms: readonly string[]): string {
  const counts = Map.groupBy(forms, (form) => form)
  const [most] = [...counts.values()].toSorted((a, b) => b.length - a.length)
  return most?.[0] ?? ''
}

function byNearness(terms: readonly Term[], vectors: readonly Float32Array[], part: Topic): Term[] {
  const middle = meaningOf(part, vectors[0]?.length ?? 0)
  return terms
    .map((term, index) => {
      const vector = vectors[index]
      const nearness = vector ? Math.max(LEAST_NEARNESS, dot(vector, middle)) : LEAST_NEARNESS
      return { ...term, score: term.score * nearness }
    })
    .toSorted((a, b) => b.score - a.score)
}

/** What a part is about, by the embeddings of its sentences: the first numbers of their vectors. */
function meaningOf(part: readonly RatedSentence[], dimensions: number): Float32Array {
  return unit(weightedSum(part).slice(0, dimensions))
}

/** Without words that are in a keyword before, and without other forms of it, such as the plural. */
function distinct(terms: readonly Term[]): string[] {
  const kept: Term[] = []
  for (const term of terms) if (!kept.some((one) => overlap(one.key, term.key))) kept.push(term)
  return kept.map(({ text }) => text)
}

/** Letters that endings add to a word. */
const LONGEST_ENDING = 2

function overlap(a: string, b: string): boolean {
  const words = a.split(' ')
  return b.split(' ').some((word) => words.some((other) => isForm(word, other) || isForm(other, word)))
}

function isForm(longer: string, shorter: string): boolean {
  return longer.startsWith(shorter) && longer.length - shorter.length <= LONGEST_ENDING
}
