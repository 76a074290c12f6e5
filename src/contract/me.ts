/** What signed-in users see and change about themselves. Additions of Scriptorium. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { displayName } from './label.ts'
import { role } from './members.ts'
import { passkey } from './passkeys.ts'

const device = z
  .strictObject({
    id: z.uuid().describe('Id of the console session, for ending it.'),
    browser: z.string().describe('Browser and operating system, as reported by the browser.'),
    signed_in_at: timestamp.describe('When the session began.'),
    last_used_at: timestamp.describe('When it was last used, accurate to ten minutes.'),
    is_current: z.boolean().describe('Whether it is the session of this request.'),
  })
  .meta({ id: 'Device', description: 'A console session of a user on a device.' })

export const deviceList = z
  .strictObject({ items: z.array(device).describe('The devices, most recently used first.') })
  .meta({ id: 'DeviceList', description: 'Where a user is signed in.' })
export type DeviceList = z.infer<typeof deviceList>

export const me = z
  .strictObject({
    id: z.uuid().describe('Id of the user.'),
    name: z.string().describe('Name of the user.'),
    email: z.string().nullable().describe('Email address; null if unknown.'),
    accounts: z
      .array(
        z
          .strictObject({ name: z.string().describe('Name of the account.'), role })
          .meta({ id: 'Membership', description: 'An account that the user is a member of.' }),
      )
      .describe('The accounts that the user is a member of, by name.'),
    passkeys: z.array(passkey).describe('The passkeys of the user, oldest first.'),
    signs_in_with: z.array(z.string()).describe('The identity providers that know the user.'),
  })
  .meta({ id: 'Me', description: 'The user who is signed in.' })
export type Me = z.infer<typeof me>

export const mePatch = z
  .object({ name: displayName.describe('The name that others see.') })
  .meta({ id: 'MePatch', description: 'Changes to the user.', examples: [{ name: 'Anna Example' }] })

export const accountChoice = z
  .object({ account: z.string().min(1).max(100).describe('Name of the account.') })
  .meta({ id: 'AccountChoice', description: 'The account to work in.', examples: [{ account: 'default' }] })
