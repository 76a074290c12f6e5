import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import { createGuardedFetch } from '../net/guarded-fetch.ts'
import { listenHttp } from '../net/testing/loopback-server.ts'
import { FileTooLargeError } from './audio-files.ts'
import { DiskAudioFiles } from './disk-audio-files.ts'

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'audio-files-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

/** Every file below a folder, by its name. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

suite('audio files on disk', () => {
  test('give back the bytes they received, whole and in part', async (t) => {
    const files = await DiskAudioFiles.open(await temporaryFolder(t))
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
    await isWhole() // before its row exists: its length must be known to write the row
    await files.keep(id)
    await isWhole()
  })

  test('lend a path that outlives keep, so that a decoder may still be opening it', async (t) => {
    const files = await DiskAudioFiles.open(await temporaryFolder(t))
    const { id } = await files.receive(Readable.from([Buffer.from('audio')]), { maxBytes: 5 })
    const text = await files.withLocalCopy(id, async (path) => {
      await files.keep(id)
      return readFile(path, 'utf8')
    })
    assert.equal(text, 'audio')
  })

  test('are adopted with their bytes, which stay where they were until the row is committed', async (t) => {
    const folder = await temporaryFolder(t)
    const files = await DiskAudioFiles.open(join(folder, 'files'))
    const path = join(folder, 'recording.wav')
    await writeFile(path, 'audio')
    const lost = await files.adopt(path)
    // A crash before the row: nothing is left of it but the file itself.
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

  test('are not read ahead of the disk', async (t) => {
    const folder = await temporaryFolder(t)
    const files = await DiskAudioFiles.open(folder)
    const chunk = Buffer.alloc(100_000)
    let written = 0
    async function* chunks() {
      for (let given = 0; given < 20; given++) {
        if (given > 0) {
          const [id = ''] = await readdir(join(folder, 'incoming'))
          written = (await files.size(id)) ?? 0
          assert.ok(
            written >= (given - 1) * chunk.length,
            `${written} bytes on disk of ${given} chunks given`,
          )
        }
        yield chunk
      }
    }
    await files.receive(chunks(), { maxBytes: 1e9 })
    assert.ok(written > 0)
  })

  test('are removed once, twice, or unknown', async (t) => {
    const folder = await temporaryFolder(t)
    const files = await DiskAudioFiles.open(folder)
    const { id } = await files.receive(Readable.from([Buffer.from('audio')]), { maxBytes: 5 })
    await files.keep(id)
    await files.remove(id)
    await files.remove(id)
    await files.remove(randomUUID())
    assert.equal(await files.size(id), null)
    assert.deepEqual(await filesIn(folder), [])
  })

  test('have no other name than a UUID', async (t) => {
    const files = await DiskAudioFiles.open(await temporaryFolder(t))
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
})

suite('a failed upload leaves nothing behind', () => {
  test('when it is too large, and is read no further', async (t) => {
    const folder = await temporaryFolder(t)
    const files = await DiskAudioFiles.open(folder)
    let given = 0
    async function* endless() {
      for (;;) {
        given += 1_000
        yield Buffer.alloc(1_000)
      }
    }
    await assert.rejects(files.receive(endless(), { maxBytes: 5_000 }), FileTooLargeError)
    assert.equal(given, 6_000)
    assert.deepEqual(await filesIn(folder), [])
  })

  test('when its sender fails or goes away, be it before the first byte is stored', async (t) => {
    const folder = await temporaryFolder(t)
    const files = await DiskAudioFiles.open(folder)
    for (const reason of [new Error('reset'), undefined]) {
      const stream = new PassThrough()
      stream.write('half', () => stream.destroy(reason))
      await assert.rejects(files.receive(stream, { maxBytes: 100 }), /reset|premature/i)
    }
    assert.deepEqual(await filesIn(folder), [])
  })

  test('when it is aborted, at once although the sender is silent', async (t) => {
    const folder = await temporaryFolder(t)
    const files = await DiskAudioFiles.open(folder)
    const abort = new AbortController()
    const stream = new PassThrough()
    stream.write('half', () => abort.abort())
    await assert.rejects(files.receive(stream, { maxBytes: 100, signal: abort.signal }), {
      name: 'AbortError',
    })
    assert.ok(stream.destroyed)
    assert.deepEqual(await filesIn(folder), [])
  })

  test('when it is fetched, whose error is the one that is reported', async (t) => {
    const folder = await temporaryFolder(t)
    const files = await DiskAudioFiles.open(folder)
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
    assert.deepEqual(await filesIn(folder), [])
  })

  test('and does not touch the others', async (t) => {
    const folder = await temporaryFolder(t)
    const files = await DiskAudioFiles.open(folder)
    const receiving = [3, 20, 4, 30].map((size) =>
      files.receive(Readable.from([Buffer.alloc(size)]), { maxBytes: 10 }),
    )
    const settled = await Promise.allSettled(receiving)
    assert.deepEqual(
      settled.map((result) => (result.status === 'fulfilled' ? result.value.size : null)),
      [3, null, 4, null],
    )
    const kept = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []))
    assert.deepEqual((await filesIn(folder)).toSorted(), [...kept, ...kept].toSorted()) // bytes and mark
  })
})

/**
 * The lives of three files (one kept and then deleted, one too large, one in doubt), killed, as by kill -9, before the
 * n-th step: every opening and deleting of a file, every piece of an upload and every commit is a step. `rows` is the
 * database: what is appended there is committed.
 */
const LIFE = `
import { appendFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const [module, folder, rows, steps] = process.argv.slice(1)
let left = Number(steps)
const step = () => { if (left-- === 0) process.kill(process.pid, 'SIGKILL') }
for (const name of ['open', 'rm']) {
  const real = fs[name]
  fs[name] = (...args) => { step(); return real(...args) }
}
syncBuiltinESMExports()
const commit = (line) => { step(); appendFileSync(rows, line + '\\n') }

const { DiskAudioFiles } = await import(module)
const files = await DiskAudioFiles.open(folder)
async function* upload() {
  for (let chunk = 0; chunk < 2; chunk++) { step(); yield Buffer.alloc(1500) }
}
const { id } = await files.receive(upload(), { maxBytes: 3000 })
commit('added ' + id)
await files.keep(id)
commit('removed ' + id)
await files.remove(id)
commit('forgotten ' + id)

await files.receive(upload(), { maxBytes: 2999 }).catch(() => {})

await files.receive(upload(), { maxBytes: 3000 })
await files.recover(async () => false)
`

/** Gives whether the life was lived to its end. */
async function live(folder: string, rows: string, steps: number): Promise<boolean> {
  const module = new URL('disk-audio-files.ts', import.meta.url).href
  const args = ['--input-type=module', '--eval', LIFE, module, folder, rows, String(steps)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') return false
  assert.equal(code, 0)
  return true
}

suite('after a crash', () => {
  test('at any step of its life a file has both its row and its bytes, or neither', async (t) => {
    const folder = await temporaryFolder(t)
    const audio = join(folder, 'audio')
    const rows = join(folder, 'rows')
    await writeFile(rows, '')
    let crashes = 0
    for (; !(await live(audio, rows, crashes)); crashes++) {
      const lines = (await readFile(rows, 'utf8')).split('\n').map((line) => line.split(' '))
      const all = (state: string) =>
        new Set(lines.filter(([word]) => word === state).map(([, id = '']) => id))
      const known = all('added').difference(all('removed'))
      const files = await DiskAudioFiles.open(audio)
      await files.recover(async (id) => known.has(id))
      for (const id of all('removed').difference(all('forgotten'))) await files.remove(id)

      assert.deepEqual(new Set(await filesIn(audio)), known, `killed before step ${crashes}`)
      for (const id of known) assert.equal(await files.size(id), 3_000)
    }
    assert.ok(crashes > 20, `${crashes} crashes`)
  })

  test('only files in doubt are asked about, and what is none of ours is let be', async (t) => {
    const folder = await temporaryFolder(t)
    const files = await DiskAudioFiles.open(folder)
    const receive = () => files.receive(Readable.from([Buffer.from('audio')]), { maxBytes: 5 })
    const [kept, known, unknown] = [await receive(), await receive(), await receive()]
    await files.keep(kept.id)
    await writeFile(join(folder, 'incoming', '.keep'), '')

    const asked: string[] = []
    await files.recover(async (id) => {
      asked.push(id)
      return id === known.id
    })
    assert.deepEqual(asked.toSorted(), [known.id, unknown.id].toSorted())
    assert.deepEqual((await filesIn(folder)).toSorted(), ['.keep', kept.id, known.id].toSorted())
    await stat(join(folder, 'incoming', '.keep'))
  })
})
