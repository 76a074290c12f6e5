import type { FastifyReply } from 'fastify'
import { consoleSession, type ConsoleSession, signIn } from '../../contract/console-session.ts'
import { setCaller } from '../authentication.ts'
import { notSignedIn } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { emptyResponse, consoleSessionErrorResponses, type HeaderDocs, jsonResponse } from '../responses.ts'
import { consoleToken, setConsoleCookie } from '../console-cookie.ts'

const COOKIE: HeaderDocs = {
  'set-cookie': {
    type: 'string',
    description: 'The console session: `HttpOnly`, `SameSite=Strict`, and `Secure` on HTTPS.',
  },
}

const tags = ['console']

/** Signing in to the console, and out of it. */
export function consoleSessionRoutes(
  app: App,
  { store: { consoleSessions }, keys, capabilities }: Parts,
): void {
  const shown = async (token: string | null, reply: FastifyReply): Promise<ConsoleSession> => {
    const found = token === null ? null : await consoleSessions.find(token)
    if (found === null) throw notSignedIn()
    // The browser keeps the cookie as long as the service does the console session.
    setConsoleCookie(reply, token)
    reply.header('cache-control', 'no-store')
    return {
      account: found.accountName,
      key_id: found.key,
      key_name: found.keyName,
      is_admin: found.scopes.includes('admin'),
      scopes: [...found.scopes],
      expires_at: found.expiresAt.toISOString(),
      language_model: (await capabilities()).languageModel,
    }
  }

  app.post(
    '/console/session',
    {
      schema: {
        tags,
        operationId: 'createSession',
        summary: 'Sign in to the console',
        description:
          'Begins a console session: the cookie in the answer takes the place of the key. Every request by cookie but GET and HEAD ' +
          'needs the header `x-console: 1`. Revoking the key ends its console sessions.',
        security: [],
        body: signIn,
        response: {
          200: jsonResponse('The console session.', consoleSession, COOKIE),
          ...consoleSessionErrorResponses(400, 413, 415, 429),
        },
      },
    },
    async (request, reply) => {
      const caller = await keys.callerOf(request.body.key, request)
      setCaller(request, caller)
      return shown(await consoleSessions.begin(caller), reply)
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
    async (request, reply) => shown(consoleToken(request), reply),
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
          204: emptyResponse('There is no console session any more.'),
          ...consoleSessionErrorResponses(400),
        },
      },
    },
    async (request, reply) => {
      const token = consoleToken(request)
      const ended = token === null ? null : await consoleSessions.end(token)
      if (ended !== null) setCaller(request, ended)
      setConsoleCookie(reply, null)
      return reply.code(204).send()
    },
  )
}
