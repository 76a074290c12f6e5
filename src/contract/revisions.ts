/** Revisions of a transcript. An addition of Scriptorium. */
import { z } from 'zod'
import { endTime, startTime, timestamp } from './common.ts'
import { languageCode } from './languages.ts'
import { MAX } from './limits.ts'
import { who } from './who.ts'

const correctedUtterance = z
  .object({
    start: startTime,
    end: endTime,
    channel: z.int().min(0).describe('The channel, counted from 0.'),
    speaker: z.int().min(0).optional().describe('The speaker, counted from 0; absent for none.'),
    language: languageCode
      .optional()
      .describe('Its language; by default, the language recognised at that point.'),
    text: z
      .string()
      .trim()
      .min(1)
      .max(MAX.utterance)
      .refine((text) => !/\p{Cc}/u.test(text), { error: 'must not contain control characters' })
      .describe('Its text.'),
  })
  .refine(({ start, end }) => start <= end, { path: ['end'], error: 'must not be before start' })
  .meta({
    id: 'CorrectedUtterance',
    description: 'An utterance of a corrected transcript. Its words are derived from its text.',
  })
export type CorrectedUtterance = z.infer<typeof correctedUtterance>

export const correctedTranscript = z
  .object({
    utterances: z
      .array(correctedUtterance)
      .max(MAX.utterances)
      .refine((all) => all.reduce((sum, { text }) => sum + text.length, 0) <= MAX.transcript, {
        error: `must not have more than ${MAX.transcript} characters of text`,
      })
      .describe('All utterances, in any order.'),
  })
  .meta({
    id: 'CorrectedTranscript',
    description: 'A corrected transcript.',
    examples: [{ utterances: [{ start: 0, end: 0.2, channel: 0, text: 'Hello.' }] }],
  })

/** The highest revision number that a parameter can name. */
const MAX_REVISION = 999_999

export const revisionParameter = z
  .string()
  .max(String(MAX_REVISION).length)
  .regex(/^(?:newest|\d+)$/, 'must be newest or the number of a revision')

const revision = z
  .strictObject({
    revision: z.int().min(0).describe('Its number; 0 is the result of the recognition.'),
    created_at: timestamp.describe('When it was created.'),
    by: who.nullable().describe('Who created it; null for revision 0.'),
    changes: z.int().min(0).describe('Number of utterances that differ from the previous revision.'),
  })
  .meta({ id: 'Revision', description: 'A revision of a transcript.' })

export const revisionPage = z
  .strictObject({
    next: z.url().nullable().describe('The next page; null on the last page.'),
    items: z.array(revision).describe('The revisions, newest first.'),
  })
  .meta({ id: 'RevisionPage', description: 'A page of the revisions of a transcript.' })
export type RevisionPage = z.infer<typeof revisionPage>

export const revisionQuery = z.object({
  before: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_REVISION)
    .optional()
    .describe('Only revisions before this one; taken from `next`.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .describe('Maximum number of revisions on a page.')
    .default(100),
})
