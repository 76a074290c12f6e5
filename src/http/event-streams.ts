/** The open streams of server-sent events of this process, and what is looked up for all of them together. */
import { AsyncResource } from 'node:async_hooks'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { JobProgress } from '../contract/progress.ts'
import { STORE_RETRY_MS } from '../jobs/retry-store.ts'
import { tooManyStreams } from './errors.ts'
import { EventStream, type WatchedJob } from './event-stream.ts'
import { jobProgress } from './job-progress.ts'
import type { Parts } from './parts.ts'

/** Milliseconds between two looks. */
const LOOK_MS = 250
/** Milliseconds between two looks at a job that waits, or that another node works on: it stores its progress once a second. */
const SLOW_LOOK_MS = 1_000
/** Of an account in this process. Each may be about another job, and a look at one takes SQLite a millisecond. */
export const MAX_STREAMS = 200
/** Milliseconds between two heartbeats of a stream. */
const BEAT_MS = 15_000

/** A job while streams are about it. */
interface OpenJob extends WatchedJob {
  readonly streams: Set<EventStream>
  /** The changes of the account when it was last looked at. */
  changes: number
  /** As of `performance.now()`. */
  lookedAt: number
}

export interface NewStream {
  readonly account: number
  /** The changes of the jobs of the account, as of now. */
  readonly changes: number
  readonly job: { readonly id: string; readonly progress: JobProgress } | null
  /** Whether the client may still read; asked at each heartbeat. A failure counts as yes: it is asked again. */
  readonly isAllowed: () => Promise<boolean>
}

type EventParts = Pick<Parts, 'store' | 'work' | 'log' | 'drain'>

export class EventStreams {
  readonly #parts: EventParts
  readonly #streams = new Set<EventStream>()
  readonly #jobs = new Map<string, OpenJob>()
  /** The changes of the accounts of the streams, as of the last look. */
  #changes: ReadonlyMap<number, number> = new Map()
  readonly #loops: readonly (() => void)[]

  constructor(parts: EventParts) {
    this.#parts = parts
    // Two, so that many jobs do not hold up the counters.
    this.#loops = [this.#loop(async () => this.#lookAtAccounts()), this.#loop(async () => this.#lookAtJobs())]
    parts.drain.addEventListener('abort', () => this.#streams.forEach((stream) => stream.finish()), {
      once: true,
    })
  }

  /** @throws {RequestError} 429 when the account has too many */
  open({ account, changes, job, isAllowed }: NewStream): EventStream {
    const open = [...this.#streams].filter((stream) => stream.account === account)
    if (open.length >= MAX_STREAMS) throw tooManyStreams(MAX_STREAMS)
    const watched = job && this.#watch(account, changes, job)
    const stream = new EventStream(account, changes, watched)
    const beat = setInterval(() => {
      stream.beat()
      void isAllowed().then(
        (isStill) => isStill || stream.finish(),
        () => {},
      )
    }, BEAT_MS).unref()
    this.#streams.add(stream)
    watched?.streams.add(stream)
    stream.once('close', () => {
      clearInterval(beat)
      this.#streams.delete(stream)
      watched?.streams.delete(stream)
      if (watched?.streams.size === 0) this.#jobs.delete(watched.id)
    })
    if (this.#parts.drain.aborted) stream.finish()
    for (const run of this.#loops) run()
    return stream
  }

  #watch(account: number, changes: number, { id, progress }: NonNullable<NewStream['job']>): OpenJob {
    const job = this.#jobs.get(id) ?? {
      ...{ account, id, progress, text: null, streams: new Set<EventStream>(), changes, lookedAt: 0 },
    }
    if (!hasEnded(job)) this.#jobs.set(id, job)
    return job
  }

  /** One statement for all accounts. */
  async #lookAtAccounts(): Promise<void> {
    const accounts = new Set([...this.#streams].map(({ account }) => account))
    this.#changes = await this.#parts.store.accounts.jobChanges([...accounts])
    for (const stream of this.#streams) {
      const changes = this.#changes.get(stream.account)
      // A stream that was opened meanwhile may be of another account.
      if (changes !== undefined) stream.jobsChanged(changes)
      else if (accounts.has(stream.account)) stream.finish()
    }
  }

  async #lookAtJobs(): Promise<void> {
    for (const job of this.#jobs.values()) {
      if (!this.#isDue(job)) continue
      // SQLite answers without waiting: requests have their turn between two looks.
      await nextTurn()
      job.changes = this.#changes.get(job.account) ?? job.changes
      job.lookedAt = performance.now()
      const { store, work } = this.#parts
      const progress = await jobProgress(this.#parts, job.account, job.id)
      if (progress !== null) job.progress = progress
      // Deleted, or over: its streams keep it as it is.
      if (progress === null || hasEnded(job)) this.#jobs.delete(job.id)
      else job.text = work?.text(job.id) ?? (store.isShared ? await store.texts.read(job.id, job.text) : null)
      for (const stream of job.streams) stream.sendNews()
    }
  }

  /** One that waits changes only when the account does. */
  #isDue({ account, id, changes, progress, lookedAt }: OpenJob): boolean {
    if (lookedAt === 0) return true
    const hasChanged = changes !== (this.#changes.get(account) ?? changes)
    const isWorkedOn = progress.status === 'processing' && progress.stage !== 'live'
    const isHere = (this.#parts.work?.progress(id) ?? null) !== null
    if (isHere || (isWorkedOn && hasChanged)) return true
    return (isWorkedOn || hasChanged) && performance.now() - lookedAt >= SLOW_LOOK_MS
  }

  /** Looks again and again, as long as there are streams. @returns begins that, unless it has begun */
  #loop(look: () => Promise<void>): () => void {
    let isRunning = false
    const run = async (): Promise<void> => {
      while (this.#streams.size > 0) {
        const failed = await look().then(
          () => false,
          (error: unknown) => {
            this.#parts.log.error({ err: error }, 'changes of jobs could not be read; retrying')
            return true
          },
        )
        await delay(failed ? STORE_RETRY_MS : LOOK_MS, undefined, { ref: false })
      }
      isRunning = false
    }
    // It is no part of the request that begins it.
    return AsyncResource.bind(() => {
      if (isRunning) return
      isRunning = true
      void run()
    })
  }
}

const hasEnded = ({ progress: { status } }: WatchedJob): boolean => status === 'done' || status === 'error'
