import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type CallbackSecret, callbackSecret } from '../../contract/keys.ts'
import type { AccountStore } from '../../jobs/account-store.ts'
import { errorResponses, jsonResponse } from '../responses.ts'

export interface CallbackSecretParts {
  readonly accounts: AccountStore
}

/** The secret that signs the callbacks of an account. */
export function callbackSecretRoutes(app: FastifyInstance, { accounts }: CallbackSecretParts): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const secretsOf = async (account: number): Promise<CallbackSecret> => {
    const [secret = '', previous = null] = await accounts.callbackSecrets(account)
    return { secret, previous_secret: previous }
  }
  const response = {
    200: jsonResponse('The secret, and the one before while it signs too.', callbackSecret),
    ...errorResponses(),
  }

  typed.get(
    '/v2/callback-secret',
    {
      config: { scope: 'admin', isAddition: true },
      schema: {
        tags: ['account'],
        operationId: 'getCallbackSecret',
        summary: 'Fetch the callback secret',
        description: 'What the callbacks of the account are signed with.',
        response,
      },
    },
    async ({ account }) => secretsOf(account),
  )

  typed.post(
    '/v2/callback-secret/rotate',
    {
      config: { scope: 'admin', isAddition: true },
      schema: {
        tags: ['account'],
        operationId: 'rotateCallbackSecret',
        summary: 'Replace the callback secret',
        description:
          'Gives the account a new secret. For 24 hours both sign, so that receivers can change over.',
        response,
      },
    },
    async ({ account }) => {
      await accounts.rotateCallbackSecret(account)
      return secretsOf(account)
    },
  )
}
