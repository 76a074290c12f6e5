/**
 * Three processes send the callbacks of one PostgreSQL database, and are repeatedly killed and frozen.
 *
 * TEST_DISPATCHER_KILLS is the number of kills, and of freezes for longer than the leases.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, suite, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CallbackWorld } from '../support/callback-world.ts'
import { TestEndpoint } from '../support/callback-endpoint.ts'
import { freshDatabase, throwawayPostgres } from '../support/throwaway-postgres.ts'

const KILLS = Number(process.env['TEST_DISPATCHER_KILLS'] ?? 1)
const DISPATCHERS = 3
const JOBS_PER_FAULT = 40
/** As configured in the sender. */
const PER_ENDPOINT = 8
/** Milliseconds that the endpoint takes, so that its limit is reached; longer, so that work is left when a frozen process wakes. */
const ANSWER_MS = 10
const ANSWER_WHILE_FROZEN_MS = 800
/**
 * Milliseconds after a frozen process wakes in which the limit is not checked: a request that it was about to write arrives
 * beside those of the process that has taken over.
 */
const WAKING_MS = 1_000
/** Longer than the lease of the sender. */
const FREEZE_MS = 3_000
const SENDER = fileURLToPath(new URL('../support/callback-sender.ts', import.meta.url))

const postgres = await throwawayPostgres('quick')
after(async () => ('url' in postgres ? postgres.stop() : undefined))

suite('three dispatchers on one database', { skip: 'missing' in postgres && postgres.missing }, () => {
  test('lose no delivery to kill -9 and freezes, repeat only interrupted ones, and respect the limit of an endpoint', async (t) => {
    const senders: ChildProcess[] = []
    // Registered first, because the database is dropped after the test.
    t.after(async () => void (await Promise.all(senders.map(kill))))
    const world = await emptyWorld(t)
    const endpoint = await TestEndpoint.listen(t)
    const jobs: string[] = []
    for (let i = 0; i < JOBS_PER_FAULT * (2 * KILLS + 1); i++)
      jobs.push(await world.endedJob({ callback_url: endpoint.url('/200') }))

    const start = () => senders.push(fork(SENDER, [JSON.stringify(world.place)], { execArgv: [] }))
    let inProgress = 0
    let most = 0
    let faults = 0
    let isFrozen = false
    let wokenAt = -Infinity
    const replace = async () => {
      await Promise.all(senders.splice(0, 1).map(kill))
      start()
    }
    const freeze = async () => {
      const [sender = assert.fail()] = senders.splice(0, 1)
      senders.push(sender)
      isFrozen = true
      sender.kill('SIGSTOP')
      await delay(FREEZE_MS)
      sender.kill('SIGCONT')
      isFrozen = false
      wokenAt = performance.now()
    }
    endpoint.answer = (_one, response) => {
      inProgress++
      if (performance.now() - wokenAt > WAKING_MS) most = Math.max(most, inProgress)
      response.once('close', () => inProgress--)
      setTimeout(() => response.end(), isFrozen ? ANSWER_WHILE_FROZEN_MS : ANSWER_MS)
      if (isFrozen || faults === 2 * KILLS || endpoint.received.length < JOBS_PER_FAULT * (faults + 1)) return
      void (faults++ % 2 === 0 ? replace() : freeze())
    }
    for (let i = 0; i < DISPATCHERS; i++) start()

    for (const id of jobs) {
      const [delivery] = await world.settled(id)
      assert.equal(delivery?.state, 'delivered')
      assert.equal(delivery.attempts.length, 1)
    }
    assert.equal(faults, 2 * KILLS)
    const ids = endpoint.received.map(({ headers }) => String(headers['webhook-id']))
    assert.deepEqual(new Set(ids), new Set(jobs.map((id) => `${id}_end`)))
    const repeated = ids.length - jobs.length
    t.diagnostic(`${repeated} of ${jobs.length} came again; at most ${most} were in progress`)
    assert.ok(repeated <= faults * PER_ENDPOINT, `${repeated} came again after ${faults} faults`)
    assert.ok(most <= PER_ENDPOINT, `${most} were in progress`)
  })
})

async function kill(sender: ChildProcess): Promise<void> {
  sender.kill('SIGKILL')
  await once(sender, 'exit')
}

/** A database whose deliveries this process does not send. */
async function emptyWorld(t: TestContext): Promise<CallbackWorld> {
  if ('missing' in postgres) throw new Error(postgres.missing)
  const { url, stop: drop } = await freshDatabase(postgres.url)
  const world = await CallbackWorld.make(t, async () => ({ url, drop }))
  await world.dispatcher.close(0)
  return world
}
