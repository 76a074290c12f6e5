/** Compares the contents of two databases. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { after, type Key, keyOf, refs, type Row } from '../page-of-rows.ts'
import type { Db } from '../schema.ts'
import type { Table } from './tables.ts'

/** Maximum number of accounts in a sample, and number of jobs of each that are compared in full. */
const SAMPLE = { accounts: 100, jobs: 50 }

/** Tables with random ids, and the keys by which both databases have the same order. */
const WITH_IDS = [
  { name: 'jobs', key: ['account', 'ordinal'] },
  { name: 'trash', key: ['account', 'ordinal'] },
  { name: 'deliveries', key: ['position'] },
] as const
/** Number of ids read at a time. */
const IDS = 5_000

/** Values are summed modulo this number, so that the sums remain exact. */
const MODULUS = 1_000_003

/** Compares the numbers of rows, which takes a fraction of a second for a million jobs. @returns the differences, one line each */
export async function differentCounts(tables: readonly Table[], source: Db, target: Db): Promise<string[]> {
  return different(tables, source, target, () => [])
}

/**
 * Compares, for each column of each table, the number of values and the sums of numbers and lengths; then all ids; then all rows of a
 * sample of jobs.
 * @returns the differences, one line each
 */
export async function differences(tables: readonly Table[], source: Db, target: Db): Promise<string[]> {
  const found = await different(tables, source, target, sums)
  if (found.length > 0) return found
  for (const table of WITH_IDS)
    if ((await digestOfIds(source, table)) !== (await digestOfIds(target, table)))
      found.push(`${table.name}: the ids differ`)
  return [...found, ...(await sampled(tables, source, target))]
}

async function digestOfIds(db: Db, { name, key }: (typeof WITH_IDS)[number]): Promise<string> {
  const digest = createHash('sha256')
  for (let last: Key | null = null; ;) {
    const { rows }: { rows: Row[] } = await sql<Row>`select ${refs([...key, 'id'])} from ${sql.table(name)}
      where ${after(key, last)} order by ${refs(key)} limit ${sql.lit(IDS)}`.execute(db)
    const end = rows.at(-1)
    if (end === undefined) return digest.digest('hex')
    for (const row of rows) digest.update(`${[...keyOf({ key }, row), row['id']].join()}\n`)
    last = keyOf({ key }, end)
  }
}

async function different(
  tables: readonly Table[],
  source: Db,
  target: Db,
  of: (table: Table) => readonly RawBuilder<unknown>[],
): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    const parts = [sql`count(*) as ${sql.ref('number of rows')}`, ...of(table)]
    const query = sql<Row>`select ${sql.join(parts)} from ${sql.table(table.name)}`
    // The target first, because a query of a SQLite source blocks the event loop.
    const [there, here] = (await Promise.all([query.execute(target), query.execute(source)])).map(
      ({ rows }) => rows[0],
    )
    for (const [what, value] of Object.entries(here ?? {}))
      if (there?.[what] !== value)
        found.push(`${table.name}: the ${what} is ${String(there?.[what])}, not ${String(value)}`)
  }
  return found
}

function sums({ columns, numbers, long }: Table): RawBuilder<unknown>[] {
  return columns.flatMap((column) => {
    const value = sql.ref(column)
    const sum = (of: RawBuilder<unknown>) => sql`coalesce(sum(${of}), 0) as ${sql.ref(`sum of ${column}`)}`
    const parts = [sql`count(${value}) as ${sql.ref(`number of values of ${column}`)}`]
    if (numbers.includes(column)) parts.push(sum(sql`${value} % ${sql.lit(MODULUS)}`))
    if (long.includes(column)) parts.push(sum(sql`octet_length(${value})`))
    return parts
  })
}

async function sampled(tables: readonly Table[], source: Db, target: Db): Promise<string[]> {
  const ofJobs = tables.filter(({ key }) => key[0] === 'account' && key[1] === 'ordinal')
  const found: string[] = []
  const accounts = await source.selectFrom('accounts').select(['id', 'last_ordinal']).orderBy('id').execute()
  for (const { id, last_ordinal: last } of spread(accounts, SAMPLE.accounts)) {
    const step = Math.max(1, Math.floor(last / SAMPLE.jobs))
    const ordinals = Array.from({ length: Math.ceil(last / step) }, (_, i) => last - i * step)
    if (ordinals.length === 0) continue
    for (const table of ofJobs) {
      const here = await rowsOf(source, table, id, ordinals)
      if (!isDeepStrictEqual(here, await rowsOf(target, table, id, ordinals)))
        found.push(`${table.name}: rows of account ${id} differ`)
    }
  }
  return found
}

/** At most `most` items, spread evenly over the list. */
function spread<Item>(all: readonly Item[], most: number): Item[] {
  const step = Math.max(1, Math.ceil(all.length / most))
  return all.filter((_, i) => i % step === 0)
}

async function rowsOf(db: Db, { name, key, columns }: Table, account: number, ordinals: readonly number[]) {
  const { rows } = await sql<Row>`select ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(name)} where account = ${account} and ordinal in (${sql.join(ordinals)})
    order by ${sql.join(key.map((column) => sql.ref(column)))}`.execute(db)
  // The databases return bytes in different classes.
  const plain = (value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
  return rows.map((row) => columns.map((column) => plain(row[column])))
}
