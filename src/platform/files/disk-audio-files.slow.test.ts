import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
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
