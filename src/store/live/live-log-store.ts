import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { FairScheduler } from '../../jobs/fair-scheduler.ts'
import { type KeptLog, type KeptLogs, NotOwnerError } from '../../jobs/live.ts'
import type { NodeId } from '../../jobs/node.ts'
import { untilStored } from '../../jobs/retry-store.ts'
import type { AudioFiles } from '../../platform/files/audio-files.ts'
import { removeBytes as removeLater, UploadStore } from '../jobs/upload-store.ts'
import { checkAlive } from '../nodes/check-alive.ts'
import type { Schema } from '../schema.ts'
import { Grouped } from '../grouped.ts'
import { AudioSegments } from './audio-segments.ts'
import {
  bytesIn,
  endedJobs,
  endOf,
  gapsIn,
  insertBytes,
  type LogTable,
  type NewBytes,
  removeBytes,
} from './log-tables.ts'

export interface LiveLogStoreParts {
  /** This process. */
  readonly node: NodeId
  readonly files: AudioFiles
  readonly log: Logger
  /** Bytes of audio that are moved at once from the database to `files`. */
  readonly segmentBytes?: number
}

/** Rows of one transaction: of 500 sessions, some chunks of audio and lines each. */
const MAX_ROWS = 2_000

/** Segments that are moved at a time: sessions that began together would otherwise take all connections from new audio. */
const MAX_MOVES = 2

/**
 * Segments after which the space of their rows is reclaimed. The server does that once a minute at most, in which 500 sessions
 * write a gigabyte.
 */
const MOVES_PER_VACUUM = 64

/** Sessions whose logs are removed in one pass. */
const MAX_REMOVED = 100

/** One megabyte is half a minute at 16 kHz, and 500 sessions keep 500 MB in the database at most. */
const SEGMENT_BYTES = 2 ** 20

/**
 * The logs of live sessions in PostgreSQL, where they survive the machine. Audio moves on to the storage of audio files, in segments.
 */
export class LiveLogStore {
  readonly #db: Kysely<Schema>
  readonly #parts: LiveLogStoreParts
  readonly #appends = new Grouped<NewBytes, boolean>(async (rows) => this.#insert(rows), MAX_ROWS)
  readonly #moves = new FairScheduler({ slots: MAX_MOVES })
  readonly #givenUp = new AbortController()
  #moved = 0

  constructor(db: Kysely<Schema>, parts: LiveLogStoreParts) {
    this.#db = db
    this.#parts = parts
  }

  /** The logs of a session, which are empty at first. */
  open(job: string): KeptLogs {
    const segments = new AudioSegments({
      segmentBytes: SEGMENT_BYTES,
      ...this.#parts,
      job,
      db: this.#db,
      moves: this.#moves,
      write: async (statements) => this.#write(job, statements),
      onMoved: () => this.#reclaim(),
    })
    const journal = this.#logIn('live_lines', job)
    const audio = this.#logIn('live_audio', job)
    return {
      journal,
      audio: {
        ...audio,
        size: async () => segments.size(),
        copy: async (from, to, write) => this.#copy(from, () => segments.read(from, to), write),
        append: async (position, bytes) => {
          await audio.append(position, bytes)
          segments.onCommitted(position + bytes.length)
        },
      },
      close: async () => segments.close(),
    }
  }

  /** Removes the logs of a session that has ended. */
  async remove(job: string): Promise<void> {
    const { files } = this.#parts
    const db = this.#db
    const removed = await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('live_audio').where('job_id', '=', job).execute()
      await trx.deleteFrom('live_lines').where('job_id', '=', job).execute()
      const segments = await trx
        .deleteFrom('live_segments')
        .where('job_id', '=', job)
        .returning('file')
        .execute()
      const ids = segments.map(({ file }) => file)
      await removeLater(trx, ids)
      return ids
    })
    for (const id of removed) {
      await files.remove(id)
      await new UploadStore(db).forget(id)
    }
  }

  /** Removes logs of sessions that have ended, some at a time, as after a crash. */
  async removeEnded(): Promise<void> {
    for (const job of await endedJobs(this.#db, MAX_REMOVED)) await this.remove(job)
  }

  /** Gives up what is not committed yet, as when the service has to stop while the database is unavailable. */
  giveUp(): void {
    this.#givenUp.abort(new Error('the service is shutting down'))
  }

  #reclaim(): void {
    if (++this.#moved % MOVES_PER_VACUUM !== 0) return
    // Not while another node does it.
    const vacuum = sql`vacuum (skip_locked) live_audio`.execute(this.#db)
    vacuum.catch((error: unknown) =>
      this.#parts.log.warn({ err: error }, 'space of moved audio could not be reclaimed; left to autovacuum'),
    )
  }

  #logIn(table: LogTable, job: string): KeptLog {
    return {
      size: async () => (await endOf(this.#db, table, job)) ?? 0,
      gaps: async (to) => this.#untilStored(async () => gapsIn(this.#db, table, job, to)),
      copy: async (from, to, write) => this.#copy(from, () => bytesIn(this.#db, table, job, from, to), write),
      append: async (position, bytes) => {
        if (!(await this.#appends.add({ table, job, position, bytes }))) throw takenError()
      },
      truncate: async (position) => this.#write(job, async (db) => removeBytes(db, table, job, position)),
    }
  }

  async #copy(
    from: number,
    read: () => AsyncIterable<Uint8Array>,
    write: (position: number, bytes: Uint8Array) => Promise<void>,
  ): Promise<void> {
    await this.#untilStored(async () => {
      let position = from
      for await (const bytes of read()) {
        await write(position, bytes)
        position += bytes.length
      }
    })
  }

  /** @returns for each row whether it was inserted, and not refused because another node has taken the session */
  async #insert(rows: readonly NewBytes[]): Promise<boolean[]> {
    const jobs = [...new Set(rows.map(({ job }) => job))]
    const insert = async (db: Transaction<Schema>) => {
      const taken = await this.#taken(db, jobs)
      const isOurs = rows.map(({ job }) => !taken.has(job))
      await insertBytes(
        db,
        rows.filter((_row, i) => isOurs[i]),
      )
      return isOurs
    }
    return this.#untilStored(async () => this.#whileAlive(insert))
  }

  async #untilStored<T>(operation: () => Promise<T>): Promise<T> {
    return untilStored(operation, { log: this.#parts.log, signal: this.#givenUp.signal })
  }

  /** @throws {NotOwnerError} when this node was declared dead, or another has taken the session */
  async #write(job: string, statements: (db: Transaction<Schema>) => Promise<void>): Promise<void> {
    await this.#whileAlive(async (db) => {
      if ((await this.#taken(db, [job])).size > 0) throw takenError()
      await statements(db)
    })
  }

  /** @throws {NotOwnerError} when this node was declared dead */
  async #whileAlive<T>(statements: (db: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#db.transaction().execute(async (db) => {
      await checkAlive(db, this.#parts.node)
      return statements(db)
    })
  }

  /**
   * Of the sessions of some jobs, those that another node owns although this one is alive: the commit that made it their owner was
   * lost with a primary of the database.
   */
  async #taken(db: Transaction<Schema>, jobs: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await db
      .selectFrom('live_sessions')
      .select('job_id')
      .where('job_id', '=', sql<string>`any(${jobs})`)
      .where('owner', '<>', this.#parts.node)
      .execute()
    return new Set(rows.map(({ job_id }) => job_id))
  }
}

const takenError = () => new NotOwnerError('another node has taken the session')
