import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import pLimit from 'p-limit'
import { readConfig } from '../service/config.ts'
import type { AudioFiles } from '../platform/files/audio-files.ts'
import { DiskAudioFiles } from '../platform/files/disk-audio-files.ts'
import { lockFolder } from '../platform/files/folder-lock.ts'
import { audioFolder, openBucket } from '../service/files.ts'
import { copyAudio } from './copied-audio.ts'
import { ProgressBar } from './status-line.ts'

/** Files moved at a time. Most are small, and wait for the network. */
const CONCURRENCY = 8

/**
 * Moves the audio on disk to the configured bucket. A file is deleted from disk only after its object was read back with
 * the same size and checksum, so the command can be interrupted and repeated.
 */
export async function moveStorage(): Promise<void> {
  const config = readConfig(process.env)
  const folder = audioFolder(config)
  const target = await openBucket(config, tmpdir())
  try {
    if (!existsSync(folder)) {
      process.stdout.write(`There is no audio in ${folder}.\n`)
      return
    }
    const unlock = lockFolder(config.storage.scratchDir)
    try {
      const source = await DiskAudioFiles.open(folder)
      const moved = await moveAll(source, target)
      await source.removeFolder()
      process.stdout.write(`Moved ${moved} files.\n`)
    } finally {
      unlock()
    }
  } finally {
    target.close()
  }
}

/** @returns how many were moved */
async function moveAll(source: DiskAudioFiles, target: AudioFiles): Promise<number> {
  let total = 0
  for await (const ids of source.ids()) total += ids.length
  const bar = new ProgressBar(`of ${total} files`)
  const limit = pLimit(CONCURRENCY)
  let moved = 0
  for await (const ids of source.ids()) {
    const moving = ids.map(async (id) =>
      limit(async () => {
        await source.withLocalCopy(id, async (path) => copyAudio(id, path, target))
        await source.remove(id)
        bar.show(++moved / total)
      }),
    )
    await Promise.all(moving)
  }
  bar.clear()
  return moved
}
