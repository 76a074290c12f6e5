/** How a person is called whom an issuer knows. */
import { displayName } from '../contract/label.ts'
import type { IssuerProfile } from '../store/people/stored-users.ts'

const MAX_NAME = 100
const MAX_EMAIL = 254

/** @param claims of an ID token or of the user info */
export function profileOf(claims: Readonly<Record<string, unknown>>): Pick<IssuerProfile, 'name' | 'email'> {
  const { name, preferred_username: username, email: address, email_verified: isVerified, sub } = claims
  // Anybody can say so of any address, to be taken for its owner; some issuers send the word.
  const email = isVerified === false || isVerified === 'false' ? null : address
  const shown = [name, username, email, sub].map(shownName).find((text) => text !== null)
  const isEmail = typeof email === 'string' && email !== '' && email.length <= MAX_EMAIL
  return { name: shown ?? 'unknown', email: isEmail ? email : null }
}

/** As names of users have to be; null if nothing of it can be shown. */
function shownName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = value
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
  return displayName.safeParse(name).data ?? null
}
