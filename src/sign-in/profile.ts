/** The name and email address of a person, as reported by an issuer. */
import { displayName } from '../contract/label.ts'
import type { IssuerProfile } from '../store/people/stored-users.ts'

const MAX_NAME = 100
const MAX_EMAIL = 254

/** @param claims the claims of an ID token or of the user info */
export function profileOf(claims: Readonly<Record<string, unknown>>): Pick<IssuerProfile, 'name' | 'email'> {
  const { name, preferred_username: username, email: address, email_verified: isVerified, sub } = claims
  // Anybody can enter an unverified address to pose as its owner. Some issuers send the boolean as text.
  const email = isVerified === false || isVerified === 'false' ? null : address
  const shown = [name, username, email, sub].map(shownName).find((text) => text !== null)
  const isEmail = typeof email === 'string' && email !== '' && email.length <= MAX_EMAIL
  return { name: shown ?? 'unknown', email: isEmail ? email : null }
}

/** A claim as a valid user name; null if that is not possible. */
function shownName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = value
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
  return displayName.safeParse(name).data ?? null
}
