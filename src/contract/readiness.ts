import { z } from 'zod'

export const readiness = z
  .strictObject({
    ready: z.boolean().describe('Whether the process accepts requests: all checks but `capacity` are true.'),
    checks: z
      .strictObject({
        database: z.boolean().describe('The database answers.'),
        storage: z.boolean().describe('The storage of the audio answers.'),
        lease: z.boolean().describe('The other processes do not take this one for dead.'),
        capacity: z
          .boolean()
          .describe(
            'There are fewer open live sessions than `LIVE_CAPACITY`, and the process is not paused. If not, `POST /v2/live` is answered with 503.',
          ),
        accepting: z.boolean().describe('The process is neither shutting down nor draining.'),
      })
      .describe('What was checked.'),
  })
  .meta({ id: 'Readiness', description: 'Whether the process accepts requests.' })

export type Readiness = z.infer<typeof readiness>
