import { z } from 'zod'
import { LIMIT_NAMES } from '../../contract/account-limits.ts'
import {
  type Account,
  account as accountSchema,
  accountList,
  type AccountList,
  accountPatch,
  accountRequest,
  confirmation,
} from '../../contract/accounts.ts'
import type { AccountInfo } from '../../store/accounts/account-info.ts'
import { accountExists, invalid, notDeletableAccount, notFound } from '../errors.ts'
import { ofOperator } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { emptyResponse, errorResponses, jsonResponse } from '../openapi/responses.ts'

const tags = ['accounts']

const withName = z.object({ name: z.string().describe('Name of the account.') })

/** All accounts of the service, for its operators. */
export function operatedAccountRoutes(app: App, { store, requests, operators }: Parts): void {
  const { accounts, accountDeletions, wake } = store
  const idOf = async (name: string): Promise<number> => {
    const id = await accounts.find(name)
    if (id === null) throw notFound('account')
    return id
  }
  const shown = (info: AccountInfo): Account => {
    const used = { ...info.used, requests_per_minute: requests.of(info.id)?.requests ?? 0 }
    const shownLimits = LIMIT_NAMES.map((name) => [
      name,
      { limit: info.limits[name], used: used[name], own: name in info.own },
    ])
    return {
      name: info.name,
      created_at: new Date(info.createdAt).toISOString(),
      state: info.deletedAt !== null ? 'being deleted' : info.pausedAt !== null ? 'paused' : 'active',
      members: info.members,
      jobs: info.jobs,
      running: info.running,
      priority: info.priority,
      limits: Object.fromEntries(shownLimits) as Account['limits'],
    }
  }

  app.get(
    '/v2/accounts',
    ofOperator({
      tags,
      operationId: 'listAccounts',
      summary: 'List the accounts',
      description:
        'All accounts, with their content, limits and usage. Each process of the service counts requests separately, and only while ' +
        'they are limited. An account that is being deleted is listed until all its data is gone.',
      response: { 200: jsonResponse('The accounts.', accountList), ...errorResponses() },
    }),
    async (): Promise<AccountList> => ({ items: (await accounts.list()).map(shown) }),
  )

  app.post(
    '/v2/accounts',
    ofOperator({
      tags,
      operationId: 'createAccount',
      summary: 'Create an account',
      description:
        'The new account has neither keys nor members: add the first with `scriptorium keys create --account` or `scriptorium users invite --account`.',
      body: accountRequest,
      response: { 201: jsonResponse('The account.', accountSchema), ...errorResponses(400, 409, 413, 415) },
    }),
    async (request, reply) => {
      const { name } = request.body
      request.auditDetails = { name }
      const id = await accounts.create(name)
      if (id === null) throw accountExists()
      return reply.code(201).send(shown(await accounts.get(id)))
    },
  )

  app.patch(
    '/v2/accounts/:name',
    ofOperator({
      tags,
      operationId: 'updateAccount',
      summary: 'Change the limits and the priority of an account, pause or resume it',
      description:
        'Takes effect at once, in all processes. While an account is paused, new files are accepted but wait, running files finish, open ' +
        'live sessions continue, and new ones are refused with 503. Absent fields stay as they are.',
      params: withName,
      body: accountPatch,
      response: { 200: jsonResponse('The account.', accountSchema), ...errorResponses(400, 404, 413, 415) },
    }),
    async ({ params, body }): Promise<Account> => {
      const id = await idOf(params.name)
      await accounts.change(id, body)
      // Its jobs may now be claimable.
      wake.notify('work')
      return shown(await accounts.get(id))
    },
  )

  app.delete(
    '/v2/accounts/:name',
    ofOperator({
      tags,
      operationId: 'deleteAccount',
      summary: 'Delete an account',
      description:
        'Permanently deletes the account and all its data. The account becomes unusable at once; its data is deleted in the background. ' +
        'The account `default`, which belongs to the operators, cannot be deleted.',
      params: withName,
      querystring: confirmation,
      response: { 202: emptyResponse('The account is being deleted.'), ...errorResponses(400, 404, 409) },
    }),
    async ({ params: { name }, query }, reply) => {
      const id = await idOf(name)
      if (id === operators) throw notDeletableAccount()
      if (query.confirm !== name) throw invalid('confirm: must be the name of the account')
      if (!(await accountDeletions.begin(id))) throw notFound('account')
      wake.notify('background')
      return reply.code(202).send()
    },
  )
}
