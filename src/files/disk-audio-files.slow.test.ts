import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { suite, test } from 'node:test'
import { DiskAudioFiles } from './disk-audio-files.ts'
import { audioFilesConformance, temporaryFolder } from './testing/audio-files-conformance.ts'

/** The name of every file below a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

audioFilesConformance('on disk', async (t) => {
  const folder = await temporaryFolder(t)
  return { files: await DiskAudioFiles.open(folder), stored: async () => filesIn(folder) }
})

test('an upload is written as it arrives, not collected in memory', async (t) => {
  const folder = await temporaryFolder(t)
  const files = await DiskAudioFiles.open(folder)
  const chunk = Buffer.alloc(100_000)
  let written = 0
  async function* chunks() {
    for (let given = 0; given < 20; given++) {
      if (given > 0) {
        const [id = ''] = await readdir(join(folder, 'incoming'))
        written = (await files.size(id)) ?? 0
        assert.ok(written >= (given - 1) * chunk.length, `${written} bytes on disk of ${given} chunks given`)
      }
      yield chunk
    }
  }
  await files.receive(chunks(), { maxBytes: 1e9 })
  assert.ok(written > 0)
})

/**
 * A program that stores three files (one kept and then deleted, one too large, one never committed) and kills itself
 * before its n-th step. Every open and removal of a file, every chunk of an upload and every commit is a step. `rows`
 * stands for the database: what is appended to it is committed.
 */
const PROGRAM = `
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

/** Runs the program; whether it reached its end. */
async function runUntil(folder: string, rows: string, steps: number): Promise<boolean> {
  const module = new URL('disk-audio-files.ts', import.meta.url).href
  const args = ['--input-type=module', '--eval', PROGRAM, module, folder, rows, String(steps)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') return false
  assert.equal(code, 0)
  return true
}

suite('after a crash', () => {
  test('at any step a file has both its row and its bytes, or neither', async (t) => {
    const folder = await temporaryFolder(t)
    const audio = join(folder, 'audio')
    const rows = join(folder, 'rows')
    await writeFile(rows, '')
    let crashes = 0
    for (; !(await runUntil(audio, rows, crashes)); crashes++) {
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

  test('recovery ignores files that the service did not create', async (t) => {
    const folder = await temporaryFolder(t)
    const files = await DiskAudioFiles.open(folder)
    const { id } = await files.receive(Readable.from([Buffer.from('audio')]), { maxBytes: 5 })
    await writeFile(join(folder, 'incoming', '.keep'), '')
    await files.recover(async () => true)
    assert.deepEqual((await filesIn(folder)).toSorted(), ['.keep', id].toSorted())
    await stat(join(folder, 'incoming', '.keep'))
  })
})
