/** Transcribing the audio of a job again. An addition of Scriptorium. */
import { z } from 'zod'
import { startTime, timestamp } from './common.ts'
import { preRecordedParams, recognitionFields, recognitionRules } from './pre-recorded-request.ts'
import { who } from './who.ts'

export const retranscriptionRequest = z
  .object({
    ...recognitionFields,
    accept: z
      .boolean()
      .describe('Whether the new transcript becomes a revision as soon as it is ready, without being read.')
      .default(false),
    idle: z
      .boolean()
      .describe('Whether it waits until no other file can be transcribed, of any account.')
      .default(false),
  })
  .check(...recognitionRules)
  .meta({
    id: 'RetranscriptionRequest',
    description: 'How to transcribe the audio again. What is left out is as the job was requested.',
    examples: [{}, { language_config: { languages: ['fr'] }, diarization: true }],
  })
export type RetranscriptionRequest = z.infer<typeof retranscriptionRequest>

/** The most changes of words that are shown. */
export const MAX_CHANGES = 1000

const wordChange = z
  .strictObject({
    start: startTime,
    channel: z.int().min(0).describe('The channel, counted from 0.'),
    before: z.string().describe('The words before it.'),
    old: z.string().describe('The words of the newest transcript; empty where words are added.'),
    new: z.string().describe('The words of the new one; empty where words are removed.'),
    after: z.string().describe('The words after it.'),
    kept: z
      .boolean()
      .describe(
        'Whether the old text stays: it was corrected, and `new`, which is recognised there now, has no place for the corrections.',
      ),
  })
  .meta({ id: 'WordChange', description: 'A place where two transcripts differ.' })
export type WordChange = z.infer<typeof wordChange>

const difference = z
  .strictObject({
    revision: z.int().min(0).describe('The newest revision, with which the new transcript is compared.'),
    words: z.int().min(0).describe('Number of words that differ.'),
    kept: z.int().min(0).describe('Number of utterances whose old text stays.'),
    changes: z
      .array(wordChange)
      .describe(`The places where they differ, in order of time: the first ${MAX_CHANGES}.`),
  })
  .meta({ id: 'TranscriptDifference', description: 'What accepting a new transcript changes.' })
export type TranscriptDifference = z.infer<typeof difference>

const status = z
  .enum(['queued', 'processing', 'ready', 'failed'])
  .describe(
    'Whether the new transcript waits for its turn, is being made, can be accepted, or could not be made.',
  )

const common = {
  job_id: z.uuid().describe('Id of the job.'),
  status,
  accept: z.boolean().describe('Whether it becomes a revision as soon as it is ready.'),
  error: z.string().nullable().describe('Why it could not be made; null unless it has failed.'),
  requested_by: who,
  created_at: timestamp.describe('When it was requested.'),
  completed_at: timestamp.nullable().describe('When it was ready or had failed; null before.'),
}

export const retranscription = z
  .strictObject({
    ...common,
    params: preRecordedParams
      .nullable()
      .describe('How the audio is transcribed; null if another version of the service stored it.'),
    fraction: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('The share that is done; null unless it is processing.'),
    difference: difference.nullable().describe('What accepting it changes; null unless it is ready.'),
  })
  .meta({ id: 'Retranscription', description: 'The audio of a job, transcribed again.' })
export type Retranscription = z.infer<typeof retranscription>

export const retranscriptionPage = z
  .strictObject({
    next: z.url().nullable().describe('The next page; null on the last page.'),
    items: z
      .array(
        z
          .strictObject(common)
          .meta({ id: 'RetranscriptionItem', description: 'A job whose audio is transcribed again.' }),
      )
      .describe('The newest jobs first.'),
  })
  .meta({ id: 'RetranscriptionPage', description: 'Jobs whose audio is, or was, transcribed again.' })
export type RetranscriptionPage = z.infer<typeof retranscriptionPage>

export const retranscriptionQuery = z.object({
  job_id: z.uuid().optional().describe('Only that of this job.'),
  status: status
    .extract(['ready', 'failed'])
    .optional()
    .describe('Only those that are ready, or have failed.'),
  before: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Where the page begins, as in `next`.'),
  limit: z.coerce.number().int().min(1).max(1000).describe('Maximum number of jobs on a page.').default(100),
})

export const retranscriptionRun = z
  .strictObject({
    id: z.uuid().describe('Id of the run.'),
    status: z
      .enum(['running', 'done', 'failed'])
      .describe(
        'Whether it is still requesting jobs. A failed one has stopped because of an internal error; the same request may be sent again.',
      ),
    matched: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Number of matching jobs at the time of the request; null where lists do not count them either.',
      ),
    requested: z
      .int()
      .min(0)
      .describe(
        'Number of jobs that it has gone through so far. Those without audio, or with a new transcript already, stay as they are.',
      ),
    requested_by: who,
    created_at: timestamp.describe('When it was requested.'),
    completed_at: timestamp.nullable().describe('When it was done or failed; null while it is running.'),
  })
  .meta({ id: 'RetranscriptionRun', description: 'Transcribing the jobs again that match filters.' })
export type RetranscriptionRun = z.infer<typeof retranscriptionRun>

export const retranscriptionRunList = z
  .strictObject({ items: z.array(retranscriptionRun).describe('The newest first, at most 100.') })
  .meta({ id: 'RetranscriptionRunList', description: 'Requests to transcribe many jobs again.' })
export type RetranscriptionRunList = z.infer<typeof retranscriptionRunList>
