/** Copies audio, and verifies the copy. */
import { createReadStream } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { AudioFiles } from '../platform/files/audio-files.ts'
import { AudioStorageError } from '../platform/files/s3-errors.ts'

/**
 * Copies a local file to a storage, and reads it back.
 * @throws {AudioStorageError} if the copy differs
 */
export async function copyAudio(id: string, path: string, target: AudioFiles): Promise<void> {
  await target.adopt(id, path)
  const [there, here] = await Promise.all([sumOf(target.read(id)), sumOf(createReadStream(path))])
  if (there !== here)
    throw new AudioStorageError('EIO', `the stored copy of ${path} differs from it: run the command again`)
}

/** Size and CRC32. */
async function sumOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  let [size, sum] = [0, 0]
  for await (const chunk of bytes) {
    size += chunk.length
    sum = crc32(chunk, sum)
  }
  return `${size} ${sum}`
}
