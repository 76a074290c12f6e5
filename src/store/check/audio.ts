/**
 * Checks that every row of a file has its bytes, and that all bytes have a row or an entry in the table of uploads. Rows and bytes cannot be
 * read at the same moment, so differences are checked a second time. They are then real, because bytes are stored only once, after their
 * entry, and are deleted before it.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type AudioFiles, SHARDS } from '../../platform/files/audio-files.ts'
import type { Dialect } from '../databases/dialect.ts'
import { removeDerived } from '../jobs/derived-files.ts'
import { removeBytes } from '../jobs/upload-store.ts'
import type { Db, Schema } from '../schema.ts'

/** A row that refers to bytes. */
export interface FileRow {
  readonly id: string
  readonly table: 'files' | 'derived_files' | 'live_segments' | 'uploads'
  readonly account: number | null
  /** Null if it is not stored. */
  readonly size: number | null
  /** For a derived file: the id of the original file. */
  readonly source: string | null
}

export interface AudioFault {
  readonly check: string
  readonly account: number | null
  readonly fault: string
  readonly remedy: string
  /** Null if the bytes are lost. */
  readonly repair: ((dialect: Dialect) => Promise<void>) | null
}

/** Compares one shard at a time: 4,000 of a million files. */
export async function* audioFaults(dialect: Dialect, files: AudioFiles): AsyncGenerator<AudioFault> {
  for (const shard of SHARDS) {
    const sizes = await files.shard(shard)
    const rows = await rowsOfShard(dialect.db, shard)
    const named = new Map(rows.filter(({ table }) => table !== 'uploads').map((row) => [row.id, row]))
    for (const row of named.values()) {
      const size = sizes.get(row.id)
      if (size === undefined || (row.size !== null && row.size !== size)) yield* rowFault(dialect, files, row)
    }
    const entries = new Set(rows.filter(({ table }) => table === 'uploads').map(({ id }) => id))
    for (const id of entries) if (named.has(id)) yield* entryFault(dialect, id)
    for (const id of sizes.keys())
      if (!named.has(id) && !entries.has(id) && (await files.size(id)) !== null) yield strayFault(files, id)
  }
}

/** All rows that refer to bytes, including entries of uploads, whose ids begin with the two hex digits of a shard. */
export async function rowsOfShard(db: Db, shard: string): Promise<FileRow[]> {
  const following = SHARDS[SHARDS.indexOf(shard) + 1] ?? 'g'
  return fileRows(db, (id) => sql`${id} >= ${shard} and ${id} < ${following}`)
}

/** @param where condition on the column with the id */
async function fileRows(db: Db, where: (id: RawBuilder<unknown>) => RawBuilder<unknown>): Promise<FileRow[]> {
  const none = sql`null`
  const of = (table: FileRow['table'], id: string, account = none, size = none, source = none) => sql`
    select ${sql.ref(id)} as id, ${sql.lit(table)} as "table", ${account} as account, ${size} as size, ${source} as source
    from ${sql.table(table)} where ${where(sql.ref(id))}`
  // A single statement, so that an entry that is being replaced by a row is seen as one of the two.
  const { rows } = await sql<FileRow>`
    ${of('files', 'id', sql`account`, sql`size`, sql`cast(null as text)`)}
    union all ${of('derived_files', 'file', sql`account`, none, sql`source`)}
    union all ${of('live_segments', 'file', none, sql`size`)}
    union all ${of('uploads', 'file')}`.execute(db)
  return rows
}

const rowsOf = async (db: Db, id: string) => fileRows(db, (column) => sql`${column} = ${id}`)

async function* rowFault(dialect: Dialect, files: AudioFiles, row: FileRow): AsyncGenerator<AudioFault> {
  const { id, table, account, source } = row
  const size = await files.size(id)
  if (size !== null && (row.size === null || size === row.size)) return
  // The file may have been deleted: its row is deleted before its bytes.
  if (!(await rowsOf(dialect.db, id)).some((other) => other.table === table)) return
  const fault =
    size === null ? `the bytes of ${id} are lost` : `${id} has ${size} bytes instead of ${row.size}`
  const found = { check: table, account, fault }
  if (source === null || account === null)
    return yield { ...found, remedy: 'restore the audio from a backup', repair: null }
  yield {
    ...found,
    remedy: 'delete the files derived from the audio; they are created again on demand',
    repair: async ({ db }) =>
      db.transaction().execute(async (trx) => removeBytes(trx, await removeDerived(trx, account, [source]))),
  }
}

/** A file with a row and an entry, because of which its bytes would be deleted. */
async function* entryFault({ db }: Dialect, id: string): AsyncGenerator<AudioFault> {
  if (new Set((await rowsOf(db, id)).map(({ table }) => table)).size < 2) return
  yield {
    check: 'uploads',
    account: null,
    fault: `${id} is both a stored file and an incomplete upload`,
    remedy: 'delete the entry of the incomplete upload',
    repair: async (dialect) =>
      dialect.db.transaction().execute(async (trx: Transaction<Schema>) => {
        await trx.deleteFrom('uploads').where('file', '=', id).execute()
      }),
  }
}

function strayFault(files: AudioFiles, id: string): AudioFault {
  return {
    check: 'files',
    account: null,
    fault: `the bytes of ${id} belong to no file`,
    remedy: 'delete the bytes',
    repair: async () => files.remove(id),
  }
}
