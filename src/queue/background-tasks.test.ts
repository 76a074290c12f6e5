import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Store } from '../store/open-store.ts'
import { AuditLog } from '../jobs/audit-log.ts'
import { BackgroundTasks } from './background-tasks.ts'

/** Milliseconds per job in the first 8 batches and in the next 8, when other requests have slowed the database down. */
const COSTS = [0.05, 0.1]

test('batches take about 5 ms each, however long a job takes, and are followed by a pause of three times that', async (t) => {
  let [now, rested, restsSince] = [0, 0, Date.now()]
  t.mock.method(performance, 'now', () => now)
  const batches: number[] = []
  const done = Promise.withResolvers<void>()
  const advance = async (jobs: number) => {
    rested += Date.now() - restsSince
    const cost = COSTS[Math.floor(batches.length / 8)]
    if (cost === undefined) {
      done.resolve()
      return false
    }
    batches.push(jobs)
    now += jobs * cost
    restsSince = Date.now()
    return true
  }
  const store = {
    isShared: false,
    accountDeletions: { begun: async () => [] },
    bulkRequests: { advance },
    retention: { expiring: async () => [] },
    trash: { removeExpired: async () => 0 },
    webhooks: { removeOld: async () => false },
    reclaim: async () => false,
    nodes: { first: async () => 'node' },
    wake: { notify: () => {} },
  }
  const retention = { audioDays: null, transcriptDays: null }
  const log = pino({ level: 'silent' })
  const background = new BackgroundTasks(store as unknown as Store, {
    node: 'node',
    retention,
    trashDays: 7,
    lackedBytes: async () => 0,
    audit: new AuditLog({ add: async () => {} }, { log, days: 0 }),
    log,
  })
  background.wake()
  await done.promise
  await background.close()
  assert.deepEqual(batches, [4, 8, 16, 32, 64, 100, 100, 100, 100, 50, 50, 50, 50, 50, 50, 50])
  // Timers may fire a fraction of a millisecond early.
  assert.ok(rested >= 3 * now - batches.length, `${rested} ms`)
})
