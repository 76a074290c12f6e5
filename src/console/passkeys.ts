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

/** The browser or the user did not use or add a passkey. The message is a sentence for the user. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
}

/** Addresses at which browsers do not support passkeys. */
const IP_ADDRESS = /^(?:\d+\.){3}\d+$|^\[/

/** Whether the browser supports passkeys at this address: only at domain names, and without HTTPS only at `localhost`. */
export const isPasskeySupported = (): boolean =>
  browserSupportsWebAuthn() && !IP_ADDRESS.test(location.hostname)

/**
 * Signs in with a passkey that the user chooses.
 * @throws {PasskeyError} if none was used
 * @throws {ScriptoriumError} if the service refuses it or cannot be reached
 */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await post<PublicKeyCredentialRequestOptionsJSON>('console/passkeys/options')
  const assertion = await fromBrowser(async () => startAuthentication({ optionsJSON }))
  await post('console/passkeys/sign-in', assertion)
  // Read back with the cookie, which the browser may have rejected.
  signedIn.value = await get<ConsoleSession>('console/session')
}

/**
 * Adds a passkey to the user who is signed in.
 * @returns the passkey, named after the browser
 * @throws {PasskeyError} if none was created
 * @throws {ScriptoriumError} if the service refuses it or cannot be reached
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
