import { consoleSession } from '../../contract/console-session.ts'
import {
  MAX_PASSKEYS,
  newPasskey,
  newPasskeyOptions,
  passkey,
  type PasskeyAssertion,
  passkeyAssertion,
  passkeyOptions,
} from '../../contract/passkeys.ts'
import type { Holder } from '../../store/people/console-session-store.ts'
import { userSession } from '../authentication/authentication.ts'
import {
  beginConsoleSession,
  browserOf,
  firstAccount,
  shownSession,
} from '../authentication/console-session.ts'
import { invalid, invalidPasskey, knownPasskey, notSignedIn, tooManyPasskeys } from '../errors.ts'
import { ofUser } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import {
  challengeIn,
  counterAfter,
  madePasskey,
  optionsToAdd,
  optionsToSignIn,
  type RelyingParty,
  relyingParty,
} from '../authentication/passkeys.ts'
import { consoleSessionErrorResponses, errorResponses, jsonResponse } from '../openapi/responses.ts'
import { COOKIE } from './console-session.ts'
import { toPasskey } from './me.ts'

/** Signs people in with a passkey. */
export function passkeySignInRoutes(app: App, parts: Parts): void {
  const tags = ['console']

  app.post(
    '/console/passkeys/options',
    {
      schema: {
        tags,
        operationId: 'beginPasskeySignIn',
        summary: 'Begin to sign in with a passkey',
        description:
          'Returns the options to pass to the browser. The passkey that the person chooses identifies the user.',
        security: [],
        response: {
          200: jsonResponse('The options for the browser.', passkeyOptions),
          ...consoleSessionErrorResponses(400, 429),
        },
      },
    },
    async (request, reply) => {
      const party = relyingParty(request)
      await parts.secrets.pace(request)
      reply.header('cache-control', 'no-store')
      return optionsToSignIn(party, await parts.store.challenges.begin('passkey', {}))
    },
  )

  app.post(
    '/console/passkeys/sign-in',
    {
      schema: {
        tags,
        operationId: 'signInWithPasskey',
        summary: 'Sign in to the console with a passkey',
        description:
          'Begins a console session for the user of the passkey, in the first of their accounts by name.',
        security: [],
        body: passkeyAssertion,
        response: {
          200: jsonResponse('The console session.', consoleSession, COOKIE),
          ...consoleSessionErrorResponses(400, 413, 415, 429),
        },
      },
      config: { isSignIn: true },
    },
    async (request, reply) => {
      const { body } = request
      const party = relyingParty(request)
      const holder = await parts.secrets.find(body.response.signature, request, {
        find: async () => holderOf(parts, party, body),
        refusal: invalidPasskey,
      })
      reply.header('cache-control', 'no-store')
      return shownSession(parts, await beginConsoleSession(parts, request, reply, holder))
    },
  )
}

/** Verifies a sign-in with a passkey. @returns the user with an account; null if it is not valid */
async function holderOf(
  { store }: Parts,
  party: RelyingParty,
  answer: PasskeyAssertion,
): Promise<Holder | null> {
  const { challenges, passkeys } = store
  const challenge = challengeIn(answer)
  if (challenge === null || (await challenges.take('passkey', challenge)) === null) return null
  const used = await passkeys.find(answer.id)
  // A page on another port of the host may have requested it, and it can choose the host header of its requests.
  if (used === null || used.origin !== party.origin) return null
  const counter = await counterAfter(party, challenge, answer, used)
  if (counter === null || !(await passkeys.use(used, counter))) return null
  const account = await firstAccount(store, used.user)
  return account === null ? null : { account, key: null, user: used.user }
}

/** Adds passkeys to the signed-in user. */
export function newPasskeyRoutes(app: App, { store }: Parts): void {
  const { challenges, passkeys, users } = store
  const tags = ['me']

  app.post(
    '/v2/me/passkeys/options',
    ofUser({
      tags,
      operationId: 'beginAddPasskey',
      summary: 'Begin to add a passkey',
      description: 'Returns the options to pass to the browser.',
      response: {
        200: jsonResponse('The options for the browser.', newPasskeyOptions),
        ...errorResponses(400, 409),
      },
    }),
    async (request) => {
      const { user: id } = userSession(request)
      const party = relyingParty(request)
      const user = await users.find(id)
      if (user === null) throw notSignedIn()
      const own = await passkeys.list(id)
      if (own.length >= MAX_PASSKEYS) throw tooManyPasskeys(MAX_PASSKEYS)
      return optionsToAdd(party, user, own, await challenges.begin('new-passkey', { user: id }))
    },
  )

  app.post(
    '/v2/me/passkeys',
    ofUser({
      tags,
      operationId: 'addPasskey',
      summary: 'Add a passkey',
      description: 'Adds the passkey that the browser has created, and names it after the browser.',
      body: newPasskey,
      response: { 201: jsonResponse('The passkey.', passkey), ...errorResponses(400, 409, 413, 415) },
    }),
    async (request, reply) => {
      const { body } = request
      const { user } = userSession(request)
      const party = relyingParty(request)
      const challenge = challengeIn(body)
      const begun = challenge === null ? null : await challenges.take('new-passkey', challenge)
      const isOwn = begun !== null && (begun as { user: string }).user === user
      const made = challenge !== null && isOwn ? await madePasskey(party, challenge, body) : null
      if (made === null)
        throw invalid('response: does not answer a challenge of the last ten minutes: begin again')
      const added = { ...made, user, name: browserOf(request) }
      const refusal = await passkeys.add(added)
      if (refusal === 'too many') throw tooManyPasskeys(MAX_PASSKEYS)
      if (refusal === 'known') throw knownPasskey()
      if (refusal === 'no user') throw notSignedIn()
      return reply.code(201).send(toPasskey({ ...added, createdAt: Date.now(), lastUsedAt: null }))
    },
  )
}
