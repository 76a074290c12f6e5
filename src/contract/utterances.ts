/** A part of a transcript as text, without its words. An addition of Scriptorium. */
import { z } from 'zod'
import { seconds } from './common.ts'
import { jobDetails } from './details.ts'
import { utterance } from './transcript.ts'

const time = z.coerce.number().min(0)

export const utteranceQuery = z
  .object({
    from: time.describe('Only utterances that end after this time, in seconds.').default(0),
    to: time.optional().describe('Only utterances that begin before this time, in seconds.'),
    offset: z.coerce
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .describe('The index of the first utterance that may be returned.')
      .default(0),
    limit: z.coerce.number().int().min(1).max(200).describe('Maximum number of utterances.').default(50),
  })
  .refine(({ from, to = Infinity }) => from < to, { path: ['to'], error: 'must be after from' })

const readUtterance = utterance
  .omit({ words: true, confidence: true })
  .extend({
    utterance: z.int().min(0).describe('Its index in the newest revision of the transcript.'),
  })
  .meta({ id: 'ReadUtterance', description: 'An utterance without its words.' })

export const utterancePage = z
  .strictObject({
    title: jobDetails.shape.title,
    speaker_names: jobDetails.shape.speaker_names,
    duration: seconds.describe('Duration of the audio, in seconds.'),
    total: z.int().min(0).describe('Number of utterances in the whole transcript.'),
    next: z
      .int()
      .min(0)
      .nullable()
      .describe('The `offset` of the next page, with the same `from` and `to`; null on the last page.'),
    items: z.array(readUtterance).describe('The utterances, in order.'),
  })
  .meta({ id: 'UtterancePage', description: 'A part of a transcript.' })
export type UtterancePage = z.infer<typeof utterancePage>
