import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { BoundedTasks } from './bounded-tasks.ts'

suite('BoundedTasks', () => {
  test('gives the results in the order of the tasks, whichever ends first', async () => {
    const first = Promise.withResolvers<number>()
    const tasks = new BoundedTasks<number>()
    await tasks.begin(async () => first.promise, 2)
    await tasks.begin(async () => 2, 2)
    first.resolve(1)
    assert.deepEqual(await tasks.results(), [1, 2])
  })

  test('begins a task with limit 1 and waits for it and those before it', async () => {
    const first = Promise.withResolvers<number>()
    const tasks = new BoundedTasks<number>()
    await tasks.begin(async () => first.promise, 2)
    let hasEnded = false
    const second = tasks.begin(async () => 2, 1).then(() => (hasEnded = true))
    await turn()
    assert.equal(hasEnded, false)
    first.resolve(1)
    await second
  })

  test('begins no task after one that failed', async () => {
    const tasks = new BoundedTasks<number>()
    await tasks.begin(async () => Promise.reject(new Error('refused')), 2)
    await turn()
    await assert.rejects(
      tasks.begin(async () => assert.fail('begun'), 2),
      /refused/,
    )
    await assert.rejects(tasks.results(), /refused/)
    await tasks.settled()
  })
})
