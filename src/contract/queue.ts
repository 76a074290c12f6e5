/** The place of jobs in the queue. Additions of Scriptorium. */
import { z } from 'zod'
import { priority } from './accounts.ts'

export const jobPriority = z
  .strictObject({
    priority: z
      .union([priority, z.literal('first')])
      .describe(
        'Of the waiting files of the account, those with the highest priority are processed first, then the oldest; 0 unless set. `first`: ' +
          'a higher one than any of them has.',
      ),
  })
  .meta({
    id: 'JobPriority',
    description: 'The priority of a job.',
    examples: [{ priority: 'first' }, { priority: -1 }],
  })

export const jobPrioritySet = z
  .strictObject({ priority: z.int().describe('The priority that it has now, as a number.') })
  .meta({ id: 'JobPrioritySet', description: 'The priority of a job.' })
export type JobPrioritySet = z.infer<typeof jobPrioritySet>

/** Jobs that one request queues again. */
export const MAX_REQUEUED = 100

export const requeued = z
  .strictObject({
    requeued: z.int().min(0).describe('How many jobs were queued again.'),
    more: z.boolean().describe('Whether there are more: send the request again.'),
  })
  .meta({ id: 'Requeued', description: 'How many jobs were queued again.' })
export type Requeued = z.infer<typeof requeued>
