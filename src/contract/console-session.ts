/** Console sessions: a cookie takes the place of a key. */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { scopes } from './keys.ts'
import { role } from './members.ts'
import { who } from './who.ts'

export const signIn = z.object({ key: z.string().min(1).max(1000).describe('A key of the service.') }).meta({
  id: 'SignIn',
  description: 'What a console session is begun with.',
  examples: [{ key: 'your-key' }],
})

export const consoleSession = z
  .strictObject({
    account: z.string().describe('Name of the account.'),
    who: who.describe('Who is signed in: a user, or a key.'),
    role: role
      .nullable()
      .describe('The role in the account of the user who signed in; null where a key was signed in with.'),
    accounts: z
      .array(z.string())
      .describe('Names of the accounts that the session can use: those of the user; of a key, its own.'),
    scopes,
    operator: z
      .boolean()
      .describe('Whether it may do what operators do: it is of an admin of the account `default`.'),
    expires_at: timestamp.describe('When it ends if it is not used until then: 30 days after its last use.'),
    language_model: z
      .boolean()
      .describe('Whether the service has a language model; without one, features that need it are refused.'),
  })
  .meta({ id: 'Session', description: 'A console session.' })
export type ConsoleSession = z.infer<typeof consoleSession>

export const signedOut = z
  .strictObject({
    provider_url: z
      .url()
      .nullable()
      .describe(
        'Where the browser signs out at the identity provider too; null if nothing is to be done there.',
      ),
  })
  .meta({ id: 'SignedOut', description: 'What remains to be done to sign out.' })
export type SignedOut = z.infer<typeof signedOut>

/** Where the browser goes to sign in. */
export const startedSignIn = z
  .strictObject({ url: z.url().describe('Where the browser goes to sign in.') })
  .meta({ id: 'StartedSignIn', description: 'A sign-in at the identity provider that has begun.' })
export type StartedSignIn = z.infer<typeof startedSignIn>

/**
 * Why a sign-in at the identity provider failed, as the parameter `problem` of the page that the browser returns to:
 * - `refused`: the provider refused it, or the person cancelled it
 * - `expired`: it took too long, was ended before, or was begun in another browser
 * - `no_access`: nothing gives the person access to an account
 * - `invitation`: the invitation is not valid any more
 * - `unavailable`: the provider does not answer
 * - `failed`: what the provider answered is not valid; the log of the service says why
 */
export type SignInProblem = 'refused' | 'expired' | 'no_access' | 'invitation' | 'unavailable' | 'failed'

export const logoutToken = z
  .object({
    logout_token: z.string().min(1).max(100_000).describe('The logout token of OpenID Connect.'),
  })
  .meta({ id: 'LogoutToken', description: 'That somebody signed out at the identity provider.' })

export const loggedOut = z
  .strictObject({})
  .meta({ id: 'LoggedOut', description: 'That a logout token was accepted.' })

export const waysToSignIn = z
  .strictObject({
    provider: z.string().nullable().describe('Name of the identity provider; null if none is configured.'),
    contact: z.string().nullable().describe('Whom to ask for access; null if nobody is configured.'),
  })
  .meta({ id: 'WaysToSignIn', description: 'How people sign in to the console.' })
export type WaysToSignIn = z.infer<typeof waysToSignIn>
