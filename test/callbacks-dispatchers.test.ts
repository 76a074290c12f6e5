/**
 * Three processes send the callbacks of one PostgreSQL database and are killed again and again.
 *
 * Killed twice, or as often as TEST_DISPATCHER_KILLS says.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, suite, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CallbackWorld } from './support/callback-world.ts'
import { TestEndpoint } from './support/callback-endpoint.ts'
import { freshDatabase, throwawayPostgres } from './support/throwaway-postgres.ts'

const KILLS = Number(process.env['TEST_DISPATCHER_KILLS'] ?? 2)
const DISPATCHERS = 3
const JOBS_PER_KILL = 40
/** As the sender has it. */
const PER_ENDPOINT = 8
/** Milliseconds that the endpoint takes, so that the limit is reached. */
const ANSWER_MS = 10
const SENDER = fileURLToPath(new URL('support/callback-sender.ts', import.meta.url))

const postgres = await throwawayPostgres('quick')
after(async () => ('url' in postgres ? postgres.stop() : undefined))

suite('three dispatchers on one database', { skip: 'missing' in postgres && postgres.missing }, () => {
  test('lose no delivery to kill -9, repeat only what was interrupted, and keep the limit of an endpoint', async (t) => {
    const senders: ChildProcess[] = []
    // First: the database is dropped after the test.
    t.after(async () => void (await Promise.all(senders.map(kill))))
    const world = await emptyWorld(t)
    const endpoint = await TestEndpoint.listen(t)
    const jobs: string[] = []
    for (let i = 0; i < JOBS_PER_KILL * (KILLS + 1); i++)
      jobs.push(await world.endedJob({ callback_url: endpoint.url('/200') }))

    const start = () => senders.push(fork(SENDER, [JSON.stringify(world.place)], { execArgv: [] }))
    let inProgress = 0
    let most = 0
    let kills = 0
    const replace = async () => {
      await Promise.all(senders.splice(0, 1).map(kill))
      start()
    }
    endpoint.answer = (_one, response) => {
      most = Math.max(most, ++inProgress)
      response.once('close', () => inProgress--)
      setTimeout(() => response.end(), ANSWER_MS)
      if (kills < KILLS && endpoint.received.length >= JOBS_PER_KILL * (kills + 1)) {
        kills++
        void replace()
      }
    }
    for (let i = 0; i < DISPATCHERS; i++) start()

    for (const id of jobs) {
      const [delivery] = await world.settled(id)
      assert.equal(delivery?.state, 'delivered')
      assert.equal(delivery.attempts.length, 1)
    }
    assert.equal(kills, KILLS)
    const ids = endpoint.received.map(({ headers }) => String(headers['webhook-id']))
    assert.deepEqual(new Set(ids), new Set(jobs.map((id) => `${id}_end`)))
    const repeated = ids.length - jobs.length
    t.diagnostic(`${repeated} of ${jobs.length} came again; at most ${most} were in progress`)
    assert.ok(repeated <= KILLS * PER_ENDPOINT, `${repeated} came again after ${KILLS} kills`)
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
