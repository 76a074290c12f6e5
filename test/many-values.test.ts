/** Filters over many values of custom_metadata, which cost the most when every job has all of them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import type { Store } from '../src/store/open-store.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { postgres } from '../src/store/databases/postgres.ts'
import { sqlite } from '../src/store/databases/sqlite.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import { fillWithJobs } from './support/many-jobs.ts'
import { NO_FILTER } from './support/no-filter.ts'
import { type FreshDatabase, onEachStore } from './support/on-each-store.ts'
import { temporaryFolder } from './support/scriptorium.ts'

/** Several slices, together with the values below. */
const JOBS = 1_000
const VALUES = 60

onEachStore('a filter over many values', (fresh) => {
  const executed: CompiledQuery[] = []
  let database: FreshDatabase
  let dialect: Dialect
  let store: Store
  let account: number

  before(async () => {
    database = await fresh()
    const place = { dataDir: temporaryFolder(), databaseUrl: database.url }
    await fillWithJobs(place, JOBS, 10)
    const log = ({ query }: { query: CompiledQuery }) => void executed.push(query)
    dialect =
      database.url === null ? sqlite(`${place.dataDir}/scriptorium.sqlite`, log) : postgres(database.url, log)
    store = await openTestStore(dialect)
    account = await store.accounts.ensure('default')
    for (let key = 0; key < VALUES; key++) await give(`key${key}`, 1)
    await give('third', 3)
    await give('fiftieth', 50)
    // As autovacuum does within a minute. Before that, PostgreSQL plans for empty tables.
    if (database.url !== null) await sql`analyze`.execute(dialect.db)
  })
  after(async () => {
    await store.close()
    await database.drop()
  })

  /** Gives every nth job a value. */
  const give = async (key: string, n: number) =>
    sql`insert into job_leaves
      select account, ${JSON.stringify([key])}, 'x', 1, ordinal, ordinal / ${sql.lit(n)}
      from jobs where ordinal % ${sql.lit(n)} = 0`.execute(dialect.db)

  const list = async (keys: readonly string[], offset: number, limit = 20) => {
    const all = [...keys, ...Array.from({ length: VALUES }, (_, key) => `key${key}`)]
    const filter = { ...NO_FILTER, customMetadata: Object.fromEntries(all.map((key) => [key, 'x'])) }
    const page = await store.jobs.page(account, filter, { offset, limit, cursor: null }, ['id'])
    assert.ok(Buffer.isBuffer(page.items))
    const jobs = JSON.parse(`[${page.items.toString()}]`) as { id: string }[]
    return { total: page.total, ordinals: jobs.map(({ id }) => Number(id.slice(-12))) }
  }

  for (const [title, keys, n] of [
    ['that all jobs have', [], 1],
    ['of which one is rarer', ['third'], 3],
    ['of which one is rare', ['fiftieth'], 50],
    ['of which two are rare', ['third', 'fiftieth'], 150],
  ] as const) {
    test(`${title} finds, counts and skips exactly`, async () => {
      const matches = Array.from({ length: JOBS }, (_, i) => JOBS - i).filter((ordinal) => ordinal % n === 0)
      for (const offset of [0, Math.floor(matches.length / 2), matches.length]) {
        assert.deepEqual(await list(keys, offset), {
          total: matches.length,
          ordinals: matches.slice(offset, offset + 20),
        })
      }
    })
  }

  test('does not look up the values of single jobs', async (t) => {
    if (database.url !== null) return t.skip('the plan depends on statistics')
    executed.length = 0
    await list([], 0)
    // The statements that end with a value count its jobs, by its first and last one.
    const statements = executed.splice(0).filter((query) => /^select(?!.* as value$)/s.test(query.sql))
    for (const query of statements) {
      const plan = { ...query, sql: `explain query plan ${query.sql}` }
      const { rows } = await dialect.db.executeQuery<{ detail: string }>(plan)
      assert.ok(!rows.some(({ detail }) => detail.includes('CORRELATED')), query.sql)
    }
    // Three for each slice of about 270 jobs.
    assert.ok(statements.length < VALUES, `${statements.length} statements`)
  })
})
