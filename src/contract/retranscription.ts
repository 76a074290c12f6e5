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
      .describe('Whether the new transcript becomes a revision as soon as it is ready, without review.')
      .default(false),
    idle: z
      .boolean()
      .describe('Whether to wait until no account has any other file to transcribe.')
      .default(false),
  })
  .check(...recognitionRules)
  .meta({
    id: 'RetranscriptionRequest',
    description: 'How to transcribe the audio again. Absent fields are taken from the request of the job.',
    examples: [{}, { language_config: { languages: ['fr'] }, diarization: true }],
  })
export type RetranscriptionRequest = z.infer<typeof retranscriptionRequest>

/** Maximum number of changes of words that are shown. */
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
        'Whether the old text is kept: it was corrected, and the corrections cannot be carried over to `new`, which is now recognised there.',
      ),
  })
  .meta({ id: 'WordChange', description: 'A place where two transcripts differ.' })
export type WordChange = z.infer<typeof wordChange>

const difference = z
  .strictObject({
    revision: z.int().min(0).describe('The newest revision, to which the new transcript is compared.'),
    words: z.int().min(0).describe('Number of words that differ.'),
    kept: z.int().min(0).describe('Number of utterances whose old text is kept.'),
    changes: z.array(wordChange).describe(`The first ${MAX_CHANGES} differences, ordered by time.`),
  })
  .meta({ id: 'TranscriptDifference', description: 'What changes if a new transcript is accepted.' })
export type TranscriptDifference = z.infer<typeof difference>

const status = z
  .enum(['queued', 'processing', 'ready', 'failed'])
  .describe(
    'The state of the new transcript: `queued`, being made (`processing`), `ready` to be accepted, or `failed`.',
  )

const common = {
  job_id: z.uuid().describe('Id of the job.'),
  status,
  accept: z.boolean().describe('Whether it becomes a revision as soon as it is ready.'),
  error: z.string().nullable().describe('Why it failed; null unless it has failed.'),
  requested_by: who,
  created_at: timestamp.describe('When it was requested.'),
  completed_at: timestamp.nullable().describe('When it became ready or failed; null until then.'),
}

export const retranscription = z
  .strictObject({
    ...common,
    params: preRecordedParams
      .nullable()
      .describe('How the audio is transcribed; null if stored by an incompatible version of the service.'),
    fraction: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('The fraction that is done; null unless it is processing.'),
    difference: difference.nullable().describe('What accepting it would change; null unless it is ready.'),
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
      .describe('The jobs, newest first.'),
  })
  .meta({ id: 'RetranscriptionPage', description: 'Jobs whose audio is being or was transcribed again.' })
export type RetranscriptionPage = z.infer<typeof retranscriptionPage>

export const retranscriptionQuery = z.object({
  job_id: z.uuid().optional().describe('Only this job.'),
  status: status
    .extract(['ready', 'failed'])
    .optional()
    .describe('Only new transcripts that are ready, or that have failed.'),
  before: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Where the page begins; taken from `next`.'),
  limit: z.coerce.number().int().min(1).max(1000).describe('Maximum number of jobs on a page.').default(100),
})

export const retranscriptionRun = z
  .strictObject({
    id: z.uuid().describe('Id of the run.'),
    status: z
      .enum(['running', 'done', 'failed'])
      .describe(
        'The status of the run. `failed` means that it stopped because of an internal error; you can send the same request again.',
      ),
    matched: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Number of matching jobs at the time of the request; null if lists do not count them either.',
      ),
    requested: z
      .int()
      .min(0)
      .describe(
        'Number of jobs processed so far. Jobs without audio, or that already have a new transcript, are left unchanged.',
      ),
    requested_by: who,
    created_at: timestamp.describe('When it was requested.'),
    completed_at: timestamp.nullable().describe('When it was done or failed; null while running.'),
  })
  .meta({
    id: 'RetranscriptionRun',
    description: 'A request to transcribe all jobs that match a filter again.',
  })
export type RetranscriptionRun = z.infer<typeof retranscriptionRun>

export const retranscriptionRunList = z
  .strictObject({ items: z.array(retranscriptionRun).describe('The runs, newest first; at most 100.') })
  .meta({ id: 'RetranscriptionRunList', description: 'Requests to transcribe many jobs again.' })
export type RetranscriptionRunList = z.infer<typeof retranscriptionRunList>
