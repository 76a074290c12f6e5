import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { RecogniserError } from '../recognition/recogniser-error.ts'
import { failureOf } from './failure.ts'

const NO_SPACE = { code: 503, message: 'The service has no room for more audio.' }

/** The error of a SQLite database that may not grow. */
async function sqliteFull(): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-failure-'))
  const database = new DatabaseSync(join(folder, 'full.sqlite'))
  try {
    database.exec('pragma max_page_count = 2; create table t (x)')
    database.exec(`insert into t values (zeroblob(${2 ** 20}))`)
  } catch (error) {
    return error
  } finally {
    database.close()
    await rm(folder, { recursive: true })
  }
  return assert.fail('the database is not full')
}

suite('the failure reported for an error', () => {
  test('is 503 for a full disk, of the file system and of SQLite', async () => {
    const enospc = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    assert.deepEqual(failureOf(enospc), NO_SPACE)
    assert.deepEqual(failureOf(await sqliteFull()), NO_SPACE)
  })

  test('has the message of a recogniser error', () => {
    const error = new RecogniserError('failed', 'A model is missing.')
    assert.deepEqual(failureOf(error), { code: 500, message: 'A model is missing.' })
  })

  test('is none for an unexpected error', () => {
    for (const error of [new Error('/home/me: a secret'), 'a secret', null, undefined]) {
      assert.equal(failureOf(error), null)
    }
  })
})
