/** What a key may do. */
export const SCOPES = ['read', 'write', 'live', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** The scopes of a key that is created without any. */
export const DEFAULT_SCOPES: readonly Scope[] = ['read', 'write', 'live']

/** The given scopes without duplicates, in order; all of them if `admin` is given. */
export function allScopes(given: readonly Scope[]): readonly Scope[] {
  return SCOPES.filter((scope) => given.includes(scope) || given.includes('admin'))
}
