import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { BusyError, FairScheduler } from './fair-scheduler.ts'

/** Starts tasks that run until `end` is called, and records the order in which they began. */
function world(limits: ConstructorParameters<typeof FairScheduler>[0]) {
  const scheduler = new FairScheduler(limits)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    scheduler,
    begun,
    add: (account: number, ...names: string[]) => {
      for (const name of names)
        void scheduler.run(account, async () => {
          begun.push(name)
          await new Promise<void>((resolve) => ends.set(name, resolve))
        })
    },
    end: async (name: string) => {
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
    settled: async () => new Promise(setImmediate),
  }
}

suite('fair scheduler', () => {
  test('an account waits for at most one task of each other account, however many are waiting', async () => {
    const { begun, add, end, settled } = world({ slots: 1 })
    add(1, 'a1', 'a2', 'a3', 'a4')
    await settled()
    add(2, 'b1', 'b2')
    add(3, 'c1')
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
    assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  test('a free slot goes to the account with the fewest tasks running', async () => {
    const { begun, add, end, settled } = world({ slots: 3 })
    add(1, 'a1', 'a2', 'a3', 'a4')
    add(2, 'b1', 'b2')
    await settled()
    assert.deepEqual(begun, ['a1', 'a2', 'a3'], 'an account alone may use every slot')
    await end('a1')
    assert.deepEqual(begun.slice(3), ['b1'])
    await end('a2')
    assert.deepEqual(begun.slice(3), ['b1', 'a4'], 'with one running each, they take turns')
  })

  test('an account has no more tasks at a time than its limit', async () => {
    const { begun, add, end, settled } = world({ slots: 3, perAccount: 2 })
    add(1, 'a1', 'a2', 'a3')
    await settled()
    add(2, 'b1')
    await settled()
    assert.deepEqual(begun, ['a1', 'a2', 'b1'])
    await end('a2')
    assert.deepEqual(begun.slice(3), ['a3'])
  })

  test('a task that has waited too long is rejected, and those behind it are not', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { scheduler, begun, add, end } = world({ slots: 1 })
    add(1, 'a1')
    const refused = [1, 2, 3].map(async (account) =>
      assert.rejects(
        scheduler.run(account, async () => assert.fail('it began'), 1_000),
        BusyError,
      ),
    )
    const patient = scheduler.run(1, async () => 'began', 1_001)
    add(2, 'b1')
    t.mock.timers.tick(1_000)
    await Promise.all(refused)
    await end('a1')
    await end('b1')
    assert.equal(await patient, 'began')
    assert.deepEqual(begun, ['a1', 'b1'])
    t.mock.timers.tick(1_000)
  })

  test('a task that fails frees its slot', async () => {
    const scheduler = new FairScheduler({ slots: 1 })
    const failing = scheduler.run(1, async () => Promise.reject(new Error('as intended')))
    const next = scheduler.run(1, async () => 'next')
    await assert.rejects(failing, /as intended/)
    assert.equal(await next, 'next')
  })
})
