/** Who did something. */
import { z } from 'zod'

export const who = z
  .strictObject({
    kind: z
      .enum(['user', 'key', 'operator'])
      .describe(
        '`user`: a person, possibly with a key of theirs. `key`: a key of the account. `operator`: the command line.',
      ),
    id: z.string().nullable().describe('Id of the user or the key; null for the command line.'),
    name: z.string().describe('Name at that time.'),
  })
  .meta({ id: 'Who', description: 'Who did something.' })
export type Who = z.infer<typeof who>
