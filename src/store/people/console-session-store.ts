import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Limits } from '../../contract/account-limits.ts'
import { highestRole, type Role, ROLE_SCOPES } from '../../contract/roles.ts'
import type { Scope } from '../../contract/scopes.ts'
import { newToken, tokenHash } from '../../jobs/token.ts'
import { type Caller, CONSOLE_SESSION_MS } from '../../jobs/caller.ts'
import type { LastUses } from '../accounts/last-uses.ts'
import { limitsFrom } from '../accounts/limits.ts'
import { keyHasEnded, keyScopes, scopesIn } from '../accounts/stored-keys.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** Sessions that a key or a user may have at a time. */
export const MAX_SESSIONS = 100

/** Who signs in, and the account to begin with: with a key, its session may do no more than the key; else a user. */
export type Holder = Pick<Caller, 'account' | 'key' | 'user'>

/** A session in use. */
export interface ConsoleSession extends Caller {
  readonly id: string
  readonly accountName: string
  /** The role of a user in the account, also by a key; null for a key of the account. */
  readonly role: Role | null
  readonly expiresAt: Date
  /** Whether it began at an OpenID Connect issuer. */
  readonly isOfIssuer: boolean
  /** When the issuer last said which roles the user has, in milliseconds since 1970; null where it cannot be asked again. */
  readonly checkedAt: number | null
}

/** A session as its user sees it. Times are milliseconds since 1970. */
export interface DeviceInfo {
  readonly id: string
  readonly browser: string
  readonly signedInAt: number
  readonly lastUsedAt: number
}

/** The use of a session is noted when it is so long ago: one write in ten minutes instead of one a request. */
const NOTED_MS = 10 * 60_000

/**
 * Sessions of the console. That of a key, also of one of a user, may do what the key may, and ends with it; that of a user ends with
 * the membership of the account in use: at once. A token is 256 random bits, of which only the hash is stored, as of a key.
 */
export class ConsoleSessionStore {
  readonly #db: Kysely<Schema>
  readonly #lastUses: LastUses
  readonly #limits: Limits

  /**
   * @param lastUses where the use of the keys of sessions is noted
   * @param limits of accounts without limits of their own
   */
  constructor({ db }: Dialect, lastUses: LastUses, limits: Limits) {
    this.#db = db
    this.#lastUses = lastUses
    this.#limits = limits
  }

  /**
   * Begins a session, and ends those of the same holder beyond MAX_SESSIONS that were not used for the longest time. The token is
   * returned here and cannot be read again; that for a user who was removed meanwhile is of no session.
   * @param browser its name and its system
   * @param alongside writes more about the session, by its id, in the same transaction
   */
  async begin(
    holder: Holder,
    browser: string,
    alongside: (db: Transaction<Schema>, id: string) => Promise<void> = async () => {},
  ): Promise<string> {
    const now = Date.now()
    await this.#db.deleteFrom('console_sessions').where('expires_at', '<=', now).execute()
    const [id, token] = [randomUUID(), newToken()]
    const { account, key, user } = holder
    const [column, holderId] = key === null ? (['user_id', user ?? ''] as const) : (['key_id', key] as const)
    await this.#db.transaction().execute(async (db) => {
      // Sessions of one holder begin one after the other, so that each sees those before it.
      const table = column === 'key_id' ? 'keys' : 'users'
      const { numUpdatedRows } = await db
        .updateTable(table)
        .set(column === 'key_id' ? { last_used_at: now } : { last_seen_at: now })
        .where('id', '=', holderId)
        .executeTakeFirst()
      // The user is gone.
      if (numUpdatedRows === 0n) return
      await db
        .insertInto('console_sessions')
        .values({
          ...{ id, token_hash: tokenHash(token), account, browser },
          ...{ key_id: null, user_id: null, [column]: holderId },
          ...{ created_at: now, last_used_at: now, expires_at: now + CONSOLE_SESSION_MS },
        })
        .execute()
      await endBeyondLimit(db, column, holderId)
      await alongside(db, id)
    })
    return token
  }

  /**
   * The session with that token, which is extended; null when it was ended or has expired, when its key was revoked or has expired, or
   * its user is no longer a member of the account.
   */
  async find(token: string): Promise<ConsoleSession | null> {
    const now = Date.now()
    const rows = await this.#db
      .selectFrom('console_sessions as session')
      .innerJoin('accounts', 'accounts.id', 'session.account')
      .leftJoin('keys', 'keys.id', 'session.key_id')
      // Whose key it is.
      .leftJoin('users', (join) =>
        join.on((eb) => eb('users.id', '=', eb.fn.coalesce('session.user_id', 'keys.user_id'))),
      )
      .leftJoin('memberships', (join) =>
        join
          .onRef('memberships.user_id', '=', 'users.id')
          .onRef('memberships.account', '=', 'session.account'),
      )
      .leftJoin('issuer_sessions', 'issuer_sessions.session_id', 'session.id')
      .select([
        'session.id',
        'session.account',
        'session.key_id as key',
        'users.id as user',
        'session.last_used_at',
        'session.expires_at',
        'accounts.name as accountName',
        'accounts.job_changes as jobChanges',
        'accounts.limits',
        'keys.name as keyName',
        'keys.scopes',
        'users.name as userName',
        'memberships.role',
        'issuer_sessions.session_id as issuerSession',
        'issuer_sessions.refresh_token as refreshToken',
        'issuer_sessions.checked_at as checkedAt',
      ])
      .where('session.token_hash', '=', tokenHash(token))
      .where('session.expires_at', '>', now)
      .where('accounts.deleted_at', 'is', null)
      .where((eb) => eb.not(keyHasEnded()))
      .execute()
    const [found] = rows
    if (found === undefined) return null
    const holder = holderOf(
      found,
      rows.flatMap(({ role }) => role ?? []),
    )
    if (holder === null) return null
    const { id, account, accountName, jobChanges, limits, last_used_at, expires_at } = found
    if (holder.key !== null) this.#lastUses.note(holder.key)
    const isOfIssuer = found.issuerSession !== null
    const isUnchecked = isOfIssuer && found.refreshToken === null
    const isRecent = last_used_at > now - NOTED_MS
    return {
      ...{ id, account, accountName, jobChanges, ...holder },
      requestsPerMinute: limitsFrom(this.#limits, limits).requests_per_minute,
      expiresAt: new Date(
        isRecent ? expires_at : await this.#noteUse(id, holder.user, isUnchecked ? expires_at : null),
      ),
      isOfIssuer,
      checkedAt: isUnchecked ? null : found.checkedAt,
    }
  }

  /** @param end of a session that is not extended */
  async #noteUse(id: string, user: string | null, end: number | null): Promise<number> {
    const now = Date.now()
    const expiresAt = end ?? now + CONSOLE_SESSION_MS
    await this.#db
      .updateTable('console_sessions')
      .set({ last_used_at: now, expires_at: expiresAt })
      .where('id', '=', id)
      .execute()
    if (user !== null)
      await this.#db.updateTable('users').set({ last_seen_at: now }).where('id', '=', user).execute()
    return expiresAt
  }

  /** Changes the account in use, of which the user has to be a member: otherwise the session counts no more. */
  async use(id: string, account: number): Promise<void> {
    await this.#db.updateTable('console_sessions').set({ account }).where('id', '=', id).execute()
  }

  /** @returns whether there was one */
  async end(token: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('console_sessions')
      .where('token_hash', '=', tokenHash(token))
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  /**
   * Where a user is signed in, the session that was last used first.
   * @param account only where this account is in use; null for all
   */
  async devices(user: string, account: number | null = null): Promise<DeviceInfo[]> {
    return this.#db
      .selectFrom('console_sessions')
      .select(['id', 'browser', 'created_at as signedInAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', user)
      .where('expires_at', '>', Date.now())
      .$if(account !== null, (query) => query.where('account', '=', account))
      .orderBy('last_used_at', 'desc')
      .orderBy('id')
      .execute()
  }

  /**
   * Ends a session of a user.
   * @param account only if this account is in use there; null for any
   * @returns whether there was one
   */
  async endDevice(user: string, id: string, account: number | null = null): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('console_sessions')
      .where('user_id', '=', user)
      .where('id', '=', id)
      .$if(account !== null, (query) => query.where('account', '=', account))
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
}

/** Who a session belongs to, and what they may do; null for a user without a role. */
function holderOf(
  row: {
    key: string | null
    keyName: string | null
    scopes: string | null
    user: string | null
    userName: string | null
  },
  roles: readonly Role[],
): (Pick<Caller, 'who' | 'key' | 'user'> & { scopes: readonly Scope[]; role: Role | null }) | null {
  const { key, keyName, scopes, user, userName } = row
  if (user !== null) {
    const role = highestRole(roles)
    if (role === null) return null
    const who = { kind: 'user', id: user, name: userName ?? '' } as const
    return { who, key, user, role, scopes: scopes === null ? ROLE_SCOPES[role] : keyScopes(scopes, role) }
  }
  if (key === null || scopes === null) return null
  const who = { kind: 'key', id: key, name: keyName ?? '' } as const
  return { who, key, user: null, role: null, scopes: scopesIn(scopes) }
}

/** Ends the sessions of a key or a user that were not used for the longest time, beyond MAX_SESSIONS. */
async function endBeyondLimit(
  db: Transaction<Schema>,
  column: 'key_id' | 'user_id',
  holder: string,
): Promise<void> {
  await db
    .deleteFrom('console_sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('console_sessions')
        .select('id')
        .where(column, '=', holder)
        .orderBy('expires_at', 'desc')
        .limit(MAX_SESSIONS)
        .offset(MAX_SESSIONS),
    )
    .execute()
}
