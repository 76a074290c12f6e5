/** Secrets that the service makes: 256 random bits, of which only the hash is stored, so that a copy of the database opens nothing. */
import { hash, randomBytes } from 'node:crypto'

export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: as it is random, a plain SHA-256 reveals nothing of it. */
export const tokenHash = (token: string): string => hash('sha256', token)
