/** Who is signed in, and what they may do. */
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

/** Null when nobody is; undefined until that is known. */
export const signedIn = signal<ConsoleSession | null | undefined>(undefined)

/** Whether who is signed in may do something: what they may not do is not shown. */
export const may = (scope: Scope): boolean => signedIn.value?.scopes.includes(scope) ?? false

/** Whether who is signed in runs the service, with all its accounts. */
export const isOperator = (): boolean => signedIn.value?.operator ?? false

/** Whether somebody has signed in as themselves, not with a key. */
export const isPerson = (): boolean => signedIn.value?.role != null

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

/** What saves what is being typed: called before the account in use changes, or nobody is signed in any longer. */
export const beforeLeaving = new Set<() => Promise<unknown>>()

const settle = async () => Promise.all([...beforeLeaving].map(async (save) => save()))

/** Signs out, at the identity provider too if the session began there: the browser goes there then. */
export async function signOut(): Promise<void> {
  await settle()
  const { provider_url: url } = await remove<SignedOut>('console/session')
  signedIn.value = null
  if (url !== null) window.location.assign(url)
}

/** Goes on with another account of the user. @param account its name */
export async function chooseAccount(account: string): Promise<void> {
  await settle()
  signedIn.value = (await put<ConsoleSession>('v2/me/account', { account })).value
}

/** Looks again at what may be done. While the service cannot be reached, nothing changes. */
const lookAgain = () => void restoreSignIn().catch(() => {})

onForbidden.call = lookAgain
onAccountChanged.call = lookAgain
effect(() => nameAccount(signedIn.value?.account))
// A role may have changed meanwhile.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && signedIn.peek() !== undefined) lookAgain()
})

// The pages of a browser share a session: one that another page has ended, or uses for another account, is not shown any longer.
/** Who is signed in, and the account in use: what was begun for one of them does not go on for another. */
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
