import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { temporaryFolder } from '../../../test/support/scriptorium.ts'
import { StoreError } from '../../jobs/store-error.ts'
import { sqlite } from './sqlite.ts'
import { sqliteReader } from './sqlite-reader.ts'

suite('the reading connection of SQLite', () => {
  test('does not delay the main connection, writes nothing, and survives errors', async (t) => {
    const { db, reader } = sqlite(join(temporaryFolder(), 'db.sqlite'))
    t.after(async () => db.destroy())
    await sql`create table numbers (n integer)`.execute(db)

    let isOver = false
    const slow = sql<{ n: number }>`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000000)
      select max(n) as n, cast('bytes' as blob) as bytes from numbers`
      .execute(reader)
      .finally(() => (isOver = true))
    await sql`insert into numbers values (1)`.execute(db)
    assert.equal(isOver, false)
    assert.deepEqual((await slow).rows, [{ n: 1_000_000, bytes: new TextEncoder().encode('bytes') }])

    await assert.rejects(
      sql`delete from numbers`.execute(reader),
      (error) => error instanceof StoreError && /readonly/.test(error.message),
    )
    assert.deepEqual((await sql`select n from numbers`.execute(reader)).rows, [{ n: 1 }])
  })

  test('a thread that failed does not fail the statements of the thread that replaces it', async (t) => {
    const file = join(temporaryFolder(), 'db.sqlite')
    const reader = sqliteReader(file)
    t.after(async () => reader.destroy())
    await assert.rejects(sql`select 1`.execute(reader), /unable to open/)
    new DatabaseSync(file).close()
    assert.deepEqual((await sql<{ n: number }>`select 1 as n`.execute(reader)).rows, [{ n: 1 }])
    assert.deepEqual((await sql<{ n: number }>`select 2 as n`.execute(reader)).rows, [{ n: 2 }])
  })

  test('deleted data are erased once no reader needs them, and others can write meanwhile', async (t) => {
    const file = join(temporaryFolder(), 'db.sqlite')
    const { db, eraseDeleted } = sqlite(file)
    t.after(async () => db.destroy())
    await sql`create table numbers (n integer)`.execute(db)
    const reading = new DatabaseSync(file, { readOnly: true })
    t.after(() => reading.close())
    reading.exec('begin')
    reading.prepare('select * from numbers').all()
    await sql`insert into numbers values (1)`.execute(db)

    let isOver = false
    const erasing = eraseDeleted().finally(() => (isOver = true))
    await sql`insert into numbers values (2)`.execute(db)
    assert.equal(isOver, false)
    reading.exec('rollback')
    await erasing
    assert.equal(statSync(`${file}-wal`).size, 0)
  })
})
