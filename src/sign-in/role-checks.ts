import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Role } from '../contract/roles.ts'
import type { AuditLog } from '../jobs/audit-log.ts'
import type { ClaimedSession } from '../store/people/issuer-session-store.ts'
import type { Store } from '../store/open-store.ts'
import type { Issuer } from './issuer.ts'
import { SignInError } from './sign-in-error.ts'

/** Age of the last check after which roles are checked in the background, and after which requests wait for the check. */
const DUE_MS = 10 * 60_000
const OVERDUE_MS = 15 * 60_000

/** How long a request waits for a check. */
const MAX_WAIT_MS = 5_000
/** Polling interval while another node checks a session. */
const LOOK_MS = 200
/** How long to wait after a failed check: of the session, or of all sessions if the issuer was unavailable. */
const PAUSE_MS = 30_000
/** How often to find out whether a check is due for a user whose requests do not use a session of the issuer. */
const USER_LOOK_MS = 60_000

const MAX_REMEMBERED = 10_000

/** Key of the pause of all checks, while the issuer is unavailable. */
const ALL = ''

type Parts = Pick<Store, 'accounts' | 'grants' | 'issuerSessions' | 'members' | 'users'>

interface Logs {
  readonly audit: Pick<AuditLog, 'record'>
  readonly log: Logger
}

/**
 * Checks at the issuer, with the refresh tokens of sessions, which roles users still have. Users who have left a group lose its role at
 * the latest with their first request after 15 minutes. While the issuer is unavailable, roles and sessions stay, and no request waits.
 */
export class RoleChecks {
  readonly #issuer: Issuer
  readonly #store: Parts
  readonly #audit: Logs['audit']
  readonly #log: Logger
  /** The checks in progress on this node, by session. */
  readonly #running = new Map<string, Promise<void>>()
  readonly #paused = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: PAUSE_MS })
  readonly #seen = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: USER_LOOK_MS })
  #isAway = false

  constructor(issuer: Issuer, store: Parts, { audit, log }: Logs) {
    this.#issuer = issuer
    this.#store = store
    this.#audit = audit
    this.#log = log
  }

  /** Waits for the checks in progress. */
  async close(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  /**
   * Before a request of a session, checks its roles if that is due.
   * @param session.checkedAt the time of the last check, in milliseconds since 1970; null if the session cannot be checked
   * @returns true if the request waited for a check, so that the session must be looked up again
   */
  async before({
    id,
    checkedAt,
  }: {
    readonly id: string
    readonly checkedAt: number | null
  }): Promise<boolean> {
    const age = checkedAt === null ? 0 : Date.now() - checkedAt
    if (age < DUE_MS || this.#paused.has(ALL) || this.#paused.has(id)) return false
    const check = this.#shared(id)
    if (age < OVERDUE_MS || this.#isAway) return false
    const waiting = new AbortController()
    const { signal } = waiting
    await Promise.race([check, delay(MAX_WAIT_MS, undefined, { signal }).catch(() => {})])
    waiting.abort()
    return true
  }

  /** For requests with a key or after a sign-in with a passkey: checks the roles in the background, with another session of the user. */
  besides(user: string): void {
    if (this.#seen.has(user)) return
    this.#seen.set(user, true)
    void this.#store.issuerSessions
      .lastChecked(user)
      .then(async (session) => session !== null && this.before(session))
      .catch((error: unknown) => this.#log.error({ err: error }, 'roles cannot be checked'))
  }

  /** Runs one check of a session at a time. Never rejects. */
  async #shared(id: string): Promise<void> {
    const running =
      this.#running.get(id) ??
      this.#check(id)
        .catch((error: unknown) => this.#log.error({ err: error }, 'roles cannot be checked'))
        .finally(() => this.#running.delete(id))
    this.#running.set(id, running)
    return running
  }

  async #check(id: string): Promise<void> {
    const deadline = performance.now() + MAX_WAIT_MS
    while (performance.now() < deadline) {
      const claim = await this.#store.issuerSessions.claim(id, Date.now() - DUE_MS)
      if (claim === null) return
      if (claim !== 'busy') return this.#refresh(id, claim)
      await delay(LOOK_MS)
    }
  }

  async #refresh(
    id: string,
    { issuer, subject, refreshToken, isUnconfirmed }: ClaimedSession,
  ): Promise<void> {
    const { grants, issuerSessions, users } = this.#store
    try {
      const refreshed = await this.#issuer.refresh({ issuer, refreshToken })
      // First of all, since the previous token may no longer be valid.
      if (refreshed.refreshToken !== null) await issuerSessions.renew(id, refreshed.refreshToken)
      const said = await this.#issuer.said(refreshed, subject)
      this.#isAway = false
      const user = await issuerSessions.userOf(id)
      const before = await this.#rolesOf(user)
      const name = user === null ? null : ((await users.find(user))?.name ?? null)
      await grants.apply(said.profile, said.grants, id)
      const by = { kind: 'user', id: user, name: name ?? '' } as const
      for (const account of changed(before, await this.#rolesOf(user))) {
        const found = await this.#store.accounts.find(account)
        if (found !== null) await this.#audit.record({ operation: 'checkRoles', account: found, by })
      }
      await issuerSessions.release(id, true)
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
      const { problem, message: reason } = error
      const isAway = problem === 'unavailable'
      // A session that an available issuer has not confirmed for too long ends as well.
      if (problem === 'expired' || (!isAway && isUnconfirmed)) {
        this.#log.info({ session: id, reason }, 'a console session ended at the issuer')
        return issuerSessions.end(id)
      }
      this.#log.warn({ session: id, reason }, 'roles cannot be checked at the issuer; retrying')
      if (isAway) this.#isAway = true
      this.#paused.set(isAway ? ALL : id, true)
      await issuerSessions.release(id, false)
    }
  }

  /** The roles of a user, by account name. */
  async #rolesOf(user: string | null): Promise<Map<string, Role>> {
    const memberships = user === null ? [] : await this.#store.members.ofUser(user)
    return new Map(memberships.map(({ account, role }) => [account, role]))
  }
}

/** The accounts in which a role has changed. */
function changed(before: ReadonlyMap<string, Role>, after: ReadonlyMap<string, Role>): string[] {
  const accounts = new Set([...before.keys(), ...after.keys()])
  return [...accounts].filter((account) => before.get(account) !== after.get(account))
}
