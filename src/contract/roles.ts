/** Roles of members: names for sets of scopes. Everything else works with scopes. */
import { DEFAULT_SCOPES, type Scope, SCOPES } from './scopes.ts'

/** In ascending order of privilege. */
export const ROLES = ['viewer', 'editor', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['read'],
  editor: DEFAULT_SCOPES,
  admin: SCOPES,
}

/** The most privileged of some roles; null if there are none. */
export function highestRole(roles: readonly Role[]): Role | null {
  return ROLES.findLast((role) => roles.includes(role)) ?? null
}

/** The roles that include a scope, lowest first. */
export function rolesWith(scope: Scope): readonly Role[] {
  return ROLES.filter((role) => ROLE_SCOPES[role].includes(scope))
}
