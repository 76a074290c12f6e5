/** The audio of a session beyond the database: what is older than a segment is moved to the storage of audio files. */
import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { NodeId } from '../../jobs/node.ts'
import type { AudioFiles } from '../../platform/files/audio-files.ts'
import type { FairScheduler } from '../../jobs/fair-scheduler.ts'
import { endUpload, UploadStore } from '../jobs/upload-store.ts'
import type { Schema } from '../schema.ts'
import { bytesIn, endOf, rowsIn } from './log-tables.ts'

export interface AudioSegmentsParts {
  readonly job: string
  readonly node: NodeId
  readonly db: Kysely<Schema>
  readonly files: AudioFiles
  readonly segmentBytes: number
  /** Limits how many segments are moved at a time. */
  readonly moves: FairScheduler
  /** Executes statements in a transaction of this node. */
  readonly write: (statements: (db: Transaction<Schema>) => Promise<void>) => Promise<void>
  /** The rows of a segment were deleted. */
  readonly onMoved: () => void
  readonly log: Logger
}

export class AudioSegments {
  readonly #parts: AudioSegmentsParts
  /** Where the rows begin: everything before is in segments. */
  #start = 0
  /** Where rows end that were committed. */
  #end = 0
  /** Where a segment that is moved next must end at least; infinity while one is moved or waits for that. */
  #nextEnd: number
  #moving: Promise<void> | null = null
  #isClosed = false

  constructor(parts: AudioSegmentsParts) {
    this.#parts = parts
    this.#nextEnd = parts.segmentBytes
  }

  /** How much audio there is. To be called before anything is appended. */
  async size(): Promise<number> {
    const { job, db, segmentBytes } = this.#parts
    const last = await this.#segments().orderBy('position', 'desc').limit(1).executeTakeFirst()
    this.#start = last === undefined ? 0 : last.position + last.size
    this.#nextEnd = this.#start + segmentBytes
    // Rows may be before a segment, if the one that they were moved to was lost.
    return Math.max((await endOf(db, 'live_audio', job)) ?? 0, this.#start)
  }

  /**
   * Reads audio between two positions, from segments and rows.
   * @throws when there is not all of it
   */
  async *read(from: number, to: number): AsyncGenerator<Uint8Array> {
    const { job, db, files } = this.#parts
    // Of two looks at the same position, rows that became a segment in between are found by the second.
    for (let [position, looks] = [from, 0]; position < to; looks++) {
      if (looks === 2) throw new Error(`live_audio of ${job} lacks what is at ${position}`)
      const segment = await this.#segments()
        .where('position', '<=', position)
        .where(sql<number>`position + size`, '>', position)
        .executeTakeFirst()
      const range = segment && {
        start: position - segment.position,
        end: Math.min(segment.size, to - segment.position) - 1,
      }
      const bytes = segment ? files.read(segment.file, range) : rowsIn(db, 'live_audio', job, position, to)
      for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
        yield chunk
        position += chunk.length
        looks = -1
      }
    }
  }

  #segments() {
    const { job, db } = this.#parts
    return db.selectFrom('live_segments').selectAll().where('job_id', '=', job)
  }

  /** Rows up to a position were committed. */
  onCommitted(end: number): void {
    this.#end = Math.max(this.#end, end)
    if (this.#end < this.#nextEnd) return
    this.#nextEnd = Infinity
    // All segments wait in one queue, as those of one account would.
    void this.#parts.moves.run(0, async () => {
      if (this.#isClosed) return
      this.#moving = this.#move(this.#end)
      await this.#moving
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#moving
  }

  async #move(end: number): Promise<void> {
    const { job, node, db, files, segmentBytes, write, onMoved, log } = this.#parts
    const position = this.#start
    const size = end - position
    const file = randomUUID()
    const uploads = new UploadStore(db)
    try {
      await uploads.begin(file, node)
      await files.write(file, bytesIn(db, 'live_audio', job, position, end))
      await write(async (trx) => {
        await endUpload(trx, file)
        await trx.insertInto('live_segments').values({ job_id: job, position, size, file }).execute()
        await trx
          .deleteFrom('live_audio')
          .where('job_id', '=', job)
          .where('position', '>=', position)
          .where('position', '<', end)
          .execute()
      })
      this.#start = end
      this.#nextEnd = end + segmentBytes
      onMoved()
    } catch (error) {
      // The audio stays in the database meanwhile. What was stored of the file is deleted with other abandoned files.
      await uploads.release(file).catch(() => {})
      log.error({ err: error, job }, 'segment of a live session could not be moved; retrying with more audio')
      this.#nextEnd = end + segmentBytes
    }
  }
}
