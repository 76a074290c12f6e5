/** Restores a backup into a new data folder. */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SHARDS } from '../../platform/files/audio-files.ts'
import { DiskAudioFiles } from '../../platform/files/disk-audio-files.ts'
import { copyWhole, linkOrCopy, syncFile, syncFolder } from '../../platform/files/durable.ts'
import { fileDigest } from '../../platform/files/file-digest.ts'
import { lockFolder } from '../../platform/files/folder-lock.ts'
import { isMissing } from '../../platform/files/if-present.ts'
import { openPrivateFolder } from '../../platform/files/private-folder.ts'
import { RESTORING, sqliteFile } from '../configured-database.ts'
import { NEWEST_MIGRATION } from '../migrations/index.ts'
import { copySession } from './live-sessions.ts'
import { BackupError, type Manifest, readManifest } from './manifest.ts'

export interface RestoreParts {
  readonly backup: string
  /** Must not exist, or be empty. */
  readonly dataDir: string
  /** Receives the open live sessions. */
  readonly scratchDir: string
  readonly onProgress: (fraction: number) => void
}

/**
 * Restores a backup. It may be interrupted and repeated: until it is complete, a marker file in the folder prevents the service from
 * starting.
 * @throws {BackupError} if the backup is incomplete, damaged or of a newer version, or the folder is not empty
 * @throws {InUseError} if another process is using the folder
 */
export async function restoreBackup({
  backup,
  dataDir,
  scratchDir,
  onProgress,
}: RestoreParts): Promise<Manifest> {
  const manifest = await readManifest(backup)
  if (manifest.schema > NEWEST_MIGRATION)
    throw new BackupError(
      `${backup} was made by scriptorium ${manifest.version}: use that version or a newer one`,
    )
  await begin(dataDir, manifest)
  const unlock = lockFolder(dataDir)
  try {
    await restoreAudio(backup, dataDir, manifest, onProgress)
    await restoreSessions(backup, scratchDir, manifest)
    for (const name of manifest.keys) await copyWhole(join(backup, name), join(dataDir, name))
    await restoreDatabase(backup, dataDir, manifest)
    await syncFolder(dataDir)
    await rm(join(dataDir, RESTORING))
    await syncFolder(dataDir)
    return manifest
  } finally {
    unlock()
  }
}

/** Marks an empty folder as being restored, or continues with a folder that is marked. */
async function begin(dataDir: string, { database }: Manifest): Promise<void> {
  openPrivateFolder(dataDir)
  const marker = join(dataDir, RESTORING)
  const names = await readdir(dataDir)
  if (names.includes(RESTORING)) {
    if ((await readFile(marker, 'utf8')) === database.sha256) return
    throw new BackupError(
      `${dataDir} contains parts of another backup: restore that one, or name an empty folder`,
    )
  }
  // An empty folder may contain an incomplete marker.
  if (names.some((name) => name !== basename(partial(marker))))
    throw new BackupError(`${dataDir} is not empty: name an empty folder with --into or DATA_DIR`)
  await writeFile(partial(marker), database.sha256)
  await syncFile(partial(marker))
  await rename(partial(marker), marker)
  await syncFolder(dataDir)
  await syncFolder(dirname(resolve(dataDir)))
}

const partial = (path: string) => `${path}.partial`

async function restoreAudio(
  backup: string,
  dataDir: string,
  { audio }: Manifest,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const from = DiskAudioFiles.existing(join(backup, 'files'))
  const to = DiskAudioFiles.existing(join(dataDir, 'files'))
  let [files, bytes] = [0, 0]
  for (const shard of SHARDS) {
    const present = await from.shard(shard)
    if (present.size > 0) await mkdir(to.folderOf(shard), { recursive: true })
    for (const [id, size] of present) {
      await linkOrCopy(from.path(id), to.path(id))
      files++
      bytes += size
    }
    if (present.size > 0) await syncFolder(to.folderOf(shard))
    onProgress(files / Math.max(1, audio.files))
  }
  await mkdir(to.folder, { recursive: true })
  await syncFolder(to.folder)
  if (files !== audio.files || bytes !== audio.bytes)
    throw new BackupError(
      `${backup} is damaged: it has ${files} audio files with ${bytes} bytes instead of ${audio.files} with ${audio.bytes}`,
    )
}

async function restoreSessions(
  backup: string,
  scratchDir: string,
  { live_sessions: sessions }: Manifest,
): Promise<void> {
  const live = join(scratchDir, 'live')
  await mkdir(live, { recursive: true })
  for (const id of sessions)
    if (!(await copySession(join(backup, 'live', id), join(live, id))))
      throw new BackupError(`${backup} is damaged: it does not have all of live session ${id}`)
  await syncFolder(live)
}

/** Makes the cursors of changes invalid that were issued after the backup: the restored database does not have these changes. */
function beginHistory(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.prepare('update installation set history = ?').run(randomUUID())
  } finally {
    database.close()
  }
}

/** Restores the database, as the last step. It gets its name only once it was verified. */
async function restoreDatabase(backup: string, dataDir: string, { database }: Manifest): Promise<void> {
  const file = sqliteFile(dataDir)
  const [from, copy] = [sqliteFile(backup), `${file}.restored`]
  // An interrupted restore may have left a log, which does not belong to the new copy.
  for (const log of ['-wal', '-shm']) await rm(copy + log, { force: true })
  const { size } = await stat(from).catch((error: unknown) => {
    if (isMissing(error)) return { size: 0 }
    throw error
  })
  if (size > 0) await copyWhole(from, copy)
  if (size !== database.bytes || (await fileDigest(copy)) !== database.sha256)
    throw new BackupError(`${from} is damaged: it is not the database that was copied into this backup`)
  beginHistory(copy)
  await syncFile(copy)
  await rename(copy, file)
}
