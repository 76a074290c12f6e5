/** WebAuthn, by SimpleWebAuthn: what browsers are asked, and whether what they answer is right. */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { NewPasskey, PasskeyAssertion } from '../../contract/passkeys.ts'
import type { StoredPasskey } from '../../store/people/passkey-store.ts'
import type { User } from '../../store/people/user-store.ts'
import { noPasskeysAtAddress } from '../errors.ts'
import { publicBase } from '../requests/public-base.ts'

/** Milliseconds that a browser waits for its user, who may have to fetch a phone or to remember a PIN. */
const TIMEOUT_MS = 5 * 60_000

/** The public keys that nodes of any version of Node.js can verify: ECDSA with P-256, EdDSA, RSA; by numbers of COSE. */
const ALGORITHMS = [-7, -8, -257]

/** Not imported above: it takes 0.2 s and 25 MB, where passkeys may never be used. */
async function library() {
  const webAuthn = await import('@simplewebauthn/server')
  // Who made a device does not matter. Without roots, no list of revoked certificates is fetched, past the guard of outgoing requests.
  for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const)
    webAuthn.SettingsService.setRootCertificates({ identifier, certificates: [] })
  return webAuthn
}

/** The pages that passkeys are for. */
export interface RelyingParty {
  readonly origin: string
  /** Host name. */
  readonly id: string
}

/** @throws {RequestError} 400 at an IP address, where browsers have no passkeys */
export function relyingParty(request: FastifyRequest): RelyingParty {
  const { origin, hostname } = new URL(publicBase(request))
  if (hostname.startsWith('[') || isIP(hostname) !== 0) throw noPasskeysAtAddress()
  return { origin, id: hostname }
}

/**
 * What a browser is asked to sign in, by whichever passkey of the page its user chooses.
 *
 * A passkey takes the place of everything else, so the device has to check that it is the user: who finds a security key cannot sign in.
 */
export async function optionsToSignIn({ id }: RelyingParty, challenge: string) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: id,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  })
}

/**
 * What a browser is asked to make a passkey.
 * @param own the passkeys of the user: a device has one of them at most
 */
export async function optionsToAdd(
  { id, origin }: RelyingParty,
  user: User,
  own: readonly StoredPasskey[],
  challenge: string,
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    ...{ rpName: 'Scriptorium', rpID: id },
    ...{
      userID: new TextEncoder().encode(user.id),
      userName: user.email ?? user.name,
      userDisplayName: user.name,
    },
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: TIMEOUT_MS,
    excludeCredentials: own
      .filter((passkey) => passkey.origin === origin)
      .map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/** The challenge that a browser says it answers; null if it says nothing of the kind. */
export function challengeIn({ response }: PasskeyAssertion | NewPasskey): string | null {
  try {
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as unknown
    const { challenge } = said as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/** What an answer has to fit: the challenge, and the page. */
function expectedOf({ origin, id }: RelyingParty, challenge: string) {
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id }
}

/**
 * Checks that a passkey has signed in on a page of the party.
 * @returns its counter now; null when it has not, or its counter shows that it is a copy
 */
export async function counterAfter(
  party: RelyingParty,
  challenge: string,
  answer: PasskeyAssertion,
  { credentialId, user, publicKey, counter }: StoredPasskey,
): Promise<number | null> {
  if (Buffer.from(answer.response.userHandle, 'base64url').toString() !== user) return null
  const { verifyAuthenticationResponse } = await library()
  const result = await verifyAuthenticationResponse({
    ...expectedOf(party, challenge),
    response: { ...answer, clientExtensionResults: {} },
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  }).catch(() => null)
  return result?.verified === true ? result.authenticationInfo.newCounter : null
}

/** The passkey that was made on a page of the party; null when none was. */
export async function madePasskey(
  party: RelyingParty,
  challenge: string,
  answer: NewPasskey,
): Promise<Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'origin' | 'transports'> | null> {
  const { verifyRegistrationResponse } = await library()
  const result = await verifyRegistrationResponse({
    ...expectedOf(party, challenge),
    response: { ...answer, clientExtensionResults: {} },
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (result?.verified !== true) return null
  const { id, publicKey, counter } = result.registrationInfo.credential
  const { transports } = answer.response
  return { credentialId: id, publicKey, counter, origin: party.origin, transports }
}
