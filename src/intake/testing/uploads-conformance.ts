/** Tests what uploads leave behind in an implementation of `AudioFiles`, whenever they end. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import { AbandonedFileError } from '../../jobs/stored-file.ts'
import { temporaryFolder, type TestStorage } from '../../platform/files/testing/audio-files-conformance.ts'
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { listenHttp } from '../../platform/net/testing/loopback-server.ts'
import { sqlite } from '../../store/databases/sqlite.ts'
import { openTestStore } from '../../store/testing/open-test-store.ts'
import { FileTooLargeError, Uploads } from '../uploads.ts'

const NODE = 'this node'
const audio = () => Readable.from([Buffer.from('audio')])

export function uploadsConformance(name: string, open: (t: TestContext) => Promise<TestStorage>): void {
  async function opened(t: TestContext) {
    const storage = await open(t)
    const store = await openTestStore(sqlite(join(await temporaryFolder(t), 'db.sqlite')))
    t.after(async () => store.close())
    const account = await store.accounts.ensure('default')
    await store.nodes.register(
      { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      60_000,
      null,
    )
    const uploads = new Uploads(storage.files, store.uploads, NODE)
    const add = async (id: string) =>
      store.files.add(account, {
        ...{ id, filename: 'a.wav', extension: 'wav', source: null, size: 5, duration: 1, channels: 1 },
      })
    const isEmpty = async () => {
      assert.deepEqual(await storage.stored(), [])
      assert.deepEqual(await store.uploads.releaseAbandoned(100), [])
    }
    return { ...storage, store, uploads, add, isEmpty }
  }

  suite(`uploads to audio files ${name}`, () => {
    test('are stored with their size, by stream and from a local file', async (t) => {
      const { files, uploads } = await opened(t)
      const path = join(await temporaryFolder(t), 'recording.wav')
      await writeFile(path, 'audio')
      for (const { id, size } of [
        await uploads.receive(audio(), { maxBytes: 5 }),
        await uploads.adopt(path),
      ]) {
        assert.equal(size, 5)
        assert.equal(String(await buffer(files.read(id))), 'audio')
      }
    })

    test('are collected if their node is dead, unless they have a row', async (t) => {
      const { stored, store, uploads, add, isEmpty } = await opened(t)
      const receive = async () => uploads.receive(audio(), { maxBytes: 5 })
      const [added, lost] = [await receive(), await receive()]
      await add(added.id)
      await uploads.collect()
      assert.equal((await stored()).length, 2, 'this node may still add the row')

      await store.nodes.bury(NODE)
      await uploads.collect()
      assert.deepEqual(await stored(), [added.id])
      await assert.rejects(add(lost.id), AbandonedFileError)
      await uploads.discard(lost.id)
      await uploads.discard(added.id)
      assert.deepEqual(await stored(), [added.id], 'it has a row')

      assert.deepEqual(await store.files.removeUnused(Date.UTC(2100), 10), [added.id])
      await uploads.collect()
      await isEmpty()
    })

    test('are discarded if the row is not added', async (t) => {
      const { uploads, isEmpty } = await opened(t)
      const { id } = await uploads.receive(audio(), { maxBytes: 5 })
      await uploads.discard(id)
      await uploads.discard(id)
      await isEmpty()
    })
  })

  suite(`a failed upload to audio files ${name} leaves nothing behind`, () => {
    test('when it is too large, and is read no further', async (t) => {
      const { uploads, isEmpty } = await opened(t)
      let given = 0
      async function* endless() {
        for (;;) {
          given += 1_000
          yield Buffer.alloc(1_000)
        }
      }
      await assert.rejects(uploads.receive(endless(), { maxBytes: 5_000 }), FileTooLargeError)
      assert.equal(given, 6_000)
      await isEmpty()
    })

    test('when the sender fails or disconnects, even before the first byte is stored', async (t) => {
      const { uploads, isEmpty } = await opened(t)
      for (const reason of [new Error('reset'), undefined]) {
        const stream = new PassThrough()
        stream.write('half', () => stream.destroy(reason))
        await assert.rejects(uploads.receive(stream, { maxBytes: 100 }), /reset|premature/i)
      }
      await isEmpty()
    })

    test('when it is aborted, immediately even if the sender is silent', async (t) => {
      const { uploads, isEmpty } = await opened(t)
      const abort = new AbortController()
      const stream = new PassThrough()
      stream.write('half', () => abort.abort())
      await assert.rejects(uploads.receive(stream, { maxBytes: 100, signal: abort.signal }), {
        name: 'AbortError',
      })
      assert.ok(stream.destroyed)
      await isEmpty()
    })

    test('when it is fetched, and the error of the fetch is the one reported', async (t) => {
      const { uploads, isEmpty } = await opened(t)
      const guardedFetch = createGuardedFetch({ allowPrivate: true })
      const server = await listenHttp(t, (_request, response) => {
        response.write(Buffer.alloc(100_000), () => response.destroy())
      })
      const fetchInto = (maxBytes: number) =>
        guardedFetch(`http://127.0.0.1:${server.port}/`, { maxBytes: 1e6 }, ({ body }) =>
          uploads.receive(body, { maxBytes }),
        )
      await assert.rejects(fetchInto(1e6), { name: 'FetchError', code: 'interrupted' })
      await assert.rejects(fetchInto(1_000), FileTooLargeError)
      await server.closed()
      await isEmpty()
    })

    test('and does not affect concurrent uploads', async (t) => {
      const { uploads, stored } = await opened(t)
      const receiving = [3, 20, 4, 30].map((size) =>
        uploads.receive(Readable.from([Buffer.alloc(size)]), { maxBytes: 10 }),
      )
      const settled = await Promise.allSettled(receiving)
      assert.deepEqual(
        settled.map((result) => (result.status === 'fulfilled' ? result.value.size : null)),
        [3, null, 4, null],
      )
      const kept = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []))
      assert.deepEqual((await stored()).toSorted(), kept.toSorted())
    })
  })
}
