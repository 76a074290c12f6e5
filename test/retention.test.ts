/** Jobs and their audio are deleted when their retention ends, and no others. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, mock, suite, test, type TestContext } from 'node:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Job } from '../src/contract/job.ts'
import type { JobRetention } from '../src/contract/retention.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import type { Retention } from '../src/jobs/deletion.ts'
import { AuditLog } from '../src/jobs/audit-log.ts'
import { BackgroundTasks } from '../src/queue/background-tasks.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { requestParams } from './support/request-params.ts'
import { checkSums } from './support/store-sums.ts'
import { until } from './support/until.ts'

const DAY = 86_400_000
const BEGIN = Date.UTC(2026, 0, 1)
const NODE = 'node'
const FOR_EVER: Retention = { audioDays: null, transcriptDays: null }

onEachStore('retention', (fresh) => {
  async function opened(t: TestContext) {
    mock.timers.enable({ apis: ['Date'], now: BEGIN })
    t.after(() => mock.timers.reset())
    const world = await openFresh(fresh)
    t.after(world.close)
    const { store } = world
    const upload = async (account: number) => {
      const id = randomUUID()
      await store.uploads.begin(id, NODE)
      const about = {
        filename: 'talk.wav',
        extension: 'wav',
        source: null,
        size: 44,
        duration: 1,
        channels: 1,
      }
      await store.files.add(account, { id, ...about })
      return id
    }
    const create = async (account: number, retention: JobRetention | null, fileId: string | null) => {
      const params = retention === null ? {} : { retention }
      const job = { kind: 'pre-recorded', customMetadata: { a: '1' }, requestParams: params, fileId } as const
      return (await store.jobs.create(account, job)).id
    }
    const fail = async (id: string) => store.work.finish(id, { status: 'error', code: 422, message: 'no' })
    const sweep = async (byDefault: Retention) => {
      for (const jobs of await store.retention.expiring(byDefault))
        while ((await store.retention.removeExpired(jobs, 3)) > 0);
    }
    /** What is left of a job. */
    const left = async (account: number, id: string) => {
      const file = await store.jobs.fileOf(account, id, null)
      return file === null ? 'nothing' : file === 'expired' ? 'transcript' : 'all'
    }
    return { ...world, upload, create, fail, sweep, left }
  }

  const days = fc.constantFrom(undefined, null, 0, 1, 3)
  const accountDays = fc.constantFrom(null, 0, 1, 3)
  const made = fc.record({
    owner: fc.nat(2),
    audio_days: days,
    transcript_days: days,
    endsOn: fc.option(fc.nat(4), { nil: null }),
  })

  test('is that of the job, of the account, or the default, counted from the end of the job', async (t) => {
    const { store, dialect, upload, create, fail, sweep, left } = await opened(t)
    const [settings] = fc.sample(
      fc.array(fc.tuple(accountDays, accountDays), { minLength: 5, maxLength: 5 }),
      {
        numRuns: 1,
        seed: 7,
      },
    )
    const [byDefault, ...ofAccounts] = settings!.map(([audioDays, transcriptDays]) => ({
      audioDays,
      transcriptDays,
    }))
    const accounts = await Promise.all(['a', 'b', 'c'].map(async (name) => store.accounts.ensure(name)))
    // The third account has set none.
    for (const [i, account] of accounts.slice(0, 2).entries())
      await store.retention.set(account, ofAccounts[i]!)
    const jobs: {
      id: string
      account: number
      retention: JobRetention
      endsOn: number | null
      owner: number
    }[] = []
    for (const { owner, audio_days, transcript_days, endsOn } of fc.sample(made, { numRuns: 60, seed: 11 })) {
      const account = accounts[owner]!
      const retention = {
        ...(audio_days !== undefined && { audio_days }),
        ...(transcript_days !== undefined && { transcript_days }),
      }
      const id = await create(account, retention, await upload(account))
      jobs.push({ id, account, retention, endsOn, owner })
    }
    const was = new Map<string, string>()
    for (let day = 0; day < 9; day++) {
      mock.timers.setTime(BEGIN + day * DAY)
      for (const { id, endsOn } of jobs) if (endsOn === day) await fail(id)
      // An account changes it during the run, which applies to existing jobs.
      if (day === 6) await store.retention.set(accounts[0]!, ofAccounts[2]!)
      await sweep(byDefault!)
      for (const job of jobs) {
        const { id, account, retention, endsOn, owner } = job
        const set = owner === 2 ? byDefault! : owner === 0 && day >= 6 ? ofAccounts[2]! : ofAccounts[owner]!
        const { audio_days = set.audioDays, transcript_days = set.transcriptDays } = retention
        const isOver = (kept: number | null) => endsOn !== null && kept !== null && day >= endsOn + kept
        const last = was.get(id)
        const now = isOver(transcript_days) ? 'nothing' : isOver(audio_days) ? 'transcript' : 'all'
        // What is deleted stays deleted when the retention becomes longer.
        const expected = last === 'nothing' || (last === 'transcript' && now === 'all') ? last : now
        assert.equal(await left(account, id), expected, `day ${day}: ${JSON.stringify(job)}`)
        was.set(id, expected)
      }
    }
    await checkSums(dialect.db)
    const kept = await dialect.db.selectFrom('files').select('id').execute()
    assert.equal(kept.length, jobs.filter((job) => was.get(job.id) === 'all').length)
  })

  test('deletes jobs of other accounts when the database rejects a deletion', async (t) => {
    const { store, dialect, upload, create, fail, left } = await opened(t)
    const accounts = [await store.accounts.ensure('first'), await store.accounts.ensure('second')]
    const [rejected = '', other = ''] = await Promise.all(
      accounts.map(async (account) => create(account, null, await upload(account))),
    )
    for (const id of [rejected, other]) await fail(id)
    // A row of a damaged database, which refers to the job.
    await sql`create table stray (account bigint, ordinal bigint,
      foreign key (account, ordinal) references jobs (account, ordinal))`.execute(dialect.db)
    await sql`insert into stray select account, ordinal from jobs where id = ${rejected}`.execute(dialect.db)
    await store.nodes.register(
      { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      60_000,
      null,
    )
    mock.timers.tick(2 * DAY)
    const errors: unknown[] = []
    const background = new BackgroundTasks(store, {
      node: NODE,
      retention: { audioDays: null, transcriptDays: 1 },
      trashDays: 7,
      lackedBytes: async () => 0,
      audit: new AuditLog(store.audit, { log: pino({ level: 'silent' }), days: 1 }),
      log: pino({}, { write: (line) => void errors.push(JSON.parse(line)) }),
    })
    background.wake()
    await until(async () => (await left(accounts[1]!, other)) === 'nothing')
    await background.close()
    assert.equal(await left(accounts[0]!, rejected), 'all')
    const [{ msg, account } = assert.fail()] = errors as { msg: string; account: number }[]
    assert.deepEqual([msg, account], ['expired jobs could not be deleted', accounts[0]])
  })

  test('keeps audio that another job uses, and deletes derived files with their source', async (t) => {
    const { store, account, upload, create, fail, sweep, left } = await opened(t)
    const file = await upload(account)
    const derived = { playback: randomUUID(), peaks: randomUUID() }
    for (const id of Object.values(derived)) await store.uploads.begin(id, NODE)
    await store.files.addDerived(account, file, derived)
    const [first, second] = [
      await create(account, { audio_days: 0 }, file),
      await create(account, null, file),
    ]
    for (const id of [first, second]) await fail(id)
    await sweep(FOR_EVER)
    assert.deepEqual([await left(account, first), await left(account, second)], ['transcript', 'all'])
    assert.notEqual(await store.files.derived(account, file), null)
    await store.retention.set(account, { audioDays: 0, transcriptDays: null })
    await sweep(FOR_EVER)
    assert.equal(await left(account, second), 'transcript')
    assert.equal(await store.files.derived(account, file), null)
    const bytes = [file, derived.playback, derived.peaks]
    assert.deepEqual((await store.uploads.releaseAbandoned(10)).toSorted(), bytes.toSorted())
  })
})

suite('the retention of an account', () => {
  const file = {
    id: randomUUID(),
    filename: 'talk.wav',
    extension: 'wav',
    source: null,
    size: 44,
    duration: 1,
  }
  let service: RunningService
  let ended = ''
  before(async () => {
    service = await runService({ RETENTION_AUDIO_DAYS: '1', ALLOW_PRIVATE_URLS: '1' }, async (store) => {
      const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
      await store.uploads.begin(file.id, NODE)
      await store.files.add(account, { ...file, channels: 1 })
      const job = { kind: 'pre-recorded', customMetadata: null, fileId: file.id } as const
      const params = requestParams('pre-recorded', 'https://example.com/a.wav')
      ended = (await store.jobs.create(account, { ...job, requestParams: params })).id
      await store.work.finish(ended, { status: 'error', code: 422, message: 'no' })
    })
  })
  after(async () => service.close())

  const send = async (method: string, path: string, body?: object) =>
    service.request(path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })

  test('is the configured one until it is set, and then applies to existing jobs', async () => {
    assert.deepEqual(await (await send('GET', '/v2/retention')).json(), {
      audio_days: 1,
      transcript_days: null,
    })
    assert.equal((await send('PUT', '/v2/retention', { audio_days: -1, transcript_days: null })).status, 400)
    const set = { audio_days: 0, transcript_days: null }
    assert.deepEqual(await (await send('PUT', '/v2/retention', set)).json(), set)
    assert.deepEqual(await (await send('GET', '/v2/retention')).json(), set)
    const { file: expired } = await until(
      async () => (await (await send('GET', `/v2/jobs/${ended}`)).json()) as Job,
      (job) => job.file?.deleted_at !== undefined,
    )
    assert.equal(expired?.filename, file.filename)
    for (const path of ['file', 'peaks', 'playback']) {
      const answer = await send('GET', `/v2/jobs/${ended}/${path}`)
      assert.equal(answer.status, 410)
      assert.match(((await answer.json()) as { message: string }).message, /its retention has ended/)
    }
    const audited = await until(() => service.log.find(({ operation }) => operation === 'expireAudio'))
    const { msg, account, jobs } = audited ?? {}
    assert.deepEqual({ msg, account, jobs }, { msg: 'audit', account: 1, jobs: 1 })
  })

  test('is overridden by that of a job, which request_params shows', async () => {
    const retention = { audio_days: 2, transcript_days: null }
    for (const [path, body] of [
      ['/v2/live', {}],
      ['/v2/pre-recorded', { audio_url: 'http://127.0.0.1:9/a.wav' }],
    ] as const) {
      const { id } = (await (await send('POST', path, { ...body, retention })).json()) as { id: string }
      const job = (await (await send('GET', `/v2/jobs/${id}`)).json()) as Job
      assert.deepEqual(job.request_params.retention, retention)
      const wrong = await send('POST', path, { ...body, retention: { audio_day: 2 } })
      assert.equal(wrong.status, 400)
    }
  })
})
