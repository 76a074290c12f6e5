/** Who is signed in, as they see themselves. Additions of Scriptorium. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { displayName } from './label.ts'
import { role } from './members.ts'
import { passkey } from './passkeys.ts'

const device = z
  .strictObject({
    id: z.uuid().describe('Id of the console session, by which it is ended.'),
    browser: z.string().describe('Browser and system, as far as the browser tells them.'),
    signed_in_at: timestamp.describe('When the session began.'),
    last_used_at: timestamp.describe('When it was last used, to ten minutes.'),
    is_current: z.boolean().describe('Whether it is the session of this request.'),
  })
  .meta({ id: 'Device', description: 'A console session of a user, on some device.' })

export const deviceList = z
  .strictObject({ items: z.array(device).describe('The devices, the last used first.') })
  .meta({ id: 'DeviceList', description: 'Where a user is signed in.' })
export type DeviceList = z.infer<typeof deviceList>

export const me = z
  .strictObject({
    id: z.uuid().describe('Id of the user.'),
    name: z.string().describe('Name of the user.'),
    email: z.string().nullable().describe('Address of e-mail; null if it is not known.'),
    accounts: z
      .array(
        z
          .strictObject({ name: z.string().describe('Name of the account.'), role })
          .meta({ id: 'Membership', description: 'An account of which the user is a member.' }),
      )
      .describe('The accounts of which the user is a member, by name.'),
    passkeys: z.array(passkey).describe('The passkeys of the user, oldest first.'),
    signs_in_with: z.array(z.string()).describe('The issuers at which the user is known.'),
  })
  .meta({ id: 'Me', description: 'The user who is signed in.' })
export type Me = z.infer<typeof me>

export const mePatch = z
  .object({ name: displayName.describe('The name that others see.') })
  .meta({ id: 'MePatch', description: 'Changes of the user.', examples: [{ name: 'Anna Example' }] })

export const accountChoice = z
  .object({ account: z.string().min(1).max(100).describe('Name of the account.') })
  .meta({ id: 'AccountChoice', description: 'The account to work with.', examples: [{ account: 'default' }] })
