import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { AuditDetails } from '../contract/audit.ts'
import type { Who } from '../contract/who.ts'

/** A change, a deletion, a share or a sign-in. */
export interface AuditedChange {
  /** The `operationId` of the request; a name of its own for actions without a request. */
  readonly operation: string
  /** Undefined if the change concerns no account, or several. */
  readonly account?: number | undefined
  /** Undefined for actions of the service itself, and for failed sign-ins. */
  readonly by?: Who
  /** Id of the key that was used; null if none was. */
  readonly key?: string | null
  readonly details?: AuditDetails
  /** IP address of the client. */
  readonly address?: string
  readonly requestId?: string
}

/** A change that has not been stored yet. */
export interface HeldChange extends AuditedChange {
  /** The same on every attempt to store it. */
  readonly id: string
  /** Milliseconds since it happened. */
  readonly age: number
}

/** Stores changes. Storing one twice has no further effect. */
interface AuditEntries {
  add(changes: readonly HeldChange[]): Promise<void>
}

/** Maximum number of changes held in memory while the database accepts none; further ones are only logged. */
const MAX_HELD = 10_000
/** Maximum number of changes stored in one statement. */
const BATCH = 1_000
/** Milliseconds between attempts while the database accepts no changes. */
const RETRY_MS = 1_000

/**
 * Records who changed what: a log line and an audit entry for each change. Changes made while others are being stored are stored together
 * afterwards.
 */
export class AuditLog {
  readonly #entries: AuditEntries
  readonly #log: Logger
  readonly #isStored: boolean
  readonly #inTurn = pLimit(1)
  readonly #held: (AuditedChange & { readonly id: string; readonly at: number })[] = []
  /** The queued run that stores the held changes; null if none is queued. */
  #next: Promise<void> | null = null
  #retry: NodeJS.Timeout | null = null
  #isFailing = false

  /** @param options.days how many days entries are kept; 0 stores none */
  constructor(entries: AuditEntries, { log, days }: { readonly log: Logger; readonly days: number }) {
    this.#entries = entries
    this.#log = log
    this.#isStored = days > 0
  }

  /** Logs a change without storing it. */
  note({ details, requestId, ...change }: AuditedChange): void {
    const id = requestId === undefined ? {} : { request_id: requestId }
    const { operation, account, by, key, address } = change
    this.#log.info({ operation, account, by, key, ...details, address, ...id }, 'audit')
  }

  /**
   * Logs a change and stores it. Never rejects: resolves after the first attempt to store the change. If that fails, it is repeated in
   * the background.
   */
  async record(change: AuditedChange): Promise<void> {
    this.note(change)
    if (!this.#isStored) return
    if (this.#held.length >= MAX_HELD) return
    this.#held.push({ ...change, id: randomUUID(), at: performance.now() })
    await this.#stored()
  }

  /** Makes a last attempt to store the held changes. */
  async close(): Promise<void> {
    await this.#stored()
    if (this.#retry !== null) clearTimeout(this.#retry)
    if (this.#held.length > 0)
      this.#log.error({ entries: this.#held.length }, 'entries of the audit were lost; they are in the log')
  }

  async #stored(): Promise<void> {
    this.#next ??= this.#inTurn(async () => this.#store())
    await this.#next
  }

  async #store(): Promise<void> {
    this.#next = null
    try {
      while (this.#held.length > 0) {
        const now = performance.now()
        const batch = this.#held.slice(0, BATCH)
        await this.#entries.add(batch.map(({ at, ...change }) => ({ ...change, age: Math.round(now - at) })))
        this.#held.splice(0, batch.length)
      }
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) this.#log.error({ err: error }, 'the audit cannot be stored; retrying')
      this.#isFailing = true
      this.#retry ??= setTimeout(() => {
        this.#retry = null
        void this.#stored()
      }, RETRY_MS).unref()
    }
  }
}
