import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { pino } from 'pino'
import { untilStored } from './retry-store.ts'
import { isTransient, StoreError } from './store-error.ts'

const FULL = new StoreError('full', 'disk full')

suite('untilStored', () => {
  test('repeats a failing operation until it succeeds, and logs each failure', async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    let attempts = 0
    const stored = await untilStored(
      async () => {
        if (++attempts < 2) throw FULL
        return 'stored'
      },
      { log, signal: new AbortController().signal },
    )
    assert.equal(stored, 'stored')
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', /disk full.*store operation failed; retrying/)
  })

  test('stops when aborted, but always makes the first attempt', async () => {
    const controller = new AbortController()
    const options = { log: pino({ level: 'silent' }), signal: controller.signal }
    let attempts = 0
    const fail = async () => {
      attempts++
      throw FULL
    }
    const waiting = untilStored(fail, options)
    await new Promise(setImmediate)
    controller.abort()
    await assert.rejects(waiting, { name: 'AbortError' })
    await assert.rejects(untilStored(fail, options), { name: 'AbortError' })
    assert.equal(attempts, 2)
    assert.equal(await untilStored(async () => 'stored', options), 'stored')
  })

  test('waits at most 15 seconds, so that work is stored soon after the database is back', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const controller = new AbortController()
    let attempts = 0
    const fail = async () => {
      attempts++
      throw FULL
    }
    const waiting = untilStored(fail, { log: pino({ level: 'silent' }), signal: controller.signal })
    for (const seconds of [1, 2, 4, 8, 15, 15, 15]) {
      const before = attempts
      await new Promise(setImmediate)
      t.mock.timers.tick(seconds * 1_000 - 1)
      await new Promise(setImmediate)
      assert.equal(attempts, before, `before ${seconds} s`)
      t.mock.timers.tick(1)
      await new Promise(setImmediate)
      assert.equal(attempts, before + 1, `after ${seconds} s`)
    }
    controller.abort()
    await assert.rejects(waiting, { name: 'AbortError' })
  })

  test('does not retry if the store rejects the operation, nor more often than maxRetries', async () => {
    const options = { log: pino({ level: 'silent' }), signal: new AbortController().signal }
    for (const [error, more] of [
      [new StoreError('rejected', 'too large'), {}],
      [new TypeError('no such field'), {}],
      [FULL, { maxRetries: 0 }],
    ] as const) {
      let attempts = 0
      const fail = async () => {
        attempts++
        throw error
      }
      await assert.rejects(untilStored(fail, { ...options, ...more }), error)
      assert.equal(attempts, 1)
    }
  })

  test('treats a full disk and an exceeded quota as transient, also as a cause, but not a missing file', () => {
    const failed = (code: string) => Object.assign(new Error(code), { code })
    for (const code of ['ENOSPC', 'EDQUOT']) {
      assert.ok(isTransient(failed(code)))
      assert.ok(isTransient(new Error('it could not be written', { cause: failed(code) })))
    }
    assert.ok(!isTransient(new Error('it could not be read', { cause: failed('ENOENT') })))
  })
})
