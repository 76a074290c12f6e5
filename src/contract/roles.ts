/** Roles of members. Scopes by another name: nothing but the members of accounts knows roles. */
import { DEFAULT_SCOPES, type Scope, SCOPES } from './scopes.ts'

/** From the one that may do least. */
export const ROLES = ['viewer', 'editor', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['read'],
  editor: DEFAULT_SCOPES,
  admin: SCOPES,
}

/** The one that may do most; null of none. */
export function highestRole(roles: readonly Role[]): Role | null {
  return ROLES.findLast((role) => roles.includes(role)) ?? null
}

/** The roles that have a scope, the lowest first. */
export function rolesWith(scope: Scope): readonly Role[] {
  return ROLES.filter((role) => ROLE_SCOPES[role].includes(scope))
}
