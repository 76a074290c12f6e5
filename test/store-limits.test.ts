/** The limits of accounts in the store are exact, whichever processes use them up at the same time. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, mock, test } from 'node:test'
import { OPERATOR } from '../src/jobs/caller.ts'
import { liveParamsOf, liveRequest } from '../src/contract/live-request.ts'
import type { LimitName } from '../src/contract/account-limits.ts'
import type { Transcription } from '../src/contract/transcript.ts'
import { CANCELLED } from '../src/jobs/cancellation.ts'
import type { NewJob } from '../src/jobs/job.ts'
import { GB, LimitError } from '../src/jobs/limits.ts'
import { openStore, type Store } from '../src/store/open-store.ts'
import type { StoredFile } from '../src/jobs/stored-file.ts'
import { openTestStore, TEST_SECRET_KEY } from '../src/store/testing/open-test-store.ts'
import { changeBetween } from '../src/transcripts/revised-transcript.ts'
import { LEASE_MS, NODE } from './support/claim-work.ts'
import { openFresh, type OpenStore } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { requestParams } from './support/request-params.ts'
import { dialectOf, type StorePlace } from './support/store-place.ts'
import { checkSums } from './support/store-sums.ts'

const HOUR = 3_600_000
const LATER = Date.UTC(2100, 0, 1)

onEachStore('the limits of accounts', (fresh) => {
  let opened: OpenStore
  /** The store of another process, if there may be one. */
  let other: Store
  let store: Store

  before(async () => {
    let place: StorePlace | undefined
    opened = await openFresh(fresh, async (made) => void (place = made))
    store = opened.store
    other = store.isShared ? await openTestStore(dialectOf(place!)) : store
    await store.nodes.register(
      { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      LEASE_MS,
      null,
    )
  })
  after(async () => {
    if (other !== store) await other.close()
    await opened.close()
  })

  const newAccount = async (limits: Partial<Record<LimitName, number>>): Promise<number> => {
    const account = await store.accounts.ensure(randomUUID())
    await store.accounts.change(account, { limits })
    return account
  }
  const addFile = async (account: number, file: StoredFile): Promise<string> => {
    await store.uploads.begin(file.id, NODE)
    await store.files.add(account, file)
    return file.id
  }
  const used = async (account: number) => (await store.accounts.get(account)).used
  /** Creates jobs at the same time, by two processes. @returns the ids of the created jobs */
  const createAll = async (account: number, jobs: readonly NewJob[], limit: LimitName) => {
    const settled = await Promise.allSettled(
      jobs.map(async (job, i) => (i % 2 === 0 ? store : other).jobs.create(account, job)),
    )
    for (const one of settled) if (one.status === 'rejected') isLimited(limit)(one.reason)
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  }

  test('allow exactly as many open jobs as the account may have, of 64 created at the same time', async () => {
    const account = await newAccount({ open_jobs: 10 })
    const jobs = Array.from({ length: 64 }, () => jobOf(null))
    const created = await createAll(account, jobs, 'open_jobs')
    assert.equal(created.length, 10)
    assert.equal((await used(account)).open_jobs, 10)
    const [first = '', second = ''] = created
    await store.work.finish(first, CANCELLED)
    await store.work.finish(second, CANCELLED)
    assert.equal((await createAll(account, jobs, 'open_jobs')).length, 2)
    await checkSums(opened.dialect.db)
  })

  test('give a request with an idempotency key its first answer, also at the limit', async () => {
    const account = await newAccount({ open_jobs: 1 })
    const request = { account, operation: 'create', key: 'k', fingerprint: 'f', node: null }
    const create = async () =>
      store.jobs.create(account, { ...jobOf(null), request: { ...request, answer: () => '{}' } })
    await create()
    await assert.rejects(create(), { name: 'KeyUsedError' })
  })

  test('count the minutes of uploads when their jobs are created, and are reset each day', async (t) => {
    t.after(() => mock.timers.reset())
    mock.timers.enable({ apis: ['Date'], now: Date.UTC(2025, 5, 1, 22) })
    const account = await newAccount({ minutes_per_day: 60 })
    const file = await addFile(account, fileOf({ duration: 600 }))
    const created = await createAll(
      account,
      Array.from({ length: 20 }, () => jobOf(file)),
      'minutes_per_day',
    )
    assert.equal(created.length, 6)
    assert.equal((await used(account)).minutes_per_day, 60)
    for (const fileId of [file, null])
      await assert.rejects(store.jobs.create(account, jobOf(fileId)), (error) => {
        assert.ok(isLimited('minutes_per_day')(error))
        return error.retryAfter === (2 * HOUR) / 1000
      })
    await assert.rejects(begin(store, account), isLimited('minutes_per_day'))
    mock.timers.setTime(Date.UTC(2025, 5, 2))
    await store.jobs.create(account, jobOf(file))
    assert.equal((await used(account)).minutes_per_day, 10)
  })

  test('count the minutes and the bytes of a URL when it has been fetched', async () => {
    const account = await newAccount({ minutes_per_day: 60, storage_gb: 1 })
    const fetched = async (file: StoredFile) => {
      const { id } = await store.jobs.create(account, jobOf(null))
      const claim = await claimOf(store, id)
      await store.uploads.begin(file.id, NODE)
      return store.work.attachFile(claim, file)
    }
    assert.equal(await fetched(fileOf({ duration: 3_000, size: 0.6 * GB })), true)
    await assert.rejects(fetched(fileOf({ duration: 601 })), isLimited('minutes_per_day'))
    await assert.rejects(fetched(fileOf({ size: 0.5 * GB })), isLimited('storage_gb'))
    const { minutes_per_day, storage_gb } = await used(account)
    assert.deepEqual({ minutes_per_day, storage_gb }, { minutes_per_day: 50, storage_gb: 0.6 })
    await checkSums(opened.dialect.db)
  })

  test('count all stored bytes, whether jobs use them or not, and deletions make room', async () => {
    const account = await newAccount({ storage_gb: 1 })
    const files = Array.from({ length: 16 }, () => fileOf({ size: 0.3 * GB }))
    for (const { id } of files) await store.uploads.begin(id, NODE)
    const settled = await Promise.allSettled(
      files.map(async (file, i) => (i % 2 === 0 ? store : other).files.add(account, file)),
    )
    const stored = files.filter((_, i) => settled[i]?.status === 'fulfilled')
    assert.equal(stored.length, 3)
    const add = async () => addFile(account, fileOf({ size: 0.3 * GB }))
    await assert.rejects(add(), (error) => isLimited('storage_gb')(error) && error.retryAfter === null)

    const { id } = await store.jobs.create(account, jobOf(stored[0]!.id))
    await store.work.finish(id, CANCELLED)
    await store.jobs.delete(account, id, null)
    await add()
    await assert.rejects(add(), isLimited('storage_gb'))
    await store.files.removeUnused(LATER, 1_000)
    assert.equal((await used(account)).storage_gb, 0)
    await addFile(account, fileOf({ size: GB }))
    await assert.rejects(begin(store, account), isLimited('storage_gb'))
    await assert.rejects(store.jobs.create(account, jobOf(null)), isLimited('storage_gb'))
    await checkSums(opened.dialect.db)
  })

  test('count results and revisions as storage, which limits what an account may correct', async () => {
    const account = await newAccount({ storage_gb: 400_000 / GB })
    const said = (text: string): Transcription => {
      const one = { start: 0, end: 1, confidence: 1, channel: 0, words: [], text, language: 'en' as const }
      return { full_transcript: text, languages: ['en'], utterances: [one] }
    }
    const { id } = await store.jobs.create(account, jobOf(null))
    let last = said('x'.repeat(150_000))
    // A result is stored in any case: only a correction is refused.
    await store.work.finish(id, { status: 'done', result: { transcription: last } as never })
    const size = (await used(account)).storage_gb * GB
    assert.ok(size > 150_000, String(size))
    const correct = async (from: number) => {
      // Nothing that could be compressed.
      const next = said(randomBytes(10_000).toString('hex'))
      const change = changeBetween(last, next)
      last = next
      return store.transcripts.add(account, id, { from, ...change, changes: 1, by: OPERATOR })
    }
    await correct(0)
    await assert.rejects(async () => {
      for (let from = 1; from < 10; from++) await correct(from)
    }, isLimited('storage_gb'))
    await checkSums(opened.dialect.db)
    const { newest } = (await store.transcripts.state(account, id)) ?? assert.fail()
    assert.ok(newest >= 1 && newest < 10, String(newest))
    await store.jobs.delete(account, id, null)
    assert.equal((await used(account)).storage_gb, 0)
  })

  test('count live audio while it is received, and the rest at the end', async () => {
    const account = await newAccount({ minutes_per_day: 60 })
    const { id } = await begin(store, account)
    await store.live.start(id, NODE)
    const count = async (seconds: number) =>
      (await store.live.countAudio(NODE, [{ jobId: id, seconds, bytes: 0 }])).map(({ error }) => error.limit)
    // As by two nodes, while the session moves from one to the other.
    assert.deepEqual(await Promise.all([count(1_800), count(1_800)]), [[], []])
    assert.deepEqual(await count(1_800), [])
    assert.equal((await used(account)).minutes_per_day, 30)
    assert.deepEqual(await count(3_601), ['minutes_per_day'])
    const file = fileOf({ duration: 3_660 })
    await store.uploads.begin(file.id, NODE)
    await store.live.finish(id, NODE, CANCELLED, file)
    assert.equal((await used(account)).minutes_per_day, 61)
    assert.deepEqual(await count(9_999), [])
    await checkSums(opened.dialect.db)
  })

  test('are those of the configuration until the account has its own', async () => {
    const account = await newAccount({ open_jobs: 0 })
    const unlimited = await newAccount({})
    await assert.rejects(store.jobs.create(account, jobOf(null)), isLimited('open_jobs'))
    await store.jobs.create(unlimited, jobOf(null))
    const strict = await openStore(opened.dialect, TEST_SECRET_KEY, {
      ...(await store.accounts.get(unlimited)).limits,
      open_jobs: 1,
    })
    await assert.rejects(strict.jobs.create(unlimited, jobOf(null)), isLimited('open_jobs'))
    await store.accounts.change(unlimited, { limits: { open_jobs: null } })
    await strict.jobs.create(unlimited, jobOf(null))
    await store.accounts.change(unlimited, { limits: { open_jobs: 'default' } })
    await assert.rejects(strict.jobs.create(unlimited, jobOf(null)), isLimited('open_jobs'))
    const listed = (await strict.accounts.list()).find(({ id }) => id === unlimited)
    assert.deepEqual(listed?.own, {})
    assert.equal(listed.limits.open_jobs, 1)
    assert.equal(listed.jobs, 2)
  })
})

const isLimited =
  (limit: LimitName) =>
  (error: unknown): error is LimitError => {
    assert.ok(error instanceof LimitError, String(error))
    assert.equal(error.limit, limit)
    return true
  }

function jobOf(fileId: string | null): NewJob {
  return { kind: 'pre-recorded', customMetadata: null, requestParams: requestParams('pre-recorded'), fileId }
}

function fileOf(of: Partial<Pick<StoredFile, 'duration' | 'size'>>): StoredFile {
  const name = { filename: 'talk.wav', extension: 'wav', source: null }
  return { id: randomUUID(), ...name, size: 44, duration: 1, channels: 1, ...of }
}

async function begin(store: Store, account: number) {
  const params = liveParamsOf(liveRequest.parse({}))
  return store.live.begin(account, { customMetadata: null, params, key: null }, randomUUID())
}

/** Claims jobs to fetch until it has this one. */
async function claimOf(store: Store, jobId: string) {
  for (;;) {
    const claim = await store.work.claim(NODE, { stage: 'fetch', leaseMs: LEASE_MS })
    assert.ok(claim)
    if (claim.jobId === jobId) return claim
  }
}
