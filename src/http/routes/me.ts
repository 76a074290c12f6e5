import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { consoleSession } from '../../contract/console-session.ts'
import { createdKey, type KeyList, keyList, keyRequest } from '../../contract/keys.ts'
import { accountChoice, type DeviceList, deviceList, type Me, me, mePatch } from '../../contract/me.ts'
import { type Passkey, passkeyPatch } from '../../contract/passkeys.ts'
import { ROLE_SCOPES } from '../../contract/roles.ts'
import type { DeviceInfo } from '../../store/people/console-session-store.ts'
import type { StoredPasskey } from '../../store/people/passkey-store.ts'
import { callerOf, isConsoleSession, userSession } from '../authentication/authentication.ts'
import { shownSession } from '../authentication/console-session.ts'
import { notAMember, notFound, notSignedIn } from '../errors.ts'
import { ofUser } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { withId } from '../requests/path-ids.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../openapi/responses.ts'
import { collectWarnings, warningsIn } from '../requests/validation.ts'
import { newKeyOf, toKey } from './keys.ts'

const tags = ['me']

/** WebAuthn credential ids have at most 1,023 bytes. */
const withPasskey = z.object({ id: z.string().max(1_400).describe('Id of the passkey.') })

/** Operations of users on themselves, in a console session of their own. */
export function meRoutes(app: App, parts: Parts): void {
  const { users, members, passkeys, consoleSessions, accounts, keys } = parts.store

  app.get(
    '/v2/me',
    ofUser({
      tags,
      operationId: 'getMe',
      summary: 'Fetch the signed-in user',
      response: { 200: jsonResponse('The user.', me), ...errorResponses() },
    }),
    async (request): Promise<Me> => {
      const { user } = userSession(request)
      const found = await users.find(user)
      if (found === null) throw notSignedIn()
      const memberships = await members.ofUser(user)
      return {
        id: user,
        name: found.name,
        email: found.email,
        accounts: memberships.map(({ account, role }) => ({ name: account, role })),
        passkeys: (await passkeys.list(user)).map(toPasskey),
        signs_in_with: await users.issuersOf(user),
      }
    },
  )

  app.patch(
    '/v2/me',
    ofUser({
      tags,
      operationId: 'updateMe',
      summary: 'Change the name of the user',
      body: mePatch,
      response: { 204: emptyResponse('The name was changed.'), ...errorResponses(400, 413, 415) },
    }),
    async (request, reply) => {
      await users.rename(userSession(request).user, request.body.name)
      return reply.code(204).send()
    },
  )

  app.put(
    '/v2/me/account',
    ofUser({
      tags,
      operationId: 'chooseAccount',
      summary: 'Change the account in use',
      description: 'The console session continues in another account of the user, with the role there.',
      body: accountChoice,
      response: {
        200: jsonResponse('The console session.', consoleSession),
        ...errorResponses(400, 404, 413, 415),
      },
    }),
    async (request) => {
      const session = userSession(request)
      const account = await accounts.find(request.body.account)
      const memberships = await members.ofUser(session.user)
      const membership = memberships.find((one) => one.account === request.body.account)
      if (account === null || membership === undefined) throw notAMember()
      await consoleSessions.use(session.id, account)
      const { role } = membership
      return shownSession(parts, {
        ...session,
        ...{ account, accountName: membership.account, role, scopes: ROLE_SCOPES[role] },
      })
    },
  )

  app.get(
    '/v2/me/devices',
    ofUser({
      tags,
      operationId: 'listMyDevices',
      summary: 'List the devices of the user',
      description: 'The devices on which the user is signed in to the console.',
      response: { 200: jsonResponse('The devices.', deviceList), ...errorResponses() },
    }),
    async (request): Promise<DeviceList> => {
      const devices = await consoleSessions.devices(userSession(request).user)
      return { items: devices.map((device) => toDevice(device, request)) }
    },
  )

  app.delete(
    '/v2/me/devices/:id',
    ofUser({
      tags,
      operationId: 'endMyDevice',
      summary: 'Sign out a device of the user',
      params: withId('device'),
      response: { 204: emptyResponse('The device is signed out.'), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const { user } = userSession(request)
      if (!(await consoleSessions.endDevice(user, request.params.id))) throw notFound('device')
      return reply.code(204).send()
    },
  )

  app.patch(
    '/v2/me/passkeys/:id',
    ofUser({
      tags,
      operationId: 'renamePasskey',
      summary: 'Rename a passkey',
      params: withPasskey,
      body: passkeyPatch,
      response: { 204: emptyResponse('The passkey was renamed.'), ...errorResponses(400, 404, 413, 415) },
    }),
    async (request, reply) => {
      const { user } = userSession(request)
      if (!(await passkeys.rename(user, request.params.id, request.body.name))) throw notFound('passkey')
      return reply.code(204).send()
    },
  )

  app.delete(
    '/v2/me/passkeys/:id',
    ofUser({
      tags,
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      params: withPasskey,
      response: { 204: emptyResponse('The passkey was removed.'), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const { user } = userSession(request)
      if (!(await passkeys.remove(user, request.params.id))) throw notFound('passkey')
      return reply.code(204).send()
    },
  )

  app.post(
    '/v2/me/keys',
    {
      preValidation: collectWarnings,
      ...ofUser({
        tags,
        operationId: 'createMyKey',
        summary: 'Create a key of the user',
        description:
          'Creates a key for the account in use. It can never do more than its user can at the time, and ends with the membership.',
        body: keyRequest,
        response: {
          201: jsonResponse('The key, which is shown only here.', createdKey),
          ...errorResponses(400, 409, 413, 415),
        },
      }),
    },
    async (request, reply) => {
      const created = await newKeyOf(parts, request, userSession(request).user)
      return reply.code(201).send({ ...created, ...warningsIn(request) })
    },
  )

  app.get(
    '/v2/me/keys',
    ofUser({
      tags,
      operationId: 'listMyKeys',
      summary: 'List the keys of the user',
      description: 'The keys of the user for the account in use that have not been revoked.',
      response: { 200: jsonResponse('The keys.', keyList), ...errorResponses() },
    }),
    async (request): Promise<KeyList> => {
      const { account, user } = userSession(request)
      return { items: (await keys.ofAccount(account, user)).map(toKey) }
    },
  )

  app.delete(
    '/v2/me/keys/:id',
    ofUser({
      tags,
      operationId: 'revokeMyKey',
      summary: 'Revoke a key of the user',
      params: withId('key'),
      response: { 204: emptyResponse('The key was revoked.'), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const { account, user } = userSession(request)
      const { id } = request.params
      const key = (await keys.ofAccount(account, user)).find((one) => one.id === id)
      if (key === undefined || !(await keys.revoke(id))) throw notFound('key')
      request.auditDetails = { name: key.name }
      return reply.code(204).send()
    },
  )
}

/** A passkey as sent in responses. */
export function toPasskey({ credentialId, name, createdAt, lastUsedAt }: StoredPasskey): Passkey {
  return {
    id: credentialId,
    name,
    created_at: new Date(createdAt).toISOString(),
    last_used_at: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  }
}

/** A device as sent in the response to a request. */
export function toDevice(
  { id, browser, signedInAt, lastUsedAt }: DeviceInfo,
  request: FastifyRequest,
): DeviceList['items'][number] {
  const caller = callerOf(request)
  return {
    id,
    browser,
    signed_in_at: new Date(signedInAt).toISOString(),
    last_used_at: new Date(lastUsedAt).toISOString(),
    is_current: isConsoleSession(caller) && caller.id === id,
  }
}
