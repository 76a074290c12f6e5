import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { DiskAudioFiles } from '../platform/files/disk-audio-files.ts'
import { temporaryFolder } from '../platform/files/testing/audio-files-conformance.ts'
import { filesIn } from '../platform/files/testing/files-in.ts'
import type { UploadStore } from '../store/jobs/upload-store.ts'
import { uploadsConformance } from './testing/uploads-conformance.ts'
import { Uploads } from './uploads.ts'

uploadsConformance('on disk', async (t) => {
  const folder = await temporaryFolder(t)
  return { files: await DiskAudioFiles.open(folder), stored: async () => filesIn(folder) }
})

/**
 * A program that stores three files (one whose row is added and then deleted, one too large, one without a row) and kills
 * itself before its n-th step. Every open and removal of a file, every chunk of an upload and every commit is a step.
 * The file `rows` stands for the database: what is appended to it is committed.
 */
const PROGRAM = `
import { appendFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

const [diskAudioFiles, uploadsModule, folder, rows, steps] = process.argv.slice(1)
let left = Number(steps)
const step = () => { if (left-- === 0) process.kill(process.pid, 'SIGKILL') }
for (const name of ['open', 'rm']) {
  const real = fs[name]
  fs[name] = (...args) => { step(); return real(...args) }
}
syncBuiltinESMExports()
const commit = (line) => { step(); appendFileSync(rows, line + '\\n') }

const { DiskAudioFiles } = await import(diskAudioFiles)
const { Uploads } = await import(uploadsModule)
const uploads = new Uploads(await DiskAudioFiles.open(folder), {
  begin: async (id) => commit('begun ' + id),
  release: async () => true,
  forget: async (id) => commit('forgotten ' + id),
}, 'node')
async function* upload() {
  for (let chunk = 0; chunk < 2; chunk++) { step(); yield Buffer.alloc(1500) }
}
const { id } = await uploads.receive(upload(), { maxBytes: 3000 })
commit('added ' + id)
commit('begun ' + id)
await uploads.remove(id)

await uploads.receive(upload(), { maxBytes: 2999 }).catch(() => {})

await uploads.receive(upload(), { maxBytes: 3000 })
`

/** Runs the program. Returns true if it reached its end. */
async function runUntil(folder: string, rows: string, steps: number): Promise<boolean> {
  const modules = ['../platform/files/disk-audio-files.ts', 'uploads.ts'].map(
    (path) => new URL(path, import.meta.url).href,
  )
  const args = ['--input-type=module', '--eval', PROGRAM, ...modules, folder, rows, String(steps)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const [code, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') return false
  assert.equal(code, 0)
  return true
}

test('killed at any step, a file has both its row and its bytes, or neither', async (t) => {
  const folder = await temporaryFolder(t)
  const audio = join(folder, 'audio')
  const rows = join(folder, 'rows')
  await writeFile(rows, '')
  let crashes = 0
  for (; !(await runUntil(audio, rows, crashes)); crashes++) {
    const state = new Map<string, string>()
    for (const line of (await readFile(rows, 'utf8')).trim().split('\n')) {
      const [is = '', id = ''] = line.split(' ')
      state.set(id, is)
    }
    const idsThatAre = (wanted: string) => [...state].filter(([, is]) => is === wanted).map(([id]) => id)
    const files = await DiskAudioFiles.open(audio)
    const entries: Pick<UploadStore, 'releaseAbandoned' | 'forget'> = {
      releaseAbandoned: async () => idsThatAre('begun'),
      forget: async () => {},
    }
    await new Uploads(files, entries as UploadStore, 'node').collect()

    assert.deepEqual((await filesIn(audio)).toSorted(), idsThatAre('added').toSorted(), `step ${crashes}`)
    for (const id of idsThatAre('added')) assert.equal(await files.size(id), 3_000)
  }
  assert.ok(crashes > 15, `${crashes} crashes`)
})
