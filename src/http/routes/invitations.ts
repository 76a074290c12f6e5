import {
  acceptedInvitation,
  consoleSession,
  invitationToken,
  type OfferedInvitation,
  offeredInvitation,
} from '../../contract/console-session.ts'
import { setCaller } from '../authentication.ts'
import { beginConsoleSession, shownSession } from '../console-session.ts'
import { consoleToken, setConsoleCookie } from '../console-cookie.ts'
import { invalid, invalidInvitation, notSignedIn } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { consoleSessionErrorResponses, jsonResponse } from '../responses.ts'
import { COOKIE } from './console-session.ts'

const tags = ['console']

/** The link of an invitation: what it is for, and its acceptance, which signs in. */
export function invitationRoutes(app: App, parts: Parts): void {
  const { invitations, consoleSessions } = parts.store
  const kind = { find: async (token: string) => invitations.find(token), refusal: invalidInvitation }

  app.post(
    '/console/invitation',
    {
      schema: {
        tags,
        operationId: 'getOfferedInvitation',
        summary: 'Look at an invitation',
        description: 'What the link of an invitation is for. It remains valid.',
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
          'Uses up the link of an invitation: with `name`, for a new user, whose console session begins; without, for the user whose ' +
          'console session the cookie is, which goes on in the account.',
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
      // One that began with a key may do no more than the key.
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
      // The session goes on: one that began at an issuer still ends there.
      await consoleSessions.use(session.id, accepted.account)
      const moved = await consoleSessions.find(own)
      if (moved === null) throw notSignedIn()
      setCaller(request, moved)
      setConsoleCookie(reply, own)
      return shownSession(parts, moved)
    },
  )
}
