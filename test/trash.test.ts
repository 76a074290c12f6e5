/** Deleted jobs in the trash: nothing shows them, they can be restored unchanged, and they are deleted in time. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, mock, test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { wav } from '../src/audio/testing/media.ts'
import type { Deletion } from '../src/contract/deletions.ts'
import type { JobRetention } from '../src/contract/retention.ts'
import type { CreatedShare } from '../src/contract/shares.ts'
import type { TrashPage } from '../src/contract/trash.ts'
import type { Retention } from '../src/jobs/deletion.ts'
import { subscribe } from '../src/platform/metrics.ts'
import { AuditLog } from '../src/jobs/audit-log.ts'
import { BackgroundTasks } from '../src/queue/background-tasks.ts'
import { said, transcriptionOf } from '../src/text/testing/utterances.ts'
import type { Client } from './support/client.ts'
import { openFresh } from './support/fresh-store.ts'
import { addHeardJob } from './support/heard-job.ts'
import { onEachStore } from './support/on-each-store.ts'
import { randomFrom } from './support/random.ts'
import { runService } from './support/running-service.ts'
import { withDialect } from './support/store-place.ts'
import { checkSums } from './support/store-sums.ts'
import { serveTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'
import { until } from './support/until.ts'

const DAY = 86_400_000
const BEGIN = Date.UTC(2026, 0, 1)
const NODE = 'node'
const FOR_EVER: Retention = { audioDays: null, transcriptDays: null }
const AUDIO = wav({})
const TRANSCRIPT = transcriptionOf(said('The quick brown fox.'))

onEachStore('the trash of an account', (fresh) => {
  let world: TwoAccounts
  let client: Client
  let databaseUrl: string | null
  const place = () => ({ dataDir: world.service.dataDir, databaseUrl })

  before(async () => {
    const database = await fresh()
    databaseUrl = database.url
    world = await serveTwoAccounts(database)
    client = world.client
  })
  after(async () => {
    await withDialect(place(), async ({ db }) => checkSums(db))
    await world.close()
  })

  const doneJob = async (metadata: Record<string, unknown>): Promise<string> =>
    addHeardJob(client, place(), {
      audio: AUDIO,
      filename: 'a.wav',
      seconds: 1,
      transcription: TRANSCRIPT,
      metadata,
    })
  const ok = async (verb: string, path: string, body?: object) => {
    const answer = await client.send(verb, path, body && { body, headers: { 'if-match': '"0"' } })
    assert.ok(answer.status < 300, `${verb} ${path}: ${answer.status} ${String(answer.bytes)}`)
    return answer
  }
  const inTrash = async (sender = client) =>
    (await sender.get<TrashPage>('/v2/trash')).body.items.map(({ id }) => id)

  test('hides a job everywhere else, and restores it unchanged', async () => {
    const jobs = [await doneJob({ a: 1 }), await doneJob({ a: 1, deep: { b: 'x' } }), await doneJob({ a: 1 })]
    const id = jobs[1]!
    const job = `/v2/jobs/${id}`
    await ok('PATCH', job, { title: 'The fox', tags: ['red', 'blue'] })
    const corrected = [{ start: 0, end: 1, channel: 0, text: 'The slow brown bear.' }]
    await ok('PUT', `${job}/transcript`, { utterances: corrected })
    const { url } = (await client.send<CreatedShare>('POST', `${job}/shares`, { body: {} })).body
    const lists = [
      ...[
        '/v2/jobs?limit=100',
        '/v2/jobs?limit=1&offset=1',
        '/v2/pre-recorded',
        '/v2/transcription?status=done',
      ],
      ...['/v2/jobs?tag=red', '/v2/jobs?tag=red&tag=blue&q=bear', '/v2/jobs?q=slow bear', '/v2/jobs?q=quick'],
      ...['/v2/jobs?custom_metadata={"a":1}', '/v2/jobs?custom_metadata={"deep":{"b":"x"},"a":1}'],
    ]
    const paths = [
      ...[
        '',
        '/file',
        '/transcript',
        '/transcript.json',
        '/transcript.txt',
        '/export?format=srt',
        '/revisions',
      ],
      ...['/shares', '/progress', '/matches?q=bear', '/deliveries'],
    ].map((path) => job + path)
    const shown = async () => {
      const answers = new Map<string, unknown>()
      for (const path of [...lists, ...paths]) {
        const { bytes, headers } = await ok('GET', path)
        answers.set(path, [bytes.toString(), headers.get('x-total-count')])
      }
      answers.set('share', await (await fetch(`${url}/transcript`)).text())
      return answers
    }
    const was = await shown()

    await ok('DELETE', `/v2/pre-recorded/${id}?trash=true`)
    for (const path of [...paths, `/v2/pre-recorded/${id}`, `${job}/peaks`, `${job}/playback`])
      await client.refused(404, 'GET', path)
    await client.refused(404, 'PATCH', job, { body: { title: 'no' } })
    await client.refused(404, 'POST', `${job}/shares`, { body: {} })
    await client.refused(404, 'DELETE', job)
    assert.equal((await fetch(`${url}/transcript`)).status, 404)
    for (const path of lists) {
      const { bytes } = await ok('GET', path)
      assert.ok(!bytes.includes(id), path)
    }
    const { items, days, next } = (await client.get<TrashPage>('/v2/trash')).body
    const { deleted_at, expires_at, ...rest } = items[0] ?? assert.fail()
    assert.deepEqual([items.length, days, next], [1, 7, null])
    assert.equal(Date.parse(expires_at), Date.parse(deleted_at) + 7 * DAY)
    const { result: _result, ...whole } = JSON.parse((was.get(job) as [string])[0]) as Record<string, unknown>
    assert.deepEqual(rest, whole)

    assert.deepEqual(await inTrash(world.stranger), [])
    for (const [verb, path] of [
      ['POST', `/v2/trash/${id}/restore`],
      ['DELETE', `/v2/trash/${id}`],
    ] as const)
      await world.stranger.refused(404, verb, path)
    await world.stranger.send('DELETE', '/v2/trash')

    await ok('POST', `/v2/trash/${id}/restore`)
    assert.deepEqual(await shown(), was)
    assert.deepEqual(await inTrash(), [])
    await client.refused(404, 'POST', `/v2/trash/${id}/restore`)
  })

  test('is emptied at once, keeps later deletions, and is listed page by page', async () => {
    const [first = '', second = '', ...others] = [
      ...[await doneJob({ n: 1 }), await doneJob({ n: 2 }), await doneJob({ n: 3 }), await doneJob({ n: 4 })],
    ]
    for (const id of [first, second]) await ok('DELETE', `/v2/jobs/${id}?trash=true`)
    await ok('DELETE', `/v2/trash/${first}`)
    await client.refused(404, 'DELETE', `/v2/trash/${first}`)
    assert.deepEqual(await inTrash(), [second])
    await ok('DELETE', '/v2/trash')
    assert.deepEqual(await inTrash(), [])
    await client.refused(404, 'POST', `/v2/trash/${second}/restore`)
    for (const id of others) await ok('DELETE', `/v2/jobs/${id}?trash=true`)
    await until(async () =>
      withDialect(place(), async ({ db }) => {
        const rows = await db.selectFrom('trash').select('id').execute()
        return rows.length === others.length
      }),
    )
    const shown: string[] = []
    for (let page: string | null = '/v2/trash?limit=1'; page !== null;) {
      const { items, next }: TrashPage = (await client.get<TrashPage>(page)).body
      shown.push(...items.map(({ id }) => id))
      page = next
    }
    assert.deepEqual(shown, others.toReversed())
    await client.refused(400, 'GET', '/v2/trash?cursor=1')
    await ok('DELETE', '/v2/trash')
  })

  test('takes the jobs of a bulk deletion', async () => {
    const ids = [await doneJob({ many: true }), await doneJob({ many: true })]
    const kept = await doneJob({ many: false })
    const query = 'custom_metadata={"many":true}&trash=true'
    const { body } = await client.send<Deletion>('DELETE', `/v2/jobs?${query}`)
    assert.deepEqual([body.matched, body.trash], [2, true])
    await until(async () => (await client.get<Deletion>(`/v2/deletions/${body.id}`)).body.status === 'done')
    assert.deepEqual(await inTrash(), ids.toReversed())
    for (const id of ids) await ok('POST', `/v2/trash/${id}/restore`)
    const { body: page } = await client.get<{ items: { id: string }[] }>('/v2/jobs?limit=3')
    assert.deepEqual(
      page.items.map(({ id }) => id),
      [kept, ...ids.toReversed()],
    )
  })

  test('must be requested explicitly, and takes no unfinished job', async () => {
    const id = await doneJob({})
    for (const query of ['trash=yes', 'trash=', 'Trash=true', 'trash=true&trash=true'])
      await client.refused(400, 'DELETE', `/v2/jobs/${id}?${query}`)
    for (const query of ['trash=true', 'trash=1&status=done', 'trash=true&trash=true&status=done'])
      await client.refused(400, 'DELETE', `/v2/jobs?${query}`)
    const { message } = await client.refused(403, 'DELETE', `/v2/live/${world.liveJob}?trash=true`)
    assert.match(message, /still queued or processing/)
    await client.refused(404, 'DELETE', `/v2/live/${id}?trash=true`)
    await ok('DELETE', `/v2/jobs/${id}?trash=false`)
    assert.deepEqual(await inTrash(), [])
  })
})

test('without a trash, a job that is to be kept is not deleted', async (t) => {
  const service = await runService({ TRASH_DAYS: '0' })
  t.after(async () => service.close())
  for (const path of [`/v2/jobs/${randomUUID()}?trash=true`, '/v2/jobs?status=done&trash=true']) {
    const answer = await service.request(path, { method: 'DELETE' })
    assert.equal(answer.status, 400)
    assert.match(await answer.text(), /trash: there is no trash \(TRASH_DAYS is 0\): leave it out/)
  }
})

onEachStore('jobs in the trash', (fresh) => {
  async function opened(t: TestContext) {
    mock.timers.enable({ apis: ['Date'], now: BEGIN })
    t.after(() => mock.timers.reset())
    const made = await openFresh(fresh)
    t.after(made.close)
    const { store, account } = made
    /** A finished job, with a file of this many bytes. */
    const ended = async (size: number, retention: JobRetention = {}) =>
      endedOf(await uploaded(size), retention)
    const uploaded = async (size: number) => {
      const file = { id: randomUUID(), filename: 'talk.wav', extension: 'wav', source: null, size }
      await store.uploads.begin(file.id, NODE)
      await store.files.add(account, { ...file, duration: 1, channels: 1 })
      return file.id
    }
    const endedOf = async (fileId: string, retention: JobRetention = {}) => {
      const job = {
        kind: 'pre-recorded',
        customMetadata: null,
        requestParams: { retention },
        fileId,
      } as const
      const { id } = await store.jobs.create(account, job)
      await store.work.finish(id, { status: 'error', code: 422, message: 'no' })
      return id
    }
    const trashed = async (size = 44, retention: JobRetention = {}) => {
      const id = await ended(size, retention)
      assert.equal(await store.jobs.trash(account, id, null), 'trashed')
      return id
    }
    const left = async () =>
      (await store.trash.page(account, { after: null, limit: 100 }, 7, FOR_EVER)).map(({ job }) => job.id)
    const sweep = async (byDefault: Retention) => {
      for (const jobs of await store.retention.expiring(byDefault))
        while ((await store.retention.removeExpired(jobs, 3)) > 0);
      while ((await store.trash.removeExpired(7, 3)) > 0);
    }
    return { ...made, uploaded, ended, endedOf, trashed, left, sweep }
  }

  test('are deleted when their days in the trash are over, or their retention ends', async (t) => {
    const { store, account, dialect, trashed, left, sweep } = await opened(t)
    const [long, short, silent] = [
      await trashed(),
      await trashed(44, { transcript_days: 2 }),
      await trashed(44, { audio_days: 1, transcript_days: null }),
    ]
    const byDefault = { audioDays: null, transcriptDays: 5 }
    const page = await store.trash.page(account, { after: null, limit: 9 }, 7, byDefault)
    assert.deepEqual(
      page.map(({ job, expiresAt }) => [job.id, (expiresAt - BEGIN) / DAY]),
      [
        [silent, 7],
        [short, 2],
        [long, 5],
      ],
    )
    mock.timers.setTime(BEGIN + 2 * DAY)
    await sweep(byDefault)
    assert.deepEqual(await left(), [silent, long])
    assert.ok(await store.trash.restore(account, silent))
    assert.equal(await store.jobs.fileOf(account, silent, null), 'expired')
    assert.equal(await store.jobs.trash(account, silent, null), 'trashed')
    mock.timers.setTime(BEGIN + 5 * DAY)
    await store.retention.set(account, FOR_EVER)
    await sweep(byDefault)
    assert.deepEqual(await left(), [silent, long])
    mock.timers.setTime(BEGIN + 7 * DAY)
    await sweep(byDefault)
    assert.deepEqual(await left(), [silent])
    mock.timers.setTime(BEGIN + 9 * DAY)
    await sweep(byDefault)
    assert.deepEqual(await left(), [])
    assert.deepEqual(await dialect.db.selectFrom('files').select('id').execute(), [])
    await checkSums(dialect.db)
  })

  test('make room at the storage limit of the account, in the order of their deletion', async (t) => {
    const { store, account, dialect, ended, trashed, left } = await opened(t)
    await store.accounts.change(account, { limits: { storage_gb: 1 } })
    const ids = []
    for (let i = 0; i < 4; i++) {
      ids.push(await trashed(0.2e9))
      mock.timers.tick(1)
    }
    await ended(0.1e9)
    assert.equal((await left()).length, 4)
    await ended(0.5e9)
    assert.deepEqual(await left(), [ids[3], ids[2]])
    // Even an empty trash would not be enough, so nothing is deleted.
    await assert.rejects(ended(0.8e9), { name: 'LimitError', limit: 'storage_gb' })
    assert.deepEqual(await left(), [ids[3], ids[2]])
    await ended(0.4e9)
    assert.deepEqual(await left(), [])
    await checkSums(dialect.db)
  })

  test('make room with their voices, too', async (t) => {
    const { store, account, dialect, uploaded, left } = await opened(t)
    await store.accounts.change(account, { limits: { storage_gb: 0.002 } })
    const { id } = await store.jobs.create(account, {
      kind: 'pre-recorded',
      customMetadata: null,
      requestParams: {},
      fileId: null,
    })
    await store.work.finish(id, {
      status: 'done',
      result: { transcription: TRANSCRIPT } as never,
      voices: new Uint8Array(1.9e6),
    })
    assert.equal(await store.jobs.trash(account, id, null), 'trashed')
    await uploaded(1e6)
    assert.deepEqual(await left(), [])
    await checkSums(dialect.db)
  })

  test('make room with files that nothing else uses, and with no more jobs than necessary', async (t) => {
    const { store, account, dialect, uploaded, endedOf, left } = await opened(t)
    const random = randomFrom(33)
    const below = (limit: number) => Math.floor(random() * limit)
    const room = 1e6
    await store.accounts.change(account, { limits: { storage_gb: room / 1e9 } })
    const sizes = new Map<string, number>()
    for (let i = 0; i < 6; i++) {
      const size = 1 + below(1e5)
      sizes.set(await uploaded(size), size)
    }
    const listed: { id: string; file: string }[] = []
    for (let i = 0; i < 16; i++) {
      const file = [...sizes.keys()][i < sizes.size ? i : below(sizes.size)]!
      listed.push({ id: await endedOf(file), file })
    }
    const trash: typeof listed = []
    for (const job of listed.splice(0, 12).toSorted(() => random() - 0.5)) {
      mock.timers.tick(below(2))
      await store.jobs.trash(account, job.id, null)
      trash.push(job)
    }
    const inTrash = async () => (await left()).toReversed()
    assert.deepEqual((await inTrash()).toSorted(), trash.map(({ id }) => id).toSorted())
    // Those deleted at the same moment go in the order of their creation, as the list shows them.
    const order = await inTrash()
    trash.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
    const stored = (jobs: typeof listed) =>
      new Set(jobs.map(({ file }) => file)).values().reduce((sum, file) => sum + sizes.get(file)!, 0)
    for (const lacked of [1, 1 + below(1e5), 1 + below(3e5)]) {
      const size = room - stored([...listed, ...trash]) + lacked
      const enough = [...Array(trash.length + 1).keys()].find(
        (count) => stored([...listed, ...trash.slice(count)]) + size <= room,
      )
      if (enough === undefined)
        await assert.rejects(uploaded(size), { name: 'LimitError', limit: 'storage_gb' })
      else {
        const id = await uploaded(size)
        assert.deepEqual(await store.files.removeIfUnused(id), true)
        trash.splice(0, enough)
      }
      assert.deepEqual(
        await inTrash(),
        trash.map(({ id }) => id),
      )
    }
    await checkSums(dialect.db)
  })

  test('make room once for several requests that lack it at the same time', async (t) => {
    const { store, account, dialect, ended, trashed, left } = await opened(t)
    await store.accounts.change(account, { limits: { storage_gb: 1 } })
    const made: { account: number; jobs: number }[] = []
    t.after(subscribe('roomMade', (event) => void made.push(event)))
    const ids = []
    for (let i = 0; i < 5; i++) {
      ids.push(await trashed(0.2e9))
      mock.timers.tick(1)
    }
    await Promise.all(Array.from({ length: 8 }, async () => ended(1)))
    assert.deepEqual(await left(), ids.slice(1).toReversed())
    assert.deepEqual(made, [{ account, jobs: 1 }])
    await checkSums(dialect.db)
  })

  test('are not measured again for a size that they could not make room for, until a job changes', async (t) => {
    const { store, account, dialect, ended, trashed, left } = await opened(t)
    await store.accounts.change(account, { limits: { storage_gb: 1 } })
    await ended(0.5e9)
    await trashed(0.2e9)
    const reads = t.mock.method(dialect.reader, 'getExecutor')
    const readsOfRefusal = async () => {
      const earlier = reads.mock.callCount()
      await assert.rejects(ended(0.6e9), { limit: 'storage_gb' })
      return reads.mock.callCount() - earlier
    }
    const sizing = await readsOfRefusal()
    const remembered = await readsOfRefusal()
    assert.equal(remembered, sizing - 1)
    await ended(0.4e9)
    assert.deepEqual(await left(), [])
    await trashed(0.05e9)
    assert.equal(await readsOfRefusal(), sizing)
    await checkSums(dialect.db)
  })

  test('leave no trace in the database files some time after they are deleted', async (t) => {
    const { store, account, dialect, ended, trashed, left } = await opened(t)
    const erased = t.mock.method(dialect, 'eraseDeleted')
    const ways: Record<string, (id: string) => Promise<unknown>> = {
      remove: async (id) => store.trash.remove(account, id),
      empty: async () => {
        await store.trash.empty(account)
        await store.trash.removeExpired(7, 10)
      },
      removeOldest: async () => store.trash.removeOldest(1),
      makeRoom: async () => {
        await store.accounts.change(account, { limits: { storage_gb: 1 } })
        await ended(0.8e9)
      },
    }
    for (const [i, [name, remove]] of Object.entries(ways).entries()) {
      const id = await trashed(0.5e9)
      t.mock.timers.enable({ apis: ['setTimeout'] })
      await remove(id)
      t.mock.timers.tick(60_000)
      t.mock.timers.reset()
      assert.deepEqual(await left(), [], name)
      assert.equal(erased.mock.callCount(), i + 1, name)
      mock.timers.tick(1)
    }
  })

  test('make room on a nearly full disk, and no more than necessary', async (t) => {
    const { store, dialect, trashed, left } = await opened(t)
    await store.nodes.register(
      { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      60_000,
      null,
    )
    const ids = []
    for (let i = 0; i < 3; i++) {
      ids.push(await trashed(100))
      mock.timers.tick(1)
    }
    let [lacked, looks] = [150, 0]
    const background = new BackgroundTasks(store, {
      node: NODE,
      retention: FOR_EVER,
      trashDays: 7,
      lackedBytes: async () => {
        looks++
        return lacked
      },
      audit: new AuditLog(store.audit, { log: pino({ level: 'silent' }), days: 1 }),
      log: pino({ level: 'silent' }),
    })
    background.wake()
    await until(async () => (await left()).length < 2)
    // The deleted bytes are not freed yet: the next check, which has ended when another one begins, deletes nothing.
    const seen = looks
    await until(async () => {
      background.wake()
      return looks >= seen + 2
    })
    lacked = 0
    await background.close()
    assert.deepEqual(await left(), [ids[2]])
    await checkSums(dialect.db)
  })

  test('are deleted together with the audio excerpt of a share', async (t) => {
    const { store, account, dialect, ended } = await opened(t)
    const id = await ended(44)
    const who = { account, who: { kind: 'key', id: null, name: 'k' }, user: null } as const
    const options = { from: 0, to: 1, audio: true, download: false, redacted: false, expiresAt: null }
    const made = await store.shares.create(who, id, options)
    assert.ok(made !== null && made !== 'full')
    const source = (await store.jobs.fileOf(account, id, null)) ?? ''
    const clip = randomUUID()
    await store.uploads.begin(clip, NODE)
    assert.ok(await store.shares.addClip(made.share, source, clip))
    await store.jobs.trash(account, id, null)
    assert.equal(await store.shares.find(made.token), null)
    const removed = await store.trash.remove(account, id)
    assert.deepEqual(removed, { removedFiles: [source] })
    const gone = await dialect.db.selectFrom('uploads').select('file').execute()
    assert.deepEqual(gone.map(({ file }) => file).toSorted(), [clip, source].toSorted())
    for (const table of ['shares', 'derived_files', 'trash'] as const)
      assert.deepEqual(await dialect.db.selectFrom(table).selectAll().execute(), [], table)
  })
})
