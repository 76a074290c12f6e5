/** How the sentences of a transcript feel. */
import { setImmediate as turn } from 'node:timers/promises'
import { SentimentIntensityAnalyzer } from 'vader-sentiment'
import type { Transcription } from '../../../contract/transcript.ts'
import { sentencesOf } from '../../text/timed-sentences.ts'
import { type Emotion, emotionOf, type Polarity, sentimentOfEmotion } from './emotions.ts'

/** `mixed` where two clauses contradict each other, `unknown` in languages other than English. */
type SentimentLabel = Polarity | 'mixed' | 'unknown'

/** A sentence with its sentiment and emotion. */
export interface SentenceSentiment {
  readonly text: string
  readonly sentiment: SentimentLabel
  readonly emotion: Emotion
  /** Seconds from the start of the audio. */
  readonly start: number
  /** Seconds from the start of the audio. */
  readonly end: number
  readonly channel: number
  /** Only where speakers were told apart. */
  readonly speaker?: number
}

const SENTENCES_AT_ONCE = 50

const UNKNOWN = { sentiment: 'unknown', emotion: 'neutral' } as const

/**
 * Each sentence of a transcript with its sentiment and emotion, by their start. Those in other languages than English
 * are `unknown`.
 * @throws the reason of `signal`, once that is aborted
 */
export async function sentimentsOf(
  { utterances }: Pick<Transcription, 'utterances'>,
  signal?: AbortSignal,
): Promise<SentenceSentiment[]> {
  const results: SentenceSentiment[] = []
  for (const [index, sentence] of sentencesOf(utterances).entries()) {
    if (index % SENTENCES_AT_ONCE === SENTENCES_AT_ONCE - 1) await turn(undefined, { signal })
    const { text, start, end, channel, speaker, language } = sentence
    const feeling = language === 'en' ? feelingOf(text) : UNKNOWN
    results.push({
      text,
      ...feeling,
      start,
      end,
      channel,
      ...(speaker !== undefined && { speaker }),
    })
  }
  return results
}

/** Below this, VADER's score is taken for no sentiment, as its authors do (Hutto and Gilbert, 2014). */
const LEAST_SCORE = 0.05

/** From this on, a clause has a sentiment of its own. */
const LEAST_CLAUSE_SCORE = 0.3

/** From this on, a sentence has an emotion, even if no word tells which. */
const STRONG_SCORE = 0.5

/**
 * How an English sentence feels: its sentiment by VADER, `mixed` where one half contradicts the other; and its emotion,
 * which tells the sentiment too where VADER finds none.
 */
export function feelingOf(text: string): { sentiment: SentimentLabel; emotion: Emotion } {
  const clauses = text.split(CONTRAST).map(scoreOf)
  if (clauses.some((one) => one >= LEAST_CLAUSE_SCORE) && clauses.some((one) => one <= -LEAST_CLAUSE_SCORE))
    return { sentiment: 'mixed', emotion: 'neutral' }
  const score = scoreOf(text)
  const sentiment = score >= LEAST_SCORE ? 'positive' : score <= -LEAST_SCORE ? 'negative' : 'neutral'
  const emotion = emotionOf(text, sentiment)
  if (sentiment === 'neutral') return { sentiment: sentimentOfEmotion(emotion), emotion }
  if (emotion === 'neutral' && Math.abs(score) >= STRONG_SCORE)
    return { sentiment, emotion: score > 0 ? 'contentment' : 'distress' }
  return { sentiment, emotion }
}

const CONTRAST = /,? (?:but|however|although|even though|though|yet|while|whereas|on the other hand),? /i

/**
 * Words of politeness and filling that VADER, made for short written posts, counts as feelings; and words of feeling
 * that it does not know, said with others.
 */
const NO_FEELING =
  /\b(?:please|kind of|sort of|like,|you know,|well,|sure,|yeah|yes|okay|ok|no,|number|share[sd]?|sharing|interest rates?|united|party (?:of|to)|value|best regards|dear|care of)(?!\w)/gi
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:revolting|filthy|appalling|sickening|nauseating)\b/gi, 'disgusting'],
  [/\b(?:let ?downs?|underwhelming|fell short|not worth|not live up)\b/gi, 'disappointing'],
  [/\b(?:breathtaking|magnificent|spectacular|stunning)\b/gi, 'amazing'],
  [/\b(?:sick and tired|fed up|how dare you)\b/gi, 'angry'],
  [/\b(?:passed away)\b/gi, 'died'],
  [/\bcould ?n(?:o|['’])t be (?:more|any)\b/gi, 'am very'],
  [/\bnever (?:\w+ ){1,3}such\b/gi, 'very'],
  [/\b(?:bus|train|tram|it) stops?\b/gi, ''],
  [/\b(?:confus(?:ed|ing)|not expect|can['’]t believe it)\b/gi, ''],
]

function scoreOf(text: string): number {
  const plain = REPLACED.reduce(
    (read, [said, meant]) => read.replaceAll(said, meant),
    text.replaceAll(NO_FEELING, ''),
  )
  return SentimentIntensityAnalyzer.polarity_scores(plain).compound
}
