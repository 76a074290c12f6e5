import type { Job } from '../../contract/job.ts'
import { searchWords } from '../../contract/search-words.ts'
import { statusOf } from '../../jobs/bucket.ts'
import { JOB_FIELDS, jobsText } from '../../jobs/job-text.ts'
import { type Splice, spliceBetween } from '../../jobs/splice.ts'
import type { NewRevision, Revision, StoredTranscript, TranscriptStore } from '../../jobs/transcript-store.ts'
import type { Dialect } from '../databases/dialect.ts'
import { jobRecords } from '../lists/job-records.ts'
import { newRevision } from './revision.ts'
import { utterancesAt } from './revised-text.ts'
import { readDetails, writeDetails } from './stored-details.ts'

/** Bytes of changes after which a transcript is stored as a whole again: reading a revision reads no more of them. */
const MAX_CHANGES_BYTES = 2 ** 20

/** Revisions of transcripts in a SQL database. */
export class SqlTranscriptStore implements TranscriptStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  async get(account: number, id: string, revision: number | 'newest'): Promise<StoredTranscript | null> {
    const { db } = this.#dialect
    const row = await jobRecords(this.#dialect)
      .select('jobs.ordinal')
      .where('jobs.id', '=', id)
      .where('jobs.account', '=', account)
      .executeTakeFirst()
    if (row === undefined) return null
    const job = JSON.parse(jobsText([row], JOB_FIELDS).toString()) as Job
    const { revision: newest } = job.details
    const asked = revision === 'newest' ? newest : revision
    if (job.status !== 'done' || asked > newest) return { job, revision: asked, utterances: null }
    const recognised = job.result?.transcription?.utterances ?? []
    const utterances = await utterancesAt(db, { account, ordinal: row.ordinal }, asked, recognised)
    return utterances === null ? null : { job, revision: asked, utterances }
  }

  async add(
    account: number,
    id: string,
    { from, before, after, changes, key }: NewRevision,
  ): Promise<{ isAdded: boolean; newest: number } | null> {
    const { db: database, words } = this.#dialect
    const revision = from + 1
    const splice = JSON.stringify(spliceBetween(before.utterances, after.utterances))
    const found = searchWords(after.full_transcript)
    return database.transaction().execute(async (db) => {
      await newRevision(db, account)
      const job = await readDetails(db, account, id)
      if (job === null || statusOf(job.bucket) !== 'done') return null
      const { ordinal, details } = job
      if (details.revision !== from) return { isAdded: false, newest: details.revision }
      const last = await db
        .selectFrom('job_revisions')
        .select(['base', 'bytes'])
        .where('account', '=', account)
        .where('ordinal', '=', ordinal)
        .where('revision', '=', from)
        .executeTakeFirst()
      const bytes = (last?.bytes ?? 0) + Buffer.byteLength(splice)
      const stored =
        bytes <= MAX_CHANGES_BYTES
          ? { base: last?.base ?? 0, bytes, splice }
          : { base: revision, bytes: 0, splice: wholeOf(after.utterances) }
      await db
        .insertInto('job_revisions')
        .values({ account, ordinal, revision, ...stored, changes, created_at: Date.now(), key_id: key })
        .execute()
      await words.remove(db, account, [{ ordinal, text: before.full_transcript }])
      await words.add(db, account, ordinal, found)
      await writeDetails(db, id, { ...details, revision })
      return { isAdded: true, newest: revision }
    })
  }

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
      .leftJoin('keys', 'keys.id', 'job_revisions.key_id')
      .select(['revision', 'job_revisions.created_at as createdAt', 'keys.name as key', 'changes'])
      .where('job_revisions.account', '=', account)
      .where('ordinal', '=', job.ordinal)
      .$if(before !== null, (query) => query.where('revision', '<', before))
      .orderBy('revision', 'desc')
      .limit(limit)
      .execute()
    const recognised = { revision: 0, createdAt: job.completed_at, key: null, changes: 0 }
    return before !== 0 && rows.length < limit ? [...rows, recognised] : rows
  }
}

/** A transcript as the change of an empty one. */
function wholeOf(inserted: Splice['inserted']): string {
  return JSON.stringify({ at: 0, removed: 0, inserted } satisfies Splice)
}
