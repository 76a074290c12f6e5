/** Passkeys: signing in with one, and adding one. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { ConsoleSession } from '../contract/console-session.ts'
import type { Passkey } from '../contract/passkeys.ts'
import { get, post } from './api.ts'
import { t } from './languages/language.ts'
import { signedIn } from './sign-in.ts'

/** A passkey that was not used or not added, by the browser or by the user. The message is one sentence for people. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

/** Browsers have no passkeys at these. */
const IP_ADDRESS = /^(?:\d+\.){3}\d+$|^\[/

/** Whether the browser has passkeys at this address: at a name, on plain HTTP only at `localhost`. */
export const isPasskeySupported = (): boolean =>
  browserSupportsWebAuthn() && !IP_ADDRESS.test(location.hostname)

/**
 * Signs in with a passkey that the user chooses.
 * @throws {PasskeyError} when none was used
 * @throws {ScriptoriumError} when the service refuses it or cannot be reached
 */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await post<PublicKeyCredentialRequestOptionsJSON>('console/passkeys/options')
  const assertion = await fromBrowser(async () => startAuthentication({ optionsJSON }))
  await post('console/passkeys/sign-in', assertion)
  // By the cookie: a browser may have refused it.
  signedIn.value = await get<ConsoleSession>('console/session')
}

/**
 * Adds a passkey to the user who is signed in.
 * @returns it, with the name of the browser
 * @throws {PasskeyError} when none was made
 * @throws {ScriptoriumError} when the service refuses it or cannot be reached
 */
export async function addPasskey(): Promise<Passkey> {
  const optionsJSON = await post<PublicKeyCredentialCreationOptionsJSON>('v2/me/passkeys/options')
  return post('v2/me/passkeys', await fromBrowser(async () => startRegistration({ optionsJSON })))
}

async function fromBrowser<Result>(ceremony: () => Promise<Result>): Promise<Result> {
  if (!isPasskeySupported()) throw new PasskeyError(t().passkeys.unsupported)
  try {
    return await ceremony()
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    const { failed, ...sentences } = t().passkeys
    const sentence = Object.hasOwn(sentences, name) ? sentences[name as keyof typeof sentences] : failed
    throw new PasskeyError(sentence, { cause: error })
  }
}
