import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openFresh } from '../../test/support/fresh-store.ts'
import { until } from '../../test/support/until.ts'
import { RecognisedText } from '../jobs/recognised-text.ts'
import type { WorkStore } from '../store/jobs/work-store.ts'
import type { Store } from '../store/open-store.ts'
import { ClaimBeat } from './claim-beat.ts'
import type { JobQueue } from './job-queue.ts'

const LEASE_MS = 600

test('a node whose own beat is late, as after a database failure, gives others time to extend their leases', async (t) => {
  const { store, account, dialect, close } = await openFresh(async () => ({
    url: null,
    drop: async () => {},
  }))
  t.after(close)
  const { work, texts } = store
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
    leaseMs: LEASE_MS,
    progress: () => null,
    text: () => null,
    onError: (error: unknown) => assert.ifError(error),
  }
  const beats = new ClaimBeat({ work, texts }, [], options)
  t.after(async () => beats.close())
  beats.start()
  await until(() => owners.includes(null))
  assert.equal(owners[1], 'other', 'the late beat released nothing')
})

test('a claim that no queue of its node knows is released, since its end or the answer to it was lost; others are kept', async (t) => {
  const { store, account, dialect, close } = await openFresh(async () => ({
    url: null,
    drop: async () => {},
  }))
  t.after(close)
  const { work, texts } = store
  const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
  const expired = { stage: 'fetch', leaseMs: -1 } as const
  for (let i = 0; i < 2; i++) await store.jobs.create(account, job)
  const [unknown, known] = [await work.claim('node', expired), await work.claim('node', expired)]
  assert.ok(unknown && known)
  const queue = { claims: () => [known], abort: () => assert.fail('it was not lost'), wake: () => {} }
  const beats = new ClaimBeat({ work, texts }, [queue as unknown as JobQueue], {
    ...{ leaseMs: 60_000, progress: () => null, text: () => null },
    onError: (error) => assert.ifError(error),
  })
  t.after(async () => beats.close())
  beats.start()
  await until(
    async () =>
      (await dialect.db.selectFrom('work').where('owner', 'is', null).select('job_id').execute()).length > 0,
  )
  assert.equal((await work.claim('other', expired))?.jobId, unknown.jobId)
  assert.equal(await work.claim('other', expired), null)
})

test('a reader of the beginning gets the whole text even if it grows while the answer of the store is lost', async (t) => {
  const { store, account, close } = await openFresh(async () => ({ url: null, drop: async () => {} }))
  t.after(close)
  const { work, texts } = store
  const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
  const { id } = await store.jobs.create(account, job)
  const claim = await work.claim('node', { stage: 'fetch', leaseMs: 60_000 })
  assert.ok(claim)
  const text = new RecognisedText()
  text.append('One.')
  const reader = new RecognisedText(text.attempt)
  const add = texts.add.bind(texts)
  texts.add = async (...given) => {
    await add(...given)
    if (text.whole !== 'One.') return
    await texts.read(id, reader)
    text.append(' Two.')
    throw new Error('the connection broke')
  }
  const queue = { claims: () => [claim], abort: () => {}, wake: () => {} }
  const beats = new ClaimBeat({ work, texts }, [queue as unknown as JobQueue], {
    ...{ leaseMs: LEASE_MS, progress: () => null },
    text: () => text,
    onError: () => {},
  })
  t.after(async () => beats.close())
  beats.start()
  await until(async () => (await texts.read(id, null))?.whole === 'One. Two.')
  assert.equal((await texts.read(id, reader))?.whole, 'One. Two.')
})

test('each beat aborts lost claims and wakes every queue; none follows once it is closed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const seen: string[] = []
  const claims = [
    { jobId: 'kept', node: 'node', epoch: 1 },
    { jobId: 'lost', node: 'node', epoch: 2 },
  ]
  const queues = claims.map((claim, i) => ({
    claims: () => [claim],
    abort: (jobId: string, epoch?: number) => void seen.push(`${i} aborts ${jobId} of epoch ${epoch}`),
    wake: () => void seen.push(`${i} is woken`),
  }))
  const work: Pick<WorkStore, 'beat' | 'releaseExpired'> = {
    beat: async (beaten) => beaten.filter(({ jobId }) => jobId === 'lost'),
    releaseExpired: async () => 0,
  }
  const beats = new ClaimBeat({ work } as Store, queues as unknown as JobQueue[], {
    leaseMs: 60_000,
    progress: () => null,
    text: () => null,
    onError: (error: unknown) => assert.ifError(error),
  })
  const expected = ['0 aborts lost of epoch 2', '1 aborts lost of epoch 2', '0 is woken', '1 is woken']
  beats.start()
  for (let beat = 0; beat < 2; beat++) {
    await new Promise(setImmediate)
    assert.deepEqual(seen.splice(0), expected)
    t.mock.timers.tick(1_000)
  }
  await beats.close()
  assert.deepEqual(seen.splice(0), expected, 'the beat in progress')
  t.mock.timers.tick(10_000)
  await new Promise(setImmediate)
  assert.deepEqual(seen, [])
})
