import {
  type CallbackSecret,
  callbackSecret,
  type CreatedKey,
  createdKey,
  type KeyList,
  keyList,
  keyRequest,
} from '../../contract/keys.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { callerOf } from '../authentication/authentication.ts'
import { allScopes, DEFAULT_SCOPES, SCOPES } from '../../contract/scopes.ts'
import { isReservedName, type KeyInfo } from '../../jobs/keys.ts'
import { configuredKey, invalid, notFound, ownKey, tooManyKeys } from '../errors.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withId } from '../requests/path-ids.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../openapi/responses.ts'
import { collectWarnings, warningsIn } from '../requests/validation.ts'

/** Maximum number of keys of an account, and of a user in it: lists of keys have no pages. */
const MAX_KEYS = 1_000
const MAX_USER_KEYS = 50

/** Creates, lists and revokes the keys of an account, and replaces the secret that signs its callbacks. */
export function keyRoutes(app: App, { store }: Parts): void {
  const { accounts, keys } = store
  app.post(
    '/v2/keys',
    {
      preValidation: collectWarnings,
      ...addition('admin', {
        tags: ['account'],
        operationId: 'createKey',
        summary: 'Create a key',
        description: 'Creates a key for the account of the caller.',
        body: keyRequest,
        response: {
          201: jsonResponse('The key, which is shown only here.', createdKey),
          ...errorResponses(400, 409, 413, 415),
        },
      }),
    },
    async (request, reply) => {
      const created = await newKeyOf({ store }, request, null)
      return reply.code(201).send({ ...created, ...warningsIn(request) })
    },
  )

  app.get(
    '/v2/keys',
    addition('admin', {
      tags: ['account'],
      operationId: 'listKeys',
      summary: 'List the keys',
      description: 'The keys of the account that have not been revoked.',
      response: { 200: jsonResponse('The keys.', keyList), ...errorResponses() },
    }),
    async ({ account }): Promise<KeyList> => ({ items: (await keys.ofAccount(account)).map(toKey) }),
  )

  app.delete(
    '/v2/keys/:id',
    addition('admin', {
      tags: ['account'],
      operationId: 'revokeKey',
      summary: 'Revoke a key',
      description:
        'Revokes a key of the account immediately, and ends its live sessions. The key that sends the request and the ' +
        'configured key cannot be revoked.',
      params: withId('key'),
      response: { 204: emptyResponse('The key was revoked.'), ...errorResponses(404, 409) },
    }),
    async (request, reply) => {
      const { id } = request.params
      if (id === callerOf(request).key) throw ownKey()
      const key = (await keys.ofAccount(request.account)).find((one) => one.id === id)
      if (key === undefined) throw notFound('key')
      if (isReservedName(key.name)) throw configuredKey(key.name)
      request.auditDetails = { name: key.name }
      if (!(await keys.revoke(id))) throw notFound('key')
      return reply.code(204).send()
    },
  )

  const secretsOf = async (account: number): Promise<CallbackSecret> => {
    const [secret = '', previous = null] = await accounts.callbackSecrets(account)
    return { secret, previous_secret: previous }
  }
  const response = {
    200: jsonResponse('The secret, and the previous one while both sign.', callbackSecret),
    ...errorResponses(),
  }

  app.get(
    '/v2/callback-secret',
    addition('admin', {
      tags: ['account'],
      operationId: 'getCallbackSecret',
      summary: 'Fetch the callback secret',
      description: 'The secret that signs the callbacks of the account.',
      response,
    }),
    async ({ account }) => secretsOf(account),
  )

  app.post(
    '/v2/callback-secret/rotate',
    addition('admin', {
      tags: ['account'],
      operationId: 'rotateCallbackSecret',
      summary: 'Replace the callback secret',
      description:
        'Gives the account a new secret. For 24 hours, both secrets sign, so that receivers can switch over.',
      response,
    }),
    async ({ account }) => {
      await accounts.rotateCallbackSecret(account)
      return secretsOf(account)
    },
  )
}

/**
 * Creates the requested key.
 * @param user the owner of the key; null for a key of the account
 * @throws {RequestError} 400 for a reserved name, or a scope that the user lacks; 409 if there are too many keys
 */
export async function newKeyOf(
  { store: { keys } }: Pick<Parts, 'store'>,
  request: FastifyRequest<{ Body: unknown }>,
  user: string | null,
): Promise<CreatedKey> {
  const { name, admin, expires_at, ...given } = request.body as z.output<typeof keyRequest>
  const own = callerOf(request).scopes
  const { scopes = DEFAULT_SCOPES.filter((scope) => own.includes(scope)) } = given
  if (isReservedName(name)) throw invalid('name: is reserved for the configured key; choose another one')
  const [present, limit] =
    user === null
      ? [(await keys.ofAccount(request.account)).filter((key) => key.user === null), MAX_KEYS]
      : [await keys.ofAccount(request.account, user), MAX_USER_KEYS]
  if (present.length >= limit) throw tooManyKeys(limit)
  const wanted = admin ? SCOPES : allScopes(scopes)
  const missing = wanted.find((scope) => !own.includes(scope))
  if (missing !== undefined) throw invalid(`scopes: your role in the account does not have ${missing}`)
  const expiresAt = expires_at === null ? null : new Date(expires_at)
  const grant = { scopes: wanted, expiresAt, user }
  request.auditDetails = { name }
  const { key, ...created } = await keys.create(request.account, name, grant)
  return { ...toKey({ name, ...created, ...grant, lastUsedAt: null }), key }
}

export function toKey(key: Omit<KeyInfo, 'account' | 'revokedAt'>): KeyList['items'][number] {
  const { id, name, user, scopes, createdAt, expiresAt, lastUsedAt } = key
  return {
    id,
    name,
    user_id: user,
    admin: scopes.includes('admin'),
    scopes: [...scopes],
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}
