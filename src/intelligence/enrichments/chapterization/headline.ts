/**
 * The headline of a topic: its best phrase, in reading order. Phrases are those of RAKE (Rose et al., "Automatic Keyword
 * Extraction from Individual Documents", 2010): adjacent content words, with stop words between them if the phrase is repeated.
 */
import { isForm } from './keywords.ts'
import type { ContentWord } from '../../text/topics/content-words.ts'
import { loadGrammar } from '../../text/topics/grammar.ts'
import type { Topic } from '../../text/topics/topics.ts'

/** Maximum characters of a headline. */
const MAX_CHARACTERS = 80

/** Maximum content words of a phrase. */
const MAX_WORDS = 4

/** Maximum stop words between two of them. */
const MAX_STOP_WORDS = 2

interface Phrase {
  /** As written in the sentence. */
  readonly text: string
  readonly words: readonly ContentWord[]
}

/**
 * The phrase with the best keywords and few other words; if it is a single word, the two best ones.
 * @param topic at least one sentence
 * @param keywords of the topic, best first; without any, the headline is the beginning of the topic
 */
export async function headlineOf(topic: Topic, keywords: readonly string[]): Promise<string> {
  const { isNounPhrase } = await loadGrammar()
  const language = topic[0]?.sentence.language ?? 'en'
  const weights = new Map<string, number>()
  for (const [rank, keyword] of keywords.entries())
    for (const word of keyword.toLowerCase().split(' ')) weights.set(word, 1 / (rank + 1))
  const candidates = phrasesOf(topic)
    .map((phrase, place) => ({ ...phrase, place, score: scoreOf(phrase, weights) }))
    .filter(({ text, score }) => text.length <= MAX_CHARACTERS && score > 0)
    .toSorted((a, b) => b.score - a.score)
  const isFit = ({ text }: Phrase) => isNounPhrase(text, language)
  const best = candidates.find(isFit)
  const other =
    best?.words.length === 1 ? candidates.find((one) => !haveCommonWord(one, best) && isFit(one)) : undefined
  const phrases = [best, other].flatMap((one) => one ?? []).toSorted((a, b) => a.place - b.place)
  const opening = topic[0]?.sentence.text.replace(/(?<![.。．!！?？])[.。．!！?？]+$/u, '') ?? ''
  const text = phrases.map((phrase) => phrase.text).join(', ') || (keywords[0] ?? opening)
  const short = Array.from(text).slice(0, MAX_CHARACTERS).join('').trim()
  return short.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** The phrases of a topic, in reading order. */
function phrasesOf(topic: Topic): Phrase[] {
  const phrases = topic.flatMap(({ sentence, words }) =>
    words.flatMap((_, first) => phrasesFrom(sentence.text, words.slice(first, first + MAX_WORDS))),
  )
  const counts = Map.groupBy(phrases, ({ text }) => text.toLowerCase())
  return phrases.filter(
    ({ text, words }) => isAdjacent(words) || (counts.get(text.toLowerCase())?.length ?? 0) > 1,
  )
}

/** The phrases of a sentence that begin with its first content word of these. */
function phrasesFrom(sentence: string, words: readonly ContentWord[]): Phrase[] {
  const phrases: Phrase[] = []
  for (const [index, word] of words.entries()) {
    const gap = word.position - (words[index - 1]?.position ?? word.position - 1) - 1
    const text = sentence.slice(words[0]?.from, word.from + word.text.length)
    if (gap > MAX_STOP_WORDS || /[^\p{L}\p{M}\p{N}\s'’-]/u.test(text)) break
    phrases.push({ text, words: words.slice(0, index + 1) })
  }
  return phrases
}

function haveCommonWord(a: Phrase, b: Phrase): boolean {
  return a.words.some(({ key }) => b.words.some((word) => isForm(word.key, key) || isForm(key, word.key)))
}

function isAdjacent(words: readonly ContentWord[]): boolean {
  const [first, last] = [words[0], words.at(-1)]
  return first !== undefined && last !== undefined && last.position - first.position === words.length - 1
}

/** The weights of the different keywords in a phrase; of several words it says more, of other words than keywords less. */
function scoreOf({ words }: Phrase, weights: ReadonlyMap<string, number>): number {
  const keys = [...new Set(words.map(({ key }) => key))]
  const known = keys.filter((key) => weights.has(key))
  const sum = known.reduce((total, key) => total + (weights.get(key) ?? 0), 0)
  return (sum * Math.sqrt(keys.length)) / (1 + (keys.length - known.length) / 3)
}
