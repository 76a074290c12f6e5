import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Limits } from '../../contract/account-limits.ts'
import type { JobStatus } from '../../contract/common.ts'
import type { Who } from '../../contract/who.ts'
import { statusOf } from '../../jobs/bucket.ts'
import { unpacked } from '../../jobs/compressed.ts'
import { withMovedNames } from '../../jobs/details.ts'
import { JOB_FIELDS, jobsText } from '../../jobs/job-text.ts'
import type { StoredJson } from '../../jobs/stored-json.ts'
import type { NewRevision, StoredTranscript } from '../../jobs/transcript.ts'
import { addStored } from '../accounts/account-usage.ts'
import { limitsOf } from '../accounts/limits.ts'
import type { Dialect } from '../databases/dialect.ts'
import { reportEvents } from '../deliveries/report-events.ts'
import { heldResult } from '../lists/held-result.ts'
import { jobRecords } from '../lists/job-records.ts'
import { countJobChange } from './count-job-change.ts'
import { makingRoom } from './make-room.ts'
import { languagesOf, readDetails, writeDetails } from './stored-details.ts'
import { revisionAt, revisionBytes, revisions } from './stored-revisions.ts'
import { removeRetranscriptions } from './stored-retranscriptions.ts'
import { setMeasured } from './word-errors.ts'

/** The state of a transcript, without its text. */
export interface TranscriptState {
  readonly status: JobStatus
  /** The newest revision; 0 if the transcript has not been corrected. */
  readonly newest: number
}

export interface Revision {
  readonly revision: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** The author; null for the recognised transcript. */
  readonly by: Who | null
  readonly changes: number
}

/** After this many bytes of splices, a revision is stored whole. This limits how many splices are read for a revision. */
const MAX_CHANGES_BYTES = 2 ** 20

/**
 * Transcripts and their revisions. Revision 0 is the recognised transcript, which is never overwritten. Each later revision is stored as a
 * splice of the previous one; the newest is also stored whole. Lists find the words of the newest revision.
 */
export class TranscriptStore {
  readonly #dialect: Dialect
  /** Reads large values without delaying other requests. */
  readonly #reader: Dialect
  readonly #limits: Limits

  /** @param limits defaults for accounts without limits of their own */
  constructor(dialect: Dialect, limits: Limits) {
    this.#dialect = dialect
    this.#reader = { ...dialect, db: dialect.reader }
    this.#limits = limits
  }

  /** Null if the account has no such job. */
  async state(account: number, id: string): Promise<TranscriptState | null> {
    const job = await readDetails(this.#dialect.db, account, id)
    return job === null ? null : { status: statusOf(job.bucket), newest: job.details.revision }
  }

  /** A revision of a transcript; null if it does not exist, or the account has no such job that is done. */
  async get(account: number, id: string, revision: number): Promise<StoredTranscript | null> {
    const row = await jobRecords(this.#reader)
      .select('jobs.ordinal')
      .where('jobs.id', '=', id)
      .where('jobs.account', '=', account)
      .executeTakeFirst()
    if (row === undefined || statusOf(row.bucket) !== 'done') return null
    const stored = await revisionAt(this.#reader.db, { account, ordinal: row.ordinal }, revision)
    return stored && { job: jobsText([row], JOB_FIELDS), revision, ...stored }
  }

  /** The transcription of a revision as JSON; null if it is not stored whole, or does not exist. */
  async json(account: number, id: string, revision: number): Promise<StoredJson | null> {
    const { db } = this.#reader
    const job = await db
      .selectFrom('jobs')
      .innerJoin('job_results', (join) =>
        join
          .onRef('job_results.account', '=', 'jobs.account')
          .onRef('job_results.ordinal', '=', 'jobs.ordinal'),
      )
      .select(['jobs.ordinal', 'transcription_at as at', 'transcription_bytes as bytes'])
      .where('id', '=', id)
      .where('jobs.account', '=', account)
      .executeTakeFirst()
    if (job === undefined) return null
    const { ordinal, at, bytes } = job
    if (revision > 0) {
      const stored = await revisions(db, { account, ordinal })
        .select('transcription')
        .where('revision', '=', revision)
        .executeTakeFirst()
      return stored?.transcription ? unpacked(stored.transcription) : null
    }
    if (bytes === 0) return null
    const [json = []] = await heldResult(this.#reader, { account, ordinal }, [[at, at + bytes]])
    return Readable.from(json, { objectMode: false })
  }

  /** The voices stored with a job, see speech/speakers/kept-voices.ts; null if there are none. */
  async voices(account: number, id: string): Promise<Uint8Array | null> {
    const row = await this.#reader.db
      .selectFrom('jobs')
      .innerJoin('job_voices', (join) =>
        join
          .onRef('job_voices.account', '=', 'jobs.account')
          .onRef('job_voices.ordinal', '=', 'jobs.ordinal'),
      )
      .select('voices')
      .where('id', '=', id)
      .where('jobs.account', '=', account)
      .executeTakeFirst()
    return row?.voices ?? null
  }

  /**
   * Adds a revision after `from`, unless that is no longer the newest: of concurrent changes of a revision, only one is added. The revision
   * of an accepted retranscription also deletes the retranscription; it is not added if that no longer exists.
   * @returns whether it was added, and the newest revision; null if the account has no such job that is done
   * @throws {LimitError} if the account would exceed its storage limit
   */
  async add(
    account: number,
    id: string,
    {
      from,
      wordsBefore,
      changes,
      transcription,
      splice,
      spliceBytes,
      words: found,
      moves,
      preview,
      recognised,
      measured,
      by,
    }: NewRevision,
  ): Promise<{ isAdded: boolean; newest: number } | null> {
    const { db: database, words } = this.#dialect
    const revision = from + 1
    const add = async () =>
      database.transaction().execute(async (db) => {
        const counted = await countJobChange(db, account)
        const job = await readDetails(db, account, id)
        if (job === null || statusOf(job.bucket) !== 'done') return null
        const { ordinal, details } = job
        if (details.revision !== from) return { isAdded: false, newest: details.revision }
        if (
          recognised !== undefined &&
          (await removeRetranscriptions(db, account, sql`ordinal = ${ordinal}`)) === 0
        )
          return { isAdded: false, newest: from }
        const last = await revisions(db, { account, ordinal })
          .select(['base', 'bytes', revisionBytes.as('stored')])
          .where('revision', '=', from)
          .executeTakeFirst()
        const bytes = (last?.bytes ?? 0) + spliceBytes
        const change =
          bytes <= MAX_CHANGES_BYTES
            ? { base: last?.base ?? 0, bytes, splice }
            : { base: revision, bytes: 0, splice: null }
        const row = { account, ordinal, revision, ...change, transcription, words: found.join(' ') }
        await db
          .insertInto('job_revisions')
          .values({
            ...row,
            recognised: recognised ?? null,
            changes,
            created_at: Date.now(),
            made_by: JSON.stringify(by),
          })
          .execute()
        await db
          .updateTable('job_revisions')
          .set({ words: null, ...(last?.base !== from && { transcription: null }) })
          .where('account', '=', account)
          .where('ordinal', '=', ordinal)
          .where('revision', '=', from)
          .execute()
        await words.remove(db, account, [{ ordinal, words: wordsBefore }])
        await words.add(db, account, ordinal, found)
        // After a retranscription, corrections no longer show errors of the models that recognised the result.
        const again = revisions(db, { account, ordinal })
          .select('revision')
          .where('recognised', 'is not', null)
        if (measured !== undefined && (await again.limit(1).executeTakeFirst()) === undefined)
          await setMeasured(this.#dialect, db, { account, ordinal }, measured)
        const named = moves === undefined ? details : withMovedNames(details, moves, by)
        const shown = JSON.stringify({ ...preview, languages: languagesOf(job.preview) })
        await writeDetails(db, id, { ...named, revision }, { preview: shown })
        const stored = await revisions(db, { account, ordinal })
          .select(sql<number | string>`coalesce(sum(${revisionBytes}), 0)`.as('bytes'))
          .where('revision', 'in', [from, revision])
          .executeTakeFirstOrThrow()
        const limits = await limitsOf(db, this.#limits, account)
        await addStored(db, account, Number(stored.bytes) - (last?.stored ?? 0), limits)
        await reportEvents(this.#dialect, db, counted, [
          { event: 'job.corrected', payload: { id, revision } },
        ])
        return { isAdded: true, newest: revision }
      })
    return makingRoom(this.#dialect, () => account, add)
  }

  /**
   * The revisions of a transcript, newest first; none if the job is not done. Null if the account has no such job.
   * @param page.before only revisions before this one; null for all
   */
  async list(
    account: number,
    id: string,
    { before, limit }: { before: number | null; limit: number },
  ): Promise<Revision[] | null> {
    const { db } = this.#dialect
    const job = await db
      .selectFrom('jobs')
      .select(['ordinal', 'bucket', 'completed_at'])
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
    if (job === undefined) return null
    if (statusOf(job.bucket) !== 'done' || job.completed_at === null) return []
    const rows = await db
      .selectFrom('job_revisions')
      .select(['revision', 'created_at as createdAt', 'made_by', 'changes'])
      .where('account', '=', account)
      .where('ordinal', '=', job.ordinal)
      .$if(before !== null, (query) => query.where('revision', '<', before))
      .orderBy('revision', 'desc')
      .limit(limit)
      .execute()
    const recognised = { revision: 0, createdAt: job.completed_at, by: null, changes: 0 }
    const made = rows.map(({ made_by, ...row }) => ({ ...row, by: JSON.parse(made_by) as Who }))
    return before !== 0 && made.length < limit ? [...made, recognised] : made
  }
}
