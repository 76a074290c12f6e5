/** Who is signed in. */
import { signal } from '@preact/signals'
import type { Session } from '../contract/session.ts'
import { ApiError, get, onSessionEnd, post, remove } from './api.ts'

/** Null when nobody is; undefined until that is known. */
export const session = signal<Session | null | undefined>(undefined)

onSessionEnd.call = () => (session.value = null)

/** @throws {ApiError} when the service cannot be reached */
export async function restoreSession(): Promise<void> {
  try {
    session.value = await get<Session>('console/session')
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
  }
}

/** @throws {ApiError} when the key is not valid */
export async function signIn(key: string): Promise<void> {
  await post('console/session', { key })
  // By the cookie: a browser may have refused it.
  session.value = await get<Session>('console/session')
}

export async function signOut(): Promise<void> {
  await remove('console/session')
  session.value = null
}
