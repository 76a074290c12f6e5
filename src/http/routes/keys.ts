import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createdKey, type KeyList, keyList, keyRequest } from '../../contract/keys.ts'
import { type AccountStore, isReservedName, type KeyInfo } from '../../jobs/account-store.ts'
import { configuredKey, invalid, notFound, ownKey, tooManyKeys } from '../errors.ts'
import { parseId } from '../parse-id.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../responses.ts'
import { warningsIn } from '../validation.ts'

/** Keys of one account: a list of them is not divided into pages. */
const MAX_KEYS = 1_000

export interface KeyRoutesParts {
  readonly accounts: AccountStore
}

export function createKeyRoute(app: FastifyInstance, { accounts }: KeyRoutesParts): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/v2/keys',
    {
      schema: {
        tags: ['account'],
        operationId: 'createKey',
        summary: 'Create a key',
        description: 'Creates a key of the same account. Needs an admin key. An addition of this service.',
        body: keyRequest,
        response: {
          201: jsonResponse('The key, which is shown only here.', createdKey),
          ...errorResponses(400, 403, 409, 413, 415),
        },
      },
    },
    async (request, reply) => {
      const { name, admin } = request.body
      if (isReservedName(name)) throw invalid('name: is reserved for the configured key; choose another one')
      if ((await accounts.validKeys(request.account)).length >= MAX_KEYS) throw tooManyKeys(MAX_KEYS)
      const { id, key, createdAt } = await accounts.createKey(request.account, name, admin)
      const created = { id, name, admin, created_at: createdAt.toISOString(), key }
      return reply.code(201).send({ ...created, ...warningsIn(request) })
    },
  )
}

/** Lists and revokes the keys of an account. */
export function keyRoutes(app: FastifyInstance, { accounts }: KeyRoutesParts): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(
    '/v2/keys',
    {
      schema: {
        tags: ['account'],
        operationId: 'listKeys',
        summary: 'List the keys',
        description: 'The valid keys of the account. Needs an admin key. An addition of this service.',
        response: { 200: jsonResponse('The keys.', keyList), ...errorResponses(403) },
      },
    },
    async ({ account }): Promise<KeyList> => ({ items: (await accounts.validKeys(account)).map(toKey) }),
  )

  typed.delete(
    '/v2/keys/:id',
    {
      schema: {
        tags: ['account'],
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        description:
          'Revokes a key of the account at once, and ends its live sessions. The key of the request itself and the ' +
          'configured one cannot be revoked. Needs an admin key. An addition of this service.',
        params: z.object({ id: z.string().describe('Id of the key.') }),
        response: { 204: emptyResponse('The key was revoked.'), ...errorResponses(403, 404, 409) },
      },
    },
    async (request, reply) => {
      const id = parseId(request.params.id, 'key')
      if (id === request.key) throw ownKey()
      const key = (await accounts.validKeys(request.account)).find((one) => one.id === id)
      if (key === undefined) throw notFound('key')
      if (isReservedName(key.name)) throw configuredKey(key.name)
      if (!(await accounts.revokeKey(id))) throw notFound('key')
      return reply.code(204).send()
    },
  )
}

function toKey({ id, name, isAdmin, createdAt }: KeyInfo): KeyList['items'][number] {
  return { id, name, admin: isAdmin, created_at: createdAt.toISOString() }
}
