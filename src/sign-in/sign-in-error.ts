import { errors } from 'jose'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import type { SignInProblem } from '../contract/console-session.ts'

/** A failed sign-in at the issuer. The message is only logged, and contains no tokens or codes. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly problem: SignInProblem

  constructor(problem: SignInProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/** The error for anything thrown during a request to the issuer. */
export function signInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  if (error instanceof AuthorizationResponseError) {
    const isAway = ['server_error', 'temporarily_unavailable'].includes(error.error)
    return new SignInError(
      isAway ? 'unavailable' : 'refused',
      `${error.error}: ${error.error_description ?? ''}`,
    )
  }
  if (error instanceof ResponseBodyError) {
    const problem = ENDED.includes(error.error) ? 'expired' : isAway(error.status) ? 'unavailable' : 'failed'
    return new SignInError(problem, `${error.error}: ${error.error_description ?? ''}`)
  }
  const { message, cause } = error as Error
  const reason = cause instanceof Error ? `: ${cause.message}` : ''
  return new SignInError(isUnreachable(error) ? 'unavailable' : 'failed', `${message}${reason}`)
}

/** Errors of the token endpoint after which the person has to sign in again. */
const ENDED = ['invalid_grant', 'interaction_required', 'login_required', 'consent_required', 'access_denied']

const isAway = (status: number): boolean => status >= 500 || status === 429

/** Codes of openid-client: the issuer took too long, or a proxy answered in its place. */
const AWAY = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']

function isUnreachable(error: unknown): boolean {
  // Network errors of `fetch` are TypeErrors with a cause.
  if (error instanceof TypeError) return error.cause !== undefined
  if (error instanceof errors.JWKSTimeout) return true
  return error instanceof ClientError && AWAY.includes(error.code ?? '')
}
