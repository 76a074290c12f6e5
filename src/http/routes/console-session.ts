import {
  consoleSession,
  signedOut,
  signIn,
  type WaysToSignIn,
  waysToSignIn,
} from '../../contract/console-session.ts'
import { keyCaller, sessionWith, setCaller } from '../authentication/authentication.ts'
import { beginConsoleSession, shownSession } from '../authentication/console-session.ts'
import { consoleToken, setConsoleCookie } from '../authentication/console-cookie.ts'
import { notSignedIn } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { publicBase } from '../requests/public-base.ts'
import {
  consoleSessionErrorResponses,
  type HeaderDocs,
  headersTooLarge,
  jsonResponse,
} from '../openapi/responses.ts'

export const COOKIE: HeaderDocs = {
  'set-cookie': {
    type: 'string',
    description: 'The console session: `HttpOnly`, `SameSite=Strict`, and `Secure` on HTTPS.',
  },
}

const tags = ['console']

/** Signs people in to the console with a key, and out of it. */
export function consoleSessionRoutes(app: App, parts: Parts): void {
  const { issuer, contact } = parts.signIn
  const { consoleSessions, issuerSessions } = parts.store

  app.get(
    '/console/sign-in',
    {
      schema: {
        tags,
        operationId: 'getWaysToSignIn',
        summary: 'List the ways to sign in',
        description: 'How people can sign in to the console, other than with passkeys and keys.',
        security: [],
        response: {
          200: jsonResponse('The ways to sign in.', waysToSignIn),
          ...headersTooLarge,
        },
      },
    },
    async (_request, reply): Promise<WaysToSignIn> => {
      reply.header('cache-control', 'no-store')
      return { provider: issuer?.name ?? null, contact }
    },
  )

  app.post(
    '/console/session',
    {
      schema: {
        tags,
        operationId: 'createSession',
        summary: 'Sign in to the console with a key',
        description:
          'Begins a console session: the cookie in the response replaces the key. Requests with the cookie, except GET and HEAD, need ' +
          'the header `x-console: 1`. Revoking the key ends its console sessions.',
        security: [],
        body: signIn,
        response: {
          200: jsonResponse('The console session.', consoleSession, COOKIE),
          ...consoleSessionErrorResponses(400, 413, 415, 429),
        },
      },
      config: { isSignIn: true },
    },
    async (request, reply) => {
      const caller = await keyCaller(request.body.key, request, parts)
      reply.header('cache-control', 'no-store')
      return shownSession(parts, await beginConsoleSession(parts, request, reply, caller))
    },
  )

  app.get(
    '/console/session',
    {
      schema: {
        tags,
        operationId: 'getSession',
        summary: 'Fetch the console session',
        description: 'The console session of the cookie.',
        security: [],
        response: {
          200: jsonResponse('The console session.', consoleSession, COOKIE),
          ...consoleSessionErrorResponses(400),
        },
      },
    },
    async (request, reply) => {
      const token = consoleToken(request)
      const found = token === null ? null : await sessionWith(token, parts)
      if (found === null) throw notSignedIn()
      // Renews the cookie, so that the browser keeps it as long as the service keeps the session.
      setConsoleCookie(reply, token)
      reply.header('cache-control', 'no-store')
      return shownSession(parts, found)
    },
  )

  app.delete(
    '/console/session',
    {
      schema: {
        tags,
        operationId: 'deleteSession',
        summary: 'Sign out of the console',
        description:
          'Ends the console session of the cookie, if there is one. Needs the header `x-console: 1`.',
        security: [],
        response: {
          200: jsonResponse('The console session has ended.', signedOut),
          ...consoleSessionErrorResponses(400),
        },
      },
    },
    async (request, reply) => {
      const token = consoleToken(request)
      const found = token === null ? null : await consoleSessions.find(token)
      if (found !== null) setCaller(request, found)
      const idToken = found?.isOfIssuer === true ? await issuerSessions.idToken(found.id) : null
      if (token !== null) await consoleSessions.end(token)
      setConsoleCookie(reply, null)
      if (idToken === null || issuer === null) return { provider_url: null }
      return { provider_url: await issuer.signOutUrl(idToken, `${publicBase(request)}/console/`) }
    },
  )
}
