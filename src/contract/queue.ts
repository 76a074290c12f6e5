/** The priority of jobs in the queue, and requeuing. Additions of Scriptorium. */
import { z } from 'zod'
import { priority } from './accounts.ts'

export const jobPriority = z
  .strictObject({
    priority: z
      .union([priority, z.literal('first')])
      .describe(
        'Waiting files of the account are processed by descending priority, then oldest first; 0 unless set. `first` sets a higher ' +
          'priority than that of any other.',
      ),
  })
  .meta({
    id: 'JobPriority',
    description: 'The priority of a job.',
    examples: [{ priority: 'first' }, { priority: -1 }],
  })

export const jobPrioritySet = z
  .strictObject({ priority: z.int().describe('The new priority, as a number.') })
  .meta({ id: 'JobPrioritySet', description: 'The priority of a job.' })
export type JobPrioritySet = z.infer<typeof jobPrioritySet>

/** Maximum number of jobs that one request queues again. */
export const MAX_REQUEUED = 100

export const requeued = z
  .strictObject({
    requeued: z.int().min(0).describe('Number of jobs that were queued again.'),
    more: z.boolean().describe('Whether there are more jobs: if so, send the request again.'),
  })
  .meta({ id: 'Requeued', description: 'The number of jobs that were queued again.' })
export type Requeued = z.infer<typeof requeued>
