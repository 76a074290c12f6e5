/**
 * Passkeys, in the JSON of WebAuthn Level 3: https://www.w3.org/TR/webauthn-3/#sctn-api. The schemas have the parts that the service
 * reads; browsers send more. The library checks the content of the bytes.
 */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { displayName } from './label.ts'

/** Maximum number of passkeys of a user. */
export const MAX_PASSKEYS = 50

export const passkey = z
  .strictObject({
    id: z.string().describe('Id of the passkey, for removing it.'),
    name: z.string().describe('Its name: by default, that of the browser that added it.'),
    created_at: timestamp.describe('When it was added.'),
    last_used_at: timestamp.nullable().describe('When it was last used to sign in; null if never.'),
  })
  .meta({ id: 'Passkey', description: 'A passkey of a user.' })
export type Passkey = z.infer<typeof passkey>

export const passkeyPatch = z
  .object({ name: displayName.describe('Its name.') })
  .meta({ id: 'PasskeyPatch', description: 'The name of a passkey.', examples: [{ name: 'Laptop' }] })

/** @param max characters */
const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, { error: 'must be base64url' })

const challenge = z.string().describe('The challenge to sign. Valid once, for ten minutes.')
const timeout = z.int().describe('How long the browser waits for the user, in milliseconds.')
const userVerification = z
  .literal('required')
  .describe('The device must verify the user, by PIN, fingerprint or face.')

export const passkeyOptions = z
  .looseObject({
    challenge,
    timeout,
    userVerification,
    rpId: z.string().describe('Host name that the passkey is for.'),
  })
  .meta({
    id: 'PasskeyOptions',
    description: 'Options for signing in with a passkey: `PublicKeyCredentialRequestOptionsJSON`.',
  })

const credentialId = z
  .looseObject({
    id: z.string().describe('Id of the passkey.'),
    type: z.literal('public-key'),
  })
  .meta({ id: 'PasskeyDescriptor', description: 'A passkey: `PublicKeyCredentialDescriptorJSON`.' })

export const newPasskeyOptions = z
  .looseObject({
    challenge,
    timeout,
    rp: z
      .looseObject({
        id: z.string().describe('Host name that the passkey is for.'),
        name: z.string().describe('Display name of the service.'),
      })
      .describe('The service.'),
    user: z
      .looseObject({
        id: z.string().describe('Id of the user, as base64url.'),
        name: z.string().describe('The name under which the device lists the passkey.'),
        displayName: z.string().describe('Display name of the user.'),
      })
      .describe('The user, as shown by the device.'),
    pubKeyCredParams: z
      .array(
        z.looseObject({
          type: z.literal('public-key'),
          alg: z.int().describe('Number of the algorithm in the COSE registry.'),
        }),
      )
      .describe('The key types that the service accepts.'),
    excludeCredentials: z.array(credentialId).describe('The existing passkeys of the user.'),
    authenticatorSelection: z
      .looseObject({ residentKey: z.literal('required'), userVerification })
      .describe('The device must store the passkey with the user, and verify the user.'),
  })
  .meta({
    id: 'NewPasskeyOptions',
    description: 'Options for creating a passkey: `PublicKeyCredentialCreationOptionsJSON`.',
  })

/** Credential ids have at most 1,023 bytes. */
const id = base64url(1_400).describe('Id of the passkey.')
const rawId = base64url(1_400).describe('The same as `id`.')
const type = z.literal('public-key')
const clientDataJSON = base64url(5_000).describe('The page and the challenge, as seen by the browser.')

export const passkeyAssertion = z
  .object({
    id,
    rawId,
    type,
    response: z
      .object({
        clientDataJSON,
        authenticatorData: base64url(5_000).describe('Data from the device.'),
        signature: base64url(5_000).describe('The signature of the device.'),
        userHandle: base64url(100).describe('Id of the user, as stored with the passkey.'),
      })
      .describe('The signed data.'),
  })
  .meta({
    id: 'PasskeyAssertion',
    description: 'The response of a browser to sign in with a passkey: `AuthenticationResponseJSON`.',
    examples: [
      {
        ...{ id: 'cGFzc2tleQ', rawId: 'cGFzc2tleQ', type: 'public-key' },
        response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'QW5uYQ' },
      },
    ],
  })
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

export const newPasskey = z
  .object({
    id,
    rawId,
    type,
    response: z
      .object({
        clientDataJSON,
        attestationObject: base64url(20_000).describe('The public key, and data from the device.'),
        transports: z
          .array(z.string().max(30))
          .max(20)
          .default([])
          .describe('How the browser can reach the device.'),
      })
      .describe('The new passkey.'),
  })
  .meta({
    id: 'NewPasskey',
    description: 'The response of a browser that has created a passkey: `RegistrationResponseJSON`.',
    examples: [
      {
        ...{ id: 'cGFzc2tleQ', rawId: 'cGFzc2tleQ', type: 'public-key' },
        response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
      },
    ],
  })
export type NewPasskey = z.infer<typeof newPasskey>
