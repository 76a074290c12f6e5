/** Open live sessions: their audio and journals are in files with SQLite, and in the database with PostgreSQL. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { wavHeader } from '../../audio/wav-header.ts'
import { liveParams } from '../../contract/live-request.ts'
import { storedParams } from '../../jobs/stored-json.ts'
import { formatOf } from '../../live/session-audio.ts'
import { isMissing } from '../../platform/files/if-present.ts'
import type { Dialect } from '../../store/databases/dialect.ts'
import { insertBytes, type LogTable } from '../../store/live/log-tables.ts'
import type { Db } from '../../store/schema.ts'

/** Bytes of a row: no more fit in a page of the database. */
const ROW_BYTES = 8_000
/** Bytes inserted at a time. */
const CHUNK_BYTES = 512_000

/** The jobs and requests of sessions that have started and have not ended. */
export async function openSessions({ db }: Dialect) {
  return db
    .selectFrom('live_sessions')
    .innerJoin('jobs', 'jobs.id', 'live_sessions.job_id')
    .select(['job_id', 'request_params'])
    .where('ended', '=', 0)
    .execute()
}

/**
 * Copies the files of open sessions into a PostgreSQL database, which has none of them.
 * @param folder with a folder for each session
 */
export async function keepLogs(folder: string, target: Dialect): Promise<void> {
  for (const { job_id: job, request_params } of await openSessions(target)) {
    const params = storedParams(liveParams, request_params)
    // A session whose request cannot be read has no log.
    if (params === null) continue
    const header = wavHeader(formatOf(params), null).length
    await target.db.transaction().execute(async (trx) => {
      for (const table of ['live_audio', 'live_lines'] as const)
        await trx.deleteFrom(table).where('job_id', '=', job).execute()
      await copyFile(trx, 'live_lines', job, join(folder, job, 'journal.jsonl'), 0)
      await copyFile(trx, 'live_audio', job, join(folder, job, 'audio.wav'), header)
    })
  }
}

/** A session to which no client has connected has no files. */
async function copyFile(db: Db, table: LogTable, job: string, path: string, start: number): Promise<void> {
  try {
    let position = 0
    for await (const chunk of createReadStream(path, { start, highWaterMark: CHUNK_BYTES })) {
      const bytes = chunk as Buffer
      const rows = []
      for (let at = 0; at < bytes.length; at += ROW_BYTES)
        rows.push({ table, job, position: position + at, bytes: bytes.subarray(at, at + ROW_BYTES) })
      await insertBytes(db, rows)
      position += bytes.length
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
