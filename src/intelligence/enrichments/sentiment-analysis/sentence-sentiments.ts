/** The sentiment and emotion of each sentence. */
import { setImmediate as nextTurn } from 'node:timers/promises'
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
  /** Present only if the transcript distinguishes speakers. */
  readonly speaker?: number
}

/** Sentences between two turns of the event loop. */
const SENTENCES_PER_TURN = 50

const UNKNOWN = { sentiment: 'unknown', emotion: 'neutral' } as const

/**
 * The sentences of a transcript with their sentiment and emotion, by their start. The sentiment of languages other than
 * English is `unknown`.
 * @throws the reason of `signal`, once that is aborted
 */
export async function sentimentsOf(
  { utterances }: Pick<Transcription, 'utterances'>,
  signal?: AbortSignal,
): Promise<SentenceSentiment[]> {
  const results: SentenceSentiment[] = []
  for (const [index, sentence] of sentencesOf(utterances).entries()) {
    if (index % SENTENCES_PER_TURN === SENTENCES_PER_TURN - 1) await nextTurn(undefined, { signal })
    const { text, start, end, channel, speaker, language } = sentence
    const sentiment = language === 'en' ? analyse(text) : UNKNOWN
    results.push({
      text,
      ...sentiment,
      start,
      end,
      channel,
      ...(speaker !== undefined && { speaker }),
    })
  }
  return results
}

/** VADER scores below this are neutral, as its authors recommend (Hutto and Gilbert, 2014). */
const MIN_SCORE = 0.05

/** Score from which a clause has a sentiment of its own. */
const MIN_CLAUSE_SCORE = 0.3

/** Score from which a sentence has an emotion even if no word names one. */
const STRONG_SCORE = 0.5

/**
 * The sentiment of an English sentence by VADER, `mixed` if its clauses contradict each other, and its emotion, which
 * determines the sentiment where VADER finds none.
 */
export function analyse(text: string): { sentiment: SentimentLabel; emotion: Emotion } {
  const clauses = text.split(CONTRAST).map(scoreOf)
  if (clauses.some((one) => one >= MIN_CLAUSE_SCORE) && clauses.some((one) => one <= -MIN_CLAUSE_SCORE))
    return { sentiment: 'mixed', emotion: 'neutral' }
  const score = scoreOf(text)
  const sentiment = score >= MIN_SCORE ? 'positive' : score <= -MIN_SCORE ? 'negative' : 'neutral'
  const emotion = emotionOf(text, sentiment)
  if (sentiment === 'neutral') return { sentiment: sentimentOfEmotion(emotion), emotion }
  if (emotion === 'neutral' && Math.abs(score) >= STRONG_SCORE)
    return { sentiment, emotion: score > 0 ? 'contentment' : 'distress' }
  return { sentiment, emotion }
}

const CONTRAST = /,? (?:but|however|although|even though|though|yet|while|whereas|on the other hand),? /i

/** Polite words and fillers, to which VADER, made for short written posts, attributes a sentiment. Removed before scoring. */
const NEUTRAL_WORDS =
  /\b(?:please|kind of|sort of|like,|you know,|well,|sure,|yeah|yes|okay|ok|no,|number|share[sd]?|sharing|interest rates?|united|party (?:of|to)|value|best regards|dear|care of)(?!\w)/gi
/** Emotional expressions that VADER does not know, or misreads, and what it reads instead. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
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
  const plain = REPLACEMENTS.reduce(
    (result, [pattern, replacement]) => result.replaceAll(pattern, replacement),
    text.replaceAll(NEUTRAL_WORDS, ''),
  )
  return SentimentIntensityAnalyzer.polarity_scores(plain).compound
}
