/** Console sessions, which use a cookie instead of a key. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { scopes } from './keys.ts'
import { role } from './members.ts'
import { who } from './who.ts'

export const signIn = z.object({ key: z.string().min(1).max(1000).describe('A key of the service.') }).meta({
  id: 'SignIn',
  description: 'The key to sign in to the console with.',
  examples: [{ key: 'your-key' }],
})

export const consoleSession = z
  .strictObject({
    account: z.string().describe('Name of the account.'),
    who: who.describe('Who is signed in: a user, or a key.'),
    role: role
      .nullable()
      .describe("The user's role in the account; null for a session that began with a key."),
    accounts: z
      .array(z.string())
      .describe('Names of the accounts that the session can use: those of the user, or the one of the key.'),
    scopes,
    operator: z
      .boolean()
      .describe('Whether it is the session of an operator: an admin of the account `default`.'),
    expires_at: timestamp.describe('When it expires if unused: 30 days after its last use.'),
    language_model: z
      .boolean()
      .describe('Whether the service has a language model. Features that need one are refused without it.'),
  })
  .meta({ id: 'Session', description: 'A console session.' })
export type ConsoleSession = z.infer<typeof consoleSession>

export const signedOut = z
  .strictObject({
    provider_url: z
      .url()
      .nullable()
      .describe(
        'Where to send the browser to sign out at the identity provider as well; null if not needed.',
      ),
  })
  .meta({ id: 'SignedOut', description: 'What is left to do to sign out.' })
export type SignedOut = z.infer<typeof signedOut>

export const startedSignIn = z
  .strictObject({ url: z.url().describe('Where to send the browser to sign in.') })
  .meta({ id: 'StartedSignIn', description: 'A started sign-in at the identity provider.' })
export type StartedSignIn = z.infer<typeof startedSignIn>

/**
 * Why a sign-in at the identity provider failed: the parameter `problem` of the page that the browser returns to.
 * - `refused`: the provider refused it, or the person cancelled it
 * - `expired`: it took too long, had already ended, or was started in another browser
 * - `no_access`: the person has no access to any account
 * - `invitation`: the invitation is no longer valid
 * - `unavailable`: the provider does not answer
 * - `failed`: the answer of the provider is not valid; the log of the service says why
 */
export type SignInProblem = 'refused' | 'expired' | 'no_access' | 'invitation' | 'unavailable' | 'failed'

export const logoutToken = z
  .object({
    logout_token: z.string().min(1).max(100_000).describe('The logout token of OpenID Connect.'),
  })
  .meta({
    id: 'LogoutToken',
    description: 'A notification that somebody signed out at the identity provider.',
  })

export const loggedOut = z
  .strictObject({})
  .meta({ id: 'LoggedOut', description: 'The logout token was accepted.' })

export const waysToSignIn = z
  .strictObject({
    provider: z.string().nullable().describe('Name of the identity provider; null if none is configured.'),
    contact: z.string().nullable().describe('Whom to ask for access; null if not configured.'),
  })
  .meta({ id: 'WaysToSignIn', description: 'How people can sign in to the console.' })
export type WaysToSignIn = z.infer<typeof waysToSignIn>
