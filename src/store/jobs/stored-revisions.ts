/** Revisions of transcripts as stored: as splices, except for the newest and for bases, which are stored whole. */
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { StoredTranscript } from '../../jobs/transcript.ts'
import type { Db } from '../schema.ts'

interface Place {
  readonly account: number
  readonly ordinal: number
}

/** The transcription and the splices that make up a revision; null if it does not exist. */
export async function revisionAt(
  db: Db,
  place: Place,
  revision: number,
): Promise<Pick<StoredTranscript, 'transcription' | 'splices'> | null> {
  if (revision === 0) return { transcription: null, splices: [] }
  const own = await revisions(db, place)
    .select(['base', 'transcription'])
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (own === undefined) return null
  if (own.transcription !== null) return { transcription: own.transcription, splices: [] }
  const rows = await revisions(db, place)
    .select(['revision', 'splice', 'transcription'])
    .where('revision', '>=', own.base)
    .where('revision', '<=', revision)
    .orderBy('revision')
    .execute()
  return {
    transcription: rows.find((row) => row.revision === own.base)?.transcription ?? null,
    splices: rows.flatMap((row) => (row.revision === own.base ? [] : (row.splice ?? []))),
  }
}

/** The indexed words of a revision; null for revision 0, whose words are those of the result. */
export async function wordsAt(db: Db, place: Place, revision: number): Promise<readonly string[] | null> {
  if (revision === 0) return null
  const { words } = await revisions(db, place)
    .select('words')
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return words === null || words === '' ? [] : words.split(' ')
}

/** The transcript of the last accepted retranscription, as recognised, compressed; null if there is none. */
export async function recognisedLast(db: Db, place: Place): Promise<Uint8Array | null> {
  const last = await revisions(db, place)
    .select('recognised')
    .where('recognised', 'is not', null)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.recognised ?? null
}

export function revisions(db: Db, { account, ordinal }: Place) {
  return db.selectFrom('job_revisions').where('account', '=', account).where('ordinal', '=', ordinal)
}

/** The stored bytes of a row of `job_revisions`. */
export const revisionBytes: RawBuilder<number> = sql`(
  coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0)
  + coalesce(octet_length(recognised), 0))`

/** The stored bytes of results, voices, revisions and retranscriptions of jobs. @param isOfJobs condition on rows of `of_job` */
export const transcriptBytesOf = (isOfJobs: RawBuilder<SqlBool>): RawBuilder<number | string> => sql`(
  coalesce((select sum(octet_length(result)) from job_results as of_job where ${isOfJobs}), 0)
  + coalesce((select sum(octet_length(voices)) from job_voices as of_job where ${isOfJobs}), 0)
  + coalesce((select sum(octet_length(transcription)) from retranscriptions as of_job where ${isOfJobs}), 0)
  + coalesce((select sum(${revisionBytes}) from job_revisions as of_job where ${isOfJobs}), 0))`

/** The stored bytes of results, voices, revisions and retranscriptions of some jobs of an account. */
export async function transcriptBytes(
  db: Db,
  account: number,
  isCounted: RawBuilder<SqlBool>,
): Promise<number> {
  const bytes = transcriptBytesOf(sql`of_job.account = ${account} and ${isCounted}`)
  const { rows } = await sql<{ bytes: number | string }>`select ${bytes} as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
