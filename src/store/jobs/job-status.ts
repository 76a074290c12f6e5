/** Changes the status of jobs, with their counters and indexes. */
import type { Transaction } from 'kysely'
import type { Limits } from '../../contract/account-limits.ts'
import type { JobStatus } from '../../contract/common.ts'
import type { LiveResult, TranscriptionResult } from '../../contract/result.ts'
import { bucketOf, kindOf } from '../../jobs/bucket.ts'
import { searchWords } from '../../contract/search-words.ts'
import { languageTag } from '../../jobs/leaves.ts'
import { previewOf } from '../../jobs/preview.ts'
import { fileOnTheWire, type StoredFile } from '../../jobs/stored-file.ts'
import type { Outcome } from '../../jobs/work.ts'
import { addAccepted, addStored } from '../accounts/account-usage.ts'
import { limitsOf } from '../accounts/limits.ts'
import { addAudio } from '../accounts/daily-usage.ts'
import type { Dialect } from '../databases/dialect.ts'
import { changeCounts } from '../lists/counters.ts'
import { changeTags } from '../lists/tags.ts'
import type { Schema } from '../schema.ts'
import { currentChange } from './count-job-change.ts'
import { addFile } from './file-store.ts'

type Db = Transaction<Schema>

/** The columns that are needed to change the status of a job. */
interface JobRow {
  readonly id: string
  readonly account: number
  readonly ordinal: number
  readonly bucket: number
  readonly created_at: number
}

/** Changes the status of a job and its counters. */
export async function changeStatus(
  db: Db,
  job: JobRow,
  status: JobStatus,
  columns: {
    completed_at?: number | null
    error_code?: number | null
    error_message?: string | null
    preview?: string | null
  } = {},
): Promise<void> {
  const { id, account, ordinal } = job
  const bucket = bucketOf(kindOf(job.bucket), status)
  await db
    .updateTable('jobs')
    .set({ bucket, ...columns, change: currentChange() })
    .where('id', '=', id)
    .execute()
  await changeCounts(db, [
    { account, ordinal, bucket: job.bucket, by: -1 },
    { account, ordinal, bucket, by: 1, at: columns.completed_at ?? undefined },
  ])
}

/**
 * Ends a job, as done with its result or as failed.
 * @param audioSeconds duration of its audio, which counts towards the usage of the account if the job is done
 */
export async function endJob(
  db: Db,
  dialect: Dialect,
  job: JobRow,
  outcome: Outcome<TranscriptionResult | LiveResult>,
  audioSeconds: number,
): Promise<void> {
  const completed_at = Math.max(Date.now(), job.created_at)
  if (outcome.status === 'error') {
    const failure = { completed_at, error_code: outcome.code, error_message: outcome.message }
    return changeStatus(db, job, 'error', failure)
  }
  const { account, ordinal } = job
  const stored = storedResult(outcome.result)
  await db
    .insertInto('job_results')
    .values({ account, ordinal, ...stored })
    .execute()
  const { voices } = outcome
  if (voices !== undefined) await db.insertInto('job_voices').values({ account, ordinal, voices }).execute()
  const { transcription } = outcome.result
  await dialect.words.add(db, account, ordinal, searchWords(transcription?.full_transcript ?? ''))
  const preview = transcription && { ...previewOf(transcription), languages: transcription.languages }
  const tags = preview?.languages.map(languageTag) ?? []
  await changeTags(dialect, db, account, [{ ordinal, bucket: job.bucket, before: [], after: tags }])
  await addAudio(db, account, completed_at, audioSeconds)
  await changeStatus(db, job, 'done', {
    completed_at,
    preview: preview === undefined ? null : JSON.stringify(preview),
  })
  await addStored(db, account, Buffer.byteLength(stored.result) + (voices?.length ?? 0))
}

/** A result as JSON, with the offset and size of its transcription. */
function storedResult(result: TranscriptionResult | LiveResult) {
  const fields = Object.entries(result).filter(([, value]) => value !== undefined)
  const texts = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  const place = fields.findIndex(([name]) => name === 'transcription')
  const bytes = (from: number, to: number) => Buffer.byteLength(texts.slice(from, to).join())
  const name = Buffer.byteLength('"transcription":')
  return {
    result: `{${texts.join()}}`,
    ...(place !== -1 && {
      transcription_at: 1 + bytes(0, place) + (place > 0 ? 1 : 0) + name,
      transcription_bytes: bytes(place, place + 1) - name,
    }),
  }
}

/**
 * Adds the file that was fetched for a job, and counts its audio.
 * @param defaults limits of accounts without limits of their own
 * @throws {LimitError} if the file exceeds a limit of the account
 */
export async function giveFetchedFile(
  db: Db,
  defaults: Limits,
  job: Pick<JobRow, 'id' | 'account'>,
  file: StoredFile,
): Promise<void> {
  const limits = await limitsOf(db, defaults, job.account)
  await giveFile(db, job, file, limits)
  await addAccepted(db, job.account, Math.round(file.duration * 1000), limits)
}

/**
 * Adds a file that belongs to one job.
 * @param limits of the account; none for audio that is kept in any case
 */
export async function giveFile(
  db: Db,
  job: Pick<JobRow, 'id' | 'account'>,
  file: StoredFile,
  limits?: Limits,
): Promise<void> {
  await addFile(db, job.account, file, 1, limits)
  await db
    .updateTable('jobs')
    .set({ file_id: file.id, file: JSON.stringify(fileOnTheWire(file)), change: currentChange() })
    .where('id', '=', job.id)
    .execute()
}
