/** How far a job is. */
import { z } from 'zod'
import { jobStatus } from './common.ts'

export const jobProgress = z
  .strictObject({
    status: jobStatus,
    stage: z
      .enum(['fetching', 'recognising', 'enriching', 'live'])
      .nullable()
      .describe(
        'What is being done: fetching the audio, recognising its speech, enriching the transcript, or holding a live session. Null while the job waits and after it has ended.',
      ),
    fraction: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'The share of the job that is done; it never decreases. Null for a live session and a failed job.',
      ),
    queue_position: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'How many jobs of the account wait for the same stage and are served first; accounts take turns. Null ' +
          'for a job that does not wait, and above 10,000.',
      ),
    waiting_for: z
      .enum(['turn', 'process'])
      .nullable()
      .describe(
        'Why a file waits: for its `turn`, or for a `process` that transcribes files, because there is none or all are paused. ' +
          'Null for a job that does not wait.',
      ),
    eta_seconds: z
      .int()
      .min(0)
      .nullable()
      .describe('Seconds until the job ends, from the measured speed; null where that is not known.'),
  })
  .meta({ id: 'JobProgress', description: 'How far a job is. Null means unknown.' })
export type JobProgress = z.infer<typeof jobProgress>
