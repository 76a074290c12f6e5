import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { AuditLog } from '../jobs/audit-log.ts'
import type { DeletedAccount, ExpiringJobs, Retention } from '../jobs/deletion.ts'
import type { NodeId } from '../jobs/node.ts'
import { isTransient } from '../jobs/store-error.ts'
import type { Store } from '../store/open-store.ts'
import { WakeLoop } from './wake-loop.ts'

/** Milliseconds until the next look for something to do, unless it is woken earlier. */
const IDLE_MS = 300_000
/**
 * Milliseconds between looks for accounts to delete. The command line cannot wake the service when it begins a deletion on SQLite, and
 * live sessions of a deleted account may end later.
 */
const ACCOUNTS_MS = 2_000

/**
 * Target duration of a batch in milliseconds, and the fewest jobs per batch, because a transaction takes time even for a single job.
 * SQLite makes requests wait for a batch; PostgreSQL serves them at the same time.
 */
const BATCH = { alone: { ms: 5, fewest: 4 }, shared: { ms: 50, fewest: 64 } }
const MAX_BATCH = 512
/** The pause after a batch, as a multiple of the time that the batch took. */
const REST = 3

type Parts = Pick<
  Store,
  | 'accountDeletions'
  | 'bulkRequests'
  | 'retention'
  | 'trash'
  | 'uploads'
  | 'webhooks'
  | 'nodes'
  | 'reclaim'
  | 'isShared'
  | 'wake'
>

interface Options {
  readonly node: NodeId
  /** For accounts without a retention of their own. */
  readonly retention: Retention
  /** How long the trash keeps jobs. */
  readonly trashDays: number
  /** Bytes of disk space that have to be freed by emptying the trash; 0 if there is enough. */
  readonly lackedBytes: () => Promise<number>
  readonly audit: Pick<AuditLog, 'record'>
  readonly log: Logger
}

/**
 * Carries out bulk requests in the background and deletes accounts and expired data, one batch of jobs at a time. It pauses after each
 * batch, so that it works a quarter of the time. The longest-running node does this for all nodes. If two nodes both believe they are
 * that one, nothing is done twice.
 */
export class BackgroundTasks {
  readonly #store: Parts
  readonly #options: Options
  readonly #loop: WakeLoop
  readonly #closing = new AbortController()
  /** When to look for other things than accounts and bulk requests again, by `performance.now()`. */
  #dueAt = 0
  #batch: number

  constructor(store: Parts, options: Options) {
    this.#store = store
    this.#batch = this.#target.fewest
    this.#options = options
    this.#loop = new WakeLoop(
      async () => this.#run(),
      (error) => {
        this.#dueAt = 0
        options.log.error({ err: error }, 'a background task failed; retrying')
      },
    )
  }

  wake(): void {
    this.#dueAt = 0
    this.#loop.wake()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#loop.close()
  }

  async #run(): Promise<void> {
    const isDue = performance.now() >= this.#dueAt
    const accounts = await this.#store.accountDeletions.begun()
    const lacked = await this.#options.lackedBytes()
    if (isDue) this.#dueAt = performance.now() + IDLE_MS
    this.#batch = this.#target.fewest
    const others = isDue ? [this.#expired(), this.#trashed(), this.#reported()] : []
    await this.#take([this.#accounts(accounts), this.#bulkRequests(), ...others, this.#room(lacked)])
    if (isDue || accounts.length > 0 || lacked > 0) await this.#take([this.#reclaimed()])
    this.#loop.wakeIn(ACCOUNTS_MS)
  }

  /** Runs tasks in turns, a batch of each at a time, until all are done. Tasks yield after each batch. */
  async #take(tasks: readonly AsyncGenerator<void>[]): Promise<void> {
    let left = tasks
    try {
      while (left.length > 0 && !this.#loop.isClosed && (await this.#isFirst()))
        for (const task of left) {
          const began = performance.now()
          const { done } = await task.next()
          if (done === true) left = left.filter((other) => other !== task)
          else await this.#rest(performance.now() - began)
        }
    } finally {
      for (const task of left) await task.return(undefined)
    }
  }

  async *#reclaimed(): AsyncGenerator<void> {
    while (await this.#store.reclaim()) yield
  }

  async *#accounts(accounts: readonly DeletedAccount[]): AsyncGenerator<void> {
    for (const account of accounts) {
      try {
        yield* this.#removedAccount(account)
      } catch (error) {
        if (isTransient(error)) throw error
        // The next run retries it; the other accounts need not wait.
        this.#options.log.error({ err: error, account: account.id }, 'an account could not be deleted')
      }
    }
  }

  async *#removedAccount({ id, name }: DeletedAccount): AsyncGenerator<void> {
    for (;;) {
      const { state, stopped } = await this.#store.accountDeletions.advance(id, this.#batch)
      for (const jobId of stopped) this.#store.wake.notify('cancelled', jobId)
      if (state === 'deleted')
        void this.#options.audit.record({
          operation: 'endAccountDeletion',
          details: { id: String(id), name },
        })
      if (state !== 'more') return
      yield
    }
  }

  async *#bulkRequests(): AsyncGenerator<void> {
    while (await this.#store.bulkRequests.advance(this.#batch)) yield
  }

  async *#expired(): AsyncGenerator<void> {
    const { retention } = this.#store
    for (const jobs of await retention.expiring(this.#options.retention)) {
      try {
        yield* this.#removed(jobs)
      } catch (error) {
        if (isTransient(error)) throw error
        // The next run retries it; the jobs of other accounts need not wait.
        this.#options.log.error(
          { err: error, account: jobs.of?.account },
          'expired jobs could not be deleted',
        )
      }
      // Thousands of accounts may have nothing to delete.
      await setImmediate()
    }
  }

  async *#trashed(): AsyncGenerator<void> {
    let removed = 0
    try {
      for (;;) {
        const some = await this.#store.trash.removeExpired(this.#options.trashDays, this.#batch)
        if (some === 0) return
        removed += some
        yield
      }
    } finally {
      if (removed > 0)
        void this.#options.audit.record({ operation: 'expireTrash', details: { jobs: removed } })
    }
  }

  async *#reported(): AsyncGenerator<void> {
    while (await this.#store.webhooks.removeOld()) yield
  }

  /** Deletes the oldest jobs in the trash, unless the files of earlier deletions have not been deleted yet. */
  async *#room(lacked: number): AsyncGenerator<void> {
    if (lacked === 0 || (await this.#store.uploads.isRemoving())) return
    let removed = 0
    try {
      for (let left = lacked; left > 0;) {
        const { jobs, bytes } = await this.#store.trash.removeOldest(1)
        if (jobs === 0) return
        removed += jobs
        left -= bytes
        yield
      }
    } finally {
      if (removed > 0) {
        this.#options.log.warn({ jobs: removed }, 'the disk is nearly full: jobs in the trash were deleted')
        void this.#options.audit.record({ operation: 'makeRoom', details: { jobs: removed } })
      }
    }
  }

  async *#removed(jobs: ExpiringJobs): AsyncGenerator<void> {
    let removed = 0
    try {
      for (;;) {
        const some = await this.#store.retention.removeExpired(jobs, this.#batch)
        if (some === 0) return
        removed += some
        yield
      }
    } finally {
      const operation = jobs.what === 'audio' ? 'expireAudio' : 'expireJobs'
      if (removed > 0)
        void this.#options.audit.record({ operation, account: jobs.of?.account, details: { jobs: removed } })
    }
  }

  async #rest(took: number): Promise<void> {
    const { ms, fewest } = this.#target
    const fitting = Math.round(this.#batch * Math.min(2, ms / took))
    this.#batch = Math.min(MAX_BATCH, Math.max(fewest, fitting))
    await delay(REST * took, undefined, { signal: this.#closing.signal }).catch(() => {}) // aborted by close()
  }

  get #target() {
    return this.#store.isShared ? BATCH.shared : BATCH.alone
  }

  async #isFirst(): Promise<boolean> {
    return (await this.#store.nodes.first()) === this.#options.node
  }
}
