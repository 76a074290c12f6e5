/** The keys of an account, and the secret that signs its callbacks. Additions of Scriptorium. */
import { z } from 'zod'
import { futureTime, timestamp, warnings } from './common.ts'
import { displayName } from './label.ts'
import { distinct } from './distinct.ts'
import { SCOPES } from './scopes.ts'

const scope = z.enum(SCOPES).meta({
  id: 'Scope',
  description:
    'What a key may do. `read`: read jobs, transcripts, audio, deliveries and usage. `write`: upload, create, change, cancel and ' +
    'delete. `live`: open live sessions. `admin`: everything, including administering the account. Each operation names the ' +
    'scopes it needs.',
})

export const scopes = z.array(scope).describe('What the key may do; `admin` is listed with all others.')

export const grantedScopes = z
  .strictObject({ scopes: scopes.describe('The scopes; `admin` is listed with all others.') })
  .meta({ id: 'GrantedScopes', description: 'The scopes of the caller.' })

const admin = z.boolean().describe('Whether the key has the scope `admin`.')

export const keyRequest = z
  .object({
    name: displayName.describe('A display name; several keys may have the same.'),
    scopes: distinct(scope)
      .min(1)
      .optional()
      .describe('What the key may do; `read`, `write` and `live` by default.'),
    admin: z.boolean().default(false).describe('Adds the scope `admin`.'),
    expires_at: futureTime().describe('When the key expires, ISO 8601; null for never.'),
  })
  .meta({
    id: 'KeyRequest',
    description: 'A key to create.',
    examples: [
      { name: 'laptop' },
      { name: 'dashboard', scopes: ['read'], expires_at: '2099-12-31T00:00:00Z' },
    ],
  })

const keyInfo = z.strictObject({
  id: z.uuid().describe('Id of the key, for revoking it.'),
  name: z.string().describe('Its name.'),
  user_id: z
    .uuid()
    .nullable()
    .describe('The user who owns the key, whose role includes its scopes; null for a key of the account.'),
  admin,
  scopes,
  created_at: timestamp.describe('When it was created.'),
  expires_at: timestamp.nullable().describe('When it expires; null for never.'),
  last_used_at: timestamp.nullable().describe('When it was last used, to the minute; null if never.'),
})

export const keyList = z
  .strictObject({
    items: z
      .array(keyInfo.meta({ id: 'Key', description: 'A key, without the key itself.' }))
      .describe('All keys that were not revoked, including expired ones; oldest first.'),
  })
  .meta({ id: 'KeyList', description: 'The keys of an account.' })
export type KeyList = z.infer<typeof keyList>

export const createdKey = keyInfo
  .extend({
    key: z.string().describe('The key itself. It is not stored and cannot be shown again.'),
    warnings,
  })
  .meta({ id: 'CreatedKey', description: 'A newly created key.' })
export type CreatedKey = z.infer<typeof createdKey>

export const callbackSecret = z
  .strictObject({
    secret: z.string().describe('The secret, in the format that Standard Webhooks libraries expect.'),
    previous_secret: z
      .string()
      .nullable()
      .describe(
        'The previous secret, which also signs callbacks for 24 hours after it was replaced; then null.',
      ),
  })
  .meta({ id: 'CallbackSecret', description: 'The secret that signs the callbacks of an account.' })
export type CallbackSecret = z.infer<typeof callbackSecret>
