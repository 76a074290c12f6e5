import type { Kysely, Transaction } from 'kysely'
import type { Sealer } from '../accounts/sealer.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Schema } from '../schema.ts'

/** Milliseconds for which a node claims the check of a session. */
const CLAIM_MS = 30_000

/** Milliseconds after which a session ends if its roles cannot be checked at the issuer: a working day. */
const UNCHECKED_SESSION_MS = 12 * 3_600_000

/** A session whose check a node has claimed. */
export interface ClaimedSession extends Pick<IssuerSession, 'issuer' | 'subject'> {
  readonly refreshToken: string
  /** Whether its last check is so long ago that it must end unless the issuer confirms it now. */
  readonly isUnconfirmed: boolean
}

/** Connects a console session with the session at the issuer. */
export interface IssuerSession {
  readonly issuer: string
  readonly subject: string
  /** The issuer's id of its session; null if it has none. */
  readonly sid: string | null
  /** Null if the issuer issues none. */
  readonly refreshToken: string | null
  readonly idToken: string
}

/** Console sessions that began at an OpenID Connect issuer. */
export class IssuerSessionStore {
  readonly #db: Kysely<Schema>
  readonly #sealer: Sealer

  constructor({ db }: Dialect, sealer: Sealer) {
    this.#db = db
    this.#sealer = sealer
  }

  /** Connects a console session with the session at the issuer. Call it in the transaction that begins the console session. */
  async add(
    db: Transaction<Schema>,
    { id, account }: { readonly id: string; readonly account: number },
    { issuer, subject, sid, refreshToken, idToken }: IssuerSession,
  ): Promise<void> {
    const now = Date.now()
    await db
      .insertInto('issuer_sessions')
      .values({
        ...{ session_id: id, account, issuer, subject, sid },
        refresh_token: refreshToken === null ? null : this.#sealer.seal(ownerOf(id), refreshToken),
        id_token: this.#sealer.seal(ownerOf(id), idToken),
        checked_at: now,
      })
      .execute()
    if (refreshToken === null)
      await db
        .updateTable('console_sessions')
        .set({ expires_at: now + UNCHECKED_SESSION_MS })
        .where('id', '=', id)
        .execute()
  }

  /**
   * Claims the check of a session that was last checked at `due` or earlier, so that no other node checks it: a refresh token can be used
   * only once.
   * @param due milliseconds since 1970
   * @returns what the check needs; `busy` if another node is checking the session; null if there is nothing to check
   */
  async claim(id: string, due: number): Promise<ClaimedSession | 'busy' | null> {
    const now = Date.now()
    const toCheck = this.#db
      .updateTable('issuer_sessions')
      .set({ claimed_until: now + CLAIM_MS })
      .where('session_id', '=', id)
      .where('refresh_token', 'is not', null)
      .where('checked_at', '<=', due)
      .where('claimed_until', '<=', now)
    const claimed = await toCheck
      .returning(['issuer', 'subject', 'refresh_token', 'checked_at'])
      .executeTakeFirst()
    if (claimed?.refresh_token) {
      const { issuer, subject, refresh_token: sealed, checked_at: checkedAt } = claimed
      const isUnconfirmed = checkedAt < now - UNCHECKED_SESSION_MS
      return { issuer, subject, refreshToken: this.#sealer.open(ownerOf(id), sealed), isUnconfirmed }
    }
    const other = await this.#db
      .selectFrom('issuer_sessions')
      .select('session_id')
      .where('session_id', '=', id)
      .where('checked_at', '<=', due)
      .where('claimed_until', '>', now)
      .executeTakeFirst()
    return other === undefined ? null : 'busy'
  }

  /** Replaces the refresh token of a claimed session. */
  async renew(id: string, refreshToken: string): Promise<void> {
    await this.#db
      .updateTable('issuer_sessions')
      .set({ refresh_token: this.#sealer.seal(ownerOf(id), refreshToken) })
      .where('session_id', '=', id)
      .execute()
  }

  /** Ends a claim. @param isChecked whether the issuer has answered and the user's roles were updated */
  async release(id: string, isChecked: boolean): Promise<void> {
    await this.#db
      .updateTable('issuer_sessions')
      .set({ claimed_until: 0, ...(isChecked && { checked_at: Date.now() }) })
      .where('session_id', '=', id)
      .execute()
  }

  /** The most recently checked session of a user, among those that can be checked; null if there is none. */
  async lastChecked(user: string): Promise<{ readonly id: string; readonly checkedAt: number } | null> {
    const found = await this.#db
      .selectFrom('issuer_sessions')
      .innerJoin('console_sessions', 'console_sessions.id', 'issuer_sessions.session_id')
      .select(['session_id as id', 'checked_at as checkedAt'])
      .where('user_id', '=', user)
      .where('refresh_token', 'is not', null)
      .where('expires_at', '>', Date.now())
      .orderBy('checked_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return found ?? null
  }

  /** The ID token with which a session began, and its issuer; null if the session did not begin at an issuer. */
  async idToken(id: string): Promise<Pick<IssuerSession, 'issuer' | 'idToken'> | null> {
    const found = await this.#db
      .selectFrom('issuer_sessions')
      .select(['issuer', 'id_token'])
      .where('session_id', '=', id)
      .executeTakeFirst()
    if (found === undefined) return null
    return { issuer: found.issuer, idToken: this.#sealer.open(ownerOf(id), found.id_token) }
  }

  /** The user of a session; null if the session has ended. */
  async userOf(id: string): Promise<string | null> {
    const found = await this.#db
      .selectFrom('console_sessions')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirst()
    return found?.user_id ?? null
  }

  /** Ends a console session. */
  async end(id: string): Promise<void> {
    await this.#db.deleteFrom('console_sessions').where('id', '=', id).execute()
  }

  /** Ends all console sessions that began at an issuer. Called when no issuer is configured, because nothing can confirm them then. */
  async endAll(): Promise<void> {
    await this.#db
      .deleteFrom('console_sessions')
      .where('id', 'in', (eb) => eb.selectFrom('issuer_sessions').select('session_id'))
      .execute()
  }

  /**
   * Ends console sessions whose session at the issuer has ended: the one with the `sid`, or without a `sid` all sessions of the subject.
   * @param until only sessions that began by this time, in milliseconds since 1970; later ones belong to another sign-in
   * @returns the number of ended sessions
   */
  async endThose(
    { issuer, sid, subject }: Pick<IssuerSession, 'issuer' | 'sid'> & { readonly subject: string | null },
    until: number,
  ): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('console_sessions')
      .where('created_at', '<=', until)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('issuer_sessions')
          .select('session_id')
          .where('issuer', '=', issuer)
          .$if(sid !== null, (query) => query.where('sid', '=', sid))
          .$if(subject !== null, (query) => query.where('subject', '=', subject!)),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

const ownerOf = (id: string): string => `tokens of console session ${id}`
