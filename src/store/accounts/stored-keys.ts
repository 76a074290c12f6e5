/** The validity and the scopes of stored keys. */
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Role, ROLE_SCOPES, rolesWith } from '../../contract/roles.ts'
import { allScopes, type Scope } from '../../contract/scopes.ts'

/** Condition on a row of `keys`, or of a left join with `keys`: the key was revoked or has expired. False without a key. */
export const keyHasEnded = (): RawBuilder<SqlBool> =>
  sql<SqlBool>`(keys.revoked_at is not null or coalesce(keys.expires_at <= ${Date.now()}, false))`

export const storedScopes = (scopes: readonly Scope[]): string => allScopes(scopes).join(' ')

export const scopesIn = (stored: string): readonly Scope[] => stored.split(' ') as Scope[]

/** The scopes of a user's key, limited to those of the user's role. @param role null for a user who is not a member */
export const keyScopes = (stored: string, role: Role | null): readonly Scope[] =>
  scopesIn(stored).filter((scope) => role !== null && ROLE_SCOPES[role].includes(scope))

/**
 * Condition on a row of `live_sessions` with a left join of `keys`: the key that opened the session was revoked or has expired, the user
 * who opened it may no longer open sessions, or the account is being deleted.
 */
export const openerHasEnded = (): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${keyHasEnded()} or live_sessions.user_id is not null and not exists (
    select 1 from memberships
    where memberships.account = live_sessions.account and memberships.user_id = live_sessions.user_id
      and memberships.role in (${sql.join(rolesWith('live'))}))
    or exists (
      select 1 from accounts where accounts.id = live_sessions.account and accounts.deleted_at is not null))`
