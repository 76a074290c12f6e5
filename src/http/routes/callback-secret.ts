import { type CallbackSecret, callbackSecret } from '../../contract/keys.ts'
import type { App, Parts } from '../parts.ts'
import { errorResponses, jsonResponse } from '../responses.ts'

/** The secret that signs the callbacks of an account. */
export function callbackSecretRoutes(app: App, { store: { accounts } }: Parts): void {
  const secretsOf = async (account: number): Promise<CallbackSecret> => {
    const [secret = '', previous = null] = await accounts.callbackSecrets(account)
    return { secret, previous_secret: previous }
  }
  const response = {
    200: jsonResponse('The secret, and the previous one while it signs too.', callbackSecret),
    ...errorResponses(),
  }

  app.get(
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

  app.post(
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
