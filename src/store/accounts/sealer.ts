import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Makes secrets unreadable in a copy of the database, with keys that are derived from the secret key of the installation. */
export class Sealer {
  /** Tells one secret key from another, and reveals nothing else of it. */
  readonly fingerprint: string
  readonly #hashKey: Buffer
  readonly #cipherKey: Buffer

  constructor(secretKey: string) {
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', secretKey, '', `scriptorium ${purpose}`, 32))
    this.fingerprint = derive('fingerprint').toString('hex')
    this.#hashKey = derive('key hashes')
    this.#cipherKey = derive('callback secrets')
  }

  /** What is stored of a key. A configured one may be short: from its SHA-256 alone, it could be guessed. @param sha256 hex */
  hash(sha256: string): string {
    return createHmac('sha256', this.#hashKey).update(sha256).digest('hex')
  }

  /** Encrypts a secret of an account. It cannot be opened as that of another account. */
  seal(account: number, secret: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, this.#cipherKey, iv).setAAD(ownerOf(account))
    const text = Buffer.concat([cipher.update(secret), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
  }

  /** @throws when it was sealed otherwise, or changed */
  open(account: number, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64')
    const [iv, tag, text] = [
      bytes.subarray(0, IV_BYTES),
      bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
      bytes.subarray(IV_BYTES + TAG_BYTES),
    ]
    const decipher = createDecipheriv(CIPHER, this.#cipherKey, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(ownerOf(account)).setAuthTag(tag)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString()
  }
}

const ownerOf = (account: number): Buffer => Buffer.from(`callback secret of account ${account}`)
