import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { loggedOut, logoutToken, type StartedSignIn, startedSignIn } from '../../contract/console-session.ts'
import { invitationToken } from '../../contract/invitations.ts'
import type { Issuer, Pending } from '../../sign-in/issuer.ts'
import type { IssuerProfile } from '../../store/people/stored-users.ts'
import { SignInError } from '../../sign-in/sign-in-error.ts'
import { setSignInCookie, signInCookie } from '../authentication/console-cookie.ts'
import { beginConsoleSession, firstAccount } from '../authentication/console-session.ts'
import { invalid, invalidInvitation, issuerAway, noIssuer, RequestError } from '../errors.ts'
import type { App, Parts } from '../parts.ts'
import { publicBase } from '../requests/public-base.ts'
import { consoleSessionErrorResponses, type HeaderDocs, jsonResponse } from '../openapi/responses.ts'
import { parseRequest } from '../requests/validation.ts'

const tags = ['console']

const COOKIE: HeaderDocs = {
  'set-cookie': {
    type: 'string',
    description: 'Ties the sign-in to the browser: `HttpOnly`, `SameSite=Lax`.',
  },
}

const returning = z.object({
  return: z.string().max(2_000).optional().describe('The page of the console to return to.'),
})

/** A started sign-in, as stored. */
interface Begun extends Pending {
  /** The page that the browser returns to. */
  readonly page: string
}

/**
 * Signing in at the OpenID Connect issuer. The state of a started sign-in is in the database, under a token that only the cookie of the
 * browser has, so that the answer of the issuer is valid only once, in that browser. The token of an invitation is kept in the cookie
 * as well, rather than in a URL.
 */
export function issuerRoutes(app: App, parts: Parts): void {
  const { log, store, signIn } = parts

  const configured = (): Issuer => {
    if (signIn.issuer === null) throw noIssuer()
    return signIn.issuer
  }

  /** @returns the URL to send the browser to */
  const begin = async (request: FastifyRequest, reply: FastifyReply, page: string, invitation?: string) => {
    await parts.secrets.pace(request)
    const redirectUri = `${publicBase(request)}/console/issuer/callback`
    const { url, pending } = await configured().begin(redirectUri)
    const token = await store.challenges.begin('issuer', { ...pending, page } satisfies Begun)
    setSignInCookie(reply, invitation === undefined ? [token] : [token, invitation])
    return url
  }

  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    if (!(error instanceof SignInError)) throw error
    const { problem, message: reason } = error
    log.warn({ problem, reason, request_id: request.id }, 'somebody cannot sign in at the issuer')
    return reply.redirect(`${rootOf(request)}?problem=${problem}`, 302)
  }

  app.get(
    '/console/issuer/start',
    { schema: { hide: true, querystring: returning } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      try {
        return await reply.redirect(await begin(request, reply, pageOf(request, request.query.return)), 302)
      } catch (error) {
        return fail(request, reply, error)
      }
    },
  )

  app.post(
    '/console/issuer/start',
    {
      schema: {
        tags,
        operationId: 'acceptInvitationAtProvider',
        summary: 'Accept an invitation by signing in',
        description:
          'Begins a sign-in at the identity provider, which accepts the invitation when it succeeds. Send the same browser to the URL ' +
          'in the response within ten minutes.',
        security: [],
        body: invitationToken,
        response: {
          200: jsonResponse('The started sign-in.', startedSignIn, COOKIE),
          ...consoleSessionErrorResponses(400, 404, 413, 415, 429),
        },
      },
    },
    async (request, reply): Promise<StartedSignIn> => {
      reply.header('cache-control', 'no-store')
      const { token } = request.body
      const find = async (secret: string) => store.invitations.find(secret)
      await parts.secrets.find(token, request, { find, refusal: invalidInvitation })
      try {
        return { url: await begin(request, reply, rootOf(request), token) }
      } catch (error) {
        if (!(error instanceof SignInError)) throw error
        log.warn({ reason: error.message, request_id: request.id }, 'somebody cannot sign in at the issuer')
        throw issuerAway()
      }
    },
  )

  app.get(
    '/console/issuer/callback',
    { schema: { hide: true, operationId: 'signInAtIssuer' }, config: { isAudited: true, isSignIn: true } },
    async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      const [token, invitation] = signInCookie(request)
      setSignInCookie(reply, null)
      try {
        const issuer = configured()
        const begun = token === undefined ? null : await store.challenges.take('issuer', token)
        if (begun === null) throw new SignInError('expired', 'no sign-in has begun in this browser')
        const { page, ...pending } = begun as Begun
        const { profile, grants, ...session } = await issuer.finish(pending, queryOf(request))
        const accepted = invitation === undefined ? null : await accept(parts, invitation, profile)
        const user = await store.grants.apply(profile, grants)
        const account = accepted ?? (user === null ? null : await firstAccount(store, user))
        if (user === null || account === null)
          throw new SignInError('no_access', 'nothing gives the person an account')
        await beginConsoleSession(parts, request, reply, { account, user, key: null }, async (db, id) =>
          store.issuerSessions.add(db, { id, account }, { ...profile, ...session }),
        )
        return await reply.redirect(page, 302)
      } catch (error) {
        // The browser shows the response, so it redirects to a page with the problem instead of sending JSON.
        const isRemoved = error instanceof RequestError && error.status === 401
        const reason = 'the person was removed meanwhile'
        return fail(request, reply, isRemoved ? new SignInError('no_access', reason) : error)
      }
    },
  )

  void app.register(async (forms: App) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    forms.post(
      '/console/issuer/logout',
      {
        schema: {
          tags,
          operationId: 'endSessionsOfIssuer',
          summary: 'End the console sessions of somebody who signed out at the identity provider',
          description: 'For the provider: OpenID Connect Back-Channel Logout 1.0.',
          security: [],
          body: { content: { 'application/x-www-form-urlencoded': { schema: logoutToken } } },
          response: {
            200: jsonResponse('The console sessions were ended.', loggedOut),
            ...consoleSessionErrorResponses(400, 404, 413, 415),
          },
        },
        // The schema would not be applied to a body of another type, or a missing one: the handler validates it.
        validatorCompiler: () => () => true,
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const { logout_token: token } = parseRequest(logoutToken, request.body)
        try {
          const { until, ...those } = await configured().loggedOut(token)
          const ended = await store.issuerSessions.endThose(those, until)
          log.info({ ended, request_id: request.id }, 'somebody signed out at the issuer')
          return {}
        } catch (error) {
          if (!(error instanceof SignInError)) throw error
          log.warn({ reason: error.message, request_id: request.id }, 'a logout token is not valid')
          throw error.problem === 'unavailable' ? issuerAway() : invalid('logout_token: is not valid')
        }
      },
    )
  })
}

/** Accepts an invitation for the person who signed in. @returns the account */
async function accept(
  { store: { invitations } }: Parts,
  token: string,
  profile: IssuerProfile,
): Promise<number> {
  const accepted = await invitations.accept(token, { profile })
  if (accepted === null) throw new SignInError('invitation', 'the invitation is not valid')
  return accepted.account
}

/** The URL of the console, where people sign in. */
const rootOf = (request: FastifyRequest): string => new URL(`${publicBase(request)}/console/`).href

/** Maximum length of the URL that a sign-in returns to, which is stored until the sign-in ends. */
const MAX_PAGE = 1_000

/** Resolves the URL of a page of the console. Returns the first page if the URL is too long or leads elsewhere. */
function pageOf(request: FastifyRequest, given = ''): string {
  const root = rootOf(request)
  const { href } = URL.parse(given, root) ?? { href: root }
  return href.startsWith(root) && href.length <= MAX_PAGE ? href : root
}

const queryOf = ({ url }: FastifyRequest): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')
