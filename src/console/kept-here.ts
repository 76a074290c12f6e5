/** What this browser tab stores for a user across reloads and sign-ins. It is deleted when another user signs in. */
import { holder } from './sign-in.ts'

const PREFIX = 'scriptorium-kept'

const keyOf = (of: string, name: string): string => `${PREFIX} ${of} ${name}`

/** @param of its owner, as in {@link holder} @param value a JSON value */
export function keep(of: string, name: string, value: unknown): void {
  sessionStorage.setItem(keyOf(of, name), JSON.stringify(value))
}

/** @returns the stored value, or null */
export function recall(of: string, name: string): unknown {
  return JSON.parse(sessionStorage.getItem(keyOf(of, name)) ?? 'null') as unknown
}

export function forget(of: string, name: string): void {
  sessionStorage.removeItem(keyOf(of, name))
}

holder.subscribe((present) => {
  if (present == null) return
  // All accounts of the user.
  const own = `${PREFIX} ${present.split(' ')[0]} `
  const others = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX) && !key.startsWith(own))
  for (const key of others) sessionStorage.removeItem(key)
})
