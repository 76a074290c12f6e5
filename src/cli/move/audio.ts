/** Copies the audio to the storage of the new database. */
import pLimit from 'p-limit'
import { type AudioFiles, SHARDS } from '../../platform/files/audio-files.ts'
import { isMissing } from '../../platform/files/if-present.ts'
import { rowsOfShard } from '../../store/check/audio.ts'
import type { Db } from '../../store/schema.ts'
import { copyAudio } from '../copied-audio.ts'

/** Files copied at a time: most are small, and wait for the network. */
const CONCURRENCY = 8

/**
 * Copies the files that are not there yet with the same size, and compares each copy with its original.
 * @param onProgress called with the share that is done, 0 to 1
 * @returns how many were copied
 */
export async function copyMissing(
  from: AudioFiles,
  to: AudioFiles,
  onProgress: (share: number) => void,
): Promise<number> {
  const limit = pLimit(CONCURRENCY)
  let copied = 0
  for (const [i, shard] of SHARDS.entries()) {
    const there = await to.shard(shard)
    const missing = [...(await from.shard(shard))].filter(([id, size]) => there.get(id) !== size)
    await Promise.all(
      missing.map(async ([id]) =>
        limit(async () => {
          if (there.has(id)) await to.remove(id)
          if (await copyUnlessDeleted(id, from, to)) copied++
        }),
      ),
    )
    onProgress((i + 1) / SHARDS.length)
  }
  return copied
}

/**
 * Copies some files, unless they are there with the same size.
 * @returns those that do not exist
 */
export async function copyFiles(ids: readonly string[], from: AudioFiles, to: AudioFiles): Promise<string[]> {
  const lost: string[] = []
  for (const id of ids) {
    const [size, copied] = [await from.size(id), await to.size(id)]
    if (size === copied && size !== null) continue
    if (copied !== null) await to.remove(id)
    if (!(await copyUnlessDeleted(id, from, to))) lost.push(id)
  }
  return lost
}

/** A file that is being received may have grown before it is compared: the next run copies it. */
async function copyUnlessDeleted(id: string, from: AudioFiles, to: AudioFiles): Promise<boolean> {
  try {
    await from.withLocalCopy(id, async (path) => copyAudio(id, path, to))
    return true
  } catch (error) {
    if (isMissing(error) || (await from.size(id)) === null) return false
    await to.remove(id)
    throw error
  }
}

/**
 * Compares the copies with the files in the database, and deletes copies that are not in it.
 * @returns the files whose copy is missing or differs
 */
export async function lostAudio(db: Db, from: AudioFiles, to: AudioFiles): Promise<string[]> {
  const lost: string[] = []
  for (const shard of SHARDS) {
    const there = await to.shard(shard)
    const rows = await rowsOfShard(db, shard)
    for (const { id, table, size } of rows)
      if (table !== 'uploads' && (!there.has(id) || (size !== null && there.get(id) !== size))) lost.push(id)
    const named = new Set(rows.map(({ id }) => id))
    if (from !== to) for (const id of there.keys()) if (!named.has(id)) await to.remove(id)
  }
  return lost
}
