/** The rows of the logs of live sessions. */
import { sql } from 'kysely'
import type { Db } from '../schema.ts'

export type LogTable = 'live_audio' | 'live_lines'

export interface NewBytes {
  readonly table: LogTable
  readonly job: string
  readonly position: number
  readonly bytes: Uint8Array
}

/** Rows that are read at once: chunks of 50 to 250 ms, so at most some hundred kilobytes. */
const READ_ROWS = 64

/** Inserts rows, in one statement for each table. Rows that are there, from a commit without an answer, are skipped. */
export async function insertBytes(db: Db, all: readonly NewBytes[]): Promise<void> {
  for (const table of ['live_audio', 'live_lines'] as const) {
    const rows = all.filter((row) => row.table === table)
    if (rows.length === 0) continue
    let end = 1
    const starts = rows.map(({ bytes }) => (end += bytes.length) - bytes.length)
    // All bytes as one parameter: an array of them would be sent as hexadecimal digits.
    const bytes = Buffer.concat(rows.map((row) => row.bytes))
    const jobs = rows.map(({ job }) => job)
    const positions = rows.map(({ position }) => position)
    const lengths = rows.map((row) => row.bytes.length)
    await sql`insert into ${sql.table(table)} (job_id, position, bytes)
      select job_id, position, substring(${bytes}::bytea from start for length)
      from unnest(${jobs}::text[], ${positions}::bigint[], ${starts}::integer[], ${lengths}::integer[])
        as row (job_id, position, start, length)
      on conflict do nothing`.execute(db)
  }
}

/**
 * Reads the bytes of a log from a position on, at which a row begins.
 * @param to where a row begins that is not read any more
 */
export async function* bytesIn(
  db: Db,
  table: LogTable,
  job: string,
  from: number,
  to = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<Uint8Array> {
  for (let position = from; ;) {
    const rows = await db
      .selectFrom(table)
      .select(['position', 'bytes'])
      .where('job_id', '=', job)
      .where('position', '>=', position)
      .where('position', '<', to)
      .orderBy('position')
      .limit(READ_ROWS)
      .execute()
    if (rows.length === 0) return
    for (const row of rows) {
      if (row.position !== position) throw new Error(`${table} of ${job} lacks what is at ${position}`)
      yield row.bytes
      position += row.bytes.length
    }
  }
}

/** Removes the bytes of a log from a position on. */
export async function removeBytes(db: Db, table: LogTable, job: string, position: number): Promise<void> {
  await db.deleteFrom(table).where('job_id', '=', job).where('position', '>=', position).execute()
  await sql`update ${sql.table(table)} set bytes = substring(bytes from 1 for (${position} - position)::integer)
    where job_id = ${job} and position + octet_length(bytes) > ${position}`.execute(db)
}

/**
 * Sessions that have ended and still have logs. Steps from one session to the next in the index: a session has thousands of
 * lines.
 */
export async function endedJobs(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ job_id: string }>`with recursive logged (job_id) as (
      select min(job_id) from live_lines
      union all
      select (select min(job_id) from live_lines where job_id > logged.job_id) from logged where job_id is not null
    )
    select job_id from (select job_id from logged union select job_id from live_segments) as logs
    where job_id is not null
      and not exists (select from live_sessions where live_sessions.job_id = logs.job_id and ended = 0)
    limit ${limit}`.execute(db)
  return rows.map((row) => row.job_id)
}
