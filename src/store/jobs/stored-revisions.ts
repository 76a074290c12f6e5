/** Revisions of transcripts as they are stored: differences, but for the newest and for those that others begin with. */
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { StoredTranscript } from '../../jobs/transcript.ts'
import type { Db } from '../schema.ts'

interface Place {
  readonly account: number
  readonly ordinal: number
}

/** What a revision is stored as; null when there is none with that number. */
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

/** The words by which lists find a corrected transcript; null for those of the result. */
export async function wordsAt(db: Db, place: Place, revision: number): Promise<readonly string[] | null> {
  if (revision === 0) return null
  const { words } = await revisions(db, place)
    .select('words')
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return words === null || words === '' ? [] : words.split(' ')
}

/** What was recognised when the audio was last transcribed again, compressed; null for the result. */
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

/** The bytes of a row of `job_revisions` that count as stored. */
export const revisionBytes: RawBuilder<number> = sql`(
  coalesce(octet_length(splice), 0) + coalesce(octet_length(transcription), 0) + coalesce(octet_length(words), 0)
  + coalesce(octet_length(recognised), 0))`

/** The bytes that the results, the voices, the revisions and the new transcripts of jobs count as stored. @param isTheirs of rows of `of_job` */
export const transcriptBytesOf = (isTheirs: RawBuilder<SqlBool>): RawBuilder<number | string> => sql`(
  coalesce((select sum(octet_length(result)) from job_results as of_job where ${isTheirs}), 0)
  + coalesce((select sum(octet_length(voices)) from job_voices as of_job where ${isTheirs}), 0)
  + coalesce((select sum(octet_length(transcription)) from retranscriptions as of_job where ${isTheirs}), 0)
  + coalesce((select sum(${revisionBytes}) from job_revisions as of_job where ${isTheirs}), 0))`

/** The same of some jobs of an account. */
export async function transcriptBytes(
  db: Db,
  account: number,
  isCounted: RawBuilder<SqlBool>,
): Promise<number> {
  const bytes = transcriptBytesOf(sql`of_job.account = ${account} and ${isCounted}`)
  const { rows } = await sql<{ bytes: number | string }>`select ${bytes} as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
