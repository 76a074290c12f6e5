/** The keys of an account, and the secret that signs its callbacks. Additions of Scriptorium. */
import { z } from 'zod'
import { timestamp, warnings } from './common.ts'

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((text) => !/\p{Cc}/u.test(text), { error: 'must not contain control characters' })

const admin = z.boolean().describe('Whether it may administer the account: its keys and its callback secret.')

export const keyRequest = z
  .object({
    name: name.describe('For people to recognise it by; several keys may have the same name.'),
    admin: admin.default(false),
  })
  .meta({ id: 'KeyRequest', description: 'A key to create.', examples: [{ name: 'laptop' }] })

const keyInfo = z.strictObject({
  id: z.uuid().describe('Id of the key, by which it is revoked.'),
  name: z.string().describe('Its name.'),
  admin,
  created_at: timestamp.describe('When it was created.'),
})

export const keyList = z
  .strictObject({
    items: z
      .array(keyInfo.meta({ id: 'Key', description: 'A key, without the key itself.' }))
      .describe('The keys that were not revoked, oldest first.'),
  })
  .meta({ id: 'KeyList', description: 'The keys of an account.' })
export type KeyList = z.infer<typeof keyList>

export const createdKey = keyInfo
  .extend({
    key: z.string().describe('The key itself. It is not stored and cannot be shown again.'),
    warnings,
  })
  .meta({ id: 'CreatedKey', description: 'A key that was just created.' })
export type CreatedKey = z.infer<typeof createdKey>

export const callbackSecret = z
  .strictObject({
    secret: z.string().describe('The secret, as libraries of Standard Webhooks take it.'),
    previous_secret: z
      .string()
      .nullable()
      .describe('The one before, while it signs too: for 24 hours after it was replaced; otherwise null.'),
  })
  .meta({ id: 'CallbackSecret', description: 'What the callbacks of an account are signed with.' })
export type CallbackSecret = z.infer<typeof callbackSecret>
