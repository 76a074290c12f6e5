import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Hashes in the cache. */
const MAX_HASHES = 10_000

/** Makes secrets unreadable in a copy of the database, with keys that are derived from the secret key of the installation. */
export class Sealer {
  /** Tells one secret key from another, and reveals nothing else of it. */
  readonly fingerprint: string
  /** Of keys, by their SHA-256: an HMAC takes 10 µs of processor time, of the 150 µs of a cached page. */
  readonly #hashes: LRUCache<string, string>
  readonly #cipherKey: Buffer

  constructor(secretKey: string) {
    const derive = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', secretKey, '', `scriptorium ${purpose}`, 32))
    this.fingerprint = derive('fingerprint').toString('hex')
    const hashKey = derive('key hashes')
    this.#hashes = new LRUCache({
      max: MAX_HASHES,
      memoMethod: (sha256) => createHmac('sha256', hashKey).update(sha256).digest('hex'),
    })
    this.#cipherKey = derive('sealed secrets')
  }

  /** What is stored of a key. A configured one may be short: from its SHA-256 alone, it could be guessed. */
  hash(key: string): string {
    return this.#hashes.memo(hash('sha256', key))
  }

  /** Encrypts a secret. It cannot be opened as that of another owner. @param owner what it is the secret of, in words */
  seal(owner: string, secret: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, this.#cipherKey, iv).setAAD(Buffer.from(owner))
    const text = Buffer.concat([cipher.update(secret), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
  }

  /** @throws when it was sealed otherwise, or changed */
  open(owner: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64')
    const [iv, tag, text] = [
      bytes.subarray(0, IV_BYTES),
      bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
      bytes.subarray(IV_BYTES + TAG_BYTES),
    ]
    const decipher = createDecipheriv(CIPHER, this.#cipherKey, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString()
  }
}
