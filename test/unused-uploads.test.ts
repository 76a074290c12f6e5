/** Uploads that no job uses are deleted after a time, and no others. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { ffmpeg, wav } from '../src/audio/testing/media.ts'
import { DiskAudioFiles } from '../src/platform/files/disk-audio-files.ts'
import { type StoredFile, UnknownFileError } from '../src/jobs/stored-file.ts'
import { AudioIntake } from '../src/intake/audio-intake.ts'
import { Uploads } from '../src/intake/uploads.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { temporaryFolder } from './support/scriptorium.ts'

const NODE = 'node'
const LATER = Date.UTC(2100, 0, 1)

const newFile = (): StoredFile => ({
  ...{ id: randomUUID(), filename: 'talk.wav', extension: 'wav', source: null },
  ...{ size: 44, duration: 1, channels: 1 },
})

onEachStore('uploads that no job uses', (fresh) => {
  async function opened(t: TestContext) {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const create = async (fileId: string) =>
      store.jobs.create(account, { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId })
    const add = async (file: StoredFile) => {
      await store.uploads.begin(file.id, NODE)
      await store.files.add(account, file)
    }
    return { store, account, create, add }
  }

  test('are removed in batches when they are old enough', async (t) => {
    const { store, account, create, add } = await opened(t)
    const { files } = store
    const all = Array.from({ length: 5 }, newFile)
    for (const file of all) await add(file)
    const [used, ...unused] = all.map(({ id }) => id)
    await create(used!)
    assert.deepEqual(await files.removeUnused(0, 10), [])
    const removed = [await files.removeUnused(LATER, 3), await files.removeUnused(LATER, 3)]
    assert.deepEqual(
      removed.map(({ length }) => length),
      [3, 1],
    )
    assert.deepEqual(removed.flat().toSorted(), unused.toSorted())
    assert.equal(await files.get(account, unused[0]!), null)
    assert.equal((await files.get(account, used!))?.id, used)
  })

  test('are removed by their id', async (t) => {
    const { store, account, create, add } = await opened(t)
    const [used, unused] = [newFile(), newFile()]
    for (const file of [used, unused]) await add(file)
    await create(used.id)
    const { files, accounts } = store
    const removed = [await files.removeIfUnused(used.id), await files.removeIfUnused(unused.id)]
    assert.deepEqual([...removed, await files.removeIfUnused(unused.id)], [false, true, false])
    assert.equal(await files.get(account, unused.id), null)
    assert.equal((await files.get(account, used.id))?.id, used.id)
    assert.equal((await accounts.get(account)).used.storage_gb, used.size / 1e9)
  })

  test('are kept if a job is created with them in the meantime', async (t) => {
    const { store, create, add } = await opened(t)
    const all = Array.from({ length: 20 }, newFile)
    for (const file of all) await add(file)
    const creations = all.map(async ({ id }) =>
      create(id).then(
        () => true,
        (error: unknown) => {
          assert.ok(error instanceof UnknownFileError)
          return false
        },
      ),
    )
    const removed = await store.files.removeUnused(LATER, 20)
    for (const [i, isCreated] of (await Promise.all(creations)).entries()) {
      assert.equal(removed.includes(all[i]!.id), !isCreated)
    }
  })

  test('lose their bytes and their rows', async (t) => {
    const { store, account } = await opened(t)
    const files = await DiskAudioFiles.open(temporaryFolder())
    const fetch = async () => assert.fail('nothing is fetched')
    const limits = { ffmpeg, maxBytes: 1e6, maxSeconds: 60, fetchSeconds: 1, fetches: 1 }
    const uploads = new Uploads(files, store.uploads, NODE)
    const parts = { uploads, rows: store.files, fetch }
    const intake = new AudioIntake(parts, { ...limits, unusedMs: -1_000 })
    const { signal } = new AbortController()
    const { id } = await intake.upload({ account, signal }, Readable.from([wav({})]), 'talk.wav')
    assert.equal(await intake.removeUnused(), false)
    assert.equal(await files.size(id), null)
    assert.equal(await store.files.get(account, id), null)
    assert.deepEqual(await store.uploads.releaseAbandoned(10), [])
  })
})
