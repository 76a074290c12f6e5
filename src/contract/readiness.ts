import { z } from 'zod'

export const readiness = z
  .strictObject({
    ready: z.boolean().describe('Whether the process accepts requests: all checks except `capacity` pass.'),
    checks: z
      .strictObject({
        database: z.boolean().describe('The database answers.'),
        storage: z.boolean().describe('The audio storage answers.'),
        lease: z.boolean().describe('The other processes do not consider this one dead.'),
        capacity: z
          .boolean()
          .describe(
            'The process has fewer open live sessions than `LIVE_CAPACITY`, and is not paused. Otherwise `POST /v2/live` returns 503.',
          ),
        accepting: z.boolean().describe('The process is neither shutting down nor draining.'),
      })
      .describe('The checks; true if passed.'),
  })
  .meta({ id: 'Readiness', description: 'Whether the process accepts requests.' })

export type Readiness = z.infer<typeof readiness>
