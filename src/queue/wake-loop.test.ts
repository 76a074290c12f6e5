import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { WakeLoop } from './wake-loop.ts'
import { until } from '../../test/support/until.ts'

function rethrow(error: unknown): never {
  throw error
}

suite('a wake loop', () => {
  test('runs once more for any number of wakes during a run, and never twice at a time', async () => {
    let running = 0
    let runs = 0
    let release = Promise.withResolvers<void>()
    const loop = new WakeLoop(async () => {
      assert.equal(++running, 1)
      runs++
      await release.promise
      running--
    }, rethrow)
    for (let i = 0; i < 3; i++) loop.wake()
    assert.equal(runs, 1)
    const first = release
    release = Promise.withResolvers()
    first.resolve()
    await until(() => runs === 2)
    release.resolve()
    await loop.close()
    assert.equal(runs, 2)
  })

  test('repeats a failed run after a delay', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const errors: unknown[] = []
    let runs = 0
    const loop = new WakeLoop(
      async () => {
        if (++runs === 1) throw new Error('store failed')
      },
      (error) => errors.push(error),
    )
    loop.wake()
    await until(() => errors.length > 0)
    assert.equal(runs, 1)
    t.mock.timers.tick(1_000)
    assert.equal(runs, 2)
    await loop.close()
  })

  test('wakes itself once, after the most recently set time', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    let runs = 0
    const loop = new WakeLoop(async () => void runs++, rethrow)
    for (const ms of [50, 10, 100]) loop.wakeIn(ms)
    t.mock.timers.tick(99)
    assert.equal(runs, 0)
    t.mock.timers.tick(1_000)
    assert.equal(runs, 1)
    await loop.close()
  })

  test('waits for the current run when closed, and begins no other', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const release = Promise.withResolvers<void>()
    let runs = 0
    const loop = new WakeLoop(async () => {
      runs++
      await release.promise
    }, rethrow)
    loop.wake()
    loop.wake()
    let isClosed = false
    const closed = loop.close().then(() => (isClosed = true))
    await new Promise(setImmediate)
    assert.equal(isClosed, false)
    release.resolve()
    await closed
    loop.wake()
    loop.wakeIn(1)
    t.mock.timers.tick(10_000)
    assert.equal(runs, 1)
  })
})
