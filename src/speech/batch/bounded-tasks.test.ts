import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { BoundedTasks } from './bounded-tasks.ts'

suite('BoundedTasks', () => {
  test('reports and returns results in the order of the tasks, whichever ends first', async () => {
    const [first, third] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
    const reported: number[] = []
    const tasks = new BoundedTasks<number>((result) => reported.push(result))
    await tasks.begin(async () => first.promise, 3)
    await tasks.begin(async () => 2, 3)
    await turn()
    assert.deepEqual(reported, [])
    await tasks.begin(async () => third.promise, 4)
    first.resolve(1)
    await turn()
    assert.deepEqual(reported, [1, 2], 'before the last one has ended')
    third.resolve(3)
    assert.deepEqual(await tasks.results(), [1, 2, 3])
    assert.deepEqual(reported, [1, 2, 3])
  })

  test('begins a task with limit 1 once all earlier tasks have ended', async () => {
    const first = Promise.withResolvers<number>()
    const tasks = new BoundedTasks<number>()
    await tasks.begin(async () => first.promise, 2)
    let hasBegun = false
    const second = tasks.begin(async () => {
      hasBegun = true
      return 2
    }, 1)
    await turn()
    assert.equal(hasBegun, false)
    first.resolve(1)
    await second
    assert.equal(hasBegun, true)
    assert.deepEqual(await tasks.results(), [1, 2])
  })

  test('begins no task after one has failed', async () => {
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
