/** Who is signed in. */
import { signal } from '@preact/signals'
import type { ConsoleSession } from '../contract/console-session.ts'
import { get, onSignedOut, post, remove, ScriptoriumError } from './api.ts'

/** Null when nobody is; undefined until that is known. */
export const signedIn = signal<ConsoleSession | null | undefined>(undefined)

onSignedOut.call = () => (signedIn.value = null)

/** @throws {ScriptoriumError} when the service cannot be reached */
export async function restoreSignIn(): Promise<void> {
  try {
    signedIn.value = await get<ConsoleSession>('console/session')
  } catch (error) {
    if (!(error instanceof ScriptoriumError) || error.status !== 401) throw error
  }
}

/** @throws {ScriptoriumError} when the key is not valid */
export async function signIn(key: string): Promise<void> {
  await post('console/session', { key })
  // By the cookie: a browser may have refused it.
  signedIn.value = await get<ConsoleSession>('console/session')
}

export async function signOut(): Promise<void> {
  await remove('console/session')
  signedIn.value = null
}
