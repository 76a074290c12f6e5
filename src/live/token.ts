/** What lets a client into its session, and into nothing else. */
import { createHash, randomBytes } from 'node:crypto'

/** A new token, of 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a token. It is as random as a key can be, so a plain hash gives nothing away. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
