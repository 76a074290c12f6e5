import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { AuditDetails } from '../contract/audit.ts'
import type { Who } from '../contract/who.ts'

/** Something that was changed, deleted or shared, or somebody who signed in. */
export interface AuditedChange {
  /** The `operationId` of a request; a name of its own for what no request asks for. */
  readonly operation: string
  /** Undefined for what concerns no account, or several. */
  readonly account?: number | undefined
  /** Undefined for what the service does by itself, and for somebody who could not sign in. */
  readonly by?: Who
  /** Id of the key that was used; null for none. */
  readonly key?: string | null
  readonly details?: AuditDetails
  /** Of the client. */
  readonly address?: string
  readonly requestId?: string
}

/** A change that is not stored yet. */
export interface HeldChange extends AuditedChange {
  /** The same each time that it is tried to store it. */
  readonly id: string
  /** Milliseconds since it happened. */
  readonly age: number
}

/** Where changes are stored. Storing one again changes nothing. */
interface AuditEntries {
  add(changes: readonly HeldChange[]): Promise<void>
}

/** Changes that are held in memory while the database takes none; further ones are only logged. */
const MAX_HELD = 10_000
/** Changes that are stored in one statement. */
const BATCH = 1_000
/** Milliseconds between two attempts while the database takes none. */
const RETRY_MS = 1_000

/**
 * Who changed what: a line of the log for each change, and an entry of the audit. Changes that happen while others are being stored are
 * stored together afterwards.
 */
export class AuditLog {
  readonly #entries: AuditEntries
  readonly #log: Logger
  readonly #isStored: boolean
  readonly #inTurn = pLimit(1)
  readonly #held: (AuditedChange & { readonly id: string; readonly at: number })[] = []
  /** Stores what is held; null while none waits for its turn. */
  #next: Promise<void> | null = null
  #retry: NodeJS.Timeout | null = null
  #isFailing = false

  /** @param options.days how long entries are kept; 0 stores none */
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
   * Logs a change, and stores it.
   * @returns a promise that never fails: once it is stored, or could not be at the first attempt, of which others follow
   */
  async record(change: AuditedChange): Promise<void> {
    this.note(change)
    if (!this.#isStored) return
    if (this.#held.length >= MAX_HELD) return
    this.#held.push({ ...change, id: randomUUID(), at: performance.now() })
    await this.#stored()
  }

  /** Stores what is held, if the database takes it. */
  async close(): Promise<void> {
    await this.#stored()
    if (this.#retry !== null) clearTimeout(this.#retry)
    if (this.#held.length > 0)
      this.#log.error({ entries: this.#held.length }, 'entries of the audit are lost; the log has them')
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
      // Once, however often it is tried.
      if (!this.#isFailing) this.#log.error({ err: error }, 'the audit cannot be stored; retrying')
      this.#isFailing = true
      this.#retry ??= setTimeout(() => {
        this.#retry = null
        void this.#stored()
      }, RETRY_MS).unref()
    }
  }
}
