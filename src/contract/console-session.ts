/** Console sessions: a cookie takes the place of a key. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { scopes } from './keys.ts'

export const signIn = z.object({ key: z.string().min(1).max(1000).describe('A key of the service.') }).meta({
  id: 'SignIn',
  description: 'What a console session is begun with.',
  examples: [{ key: 'your-key' }],
})

export const consoleSession = z
  .strictObject({
    account: z.string().describe('Name of the account.'),
    key_id: z.uuid().describe('Id of the key.'),
    key_name: z.string().describe('Name of the key.'),
    is_admin: z.boolean().describe('Whether the key has the scope `admin`.'),
    scopes,
    expires_at: timestamp.describe('When it ends if it is not used until then: 30 days after its last use.'),
    language_model: z
      .boolean()
      .describe('Whether the service has a language model; without one, features that need it are refused.'),
  })
  .meta({ id: 'Session', description: 'A console session.' })
export type ConsoleSession = z.infer<typeof consoleSession>
