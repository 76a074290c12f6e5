/** The signed-in user or key, and its permissions. */
import { computed, effect, signal } from '@preact/signals'
import type { ConsoleSession, SignedOut } from '../contract/console-session.ts'
import type { Scope } from '../contract/scopes.ts'
import {
  get,
  nameAccount,
  onAccountChanged,
  onForbidden,
  onSignedOut,
  post,
  put,
  remove,
  ScriptoriumError,
} from './api.ts'

/** Null if nobody is signed in; undefined until that is known. */
export const signedIn = signal<ConsoleSession | null | undefined>(undefined)

/** Whether the console session has a scope. What it does not allow is not shown. */
export const may = (scope: Scope): boolean => signedIn.value?.scopes.includes(scope) ?? false

/** Whether an operator is signed in, who manages all accounts of the service. */
export const isOperator = (): boolean => signedIn.value?.operator ?? false

/** Whether a user is signed in, as opposed to a key. */
export const isPerson = (): boolean => signedIn.value?.role != null

onSignedOut.call = () => (signedIn.value = null)

/** @throws {ScriptoriumError} if the service cannot be reached */
export async function restoreSignIn(): Promise<void> {
  try {
    signedIn.value = await get<ConsoleSession>('console/session')
  } catch (error) {
    if (!(error instanceof ScriptoriumError) || error.status !== 401) throw error
  }
}

/** @throws {ScriptoriumError} if the key is not valid */
export async function signIn(key: string): Promise<void> {
  await post('console/session', { key })
  // Read back with the cookie, which the browser may have rejected.
  signedIn.value = await get<ConsoleSession>('console/session')
}

/** Callbacks that save what is being typed, called before the user signs out or switches accounts. */
export const beforeLeaving = new Set<() => Promise<unknown>>()

const settle = async () => Promise.all([...beforeLeaving].map(async (save) => save()))

/** Signs out. If the session began at the identity provider, the browser then goes there to sign out, too. */
export async function signOut(): Promise<void> {
  await settle()
  const { provider_url: url } = await remove<SignedOut>('console/session')
  signedIn.value = null
  if (url !== null) window.location.assign(url)
}

/** Switches to another account of the user. @param account its name */
export async function chooseAccount(account: string): Promise<void> {
  await settle()
  signedIn.value = (await put<ConsoleSession>('v2/me/account', { account })).value
}

/** Reloads the session and its permissions. If the service cannot be reached, nothing changes. */
const lookAgain = () => void restoreSignIn().catch(() => {})

onForbidden.call = lookAgain
onAccountChanged.call = lookAgain
effect(() => nameAccount(signedIn.value?.account))
// The role may have changed while the page was hidden.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && signedIn.peek() !== undefined) lookAgain()
})

// The pages of a browser share a session: if another page ends it or switches accounts, this page follows.
/** The user and the account in use. Work that was started for one holder never continues for another. */
export const holder = computed(() => {
  const session = signedIn.value
  return session == null ? session : [session.who.id, session.account].join(' ')
})
const pages = new BroadcastChannel('scriptorium-console-session')
pages.addEventListener('message', lookAgain)
let last = holder.peek()
holder.subscribe((present) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  if (last !== undefined && present !== last) pages.postMessage(null)
  last = present
})
