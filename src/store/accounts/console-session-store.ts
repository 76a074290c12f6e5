import { hash, randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Limits } from '../../contract/account-limits.ts'
import { type Caller, CONSOLE_SESSION_MS } from '../../jobs/keys.ts'
import type { Dialect } from '../databases/dialect.ts'
import { limitsFrom } from './limit-store.ts'
import type { Schema } from '../schema.ts'
import type { LastUses } from './last-uses.ts'
import { keyHasEnded, scopesIn } from './stored-keys.ts'

/** Sessions that a key may have at a time. */
export const MAX_SESSIONS = 100

/** A key that signed in to the console. */
export interface ConsoleSession extends Caller {
  readonly accountName: string
  readonly keyName: string
  readonly expiresAt: Date
}

/** Sessions are extended when they have lost so much of their time: one write a day instead of one a request. */
const EXTENSION_MS = 24 * 3_600_000

/**
 * Sessions of the console. One ends with its key, at once. A token is 256 random bits, of which only the hash is stored, as of a key.
 */
export class ConsoleSessionStore {
  readonly #db: Kysely<Schema>
  readonly #locksRows: boolean
  readonly #lastUses: LastUses
  readonly #limits: Limits

  /**
   * @param lastUses where the use of the keys of sessions is noted
   * @param limits of accounts without limits of their own
   */
  constructor({ db, locksRows }: Dialect, lastUses: LastUses, limits: Limits) {
    this.#db = db
    this.#locksRows = locksRows
    this.#lastUses = lastUses
    this.#limits = limits
  }

  /**
   * Begins a session of a key, and ends those beyond MAX_SESSIONS that were not used for the longest time. The token is returned here
   * and cannot be read again.
   */
  async begin({ account, key }: Caller): Promise<string> {
    const now = Date.now()
    await this.#db.deleteFrom('console_sessions').where('expires_at', '<=', now).execute()
    const token = randomBytes(32).toString('base64url')
    await this.#db.transaction().execute(async (db) => {
      const ownKey = db.selectFrom('keys').select('id').where('id', '=', key)
      // Sessions of a key begin one after the other, so that each sees those before it.
      await ownKey.$if(this.#locksRows, (query) => query.forUpdate()).execute()
      await db
        .insertInto('console_sessions')
        .values({
          token_hash: hashOf(token),
          account,
          key_id: key,
          created_at: now,
          expires_at: now + CONSOLE_SESSION_MS,
        })
        .execute()
      await endBeyondLimit(db, key)
    })
    return token
  }

  /** The session with that token, which is extended; null when it was ended, has expired, or its key was revoked or has expired. */
  async find(token: string): Promise<ConsoleSession | null> {
    const now = Date.now()
    const found = await this.#db
      .selectFrom('console_sessions as session')
      .innerJoin('keys', 'keys.id', 'session.key_id')
      .innerJoin('accounts', 'accounts.id', 'session.account')
      .select([
        'accounts.id as account',
        'accounts.name as accountName',
        'accounts.job_changes as jobChanges',
        'accounts.limits',
        'keys.id as key',
        'keys.name as keyName',
        'keys.scopes',
        'session.expires_at',
      ])
      .where('session.token_hash', '=', hashOf(token))
      .where('session.expires_at', '>', now)
      .where((eb) => eb.not(keyHasEnded()))
      .executeTakeFirst()
    if (found === undefined) return null
    const { expires_at, scopes, limits, ...session } = found
    const { requests_per_minute: requestsPerMinute } = limitsFrom(this.#limits, limits)
    this.#lastUses.note(session.key)
    const isRecent = expires_at > now + CONSOLE_SESSION_MS - EXTENSION_MS
    const expiresAt = new Date(isRecent ? expires_at : await this.#extend(token))
    return { ...session, scopes: scopesIn(scopes), requestsPerMinute, expiresAt }
  }

  async #extend(token: string): Promise<number> {
    const expiresAt = Date.now() + CONSOLE_SESSION_MS
    await this.#db
      .updateTable('console_sessions')
      .set({ expires_at: expiresAt })
      .where('token_hash', '=', hashOf(token))
      .execute()
    return expiresAt
  }

  /** @returns whose session it was; null if there was none */
  async end(token: string): Promise<Pick<Caller, 'account' | 'key'> | null> {
    const ended = await this.#db
      .deleteFrom('console_sessions')
      .where('token_hash', '=', hashOf(token))
      .returning(['account', 'key_id as key'])
      .executeTakeFirst()
    return ended ?? null
  }
}

/** Ends the sessions of a key that were not used for the longest time, beyond MAX_SESSIONS. */
async function endBeyondLimit(db: Transaction<Schema>, key: string): Promise<void> {
  await db
    .deleteFrom('console_sessions')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('console_sessions')
        .select('token_hash')
        .where('key_id', '=', key)
        .orderBy('expires_at', 'desc')
        .limit(MAX_SESSIONS)
        .offset(MAX_SESSIONS),
    )
    .execute()
}

function hashOf(token: string): string {
  return hash('sha256', token)
}
