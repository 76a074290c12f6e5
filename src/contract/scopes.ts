/** What a key may do. */
export const SCOPES = ['read', 'write', 'live', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** Of a key that is created without scopes. */
export const DEFAULT_SCOPES: readonly Scope[] = ['read', 'write', 'live']

/** The scopes that a key with those given has, in order and each once: `admin` includes the others. */
export function allScopes(given: readonly Scope[]): readonly Scope[] {
  return SCOPES.filter((scope) => given.includes(scope) || given.includes('admin'))
}
