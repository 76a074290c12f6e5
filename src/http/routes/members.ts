import { type MemberList, memberList, memberPatch } from '../../contract/members.ts'
import { type DeviceList, deviceList } from '../../contract/me.ts'
import type { MemberInfo, Refusal } from '../../store/people/member-store.ts'
import { fromGroup, lastAdmin, notFound, type RequestError } from '../errors.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { idOf, withId } from '../requests/path-ids.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../openapi/responses.ts'
import { toDevice } from './me.ts'

const tags = ['members']

/** The errors for refused changes of a membership. */
const REFUSALS: Readonly<Record<Refusal, () => RequestError>> = {
  unknown: () => notFound('member'),
  'last admin': lastAdmin,
  'from group': fromGroup,
}

/** The members of an account, and where they are signed in. */
export function memberRoutes(app: App, { store }: Parts): void {
  const { members, consoleSessions } = store
  const memberOf = async (account: number, user: string): Promise<MemberInfo> => {
    const found = (await members.list(account)).find(({ id }) => id === user)
    if (found === undefined) throw notFound('member')
    return found
  }

  app.get(
    '/v2/members',
    addition('admin', {
      tags,
      operationId: 'listMembers',
      summary: 'List the members',
      description: 'The users who are members of the account.',
      response: { 200: jsonResponse('The members.', memberList), ...errorResponses() },
    }),
    async ({ account }): Promise<MemberList> => ({ items: (await members.list(account)).map(toMember) }),
  )

  app.patch(
    '/v2/members/:id',
    addition('admin', {
      tags,
      operationId: 'updateMember',
      summary: 'Change the role of a member',
      description:
        'Takes effect at once. The last admin of an account must remain one. A role granted by a group can be raised but not lowered: ' +
        'lower it at the identity provider.',
      params: withId('member'),
      body: memberPatch,
      response: { 204: emptyResponse('The role was changed.'), ...errorResponses(400, 404, 409, 413, 415) },
    }),
    async (request, reply) => {
      const { account, params, body } = request
      const { name } = await memberOf(account, params.id)
      request.auditDetails = { name, role: body.role }
      const refusal = await members.setRole(account, params.id, body.role)
      if (refusal !== null) throw REFUSALS[refusal]()
      return reply.code(204).send()
    },
  )

  app.delete(
    '/v2/members/:id',
    addition('admin', {
      tags,
      operationId: 'removeMember',
      summary: 'Remove a member',
      description:
        'Ends the membership at once, together with the keys, console sessions and shares of the user in this account. What the user ' +
        'created is kept. A user without any memberships is deleted. If a group still grants a role, the person becomes a member again ' +
        'at the next sign-in at the identity provider.',
      params: withId('member'),
      response: { 204: emptyResponse('The member was removed.'), ...errorResponses(404, 409) },
    }),
    async (request, reply) => {
      const { account, params } = request
      const { name } = await memberOf(account, params.id)
      request.auditDetails = { name }
      const refusal = await members.remove(account, params.id)
      if (refusal !== null) throw REFUSALS[refusal]()
      return reply.code(204).send()
    },
  )

  app.get(
    '/v2/members/:id/devices',
    addition('admin', {
      tags,
      operationId: 'listMemberDevices',
      summary: 'List the devices of a member',
      description: 'The devices on which a member is signed in to the console and uses this account.',
      params: withId('member'),
      response: { 200: jsonResponse('The devices.', deviceList), ...errorResponses(404) },
    }),
    async (request): Promise<DeviceList> => {
      const { id } = await memberOf(request.account, request.params.id)
      const devices = await consoleSessions.devices(id, request.account)
      return { items: devices.map((device) => toDevice(device, request)) }
    },
  )

  app.delete(
    '/v2/members/:id/devices/:device',
    addition('admin', {
      tags,
      operationId: 'endMemberDevice',
      summary: 'Sign out a device of a member',
      params: withId('member').extend({ device: idOf('device') }),
      response: { 204: emptyResponse('The device is signed out.'), ...errorResponses(404) },
    }),
    async (request, reply) => {
      const { account, params } = request
      const { id, name } = await memberOf(account, params.id)
      request.auditDetails = { name }
      if (!(await consoleSessions.endDevice(id, params.device, account))) throw notFound('device')
      return reply.code(204).send()
    },
  )
}

function toMember(member: MemberInfo): MemberList['items'][number] {
  const { id, name, email, role, groupRole, joinedAt, lastSeenAt } = member
  return {
    ...{ id, name, email, role, group_role: groupRole },
    joined_at: new Date(joinedAt).toISOString(),
    last_seen_at: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
  }
}
