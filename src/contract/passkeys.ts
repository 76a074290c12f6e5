/**
 * Passkeys, by the JSON of WebAuthn Level 3: https://www.w3.org/TR/webauthn-3/#sctn-api. Here are the parts that the service reads;
 * browsers send more. What the bytes say is checked by the library.
 */
import { z } from 'zod'
import { timestamp } from './common.ts'
import { displayName } from './label.ts'

/** Passkeys that a user may have. */
export const MAX_PASSKEYS = 50

export const passkey = z
  .strictObject({
    id: z.string().describe('Id of the passkey, by which it is removed.'),
    name: z.string().describe('Its name: by default, of the browser with which it was added.'),
    created_at: timestamp.describe('When it was added.'),
    last_used_at: timestamp.nullable().describe('When somebody last signed in with it; null if nobody has.'),
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

const challenge = z.string().describe('What the browser answers, once, within ten minutes.')
const timeout = z.int().describe('Milliseconds that the browser waits for the user.')
const userVerification = z
  .literal('required')
  .describe('The device checks that it is the user: by a PIN, a finger or a face.')

export const passkeyOptions = z
  .looseObject({
    challenge,
    timeout,
    userVerification,
    rpId: z.string().describe('Host name that the passkey is for.'),
  })
  .meta({
    id: 'PasskeyOptions',
    description:
      'What a browser is asked to sign in with a passkey: `PublicKeyCredentialRequestOptionsJSON`.',
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
        name: z.string().describe('What a device calls the service.'),
      })
      .describe('The service.'),
    user: z
      .looseObject({
        id: z.string().describe('Id of the user, as base64url.'),
        name: z.string().describe('What the device lists the passkey as.'),
        displayName: z.string().describe('What the device calls the user.'),
      })
      .describe('The user, as the device shows them.'),
    pubKeyCredParams: z
      .array(
        z.looseObject({
          type: z.literal('public-key'),
          alg: z.int().describe('Number of the algorithm in the registry of COSE.'),
        }),
      )
      .describe('The kinds of keys that the service accepts.'),
    excludeCredentials: z.array(credentialId).describe('The passkeys that the user has.'),
    authenticatorSelection: z
      .looseObject({ residentKey: z.literal('required'), userVerification })
      .describe('The device has to know the user by the passkey, and to check that it is the user.'),
  })
  .meta({
    id: 'NewPasskeyOptions',
    description: 'What a browser is asked to make a passkey: `PublicKeyCredentialCreationOptionsJSON`.',
  })

/** Credential ids have at most 1,023 bytes. */
const id = base64url(1_400).describe('Id of the passkey.')
const rawId = base64url(1_400).describe('The same.')
const type = z.literal('public-key')
const clientDataJSON = base64url(5_000).describe('What the browser says of the page and the challenge.')

export const passkeyAssertion = z
  .object({
    id,
    rawId,
    type,
    response: z
      .object({
        clientDataJSON,
        authenticatorData: base64url(5_000).describe('What the device says.'),
        signature: base64url(5_000).describe('The signature of the device.'),
        userHandle: base64url(100).describe('The user, as the device knows them by the passkey.'),
      })
      .describe('What was signed.'),
  })
  .meta({
    id: 'PasskeyAssertion',
    description: 'What a browser answers to sign in with a passkey: `AuthenticationResponseJSON`.',
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
        attestationObject: base64url(20_000).describe('The public key, and what the device says.'),
        transports: z
          .array(z.string().max(30))
          .max(20)
          .default([])
          .describe('How the browser reaches the device.'),
      })
      .describe('What was made.'),
  })
  .meta({
    id: 'NewPasskey',
    description: 'What a browser answers when it has made a passkey: `RegistrationResponseJSON`.',
    examples: [
      {
        ...{ id: 'cGFzc2tleQ', rawId: 'cGFzc2tleQ', type: 'public-key' },
        response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
      },
    ],
  })
export type NewPasskey = z.infer<typeof newPasskey>
