import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openFresh } from '../../test/support/fresh-store.ts'
import { until } from '../../test/support/until.ts'
import { ClaimBeat } from './claim-beat.ts'

const LEASE_MS = 600

test('a node that was late itself, as after a failure of the database, leaves the others time to extend their leases', async (t) => {
  const { store, account, dialect, close } = await openFresh(async () => ({
    url: null,
    drop: async () => {},
  }))
  t.after(close)
  const { work } = store
  const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
  await store.jobs.create(account, job)
  await work.claim('other', { stage: 'fetch', leaseMs: -1 })
  const owners: unknown[] = []
  const beat = work.beat.bind(work)
  work.beat = async (...given) => {
    const { owner } = await dialect.db.selectFrom('work').select('owner').executeTakeFirstOrThrow()
    owners.push(owner)
    if (owners.length === 1) await delay(LEASE_MS)
    return beat(...given)
  }
  const options = {
    node: 'node',
    leaseMs: LEASE_MS,
    progress: () => null,
    onError: (error: unknown) => assert.ifError(error),
  }
  const beats = new ClaimBeat(work, [], options)
  t.after(async () => beats.close())
  beats.start()
  await until(() => owners.includes(null))
  assert.equal(owners[1], 'other', 'the beat that was late released nothing')
})
