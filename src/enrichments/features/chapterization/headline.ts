/**
 * The headline of a topic: its best phrases, in reading order. Phrases are defined as in RAKE (Rose et al., "Automatic
 * Keyword Extraction from Individual Documents", 2010): adjacent content words, including stop words between them if the
 * phrase is repeated.
 */
import { isImpersonal } from '../../topics/central-sentences.ts'
import { loadGrammar } from '../../topics/grammar.ts'
import type { Topic } from '../../topics/topics.ts'
import { haveCommonWord, type Phrase, phrasesOf } from './phrases.ts'

/** Maximum characters of a headline. */
const MAX_CHARACTERS = 80

/**
 * The phrase with the best keywords and few other words; if it is a single word, the two best phrases.
 * @param topic at least one sentence
 * @param keywords of the topic, best first; if there are none, the headline is the beginning of the topic's first
 *   sentence without personal values
 */
export async function headlineOf(topic: Topic, keywords: readonly string[]): Promise<string> {
  const { isNounPhrase } = await loadGrammar()
  const language = topic[0]?.sentence.language ?? 'en'
  const weights = new Map<string, number>()
  for (const [rank, keyword] of keywords.entries())
    for (const word of keyword.toLowerCase().split(' ')) weights.set(word, 1 / (rank + 1))
  const candidates = headlinePhrases(topic)
    .map((phrase, place) => ({ ...phrase, place, score: scoreOf(phrase, weights) }))
    .filter(({ text, score }) => text.length <= MAX_CHARACTERS && score > 0)
    .toSorted((a, b) => b.score - a.score)
  const isFit = ({ text }: Phrase) => isNounPhrase(text, language)
  const best = candidates.find(isFit)
  const other =
    best?.words.length === 1
      ? candidates.find((one) => !haveCommonWord(one.words, best.words) && isFit(one))
      : undefined
  const phrases = [best, other].flatMap((one) => one ?? []).toSorted((a, b) => a.place - b.place)
  const first = topic.find(isImpersonal) ?? topic[0]
  const opening = first?.sentence.text.replace(/(?<![.。．!！?？])[.。．!！?？]+$/u, '') ?? ''
  const text = phrases.map((phrase) => phrase.text).join(', ') || (keywords[0] ?? opening)
  const short = Array.from(text).slice(0, MAX_CHARACTERS).join('').trim()
  return short.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** The phrases of a topic without punctuation, in reading order. */
function headlinePhrases(topic: Topic): Phrase[] {
  const phrases = topic.flatMap(phrasesOf).filter(({ text }) => !/[^\p{L}\p{M}\p{N}\s'’-]/u.test(text))
  const counts = Map.groupBy(phrases, ({ text }) => text.toLowerCase())
  return phrases.filter(({ text, isAdjacent }) => isAdjacent || counts.get(text.toLowerCase())!.length > 1)
}

/**
 * Adds up the weights of the distinct keywords in a phrase, favouring phrases of several words and penalising words that
 * are not keywords.
 */
function scoreOf({ words }: Phrase, weights: ReadonlyMap<string, number>): number {
  const keys = [...new Set(words.map(({ key }) => key))]
  const known = keys.filter((key) => weights.has(key))
  const sum = known.reduce((total, key) => total + (weights.get(key) ?? 0), 0)
  return (sum * Math.sqrt(keys.length)) / (1 + (keys.length - known.length) / 3)
}
