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

/** Maximum number of sessions per key or user. */
export const MAX_SESSIONS = 100

/** Who signs in, and the account to begin with. A session of a key may do no more than the key; without a key, it belongs to the user. */
export type Holder = Pick<Caller, 'account' | 'key' | 'user'>

/** A session in use. */
export interface ConsoleSession extends Caller {
  readonly id: string
  readonly accountName: string
  /** The role in the account of the user, or of the user whose key signed in; null for a key of the account. */
  readonly role: Role | null
  readonly expiresAt: Date
  /** Whether it began at an OpenID Connect issuer. */
  readonly isOfIssuer: boolean
  /** When the issuer last confirmed the user's roles, in milliseconds since 1970; null if it cannot be asked again. */
  readonly checkedAt: number | null
}

/** A session of a user, as the user sees it. Times are milliseconds since 1970. */
export interface DeviceInfo {
  readonly id: string
  readonly browser: string
  readonly signedInAt: number
  readonly lastUsedAt: number
}

/** The use of a session is recorded if the last record is older than this: one write in ten minutes instead of one per request. */
const NOTED_MS = 10 * 60_000

/**
 * Console sessions. A session of a key, including a user's key, may do what the key may do, and ends with the key. A session of a user ends
 * with the membership in the account in use. A token is 256 random bits, of which only the hash is stored.
 */
export class ConsoleSessionStore {
  readonly #db: Kysely<Schema>
  readonly #lastUses: LastUses
  readonly #limits: Limits

  /**
   * @param lastUses records the use of keys by their sessions
   * @param limits defaults for accounts without limits of their own
   */
  constructor({ db }: Dialect, lastUses: LastUses, limits: Limits) {
    this.#db = db
    this.#lastUses = lastUses
    this.#limits = limits
  }

  /**
   * Begins a session, and ends the least recently used sessions of the same holder beyond `MAX_SESSIONS`.
   * @param browser name of the browser and of the operating system
   * @param alongside is called with the id of the session, to write more about it in the same transaction
   * @returns the token, which cannot be read again. If the user was removed meanwhile, it is not valid.
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
      // Locks the holder, whose sessions so begin one after the other and see each other.
      const table = column === 'key_id' ? 'keys' : 'users'
      const { numUpdatedRows } = await db
        .updateTable(table)
        .set(column === 'key_id' ? { last_used_at: now } : { last_seen_at: now })
        .where('id', '=', holderId)
        .executeTakeFirst()
      // The user was removed.
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
   * The session with a token, which is extended; null if it has ended or expired, its key was revoked or has expired, or its user is no
   * longer a member of the account.
   */
  async find(token: string): Promise<ConsoleSession | null> {
    const now = Date.now()
    const rows = await this.#db
      .selectFrom('console_sessions as session')
      .innerJoin('accounts', 'accounts.id', 'session.account')
      .leftJoin('keys', 'keys.id', 'session.key_id')
      // The user, or the user whose key it is.
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

  /** @param end when the session ends, if it cannot be extended; null otherwise */
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

  /** Changes the account in use. The user must be a member of it; otherwise the session is no longer valid. */
  async use(id: string, account: number): Promise<void> {
    await this.#db.updateTable('console_sessions').set({ account }).where('id', '=', id).execute()
  }

  /** Ends a session. @returns whether it existed */
  async end(token: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('console_sessions')
      .where('token_hash', '=', tokenHash(token))
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  /**
   * The sessions of a user, most recently used first.
   * @param account only sessions in which this account is in use; null for all
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
   * @param account only if this account is in use in it; null for any
   * @returns whether there was such a session
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

/** Who a session belongs to, and what it may do; null for a user without a role. */
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

/** Ends the least recently used sessions of a key or a user beyond `MAX_SESSIONS`. */
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
        .orderBy('last_used_at', 'desc')
        .limit(MAX_SESSIONS)
        .offset(MAX_SESSIONS),
    )
    .execute()
}
