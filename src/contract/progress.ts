/** The progress of a job. */
import { z } from 'zod'
import { jobStatus } from './common.ts'

export const jobProgress = z
  .strictObject({
    status: jobStatus,
    stage: z
      .enum(['fetching', 'recognising', 'enriching', 'live'])
      .nullable()
      .describe(
        'The current stage: fetching the audio, recognising speech, enriching the transcript, or running a live session. Null while the job is waiting and after it has ended.',
      ),
    fraction: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'The fraction of the job that is done; it never decreases. Null for live sessions and failed jobs.',
      ),
    queue_position: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'Number of jobs of the account that are ahead of it in the queue for the same stage; accounts take turns. Null ' +
          'if the job is not waiting, or above 10,000.',
      ),
    waiting_for: z
      .enum(['turn', 'process'])
      .nullable()
      .describe(
        'What the file is waiting for: its `turn`, or a `process` that transcribes files, because none is running or all are paused. ' +
          'Null if the job is not waiting.',
      ),
    eta_seconds: z
      .int()
      .min(0)
      .nullable()
      .describe('Estimated seconds until the job ends, based on the measured speed; null if unknown.'),
  })
  .meta({ id: 'JobProgress', description: 'The progress of a job. Null means unknown.' })
export type JobProgress = z.infer<typeof jobProgress>
