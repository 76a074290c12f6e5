/** Signing in at the identity provider, if the service has one. */
import type { StartedSignIn, WaysToSignIn } from '../contract/console-session.ts'
import { BASE, get, post } from './api.ts'
import { type Resource, useResource } from './resource.ts'
import { view } from './router.ts'

/** How people sign in here. */
export function useWaysToSignIn(): Resource<WaysToSignIn> {
  return useResource('', async (_known, abort) => get<WaysToSignIn>('console/sign-in', abort))
}

/** The URL that signs in at the provider, and then returns to the current page. */
export function providerHref(): string {
  const url = new URL('console/issuer/start', BASE)
  url.searchParams.set('return', view.value)
  return url.href
}

/** Goes to the provider, to accept an invitation as the user who signs in there. @param token of the invitation */
export async function joinAtProvider(token: string): Promise<void> {
  const { url } = await post<StartedSignIn>('console/issuer/start', { token })
  window.location.assign(url)
}
