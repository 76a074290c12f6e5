/** The open event streams of this process. What they send is looked up for all of them together. */
import { AsyncResource } from 'node:async_hooks'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { ChangeCursor } from '../../contract/change-cursor.ts'
import type { JobProgress } from '../../contract/progress.ts'
import { STORE_RETRY_MS } from '../../jobs/retry-store.ts'
import { tooManyStreams } from '../errors.ts'
import { ChangeFeed } from './change-feed.ts'
import { EventStream, type Followed, type WatchedJob } from './event-stream.ts'
import { jobProgress } from '../jobs/job-progress.ts'
import type { Parts } from '../parts.ts'

/** Polling interval. */
const LOOK_MS = 250
/** Polling interval for jobs that are waiting or on other nodes, which store progress once a second. */
const SLOW_LOOK_MS = 1_000
/** Changes of an account that are read at a time. */
const MAX_CHANGES = 500
/** Streams of an account in this process. */
export const MAX_STREAMS = 1_000
/** How many of these may follow a job: each may follow a different one, and SQLite takes a millisecond to read a job. */
export const MAX_STREAMS_OF_JOBS = 200
/** Interval between heartbeats of a stream. */
const BEAT_MS = 15_000

/** A job that streams follow. */
interface OpenJob extends WatchedJob {
  readonly account: Followed
  readonly streams: Set<EventStream>
  /** The newest change of the account when the job was last read. */
  changes: number
  /** When the job was last read, as of `performance.now()`; 0 if never. */
  lookedAt: number
}

interface OpenAccount extends Followed {
  readonly streams: Set<EventStream>
}

export interface NewStream {
  readonly account: number
  /** The newest change of its jobs. */
  readonly newest: ChangeCursor
  /** The place after which the stream begins. */
  readonly place: ChangeCursor
  readonly job: { readonly id: string; readonly progress: JobProgress } | null
  /** Whether the client may still read, checked at each heartbeat. If the check fails, the stream stays open until the next one. */
  readonly isAllowed: () => Promise<boolean>
}

type EventParts = Pick<Parts, 'store' | 'work' | 'log' | 'drain'>

export class EventStreams {
  readonly #parts: EventParts
  /** Accounts with open streams. */
  readonly #accounts = new Map<number, OpenAccount>()
  readonly #jobs = new Map<string, OpenJob>()
  /** Streams that need changes which their account's feed no longer has. */
  readonly #behind = new Set<EventStream>()
  readonly #loops: readonly (() => void)[]

  constructor(parts: EventParts) {
    this.#parts = parts
    // Separate loops, so that none delays the others.
    this.#loops = [
      this.#loop(async () => this.#lookAtAccounts()),
      this.#loop(async () => this.#lookAtJobs()),
      this.#loop(async () => this.#catchUp()),
    ]
    parts.drain.addEventListener('abort', () => this.#streams().forEach((stream) => stream.finish()), {
      once: true,
    })
  }

  #streams(): EventStream[] {
    return [...this.#accounts.values()].flatMap(({ streams }) => [...streams])
  }

  /** @throws {RequestError} 429 if the account has too many streams */
  open({ account: id, newest, place, job, isAllowed }: NewStream): EventStream {
    const account = this.#accounts.get(id) ?? { id, feed: new ChangeFeed(newest), streams: new Set() }
    if (account.streams.size >= MAX_STREAMS) throw tooManyStreams(MAX_STREAMS)
    const ofJobs = job && [...account.streams].filter((stream) => stream.job !== null).length
    if (ofJobs !== null && ofJobs >= MAX_STREAMS_OF_JOBS) throw tooManyStreams(MAX_STREAMS_OF_JOBS, 'jobs')
    const watched = job && this.#watch(account, job)
    const stream = new EventStream(account, place, watched, (behind) => this.#behind.add(behind))
    const beat = setInterval(() => {
      stream.beat()
      void isAllowed().then(
        (isStill) => isStill || stream.finish(),
        () => {},
      )
    }, BEAT_MS).unref()
    this.#accounts.set(id, account)
    account.streams.add(stream)
    watched?.streams.add(stream)
    stream.once('close', () => {
      clearInterval(beat)
      this.#behind.delete(stream)
      account.streams.delete(stream)
      if (account.streams.size === 0) this.#accounts.delete(id)
      watched?.streams.delete(stream)
      // Not a later entry for the same job, which may have been queued again after it ended.
      if (watched?.streams.size === 0 && this.#jobs.get(watched.id) === watched) this.#jobs.delete(watched.id)
    })
    if (this.#parts.drain.aborted) stream.finish()
    for (const run of this.#loops) run()
    return stream
  }

  #watch(account: OpenAccount, { id, progress }: NonNullable<NewStream['job']>): OpenJob {
    const job = this.#jobs.get(id) ?? {
      ...{ account, id, progress, text: null, streams: new Set<EventStream>() },
      ...{ changes: account.feed.end.change, lookedAt: 0 },
    }
    if (!hasEnded(job)) this.#jobs.set(id, job)
    return job
  }

  /** Runs one statement for all accounts, and one for each account with changes. */
  async #lookAtAccounts(): Promise<void> {
    const open = [...this.#accounts.values()]
    const { accounts, jobs } = this.#parts.store
    const changes = await accounts.jobChanges(open.map(({ id }) => id))
    for (const { id, feed, streams } of open) {
      const change = changes.get(id)
      if (change !== undefined && !feed.endsBefore(change)) continue
      const changed = change === undefined ? null : await jobs.changedIds(id, feed.end, MAX_CHANGES)
      if (changed !== null) feed.extend(changed)
      for (const stream of streams) {
        // The account was deleted, or a backup was restored.
        if (changed === null) stream.finish()
        else stream.sendNews()
      }
    }
  }

  /** Reads changes for each stream that is slow or begins in the past. */
  async #catchUp(): Promise<void> {
    for (const stream of this.#behind) {
      this.#behind.delete(stream)
      const changed = await this.#parts.store.jobs.changedIds(stream.account.id, stream.place, MAX_CHANGES)
      if (changed === null) stream.finish()
      else stream.catchUp(changed)
      // SQLite answers synchronously: let requests run in between.
      await nextTurn()
    }
  }

  async #lookAtJobs(): Promise<void> {
    for (const job of this.#jobs.values()) {
      if (!this.#isDue(job)) continue
      // SQLite answers synchronously: let requests run in between.
      await nextTurn()
      job.changes = job.account.feed.end.change
      job.lookedAt = performance.now()
      const { store, work } = this.#parts
      const progress = await jobProgress(this.#parts, job.account.id, job.id)
      if (progress !== null) job.progress = progress
      // Deleted or ended: its streams keep its last state.
      if (progress === null || hasEnded(job)) this.#jobs.delete(job.id)
      else job.text = work?.text(job.id) ?? (store.isShared ? await store.texts.read(job.id, job.text) : null)
      for (const stream of job.streams) stream.sendNews()
    }
  }

  /** Whether a job has to be read again. A waiting job changes only if the account does. */
  #isDue({ account, id, changes, progress, lookedAt }: OpenJob): boolean {
    if (lookedAt === 0) return true
    const hasChanged = changes !== account.feed.end.change
    const isWorkedOn = progress.status === 'processing' && progress.stage !== 'live'
    const isHere = (this.#parts.work?.progress(id) ?? null) !== null
    if (isHere || (isWorkedOn && hasChanged)) return true
    return (isWorkedOn || hasChanged) && performance.now() - lookedAt >= SLOW_LOOK_MS
  }

  /** @returns a function that starts a loop, unless it is running; it runs as long as there are streams */
  #loop(look: () => Promise<void>): () => void {
    let isRunning = false
    const run = async (): Promise<void> => {
      while (this.#accounts.size > 0) {
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
    // Bound, so that the loop is not part of the trace of the request that starts it.
    return AsyncResource.bind(() => {
      if (isRunning) return
      isRunning = true
      void run()
    })
  }
}

const hasEnded = ({ progress: { status } }: WatchedJob): boolean => status === 'done' || status === 'error'
