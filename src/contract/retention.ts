/** How long jobs and their audio are kept. An addition of Scriptorium. */
import { z } from 'zod'

export const MAX_RETENTION_DAYS = 36_500

const days = z.int().min(0).max(MAX_RETENTION_DAYS).nullable()

const AUDIO =
  'Days from the end of a job until its audio, with everything made of it, is deleted; null for never.'
const TRANSCRIPT = 'Days from the end of a job until the whole job is deleted; null for never.'

/** The retention of an account. */
export const retention = z
  .object({ audio_days: days.describe(AUDIO), transcript_days: days.describe(TRANSCRIPT) })
  .meta({
    id: 'Retention',
    description: 'How long the jobs of an account are kept, unless a job was created with another retention.',
    examples: [{ audio_days: 7, transcript_days: 90 }],
  })
export type Retention = z.infer<typeof retention>

/** A field of both requests for jobs. */
export const jobRetention = z
  .object({
    audio_days: days.optional().describe(AUDIO),
    transcript_days: days.optional().describe(TRANSCRIPT),
  })
  .meta({
    id: 'JobRetention',
    description:
      'How long the job is kept. The retention of the account, also if it changes later, holds for what is absent.',
  })
export type JobRetention = z.infer<typeof jobRetention>
