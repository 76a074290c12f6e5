import { z } from 'zod'
import { endTime, startTime } from '../common.ts'
import { feature, liveMessage } from './feature.ts'
import { moduleResult } from './module-result.ts'

export const polarity = z.enum(['positive', 'negative', 'neutral'])

/** Named as in comparable services, so that their clients know them. */
export const emotion = z.enum([
  'relief',
  'ecstatic',
  'triumph',
  'amusement',
  'adoration',
  'awe',
  'elation',
  'desire',
  'sympathy',
  'interest',
  'contentment',
  'positive_surprise',
  'anger',
  'disgust',
  'fear',
  'sadness',
  'embarrassment',
  'disappointment',
  'contempt',
  'pain',
  'negative_surprise',
  'distress',
  'confusion',
  'realization',
  'neutral',
])

const sentiment = z
  .strictObject({
    sentiment: z.string().describe('The sentiment, such as `positive`.'),
    emotion: z.string().describe('The emotion, such as `joy`.'),
    text: z.string().describe('The sentence that expresses it.'),
    start: startTime,
    end: endTime,
    channel: z.int().min(0).describe('The channel, counted from 0.'),
  })
  .meta({ id: 'Sentiment', description: 'The sentiment and emotion of a sentence.' })
export type Sentiment = z.infer<typeof sentiment>

const fields = { results: z.string().describe('The sentiments, as JSON text.') }
const module = moduleResult('SentimentAnalysis', 'The sentiment of each sentence.', fields, fields)

export const sentimentAnalysis = feature({
  name: 'sentiment_analysis',
  description: 'Detect the sentiment of each sentence.',
  phase: 'analysis',
  result: module,
  failed: { results: '[]' },
  live: {
    phase: 'realtime',
    description: 'Detect the sentiment of each utterance.',
    message: liveMessage(module, {
      description: 'The sentiment of an utterance.',
      data: { results: z.array(sentiment).describe('The sentiments, in order.') },
      failure: {},
      messages({ results }) {
        const sentiments: (Sentiment & { speaker?: number })[] = JSON.parse(results)
        // Live sessions do not identify speakers.
        return [{ data: { results: sentiments.map(({ speaker: _speaker, ...one }) => one) } }]
      },
    }),
  },
})
