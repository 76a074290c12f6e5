/** A device that creates passkeys and signs with them like a real one, or lies like an attacker's. */
import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Flag bits of authenticator data. */
const [PRESENT, VERIFIED, WITH_KEY] = [1, 4, 64]

/** What the device and the browser claim, where that differs from the truth. */
export interface Lies {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly userHandle?: string
  readonly id?: string
  readonly counter?: number
  readonly isVerified?: boolean
  readonly key?: KeyObject
  readonly topOrigin?: string
}

/** A passkey of one user at one page, with ECDSA on P-256. */
export class SoftwarePasskey {
  readonly id: string
  readonly key: KeyObject
  readonly #origin: string
  readonly #publicKey: Uint8Array<ArrayBuffer>
  #userHandle = ''
  /** Number of uses so far. */
  counter = 1

  /** @param id of another passkey that this one claims to be */
  constructor(origin: string, id = randomBytes(32).toString('base64url')) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#origin = origin
    this.id = id
    this.key = privateKey
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
    this.#publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    )
  }

  /** The answer of a browser when this passkey was created. */
  made({ challenge, user }: { challenge: string; user: { id: string } }, lies: Lies = {}) {
    this.#userHandle = user.id
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey])
    const attestation = new Map<string, string | Map<string, never> | Uint8Array<ArrayBuffer>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', Uint8Array.from(Buffer.concat([this.#said(WITH_KEY, lies), credential]))],
    ])
    return {
      ...this.#named(lies),
      response: {
        clientDataJSON: this.#page('webauthn.create', challenge, lies).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** The answer of a browser when this passkey was used. */
  used({ challenge }: { challenge: string }, lies: Lies = {}) {
    this.counter++
    const page = this.#page('webauthn.get', challenge, lies)
    const said = this.#said(0, lies)
    const signed = Buffer.concat([said, createHash('sha256').update(page).digest()])
    return {
      ...this.#named(lies),
      response: {
        clientDataJSON: page.toString('base64url'),
        authenticatorData: said.toString('base64url'),
        signature: sign('sha256', signed, lies.key ?? this.key).toString('base64url'),
        userHandle: lies.userHandle ?? this.#userHandle,
      },
    }
  }

  #named({ id = this.id }: Lies) {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  }

  #page(type: string, challenge: string, lies: Lies): Buffer {
    const { origin = this.#origin, topOrigin } = lies
    return Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge,
        origin,
        crossOrigin: topOrigin !== undefined,
        topOrigin,
      }),
    )
  }

  /** The authenticator data, without that of a new passkey. */
  #said(flags: number, lies: Lies): Buffer {
    const { rpId = new URL(this.#origin).hostname, counter = this.counter, isVerified = true } = lies
    const said = Buffer.alloc(37)
    createHash('sha256').update(rpId).digest().copy(said)
    said.writeUInt8(flags | PRESENT | (isVerified ? VERIFIED : 0), 32)
    said.writeUInt32BE(counter, 33)
    return said
  }
}
