/** Tokens of 256 random bits. Only their hashes are stored, so that a copy of the database gives no access. */
import { hash, randomBytes } from 'node:crypto'

export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token. Because tokens are random, a plain SHA-256 reveals nothing about them. */
export const tokenHash = (token: string): string => hash('sha256', token)
