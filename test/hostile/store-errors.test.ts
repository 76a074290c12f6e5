/** Errors of each database: whether an operation is repeated, and what happens to a result that cannot be stored. */
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { StoreError, type StoreFault } from '../../src/jobs/store-error.ts'
import { storeOutcome, UNSTORABLE } from '../../src/jobs/store-outcome.ts'
import type { Outcome } from '../../src/jobs/work.ts'
import type { Dialect } from '../../src/store/databases/dialect.ts'
import { postgres } from '../../src/store/databases/postgres.ts'
import { openFresh } from '../support/fresh-store.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { claimNext } from '../support/claim-work.ts'

const withFault = (fault: StoreFault) => (error: unknown) =>
  error instanceof StoreError && error.fault === fault

/** Makes the database reject every result: SQLite by its own limit of a billion bytes. */
async function rejectResults({ db, locksRows }: Dialect): Promise<void> {
  if (locksRows) await sql`alter table job_results add check (length(result) < 1)`.execute(db)
  else
    await sql`create trigger too_big before insert on job_results begin select zeroblob(1000000001); end`.execute(
      db,
    )
}

onEachStore('a store', (fresh) => {
  async function opened(t: TestContext) {
    const open = await openFresh(fresh)
    t.after(async () => open.close())
    return open
  }

  test('ends a job in error, with its callback, when its result is rejected', async (t) => {
    const { dialect, store, account } = await opened(t)
    await rejectResults(dialect)
    const callback_config = { url: 'https://example.com/', method: 'POST' }
    const requestParams = { callback: true, callback_config }
    const { id } = await store.jobs.create(account, { kind: 'pre-recorded', customMetadata: null, requestParams, fileId: null }) // oxfmt-ignore
    await claimNext(store.work)
    const outcome: Outcome = { status: 'done', result: { transcription: null } as never }
    const options = { log: pino({ level: 'silent' }), signal: new AbortController().signal }
    const stored = await storeOutcome(
      outcome,
      async (ending, isReported) => store.work.finish(id, ending, isReported),
      options,
    )
    assert.deepEqual(stored, UNSTORABLE)
    assert.equal(await claimNext(store.work), null)
    const [delivery] =
      (await store.deliveryLog.ofJob(account, id, { state: null, after: null, limit: 9 })) ?? []
    assert.equal(delivery?.event, 'transcription.error')
  })

  test('rejects what breaks a rule of the schema', async (t) => {
    const { store } = await opened(t)
    await assert.rejects(store.keys.create(999, 'of no account'), withFault('rejected'))
  })

  test('reports a full disk, also in a transaction', async (t) => {
    const { dialect } = await opened(t)
    const { db, locksRows } = dialect
    const fill = db.transaction().execute(async (trx) => {
      // PostgreSQL has no limit that a test could reach: it raises the error of a full disk.
      if (locksRows) return sql`do $$ begin raise disk_full; end $$`.execute(trx)
      await sql`pragma max_page_count = 1`.execute(trx)
      return sql`create table big as select zeroblob(10000000)`.execute(trx)
    })
    await assert.rejects(fill, withFault('full'))
    await sql`select 1`.execute(db)
  })

  test('is unavailable when its connection is lost', async (t) => {
    const { dialect } = await opened(t)
    if (!dialect.locksRows) return t.skip('SQLite has no connections')
    const ending = dialect.db.transaction().execute(async (trx) => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
    })
    await assert.rejects(ending, withFault('unavailable'))
    await sql`select 1`.execute(dialect.db)
  })
})

suite('a database that cannot be reached', () => {
  test('is unavailable', async (t) => {
    const { db } = postgres('postgres://nobody@127.0.0.1:1/none')
    t.after(async () => db.destroy())
    await assert.rejects(sql`select 1`.execute(db), withFault('unavailable'))
  })
})
