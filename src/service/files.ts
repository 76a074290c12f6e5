import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { AudioFiles } from '../platform/files/audio-files.ts'
import { DiskAudioFiles } from '../platform/files/disk-audio-files.ts'
import { AudioStorageError } from '../platform/files/s3-errors.ts'
import { Uploads } from '../intake/uploads.ts'
import type { Base } from './base.ts'

/** The folder of audio on disk. */
export function audioFolder({ storage }: Config): string {
  return join(storage.dataDir, 'files')
}

/**
 * Opens the configured storage of audio.
 * @throws {AudioStorageError} if it cannot be used, or audio is still on disk
 */
export async function openFiles({
  config,
  store,
  node,
  spool,
  started,
}: Pick<Base, 'config' | 'store' | 'node' | 'spool' | 'started'>): Promise<Pick<Base, 'files' | 'uploads'>> {
  const folder = audioFolder(config)
  const uploadsTo = (files: AudioFiles) => new Uploads(files, store.uploads, node)
  if (config.storage.s3 === null) {
    const files = await DiskAudioFiles.open(folder)
    return { files, uploads: uploadsTo(files) }
  }
  if (existsSync(folder)) {
    throw new AudioStorageError(
      'EACCES',
      `S3_BUCKET: ${folder} still has audio; move it to the bucket with "scriptorium storage move"`,
    )
  }
  const files = await openBucket(config, spool)
  started.defer(() => files.close())
  return { files, uploads: uploadsTo(files) }
}

/** Loads the SDK only if it is used, since that takes 0.2 s. */
export async function openBucket(
  { storage: { s3 }, intake }: Config,
  scratch: string,
  access?: { readonly readOnly: boolean },
) {
  if (s3 === null) throw new AudioStorageError('EACCES', 'S3_BUCKET: must be set to the bucket for the audio')
  const { S3AudioFiles } = await import('../platform/files/s3-audio-files.ts')
  return S3AudioFiles.open({ ...s3, scratch, maxBytes: intake.maxBytes }, access)
}

/** Free bytes on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
