import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { DiskAudioFiles } from './disk-audio-files.ts'
import { audioFilesConformance, temporaryFolder } from './testing/audio-files-conformance.ts'
import { filesIn } from './testing/files-in.ts'

audioFilesConformance('on disk', async (t) => {
  const folder = await temporaryFolder(t)
  return { files: await DiskAudioFiles.open(folder), stored: async () => filesIn(folder) }
})

test('an upload is written as it arrives, not collected in memory', async (t) => {
  const files = await DiskAudioFiles.open(await temporaryFolder(t))
  const id = randomUUID()
  const chunk = Buffer.alloc(100_000)
  let written = 0
  async function* chunks() {
    for (let given = 0; given < 20; given++) {
      if (given > 0) {
        written = (await files.size(id)) ?? 0
        assert.ok(written >= (given - 1) * chunk.length, `${written} bytes on disk of ${given} chunks given`)
      }
      yield chunk
    }
  }
  await files.write(id, chunks())
  assert.ok(written > 0)
})

test('the marks of earlier versions are taken once', async (t) => {
  const folder = await temporaryFolder(t)
  const files = await DiskAudioFiles.open(folder)
  const id = randomUUID()
  await mkdir(join(folder, 'incoming'))
  for (const name of [id, '.keep']) await writeFile(join(folder, 'incoming', name), '')
  const taken: string[] = []
  const take = async (mark: string) => void taken.push(mark)
  await assert.rejects(
    files.takeMarks(async () => assert.fail('the database is unavailable')),
    /unavailable/,
  )
  await files.takeMarks(take)
  await files.takeMarks(take)
  assert.deepEqual(taken, [id])
  assert.equal(existsSync(join(folder, 'incoming')), false)
  assert.equal((await readdir(folder)).length, 256)
})
