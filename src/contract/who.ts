/** Who did something. */
import { z } from 'zod'

export const who = z
  .strictObject({
    kind: z
      .enum(['user', 'key', 'operator'])
      .describe('A person, also by a key of theirs; a key of the account; or the command line.'),
    id: z.string().nullable().describe('Id of the user or of the key; null for the command line.'),
    name: z.string().describe('The name at that time.'),
  })
  .meta({ id: 'Who', description: 'Who did something.' })
export type Who = z.infer<typeof who>
