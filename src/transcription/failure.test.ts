import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { BusyError } from '../jobs/fair-scheduler.ts'
import { StoreError } from '../jobs/store-error.ts'
import { UNSTORABLE } from '../jobs/store-outcome.ts'
import { RecogniserError } from '../speech/recogniser-error.ts'
import { failureOf } from './failure.ts'

const NO_SPACE = {
  code: 503,
  message: 'The service is out of disk space: try again later, or tell its operator.',
}

suite('the failure reported for an error', () => {
  test('is 503 for a full disk, whether of the files or of the database', () => {
    const enospc = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    assert.deepEqual(failureOf(enospc), NO_SPACE)
    assert.deepEqual(failureOf(new StoreError('full', 'database or disk is full')), NO_SPACE)
    assert.deepEqual(failureOf(new RecogniserError('failed', 'failed', { cause: enospc })), NO_SPACE)
  })

  test('is 503 for a database that cannot be reached, 500 for one that rejects the job', () => {
    assert.equal(failureOf(new StoreError('unavailable', 'connection refused'))?.code, 503)
    const { code, message } = UNSTORABLE
    assert.deepEqual(failureOf(new StoreError('rejected', 'invalid byte sequence')), { code, message })
  })

  test('is 503 for audio that had to wait too long for its turn', () => {
    assert.equal(failureOf(new BusyError('no turn'))?.code, 503)
  })

  test('has the message of a recogniser error', () => {
    const error = new RecogniserError('failed', 'A model is missing.')
    assert.deepEqual(failureOf(error), { code: 500, message: 'A model is missing.' })
  })

  test('is null for an unexpected error', () => {
    for (const error of [new Error('/home/me: a secret'), 'a secret', null, undefined]) {
      assert.equal(failureOf(error), null)
    }
  })
})
