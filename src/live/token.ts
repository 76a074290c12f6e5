/** The tokens in the URLs of sessions, which let their clients connect. */
import { createHash, randomBytes } from 'node:crypto'

/** Makes a token of 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. A token is as random as a key can be, so a plain hash reveals nothing of it. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
