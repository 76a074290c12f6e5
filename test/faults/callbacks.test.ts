/**
 * kill -9 between a delivery and its record: the delivery is repeated with the same id, and none is lost.
 *
 * Slow: each kill starts a process, on each store. TEST_KILLS is the number of kills.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CallbackWorld } from '../support/callback-world.ts'
import { KILLS } from '../support/kills.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { TestEndpoint } from '../support/callback-endpoint.ts'

const SENDER = fileURLToPath(new URL('../support/callback-sender.ts', import.meta.url))
/** More than the endpoint can have received when the last process is killed. */
const JOBS = 10 * KILLS

onEachStore('kill -9 between a delivery and its record', (fresh) => {
  test('repeatedly loses no delivery, and every repetition has the same webhook-id', async (t) => {
    const world = await CallbackWorld.make(t, fresh)
    await world.dispatcher.close(0)
    const endpoint = await TestEndpoint.listen(t)
    const jobs: string[] = []
    for (let i = 0; i < JOBS; i++)
      jobs.push(await world.endedJob({ callback_url: endpoint.url(`/200/${i}`) }))

    let sender: ChildProcess
    let left = 0
    let isKilled = true
    endpoint.answer = (_one, response) => {
      response.end()
      // The endpoint has received it, but the sender cannot have recorded that.
      if (left-- === 0) isKilled = sender.kill('SIGKILL')
    }
    for (let kill = 0; kill < KILLS; kill++) {
      left = (kill % 4) * 3
      sender = fork(SENDER, [JSON.stringify(world.place)], { execArgv: [] })
      await once(sender, 'exit')
      assert.equal(sender.signalCode, 'SIGKILL')
      assert.ok(isKilled)
    }
    const before = endpoint.received.length
    left = -1
    world.newDispatcher().wake()
    for (const id of jobs) {
      const [delivery] = await world.settled(id)
      assert.equal(delivery?.state, 'delivered')
      assert.equal(delivery.attempts.length, 1, 'interrupted attempts are not recorded')
    }
    const ids = new Map<string, Set<unknown>>()
    for (const { path, headers } of endpoint.received) {
      ids.set(path, (ids.get(path) ?? new Set()).add(headers['webhook-id']))
    }
    assert.equal(ids.size, JOBS)
    for (const [i, id] of jobs.entries()) assert.deepEqual([...(ids.get(`/200/${i}`) ?? [])], [`${id}_end`])
    const repeated = endpoint.received.length - JOBS
    t.diagnostic(`${before} came before the last kill, ${repeated} came again`)
    assert.ok(repeated >= KILLS)
  })
})
