/** WebAuthn with SimpleWebAuthn: creates the options for browsers, and verifies their responses. */
import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { NewPasskey, PasskeyAssertion } from '../../contract/passkeys.ts'
import type { StoredPasskey } from '../../store/people/passkey-store.ts'
import type { User } from '../../store/people/user-store.ts'
import { noPasskeysAtAddress } from '../errors.ts'
import { publicBase } from '../requests/public-base.ts'

/** How long a browser waits for the user, who may have to fetch a phone or remember a PIN. */
const TIMEOUT_MS = 5 * 60_000

/** COSE numbers of the algorithms that every version of Node.js can verify: ECDSA with P-256, EdDSA, RSA. */
const ALGORITHMS = [-7, -8, -257]

/** Imported on demand: it takes 0.2 s and 25 MB, and passkeys may never be used. */
async function library() {
  const webAuthn = await import('@simplewebauthn/server')
  // The manufacturer of a device does not matter. Without root certificates, the library fetches no revocation lists, which would
  // bypass the guard of outgoing requests.
  for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const)
    webAuthn.SettingsService.setRootCertificates({ identifier, certificates: [] })
  return webAuthn
}

/** The site that passkeys are for. */
export interface RelyingParty {
  readonly origin: string
  /** Host name. */
  readonly id: string
}

/** @throws {RequestError} 400 if the host is an IP address, for which browsers have no passkeys */
export function relyingParty(request: FastifyRequest): RelyingParty {
  const { origin, hostname } = new URL(publicBase(request))
  if (hostname.startsWith('[') || isIP(hostname) !== 0) throw noPasskeysAtAddress()
  return { origin, id: hostname }
}

/**
 * The options for a browser to sign in with any passkey of the site. A passkey is the only factor, so the device must verify the user:
 * nobody can sign in with a security key they found.
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
 * The options for a browser to create a passkey.
 * @param own the existing passkeys of the user, of which a device can have at most one
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

/** The challenge in the response of a browser, not yet verified; null if there is none. */
export function challengeIn({ response }: PasskeyAssertion | NewPasskey): string | null {
  try {
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as unknown
    const { challenge } = said as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

/** What a response must match: the challenge and the site. */
function expectedOf({ origin, id }: RelyingParty, challenge: string) {
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id }
}

/**
 * Verifies a sign-in with a passkey on a page of the party.
 * @returns the new counter of the passkey; null if the response is not valid, or the counter shows that the passkey is a copy
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

/** Verifies a passkey created on a page of the party. @returns null if the response is not valid */
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
