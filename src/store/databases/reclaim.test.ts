import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { sqlite } from './sqlite.ts'

const MB = 2 ** 20

/** The size of the file after 32 MB were deleted and their space was reclaimed. */
async function sizeAfter(prepare: (file: string) => void): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'scriptorium-'))
  const file = join(folder, 'db.sqlite')
  prepare(file)
  const { db, reclaim } = sqlite(file)
  try {
    await sql`create table filled (bytes blob)`.execute(db)
    await db.transaction().execute(async (trx) => {
      for (let i = 0; i < 32; i++) await sql`insert into filled values (zeroblob(${MB}))`.execute(trx)
    })
    await sql`delete from filled`.execute(db)
    while (await reclaim());
    return statSync(file).size
  } finally {
    await db.destroy()
    rmSync(folder, { recursive: true })
  }
}

test('the space of deleted data is returned to the file system, except for a few megabytes', async () => {
  const size = await sizeAfter(() => {})
  assert.ok(size > 4 * MB && size < 5 * MB, `${size} bytes`)
})

test('a database that another program created keeps its size', async () => {
  const size = await sizeAfter((file) => {
    const database = new DatabaseSync(file)
    database.exec('create table first (id integer)')
    database.close()
  })
  assert.ok(size > 32 * MB, `${size} bytes`)
})
