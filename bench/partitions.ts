/**
 * Measures the gain and cost of partitioning the large tables by account: `node bench/partitions.ts --jobs 2000000`.
 *
 * Creates the schema of the service twice in a throwaway PostgreSQL, the second time with `jobs`, `job_results` and
 * `job_leaves` partitioned by a hash of the account, and stores the same short jobs of many accounts in both. Times are
 * medians.
 */
import { hash } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { postgres } from '../src/store/databases/postgres.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { throwawayPostgres } from '../test/support/throwaway-postgres.ts'
import { quantile } from './list/measure.ts'

const { values: flags } = parseArgs({
  options: {
    jobs: { type: 'string', default: '2000000' },
    accounts: { type: 'string', default: '200' },
    partitions: { type: 'string', default: '64' },
    reads: { type: 'string', default: '300' },
  },
})
const [jobs, accounts, partitions, reads] = [flags.jobs, flags.accounts, flags.partitions, flags.reads].map(
  Number,
) as [number, number, number, number]
const TABLES = ['jobs', 'job_results', 'job_leaves']

const server = await throwawayPostgres()
if ('missing' in server) throw new Error(server.missing)
const client = new pg.Client({ connectionString: server.url })
await client.connect()
try {
  await (await openTestStore(postgres(server.url))).close()
  for (const table of TABLES) await createCopies(table)
  const rows: Record<string, Record<string, string>> = {}
  for (const schema of ['plain', 'divided']) {
    rows[schema] = await measure(schema)
    // 20 million jobs take 30 GB.
    await client.query(`drop schema ${schema} cascade`)
  }
  console.table(rows)
} finally {
  await client.end()
  await server.stop()
}

/** Creates two copies of a table of the service with its indexes: one unchanged, one partitioned. */
async function createCopies(table: string): Promise<void> {
  await client.query(`create schema if not exists plain; create schema if not exists divided;
    create table plain.${table} (like public.${table} including all);
    create table divided.${table} (like public.${table} including all) partition by hash (account)`)
  for (let i = 0; i < partitions; i++)
    await client.query(`create table divided.${table}_${i} partition of divided.${table}
      for values with (modulus ${partitions}, remainder ${i})`)
}

async function measure(schema: string): Promise<Record<string, string>> {
  await client.query(`set search_path = ${schema}`)
  const each = Math.ceil(jobs / accounts)
  const fill = await seconds(() => insert(1, accounts, 1, each))
  await client.query('vacuum analyze jobs, job_results, job_leaves')
  await client.query('checkpoint')
  const page = await read(
    `select jobs.*, result from jobs left join job_results using (account, ordinal)
     where account = $1 and ordinal < $2 order by ordinal desc limit 20`,
    (i) => [1 + (i % accounts), each - (i % 1000)],
  )
  const byId = await read('select * from jobs where id = $1', (i) => [
    idOf(1 + (i % accounts), 1 + (i % each)),
  ])
  const ofAccount = await read('select * from jobs where account = $1 and id = $2', (i) => [
    1 + (i % accounts),
    idOf(1 + (i % accounts), 1 + (i % each)),
  ])
  const { rows: sizes } = await client.query<{ size: string }>(
    `select pg_size_pretty(sum(pg_total_relation_size(c.oid))) as size from pg_class c
     join pg_namespace n on n.oid = relnamespace where nspname = '${schema}' and relkind = 'r'`,
  )
  let next = each
  const create = await read('', async () => {
    next++
    await insert(1, 1, next, next)
  })
  const removed = await seconds(async () => {
    for (const table of TABLES) await client.query(`delete from ${table} where account = 1`)
  })
  const vacuum = await seconds(() => client.query('vacuum jobs, job_results, job_leaves'))
  return {
    'fill, jobs/s': (jobs / fill).toFixed(0),
    'page of 20, ms': page,
    'by id, ms': byId,
    'by id and account, ms': ofAccount,
    'create one, ms': create,
    'delete an account, s': removed.toFixed(2),
    'vacuum after that, s': vacuum.toFixed(2),
    size: sizes[0]?.size ?? '',
  }
}

/** Inserts jobs of several accounts, interleaved as they are created. */
async function insert(fromAccount: number, toAccount: number, from: number, to: number): Promise<unknown> {
  return client.query(`
    with made as materialized (
      select account, ordinal from generate_series(${from}, ${to}) ordinal, generate_series(${fromAccount}, ${toAccount}) account
    ), added as (
      insert into jobs (id, account, ordinal, bucket, created_at, completed_at, request_params, change)
      select md5(account || '-' || ordinal)::uuid, account, ordinal, 2, 1e12 + ordinal, 1e12 + ordinal, repeat('x', 300), ordinal from made
    ), results as (
      insert into job_results (account, ordinal, result) select account, ordinal, repeat(md5(ordinal::text), 20) from made
    )
    insert into job_leaves (account, path, value, kind, ordinal, number)
    select account, 'customer', (ordinal % 50)::text, 0, ordinal, ordinal from made`)
}

function idOf(account: number, ordinal: number): string {
  const hex = hash('md5', `${account}-${ordinal}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** @returns the median time of a statement or an action, in milliseconds */
async function read(statement: string, values: (i: number) => unknown[] | Promise<void>): Promise<string> {
  const times: number[] = []
  for (let i = 0; i < reads; i++) {
    const began = performance.now()
    const given = values(i * 7919)
    if (Array.isArray(given))
      await client.query({ name: statement.slice(0, 50), text: statement, values: given })
    else await given
    times.push(performance.now() - began)
  }
  return quantile(times, 0.5).toFixed(2)
}

async function seconds(action: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await action()
  return (performance.now() - began) / 1000
}
