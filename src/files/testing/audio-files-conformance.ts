/**
 * What every implementation of `AudioFiles` must do. A new one (object storage, say) is a file beside
 * `disk-audio-files.ts` and a test that calls this; `config` and `service.ts` choose it.
 */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import { createGuardedFetch } from '../../net/guarded-fetch.ts'
import { listenHttp } from '../../net/testing/loopback-server.ts'
import { type AudioFiles, FileTooLargeError } from '../audio-files.ts'

/** Empty storage of a test's own. */
export interface TestStorage {
  readonly files: AudioFiles
  /** The file id of everything that is stored: of bytes, and of marks. */
  readonly stored: () => Promise<string[]>
}

/** A folder that is removed after the test. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'audio-files-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

const audio = () => Readable.from([Buffer.from('audio')])

export function audioFilesConformance(name: string, open: (t: TestContext) => Promise<TestStorage>): void {
  suite(`audio files ${name}`, () => {
    test('return the bytes they received, whole and in part', async (t) => {
      const { files } = await open(t)
      const bytes = randomBytes(300_000)
      const { id, size } = await files.receive(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), {
        maxBytes: bytes.length,
      })
      const isWhole = async () => {
        assert.equal(await files.size(id), bytes.length)
        assert.deepEqual(await buffer(files.read(id)), bytes)
        assert.deepEqual(await buffer(files.read(id, { start: 10, end: 19 })), bytes.subarray(10, 20))
        assert.deepEqual(await files.withLocalCopy(id, (path) => readFile(path)), bytes)
      }
      assert.equal(size, bytes.length)
      await isWhole() // before its row exists: the row holds the duration, for which the file is read
      await files.keep(id)
      await isWhole()
    })

    test('lend a local path that outlives keep, because a decoder may still be opening it', async (t) => {
      const { files } = await open(t)
      const { id } = await files.receive(audio(), { maxBytes: 5 })
      const text = await files.withLocalCopy(id, async (path) => {
        await files.keep(id)
        return readFile(path, 'utf8')
      })
      assert.equal(text, 'audio')
    })

    test('adopt a local file, which stays in place until its row is committed', async (t) => {
      const { files } = await open(t)
      const path = join(await temporaryFolder(t), 'recording.wav')
      await writeFile(path, 'audio')
      const lost = await files.adopt(path)
      // As after a crash before the commit.
      await files.recover(async () => false)
      assert.equal(await files.size(lost.id), null)
      assert.equal(await readFile(path, 'utf8'), 'audio')

      const { id, size } = await files.adopt(path)
      assert.equal(size, 5)
      await files.keep(id)
      await rm(path)
      await files.recover(async () => false)
      assert.equal(String(await buffer(files.read(id))), 'audio')
    })

    test('can be removed twice, and without existing', async (t) => {
      const { files, stored } = await open(t)
      const { id } = await files.receive(audio(), { maxBytes: 5 })
      await files.keep(id)
      await files.remove(id)
      await files.remove(id)
      await files.remove(randomUUID())
      assert.equal(await files.size(id), null)
      assert.deepEqual(await stored(), [])
    })

    test('accept nothing but a UUID as an id', async (t) => {
      const { files } = await open(t)
      for (const id of [
        '',
        '..',
        '../../etc/passwd',
        `${randomUUID()}/..`,
        randomUUID().toUpperCase(),
        'incoming',
      ]) {
        await assert.rejects(files.size(id), TypeError)
        await assert.rejects(files.remove(id), TypeError)
        await assert.rejects(files.keep(id), TypeError)
        assert.throws(() => files.read(id), TypeError)
      }
    })

    test('ask at recovery about unconfirmed files only', async (t) => {
      const { files, stored } = await open(t)
      const receive = () => files.receive(audio(), { maxBytes: 5 })
      const [kept, known, unknown] = [await receive(), await receive(), await receive()]
      await files.keep(kept.id)

      const asked: string[] = []
      await files.recover(async (id) => {
        asked.push(id)
        return id === known.id
      })
      assert.deepEqual(asked.toSorted(), [known.id, unknown.id].toSorted())
      assert.deepEqual((await stored()).toSorted(), [kept.id, known.id].toSorted())
    })
  })

  suite(`a failed upload to audio files ${name} leaves nothing behind`, () => {
    test('when it is too large, and is read no further', async (t) => {
      const { files, stored } = await open(t)
      let given = 0
      async function* endless() {
        for (;;) {
          given += 1_000
          yield Buffer.alloc(1_000)
        }
      }
      await assert.rejects(files.receive(endless(), { maxBytes: 5_000 }), FileTooLargeError)
      assert.equal(given, 6_000)
      assert.deepEqual(await stored(), [])
    })

    test('when the sender fails or disconnects, even before the first byte is stored', async (t) => {
      const { files, stored } = await open(t)
      for (const reason of [new Error('reset'), undefined]) {
        const stream = new PassThrough()
        stream.write('half', () => stream.destroy(reason))
        await assert.rejects(files.receive(stream, { maxBytes: 100 }), /reset|premature/i)
      }
      assert.deepEqual(await stored(), [])
    })

    test('when it is aborted, at once although the sender is silent', async (t) => {
      const { files, stored } = await open(t)
      const abort = new AbortController()
      const stream = new PassThrough()
      stream.write('half', () => abort.abort())
      await assert.rejects(files.receive(stream, { maxBytes: 100, signal: abort.signal }), {
        name: 'AbortError',
      })
      assert.ok(stream.destroyed)
      assert.deepEqual(await stored(), [])
    })

    test('when it is fetched, and the error of the fetch is the one reported', async (t) => {
      const { files, stored } = await open(t)
      const guardedFetch = createGuardedFetch({ allowPrivate: true })
      const server = await listenHttp(t, (_request, response) => {
        response.write(Buffer.alloc(100_000), () => response.destroy())
      })
      const fetchInto = (maxBytes: number) =>
        guardedFetch(`http://127.0.0.1:${server.port}/`, { maxBytes: 1e6 }, ({ body }) =>
          files.receive(body, { maxBytes }),
        )
      await assert.rejects(fetchInto(1e6), { name: 'FetchError', code: 'interrupted' })
      await assert.rejects(fetchInto(1_000), FileTooLargeError)
      await server.closed()
      assert.deepEqual(await stored(), [])
    })

    test('and does not affect concurrent uploads', async (t) => {
      const { files, stored } = await open(t)
      const receiving = [3, 20, 4, 30].map((size) =>
        files.receive(Readable.from([Buffer.alloc(size)]), { maxBytes: 10 }),
      )
      const settled = await Promise.allSettled(receiving)
      assert.deepEqual(
        settled.map((result) => (result.status === 'fulfilled' ? result.value.size : null)),
        [3, null, 4, null],
      )
      const kept = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []))
      assert.deepEqual((await stored()).toSorted(), [...kept, ...kept].toSorted()) // bytes and mark
    })
  })
}
