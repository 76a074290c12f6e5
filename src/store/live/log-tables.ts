/** The rows of the logs of live sessions. */
import { sql } from 'kysely'
import type { Gap } from '../../jobs/live.ts'
import type { Db } from '../schema.ts'

export type LogTable = 'live_audio' | 'live_lines'

export interface NewBytes {
  readonly table: LogTable
  readonly job: string
  readonly position: number
  readonly bytes: Uint8Array
}

/** Rows that are read at once, some hundred kilobytes: chunks of 50 to 250 ms, and lines of some hundred bytes. */
const READ_ROWS = { live_audio: 64, live_lines: 512 }

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

/** Where the rows of a log end; null when it has none. */
export async function endOf(db: Db, table: LogTable, job: string): Promise<number | null> {
  const last = await db
    .selectFrom(table)
    .select(sql<number>`position + octet_length(bytes)`.as('end'))
    .where('job_id', '=', job)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.end ?? null
}

/**
 * The gaps of a log before a position: each ends where a part, a row or a segment, begins beyond what those before it reach. An empty
 * part at the position ends the last one.
 */
export async function gapsIn(db: Db, table: LogTable, job: string, to: number): Promise<Gap[]> {
  const segments = sql`union all
        select position, size from live_segments where job_id = ${job} and position < ${to}`
  const { rows } = await sql<Gap>`
    select reached as "from", position as "to" from (
      select position, coalesce(max(position + size) over earlier, 0) as reached from (
        select position, octet_length(bytes) as size from ${sql.table(table)}
        where job_id = ${job} and position < ${to}
        ${table === 'live_audio' ? segments : sql``}
        union all select ${to}::bigint, 0
      ) as parts
      window earlier as (order by position rows between unbounded preceding and 1 preceding)
    ) as parts
    where reached < position order by position`.execute(db)
  return rows
}

/**
 * Reads the bytes of a log between two positions.
 * @throws when there are not all of them
 */
export async function* bytesIn(
  db: Db,
  table: LogTable,
  job: string,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  let position = from
  for await (const bytes of rowsIn(db, table, job, from, to)) {
    yield bytes
    position += bytes.length
  }
  if (position < to) throw new Error(`${table} of ${job} lacks what is at ${position}`)
}

/** Reads the bytes of a log between two positions, up to the first that is not there. */
export async function* rowsIn(
  db: Db,
  table: LogTable,
  job: string,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  for (let position = from; position < to;) {
    const first = db
      .selectFrom(table)
      .select(({ fn }) => fn.coalesce(fn.max('position'), sql<number>`${position}::bigint`).as('position'))
      .where('job_id', '=', job)
      .where('position', '<=', position)
    const rows = await db
      .selectFrom(table)
      .select(['position', 'bytes'])
      .where('job_id', '=', job)
      .where('position', '>=', first)
      .where('position', '<', to)
      .orderBy('position')
      .limit(READ_ROWS[table])
      .execute()
    const start = position
    const parts: Uint8Array[] = []
    for (const row of rows) {
      if (row.position > position) break
      const bytes = row.bytes.subarray(position - row.position, to - row.position)
      parts.push(bytes)
      position += bytes.length
    }
    if (position === start) return
    // One chunk, as each is written by itself: rows of journals are short.
    yield Buffer.concat(parts)
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
