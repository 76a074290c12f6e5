/** The sentiment and emotion of each sentence. */
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Transcription } from '../../../contract/transcript.ts'
import { inTurns } from '../../in-turns.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'
import type { TextModels } from '../../../models/text/text-models.ts'
import { type Emotion, emotionOf, type Polarity, sentimentOfEmotion } from './emotions.ts'
import { judge, scoreOf } from './polarity.ts'

/** `mixed` if two clauses contradict each other, `unknown` in languages other than English. */
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

const UNKNOWN = { sentiment: 'unknown', emotion: 'neutral' } as const

/**
 * The sentences of a transcript with their sentiment and emotion, ordered by start. In languages other than English, the
 * sentiment is `unknown` unless there is a model for the language.
 * @throws the reason of `signal` once it is aborted
 */
export async function sentimentsOf(
  { utterances }: Pick<Transcription, 'utterances'>,
  signal?: AbortSignal,
  models?: TextModels,
): Promise<SentenceSentiment[]> {
  const results: SentenceSentiment[] = []
  const sentences = sentencesOf(utterances)
  const sentiments = await models?.labels('sentiment', sentences, signal)
  const emotions = await models?.labels('emotion', sentences, signal)
  for await (const [index, sentence] of inTurns(sentences, 50, signal)) {
    const { text, start, end, channel, speaker, language } = sentence
    const byRules = language === 'en' ? analyse(text) : UNKNOWN
    const found = byModels(text, language, sentiments?.[index], emotions?.[index]) ?? byRules
    results.push({ text, ...found, start, end, channel, ...(speaker !== undefined && { speaker }) })
  }
  return results
}

/**
 * The judgement of models about a sentence; if there is a model for only one of sentiment and emotion, the other is
 * derived from it.
 */
function byModels(
  text: string,
  language: LanguageCode,
  sentiment: Polarity | null | undefined,
  emotion: Emotion | null | undefined,
): { sentiment: SentimentLabel; emotion: Emotion } | null {
  if (sentiment && emotion) return { sentiment, emotion }
  if (sentiment) return { sentiment, emotion: language === 'en' ? emotionOf(text, sentiment) : 'neutral' }
  return emotion ? { sentiment: sentimentOfEmotion(emotion), emotion } : null
}

/** The score from which a clause has a sentiment of its own. */
const MIN_CLAUSE_SCORE = 0.3

/**
 * The sentiment of an English sentence by VADER (`mixed` if its clauses contradict each other) and its emotion, which
 * determines the sentiment if VADER finds none.
 */
export function analyse(text: string): { sentiment: SentimentLabel; emotion: Emotion } {
  const clauses = text.split(CONTRAST).map(scoreOf)
  if (clauses.some((one) => one >= MIN_CLAUSE_SCORE) && clauses.some((one) => one <= -MIN_CLAUSE_SCORE))
    return { sentiment: 'mixed', emotion: 'neutral' }
  const { polarity: sentiment, felt } = judge(text)
  const emotion = emotionOf(felt, sentiment)
  return { sentiment: sentiment === 'neutral' ? sentimentOfEmotion(emotion) : sentiment, emotion }
}

const CONTRAST = /,? (?:but|however|although|even though|though|yet|while|whereas|on the other hand),? /i
