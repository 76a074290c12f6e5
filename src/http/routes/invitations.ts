import { consoleSession } from '../../contract/console-session.ts'
import {
  acceptedInvitation,
  createdInvitation,
  INVITATION_DAYS,
  type Invitation,
  type InvitationList,
  invitationList,
  invitationRequest,
  invitationToken,
  invitationUrl,
  type OfferedInvitation,
  offeredInvitation,
} from '../../contract/invitations.ts'
import type { InvitationInfo } from '../../store/people/invitation-store.ts'
import { callerOf, setCaller } from '../authentication/authentication.ts'
import { beginConsoleSession, shownSession } from '../authentication/console-session.ts'
import { consoleToken, setConsoleCookie } from '../authentication/console-cookie.ts'
import { invalid, invalidInvitation, notFound, notSignedIn } from '../errors.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withId } from '../requests/path-ids.ts'
import { publicBase } from '../requests/public-base.ts'
import {
  consoleSessionErrorResponses,
  emptyResponse,
  errorResponses,
  jsonResponse,
} from '../openapi/responses.ts'
import { COOKIE } from './console-session.ts'

const DAY_MS = 86_400_000

/** Invitations to the account of the caller. */
export function invitationRoutes(app: App, { store: { invitations } }: Parts): void {
  const tags = ['members']

  app.post(
    '/v2/invitations',
    addition('admin', {
      tags,
      operationId: 'createInvitation',
      summary: 'Invite somebody',
      description:
        'Creates a link. The first person to accept it becomes a member. Nothing is sent: pass the link on yourself.',
      body: invitationRequest,
      response: {
        201: jsonResponse('The invitation, with its link, which is shown only here.', createdInvitation),
        ...errorResponses(400, 413, 415),
      },
    }),
    async (request, reply) => {
      const { role, email, expires_at: end } = request.body
      const { invitation, token } = await invitations.create(request.account, {
        ...{ role, email, createdBy: callerOf(request).who },
        expiresAt: end === null ? Date.now() + INVITATION_DAYS * DAY_MS : Date.parse(end),
      })
      request.auditDetails = { role }
      const url = invitationUrl(publicBase(request), token)
      return reply.code(201).send({ ...toInvitation(invitation), url })
    },
  )

  app.get(
    '/v2/invitations',
    addition('admin', {
      tags,
      operationId: 'listInvitations',
      summary: 'List the invitations',
      description: 'The invitations to the account that can still be used.',
      response: { 200: jsonResponse('The invitations.', invitationList), ...errorResponses() },
    }),
    async ({ account }): Promise<InvitationList> => ({
      items: (await invitations.list(account)).map(toInvitation),
    }),
  )

  app.delete(
    '/v2/invitations/:id',
    addition('admin', {
      tags,
      operationId: 'withdrawInvitation',
      summary: 'Withdraw an invitation',
      params: withId('invitation'),
      response: { 204: emptyResponse('The invitation was withdrawn.'), ...errorResponses(404) },
    }),
    async ({ account, params }, reply) => {
      if (!(await invitations.remove(account, params.id))) throw notFound('invitation')
      return reply.code(204).send()
    },
  )
}

/** Shows invitations by their links, and accepts them, which signs people in. */
export function offeredInvitationRoutes(app: App, parts: Parts): void {
  const tags = ['console']
  const { invitations, consoleSessions } = parts.store
  const kind = { find: async (token: string) => invitations.find(token), refusal: invalidInvitation }

  app.post(
    '/console/invitation',
    {
      schema: {
        tags,
        operationId: 'getOfferedInvitation',
        summary: 'Look at an invitation',
        description: 'Shows what the link of an invitation is for. The link remains valid.',
        security: [],
        body: invitationToken,
        response: {
          200: jsonResponse('The invitation.', offeredInvitation),
          ...consoleSessionErrorResponses(400, 404, 413, 415, 429),
        },
      },
    },
    async (request, reply): Promise<OfferedInvitation> => {
      reply.header('cache-control', 'no-store')
      const offer = await parts.secrets.find(request.body.token, request, kind)
      return {
        account: offer.accountName,
        role: offer.role,
        email: offer.email,
        created_by: offer.createdBy,
        expires_at: new Date(offer.expiresAt).toISOString(),
      }
    },
  )

  app.post(
    '/console/invitation/accept',
    {
      schema: {
        tags,
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description:
          'Uses up the link of an invitation. With `name`, creates a user and begins a console session. Without it, the signed-in user ' +
          'becomes a member, and the console session continues in the account.',
        security: [],
        body: acceptedInvitation,
        response: {
          200: jsonResponse('The console session.', consoleSession, COOKIE),
          ...consoleSessionErrorResponses(400, 404, 413, 415, 429),
        },
      },
    },
    async (request, reply) => {
      const { token, name } = request.body
      reply.header('cache-control', 'no-store')
      const own = name === undefined ? consoleToken(request) : null
      const session = own === null ? null : await consoleSessions.find(own)
      // A session that began with a key may do no more than the key.
      const user = session?.key === null ? session.user : null
      if (name === undefined && user === null) throw invalid('name: is required, unless a user is signed in')
      await parts.secrets.find(token, request, kind)
      const accepted = await invitations.accept(token, name === undefined ? { user: user ?? '' } : { name })
      // Somebody else was first.
      if (accepted === null) throw invalidInvitation()
      if (own === null || session === null) {
        const begun = await beginConsoleSession(parts, request, reply, { ...accepted, key: null })
        return shownSession(parts, begun)
      }
      // The session continues, so that one that began at an issuer still ends with the session there.
      await consoleSessions.use(session.id, accepted.account)
      const moved = await consoleSessions.find(own)
      if (moved === null) throw notSignedIn()
      setCaller(request, moved)
      setConsoleCookie(reply, own)
      return shownSession(parts, moved)
    },
  )
}

function toInvitation({ id, role, email, createdBy, createdAt, expiresAt }: InvitationInfo): Invitation {
  return {
    ...{ id, role, email, created_by: createdBy },
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(expiresAt).toISOString(),
  }
}
