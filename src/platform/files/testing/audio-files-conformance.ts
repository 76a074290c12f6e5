/**
 * What every implementation of `AudioFiles` must do. A new one is a file beside `disk-audio-files.ts`, with a test that
 * calls this; `src/service/files.ts` chooses it.
 */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import type { AudioFiles } from '../audio-files.ts'

/** Empty storage for one test. */
export interface TestStorage {
  readonly files: AudioFiles
  /** The ids of all stored files. */
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
      const id = randomUUID()
      const bytes = randomBytes(300_000)
      await files.write(id, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))
      assert.equal(await files.size(id), bytes.length)
      assert.deepEqual([...(await files.shard(id.slice(0, 2)))], [[id, bytes.length]])
      assert.deepEqual(await buffer(files.read(id)), bytes)
      assert.deepEqual(await buffer(files.read(id, { start: 10, end: 19 })), bytes.subarray(10, 20))
      assert.deepEqual(await files.withLocalCopy(id, (path) => readFile(path)), bytes)
    })

    test('can be inspected once they are stored, and fail with the inspection', async (t) => {
      const { files } = await open(t)
      const id = randomUUID()
      const bytes = randomBytes(300_000)
      let inspected: Buffer | undefined
      await files.write(id, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), async (path) => {
        assert.equal(await files.size(id), bytes.length)
        inspected = await readFile(path)
      })
      assert.deepEqual(inspected, bytes)
      const fail = async () => assert.fail('not audio')
      await assert.rejects(files.write(randomUUID(), audio(), fail), { message: 'not audio' })
    })

    test('may be empty', async (t) => {
      const { files } = await open(t)
      const id = randomUUID()
      await files.write(id, Readable.from([]))
      assert.equal(await files.size(id), 0)
      assert.equal((await buffer(files.read(id))).length, 0)
    })

    test('adopt a local file, which stays in place', async (t) => {
      const { files } = await open(t)
      const id = randomUUID()
      const path = join(await temporaryFolder(t), 'recording.wav')
      await writeFile(path, 'audio')
      await files.adopt(id, path)
      assert.equal(await readFile(path, 'utf8'), 'audio')
      await rm(path)
      assert.equal(String(await buffer(files.read(id))), 'audio')
    })

    test('can be removed twice, and even if they do not exist', async (t) => {
      const { files, stored } = await open(t)
      const id = randomUUID()
      await files.write(id, audio())
      assert.deepEqual(await stored(), [id])
      await files.remove(id)
      await files.remove(id)
      await files.remove(randomUUID())
      assert.equal(await files.size(id), null)
      assert.deepEqual(await stored(), [])
    })

    test('fail with the error of their source, and can then be removed', async (t) => {
      const { files, stored } = await open(t)
      const id = randomUUID()
      async function* interrupted() {
        yield Buffer.alloc(1_000)
        throw new Error('the sender is gone')
      }
      await assert.rejects(files.write(id, interrupted()), { message: 'the sender is gone' })
      await files.remove(id)
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
        await assert.rejects(files.write(id, audio()), TypeError)
        assert.throws(() => files.read(id), TypeError)
      }
    })
  })
}
