/** How long jobs and their audio are kept. An addition of Scriptorium. */
import { z } from 'zod'

export const MAX_RETENTION_DAYS = 36_500

const days = z.int().min(0).max(MAX_RETENTION_DAYS).nullable()

const AUDIO =
  'Days after the end of a job until its audio and everything derived from it is deleted; null for never.'
const TRANSCRIPT = 'Days after the end of a job until the whole job is deleted; null for never.'

/** The retention of an account. */
export const retention = z
  .object({ audio_days: days.describe(AUDIO), transcript_days: days.describe(TRANSCRIPT) })
  .meta({
    id: 'Retention',
    description: 'How long the jobs of an account are kept, unless a job sets its own retention.',
    examples: [{ audio_days: 7, transcript_days: 90 }],
  })
export type Retention = z.infer<typeof retention>

/** The field `retention` of requests that create jobs. */
export const jobRetention = z
  .object({
    audio_days: days.optional().describe(AUDIO),
    transcript_days: days.optional().describe(TRANSCRIPT),
  })
  .meta({
    id: 'JobRetention',
    description:
      'How long the job is kept. Absent fields follow the retention of the account, including later changes.',
  })
export type JobRetention = z.infer<typeof jobRetention>
