/** The accounts of the service, for its operators. An addition of Scriptorium. */
import { z } from 'zod'
import { FRACTIONAL, LIMIT_NAMES, LIMITS, type LimitName, MAX_PRIORITY } from './account-limits.ts'
import { timestamp } from './common.ts'
import { displayName } from './label.ts'
import { limitOf } from './limit-usage.ts'

export const priority = z.int().min(-MAX_PRIORITY).max(MAX_PRIORITY)

const record = <Value>(valueOf: (name: LimitName) => Value) =>
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, valueOf(name)])) as Record<LimitName, Value>

const ownLimit = (name: LimitName) =>
  limitOf(name)
    .extend({
      own: z.boolean().describe('Whether the limit was set for this account; otherwise it is the default.'),
    })
    .describe(LIMITS[name])

export const account = z
  .strictObject({
    name: z.string().describe('Its name, which never changes.'),
    created_at: timestamp.describe('When it was created.'),
    state: z
      .enum(['active', 'paused', 'being deleted'])
      .describe(
        '`paused`: new files are accepted but wait; running ones finish; no live session can begin. `being deleted`: it can no longer be used.',
      ),
    members: z.int().min(0).describe('Number of its members.'),
    jobs: z.int().min(0).describe('Number of its jobs, of both kinds.'),
    running: z
      .int()
      .min(0)
      .describe(
        'Files that are being fetched or transcribed now. A paused account is idle once there are neither any of these nor open live sessions.',
      ),
    priority: priority.describe(
      'Files of the accounts with the highest priority are processed first; others only when those have none that may run. 0 unless set.',
    ),
    limits: z.strictObject(record(ownLimit)).describe('Its limits, each with its current usage.'),
  })
  .meta({ id: 'Account', description: 'An account, as operators see it.' })
export type Account = z.infer<typeof account>

export const accountList = z
  .strictObject({ items: z.array(account).describe('All accounts, by name.') })
  .meta({ id: 'AccountList', description: 'The accounts of the service.' })
export type AccountList = z.infer<typeof accountList>

export const accountRequest = z
  .strictObject({ name: displayName.describe('A name that no other account has.') })
  .meta({ id: 'AccountRequest', description: 'An account to create.', examples: [{ name: 'team-a' }] })

const newLimit = (name: LimitName) => {
  const isFractional = FRACTIONAL.includes(name)
  const number = isFractional ? z.number().min(0).max(1e12) : z.int().min(0).max(1e15)
  return z
    .union([number, z.literal('default'), z.null()], {
      error: `must be a ${isFractional ? 'number such as 0.5' : 'whole number'}, null or "default"`,
    })
    .optional()
    .describe(LIMITS[name])
}

export const accountPatch = z
  .strictObject({
    limits: z
      .strictObject(record(newLimit))
      .optional()
      .describe(
        'The limits to change: a number, null for no limit, or `default` for the configured default.',
      ),
    priority: priority.optional().describe('Its new priority.'),
    paused: z.boolean().optional().describe('Whether it is paused.'),
  })
  .meta({
    id: 'AccountPatch',
    description: 'Changes to an account. Absent fields stay as they are.',
    examples: [{ limits: { max_running: 2, storage_gb: 0.5, open_jobs: 'default' }, priority: 1 }],
  })

export const confirmation = z.strictObject({
  confirm: z.string().describe('The name of the account, repeated to prevent accidental deletion.'),
})
