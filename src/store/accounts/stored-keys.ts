/** Keys as they are stored: which are valid, and their scopes. */
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { allScopes, type Scope } from '../../contract/scopes.ts'

/** Condition on a row of `keys`, or of a left join with it: the key was revoked or has expired. False without a key. */
export const keyHasEnded = (): RawBuilder<SqlBool> =>
  sql<SqlBool>`(keys.revoked_at is not null or coalesce(keys.expires_at <= ${Date.now()}, false))`

export const storedScopes = (scopes: readonly Scope[]): string => allScopes(scopes).join(' ')

export const scopesIn = (stored: string): readonly Scope[] => stored.split(' ') as Scope[]
