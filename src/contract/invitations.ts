/** Invitations to become a member of an account. Additions of Scriptorium. */
import { z } from 'zod'
import { futureTime, timestamp } from './common.ts'
import { displayName } from './label.ts'
import { email, role } from './members.ts'
import { who } from './who.ts'

/** Days until an invitation expires, by default and at most. */
export const INVITATION_DAYS = 7
export const MAX_INVITATION_DAYS = 30

export const invitationRequest = z
  .object({
    role,
    email: z
      .email({
        error: ({ code }) =>
          code === 'invalid_format' ? 'must be an email address; leave it out if there is none' : undefined,
      })
      .max(254)
      .nullable()
      .default(null)
      .describe('Whom it is for. Only a label: nothing is sent to it, and anyone with the link can use it.'),
    expires_at: futureTime(MAX_INVITATION_DAYS).describe(
      `When the link expires, ISO 8601, at most ${MAX_INVITATION_DAYS} days ahead; null for ${INVITATION_DAYS} days from now.`,
    ),
  })
  .meta({
    id: 'InvitationRequest',
    description: 'An invitation to become a member of the account.',
    examples: [{ role: 'editor', email: 'anna@example.org' }],
  })

/** The link of an invitation. The token follows `#`, so that no server logs it. */
export const invitationUrl = (base: string, token: string): string => `${base}/console/join#${token}`

const invitation = z
  .strictObject({
    id: z.uuid().describe('Id of the invitation, for withdrawing it.'),
    role,
    email,
    created_by: who,
    created_at: timestamp.describe('When it was created.'),
    expires_at: timestamp.describe('When the link expires.'),
  })
  .meta({ id: 'Invitation', description: 'A pending invitation, without its link.' })
export type Invitation = z.infer<typeof invitation>

export const invitationList = z
  .strictObject({ items: z.array(invitation).describe('The invitations, oldest first.') })
  .meta({ id: 'InvitationList', description: 'The pending invitations to an account.' })
export type InvitationList = z.infer<typeof invitationList>

export const createdInvitation = invitation
  .extend({
    url: z.url().describe('The link, which can be used once. It is not stored and cannot be shown again.'),
  })
  .meta({ id: 'CreatedInvitation', description: 'A newly created invitation.' })
export type CreatedInvitation = z.infer<typeof createdInvitation>

const token = z.string().min(1).max(200).describe('The token in the link of the invitation.')

export const invitationToken = z.object({ token }).meta({
  id: 'InvitationToken',
  description: 'The link of an invitation.',
  examples: [{ token: 'the-part-behind-the-hash' }],
})

export const offeredInvitation = z
  .strictObject({
    account: z.string().describe('Name of the account.'),
    role,
    email: z.string().nullable().describe('Whom it is for; null if not given.'),
    created_by: who,
    expires_at: timestamp.describe('When the link expires.'),
  })
  .meta({ id: 'OfferedInvitation', description: 'What an invitation is for.' })
export type OfferedInvitation = z.infer<typeof offeredInvitation>

export const acceptedInvitation = z
  .object({
    token,
    name: displayName
      .optional()
      .describe('The name of the new user. Absent if a signed-in user accepts the invitation.'),
  })
  .meta({
    id: 'AcceptedInvitation',
    description: 'The acceptance of an invitation.',
    examples: [{ token: 'the-part-behind-the-hash', name: 'Anna Example' }],
  })
