/** Playable audio and its peaks are made once, and deleted with their source. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, suite, test, type TestContext } from 'node:test'
import { pino } from 'pino'
import { AudioError } from '../src/audio/audio-error.ts'
import { ffmpeg, wav } from '../src/audio/testing/media.ts'
import type { Peaks, Preparation } from '../src/contract/playback.ts'
import { DiskAudioFiles } from '../src/platform/files/disk-audio-files.ts'
import { S3AudioFiles } from '../src/platform/files/s3-audio-files.ts'
import { filesIn } from '../src/platform/files/testing/files-in.ts'
import { type S3Server, startS3Server } from '../src/platform/files/testing/s3-server.ts'
import type { FileStore } from '../src/store/jobs/file-store.ts'
import { AbandonedFileError, type DerivedFiles, type StoredFile } from '../src/jobs/stored-file.ts'
import { Playbacks } from '../src/intake/playbacks.ts'
import { Uploads } from '../src/intake/uploads.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import type { Store } from '../src/store/open-store.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { Client } from './support/client.ts'
import { openFresh } from './support/fresh-store.ts'
import { type FreshDatabase, onEitherStore } from './support/on-each-store.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { ServiceProcess, temporaryFolder } from './support/scriptorium.ts'
import { type StorePlace, withDialect } from './support/store-place.ts'
import { until } from './support/until.ts'

const log = pino({ level: 'silent' })
/** A second of audio. */
const AUDIO = wav({})

let s3: S3Server
before(async () => {
  s3 = await startS3Server(temporaryFolder())
})
after(async () => s3.close())

/** Storage for one test, and the ids of everything in it. */
async function openStorage(t: TestContext, kind: 'disk' | 's3', scratch: string) {
  if (kind === 'disk') {
    const folder = temporaryFolder()
    return { files: await DiskAudioFiles.open(folder), stored: async () => filesIn(folder) }
  }
  const prefix = `${randomUUID()}/`
  const { endpoint, bucket } = s3
  const place = { endpoint, bucket, prefix, region: 'us-east-1', publicEndpoint: null }
  const files = await S3AudioFiles.open({ ...place, scratch, maxBytes: 1e9 })
  t.after(() => files.close())
  return { files, stored: async () => s3.keys(prefix) }
}

/** Polls until it was made. */
async function made(playbacks: Playbacks, account: number, file: StoredFile): Promise<DerivedFiles> {
  return until(
    async () => playbacks.of(account, file),
    (found) => 'playback' in found,
  )
}

/** Creates jobs that have failed after their audio was uploaded. */
async function failedJobs(
  client: Client,
  place: StorePlace,
  audio: Buffer<ArrayBuffer>,
  count: number,
): Promise<string[]> {
  const { audio_metadata } = await client.upload(audio)
  return withDialect(place, async (dialect) => {
    const store = await openTestStore(dialect)
    const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
    const ids: string[] = []
    for (let i = 0; i < count; i++) ids.push(await failedJob(store, account, audio_metadata.id))
    return ids
  })
}

async function failedJob({ jobs, work }: Store, account: number, fileId: string): Promise<string> {
  const request = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId } as const
  const { id } = await jobs.create(account, request)
  await work.finish(id, { status: 'error', code: 422, message: 'the audio cannot be used' })
  return id
}

onEitherStore('playable audio', (fresh) => {
  /** An account with a job that has failed after its audio was received. */
  async function opened(t: TestContext, kind: 'disk' | 's3', audio = AUDIO) {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const folder = temporaryFolder()
    const storage = await openStorage(t, kind, folder)
    const node = async () => {
      const id = randomUUID()
      await store.nodes.register(
        { id, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
        60_000,
        null,
      )
      return { id, uploads: new Uploads(storage.files, store.uploads, id) }
    }
    const { uploads } = await node()
    const { id, size } = await uploads.receive(Readable.from([audio]), { maxBytes: Infinity })
    const file = { id, size, filename: 'a.wav', extension: 'wav', source: null, duration: 1, channels: 1 }
    await store.files.add(account, file)
    const job = await failedJob(store, account, id)
    /** The parts with which another node makes it. */
    const playbacks = async (rows: Partial<FileStore> = {}) => {
      const { id: name, uploads: own } = await node()
      const { files } = storage
      const derived = store.files.derived.bind(store.files)
      const addDerived = store.files.addDerived.bind(store.files)
      const parts = {
        ...{ files, log, uploads: own, shares: store.shares },
        rows: { derived, addDerived, ...rows },
      }
      const one = new Playbacks(parts, { ffmpeg, folder })
      t.after(async () => one.close())
      return { name, one, addDerived }
    }
    /** Checks that exactly these files exist, before and after a cleanup. */
    const has = async (...ids: string[]) => {
      await uploads.collect()
      assert.deepEqual((await storage.stored()).toSorted(), ids.toSorted())
      assert.deepEqual(await readdir(folder), [])
    }
    return { store, account, storage, uploads, file, job, playbacks, has }
  }

  for (const kind of ['disk', 's3'] as const) {
    test(`is made once by several nodes, of which one wins, and deleted with its source, on ${kind}`, async (t) => {
      const { store, account, file, job, playbacks, has, uploads, storage } = await opened(t, kind)
      const nodes = await Promise.all([playbacks(), playbacks()])
      assert.deepEqual(await nodes[0].one.of(account, file), { fraction: 0 })
      const found = await Promise.all([...nodes, ...nodes].map(async ({ one }) => made(one, account, file)))
      for (const { one } of nodes) await one.close()
      const { playback, peaks } = found[0]!
      for (const other of found) assert.deepEqual(other, { playback, peaks })
      await has(file.id, playback, peaks)
      assert.ok(((await storage.files.size(playback)) ?? 0) > 1000)

      const deleted = await store.jobs.delete(account, job, null)
      assert.ok(typeof deleted === 'object' && deleted !== null)
      assert.deepEqual(deleted.removedFiles.toSorted(), [file.id, playback, peaks].toSorted())
      for (const id of deleted.removedFiles) await uploads.remove(id)
      await has()
      assert.equal(await store.files.derived(account, file.id), null)
    })
  }

  test('is made again if its node died before adding the rows', async (t) => {
    const { store, account, file, storage, uploads, playbacks, has } = await opened(t, 'disk')
    const { promise: isStored, resolve } = Promise.withResolvers<void>()
    let late: (() => Promise<boolean>) | undefined
    const dying = await playbacks({
      addDerived: async (...args) => {
        late = async () => dying.addDerived(...args)
        resolve()
        await new Promise(() => {})
        return false
      },
    })
    dying.one.close = async () => {} // A dead process closes nothing.
    await dying.one.of(account, file)
    await isStored
    assert.equal((await storage.stored()).length, 3)
    await store.nodes.bury(dying.name)
    await uploads.collect()
    assert.deepEqual(await storage.stored(), [file.id])
    const { one } = await playbacks()
    await assert.rejects(async () => late?.(), AbandonedFileError)
    const { playback, peaks } = await made(one, account, file)
    assert.equal(await late?.(), false)
    await has(file.id, playback, peaks)
  })

  test('is not kept if its source was deleted in the meantime', async (t) => {
    const { store, account, file, job, uploads, playbacks, has } = await opened(t, 'disk')
    const { promise: isOver, resolve } = Promise.withResolvers<boolean>()
    const { one, addDerived } = await playbacks({
      addDerived: async (...args) => {
        await store.jobs.delete(account, job, null)
        await uploads.remove(file.id)
        const isAdded = await addDerived(...args)
        resolve(isAdded)
        return isAdded
      },
    })
    await one.of(account, file)
    assert.equal(await isOver, false)
    await one.close()
    await has()
  })

  test('is kept if the connection broke after its rows were committed', async (t) => {
    const { store, account, file, playbacks, has } = await opened(t, 'disk')
    const { one, addDerived } = await playbacks({
      addDerived: async (...args) => {
        await addDerived(...args)
        throw new Error('the connection broke')
      },
    })
    await assert.rejects(made(one, account, file), /the connection broke/)
    const derived = await store.files.derived(account, file.id)
    assert.ok(derived)
    await has(file.id, ...Object.values(derived))
  })

  test('is not attempted again for a file that cannot be used', async (t) => {
    const { account, file, playbacks, has, store } = await opened(t, 'disk', Buffer.from('not audio'))
    let attempts = 0
    const derived: FileStore['derived'] = async (...args) => {
      attempts++
      return store.files.derived(...args)
    }
    const { one } = await playbacks({ derived })
    for (let i = 0; i < 3; i++) await assert.rejects(made(one, account, file), AudioError)
    assert.equal(attempts, 1)
    await has(file.id)
  })

  test('is not begun by a service that is closing, which leaves nothing behind', async (t) => {
    const { account, file, playbacks, has } = await opened(t, 'disk')
    const { one } = await playbacks()
    await one.of(account, file)
    await one.close()
    await has(file.id)
  })
})

onEitherStore('the audio of a job', (fresh) => {
  let service: RunningService
  let database: FreshDatabase
  let client: Client
  let stranger: Client
  let job: string
  /** Two jobs with the same audio. */
  let shared: string[]
  let folder: string

  before(async () => {
    database = await fresh()
    service = await runService(
      {},
      async (store) => {
        const other = await store.accounts.ensure('other')
        await store.keys.ensure(other, 'theirs', 'their-key')
      },
      database,
    )
    client = await Client.of(service)
    stranger = client.as('their-key')
    folder = join(service.dataDir, 'files')
    const place = { dataDir: service.dataDir, databaseUrl: database.url }
    const [first = '', ...others] = await failedJobs(client, place, AUDIO, 3)
    job = first
    shared = others
  })
  after(async () => service.close())

  /** The answer, once there is one. */
  async function ready<Body>(path: string, headers = {}) {
    return until(
      async () => client.get<Body & Preparation>(path, headers),
      (answer) => {
        if (answer.status !== 202) return true
        assert.equal(answer.headers.get('retry-after'), '1')
        assert.ok(answer.body.fraction >= 0)
        return false
      },
    )
  }

  test('has peaks', async () => {
    const { body, headers } = await ready<Peaks>(`/v2/jobs/${job}/peaks`)
    assert.equal(headers.get('cache-control'), 'private')
    const { channels, length, data, sample_rate, samples_per_pixel } = body
    assert.deepEqual([channels, length, samples_per_pixel / sample_rate], [1, 20, 0.05])
    assert.deepEqual(
      data,
      Array.from({ length: 40 }, () => 0),
    )
  })

  test('can be played, in ranges', async () => {
    const path = `/v2/jobs/${job}/playback`
    const { bytes, headers } = await ready(path)
    assert.equal(headers.get('content-type'), 'audio/mp4')
    assert.equal(headers.get('accept-ranges'), 'bytes')
    assert.equal(bytes.subarray(4, 8).toString(), 'ftyp')
    const part = await client.get(path, { range: 'bytes=4-7' })
    assert.deepEqual([part.status, part.bytes.toString()], [206, 'ftyp'])
    assert.equal(part.headers.get('content-range'), `bytes 4-7/${bytes.length}`)
    await client.refused(416, 'GET', path, { headers: { range: 'bytes=999999999-' } })
    assert.equal((await client.send('HEAD', path)).headers.get('content-length'), String(bytes.length))
  })

  test('is for its account only, and for jobs that have audio', async () => {
    const silent = await client.create({}, '/v2/live')
    for (const path of ['peaks', 'playback']) {
      await stranger.refused(404, 'GET', `/v2/jobs/${job}/${path}`)
      await client.refused(404, 'GET', `/v2/jobs/${silent}/${path}`)
      await client.refused(404, 'GET', `/v2/jobs/${randomUUID()}/${path}`)
    }
  })

  test('is deleted with the last job that uses it', async () => {
    await ready(`/v2/jobs/${job}/playback`)
    for (const [id, left] of [...shared.map((one) => [one, 3] as const), [job, 0] as const]) {
      assert.equal((await filesIn(folder)).length, 3)
      assert.equal((await client.send('DELETE', `/v2/jobs/${id}`)).status, 202)
      assert.equal((await filesIn(folder)).length, left)
    }
  })
})

suite('a service that is killed while it makes audio playable', () => {
  test('makes it again, and leaves nothing of the first attempt', async (t) => {
    const dataDir = temporaryFolder()
    const audio = wav({}, 16_000 * 2 * 60)
    const first = await ServiceProcess.start(t, dataDir)
    const client = await Client.of(first)
    const [job] = await failedJobs(client, { dataDir, databaseUrl: null }, audio, 1)
    const path = `/v2/jobs/${job}/playback`
    assert.equal((await client.get(path)).status, 202)
    await first.end('SIGKILL')

    const second = await ServiceProcess.start(t, dataDir)
    const again = client.at(second)
    await until(async () => (await again.get(path)).status !== 202)
    assert.equal((await again.get(path)).status, 200)
    assert.equal((await filesIn(join(dataDir, 'files'))).length, 3)
    assert.deepEqual(await readdir(join(dataDir, 'spool')), [])
    await second.end('SIGTERM')
  })
})
