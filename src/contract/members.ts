/** The members of an account, and invitations to become one. Additions of Scriptorium. */
import { z } from 'zod'
import { futureTime, timestamp } from './common.ts'
import { ROLES } from './roles.ts'
import { who } from './who.ts'

export const role = z.enum(ROLES).meta({
  id: 'Role',
  description:
    'What a member of an account may do: a `viewer` has the scope `read`; an `editor` `read`, `write` and `live`; an `admin` ' +
    'all of them.',
})

const email = z
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

/** Days that an invitation lasts by default, and at most. */
export const INVITATION_DAYS = 7
export const MAX_INVITATION_DAYS = 30

export const invitationRequest = z
  .object({
    role,
    email: z
      .email({
        error: ({ code }) =>
          code === 'invalid_format'
            ? 'must be an address of e-mail; to label nobody, leave it out'
            : undefined,
      })
      .max(254)
      .nullable()
      .default(null)
      .describe('Whom it is for: a label, to which nothing is sent. Whoever has the link can use it.'),
    expires_at: futureTime(MAX_INVITATION_DAYS).describe(
      `When the link is refused from, ISO 8601, at most ${MAX_INVITATION_DAYS} days ahead; null for ${INVITATION_DAYS} days from now.`,
    ),
  })
  .meta({
    id: 'InvitationRequest',
    description: 'An invitation to become a member of the account.',
    examples: [{ role: 'editor', email: 'anna@example.org' }],
  })

/** The link of an invitation: no log has what follows `#`. */
export const invitationUrl = (base: string, token: string): string => `${base}/console/join#${token}`

const invitation = z
  .strictObject({
    id: z.uuid().describe('Id of the invitation, by which it is withdrawn.'),
    role,
    email,
    created_by: who,
    created_at: timestamp.describe('When it was created.'),
    expires_at: timestamp.describe('When the link is refused from.'),
  })
  .meta({ id: 'Invitation', description: 'An invitation that was not used yet, without its link.' })
export type Invitation = z.infer<typeof invitation>

export const invitationList = z
  .strictObject({ items: z.array(invitation).describe('The invitations, oldest first.') })
  .meta({ id: 'InvitationList', description: 'The invitations to an account that can be used.' })
export type InvitationList = z.infer<typeof invitationList>

export const createdInvitation = invitation
  .extend({
    url: z.url().describe('The link, which can be used once. It is not stored and cannot be shown again.'),
  })
  .meta({ id: 'CreatedInvitation', description: 'An invitation that was just created.' })
export type CreatedInvitation = z.infer<typeof createdInvitation>
