/** The members of an account. Additions of Scriptorium. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { ROLES } from './roles.ts'

export const role = z.enum(ROLES).meta({
  id: 'Role',
  description:
    'What a member of an account may do: a `viewer` has the scope `read`; an `editor` `read`, `write` and `live`; an `admin` ' +
    'all of them.',
})

export const email = z
  .string()
  .max(254)
  .nullable()
  .describe('Address of e-mail, as the invitation or the identity provider had it; null if it is not known.')

const member = z
  .strictObject({
    id: z.uuid().describe('Id of the user.'),
    name: z.string().describe('Name of the user.'),
    email,
    role,
    group_role: role
      .nullable()
      .describe(
        'The role that a group at the identity provider gives, below which it cannot be set; null for none. ' +
          'A member who has one and is removed comes back with the next sign-in.',
      ),
    joined_at: timestamp.describe('When the user became a member.'),
    last_seen_at: timestamp.nullable().describe('When the user was last signed in, to about ten minutes.'),
  })
  .meta({ id: 'Member', description: 'A user who is a member of the account.' })
export type Member = z.infer<typeof member>

export const memberList = z
  .strictObject({ items: z.array(member).describe('The members, by name.') })
  .meta({ id: 'MemberList', description: 'The members of an account.' })
export type MemberList = z.infer<typeof memberList>

export const memberPatch = z.object({ role }).meta({
  id: 'MemberPatch',
  description: 'The role that a member is to have.',
  examples: [{ role: 'editor' }],
})
