/** What this tab of the browser keeps for a user, over a reload and signing in elsewhere. Whoever else signs in forgets it. */
import { holder } from './sign-in.ts'

const PREFIX = 'scriptorium-kept'

const keyOf = (of: string, name: string): string => `${PREFIX} ${of} ${name}`

/** @param of whose it is, as {@link holder} says it @param value as JSON has it */
export function keep(of: string, name: string, value: unknown): void {
  sessionStorage.setItem(keyOf(of, name), JSON.stringify(value))
}

/** @returns what was kept; null for nothing */
export function recall(of: string, name: string): unknown {
  return JSON.parse(sessionStorage.getItem(keyOf(of, name)) ?? 'null') as unknown
}

export function forget(of: string, name: string): void {
  sessionStorage.removeItem(keyOf(of, name))
}

holder.subscribe((present) => {
  if (present == null) return
  // With each of their accounts.
  const own = `${PREFIX} ${present.split(' ')[0]} `
  const others = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX) && !key.startsWith(own))
  for (const key of others) sessionStorage.removeItem(key)
})
