/** The members of an account. Additions of Scriptorium. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { ROLES } from './roles.ts'

export const role = z.enum(ROLES).meta({
  id: 'Role',
  description:
    'What a member of an account may do. A `viewer` has the scope `read`; an `editor` has `read`, `write` and `live`; an ' +
    '`admin` has all scopes.',
})

export const email = z
  .string()
  .max(254)
  .nullable()
  .describe('Email address from the invitation or the identity provider; null if unknown.')

const member = z
  .strictObject({
    id: z.uuid().describe('Id of the user.'),
    name: z.string().describe('Name of the user.'),
    email,
    role,
    group_role: role
      .nullable()
      .describe(
        'The role granted by a group at the identity provider, which is the minimum; null if there is none. A member with ' +
          'such a role who is removed becomes a member again at the next sign-in.',
      ),
    joined_at: timestamp.describe('When the user became a member.'),
    last_seen_at: timestamp
      .nullable()
      .describe('When the user was last active, accurate to about ten minutes; null if never.'),
  })
  .meta({ id: 'Member', description: 'A user who is a member of the account.' })
export type Member = z.infer<typeof member>

export const memberList = z
  .strictObject({ items: z.array(member).describe('The members, by name.') })
  .meta({ id: 'MemberList', description: 'The members of an account.' })
export type MemberList = z.infer<typeof memberList>

export const memberPatch = z.object({ role }).meta({
  id: 'MemberPatch',
  description: 'The new role of a member.',
  examples: [{ role: 'editor' }],
})
