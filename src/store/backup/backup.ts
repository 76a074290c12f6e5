/** Makes backups of an SQLite database and audio on disk while the service runs. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import packageJson from '../../../package.json' with { type: 'json' }
import { SHARDS } from '../../platform/files/audio-files.ts'
import { DiskAudioFiles } from '../../platform/files/disk-audio-files.ts'
import { copyWhole, linkOrCopy, syncFile, syncFolder } from '../../platform/files/durable.ts'
import { fileDigest } from '../../platform/files/file-digest.ts'
import { LOCK_FILE, lockFolder } from '../../platform/files/folder-lock.ts'
import { isMissing } from '../../platform/files/if-present.ts'
import { openPrivateFolder } from '../../platform/files/private-folder.ts'
import { copyDatabase } from './copy-database.ts'
import { DatabaseCopy, namedFiles } from './database-copy.ts'
import { sqliteFile } from '../configured-database.ts'
import type { Dialect } from '../databases/dialect.ts'
import { newestSchema } from '../migrations/index.ts'
import { copySession, sessionsIn } from './live-sessions.ts'
import { BackupError, type Manifest, writeManifest } from './manifest.ts'

export interface BackupParts {
  readonly dataDir: string
  readonly scratchDir: string
  /** The database in `dataDir`, which is only read. */
  readonly dialect: Dialect
  /** The folder to create. */
  readonly destination: string
  /** Key files in `dataDir`, which are copied if they exist. */
  readonly keyFiles: readonly string[]
  readonly onProgress: (part: 'audio' | 'database', fraction: number) => void
}

/** The result of a backup, with the files whose bytes the service itself has lost. */
export interface Backup {
  readonly manifest: Manifest
  readonly lost: readonly string[]
}

/**
 * Makes a backup of everything that was acknowledged before it began. It links the audio first, then copies a snapshot of the database, and
 * then links the audio that arrived in between. What was deleted in between is deleted from the copy. Until the backup is complete, its
 * name ends in `.partial`. The remains of an interrupted backup are replaced.
 * @throws {BackupError} if the destination exists
 * @throws {InUseError} if another backup is being made there
 */
export async function makeBackup(parts: BackupParts): Promise<Backup> {
  const { dataDir, scratchDir, dialect, keyFiles } = parts
  const destination = resolve(parts.destination)
  if (existsSync(destination)) throw new BackupError(`${destination} already exists: name a new folder`)
  if (destination.startsWith(`${resolve(dataDir)}/`))
    throw new BackupError(`${destination} is in the data folder: name a folder outside of it`)
  const schema = await newestSchema(dialect)
  const folder = `${destination}.partial`
  openPrivateFolder(folder)
  const unlock = lockFolder(folder)
  try {
    const started = new Date()
    // Removes the remains of an interrupted backup.
    await removeAll(folder, (name) => !isOfLock(name))
    const from = DiskAudioFiles.existing(join(dataDir, 'files'))
    const to = DiskAudioFiles.existing(join(folder, 'files'))
    await linkAll(from, to, (fraction) => parts.onProgress('audio', fraction))
    const [open, kept] = [join(scratchDir, 'live'), join(folder, 'live')]
    await mkdir(kept)
    for (const id of await sessionsIn(open)) await copySession(join(open, id), join(kept, id))

    const file = sqliteFile(folder)
    await copyDatabase(sqliteFile(dataDir), file, (fraction) => parts.onProgress('database', fraction))
    const copy = new DatabaseCopy(file)
    const { lost, ...audio } = await reconcile(copy, dialect, from, to)
    const sessions = await keepOpen(await copy.openSessions(), open, kept)
    await copy.close()
    await syncFile(file)

    const keys = keyFiles.filter((name) => existsSync(join(dataDir, name)))
    for (const name of keys) await copyWhole(join(dataDir, name), join(folder, name))
    const manifest = {
      version: packageJson.version,
      schema,
      started_at: started.toISOString(),
      completed_at: new Date().toISOString(),
      database: { bytes: (await stat(file)).size, sha256: await fileDigest(file) },
      audio,
      live_sessions: sessions,
      keys,
    }
    await writeManifest(folder, manifest)
    await removeAll(folder, isOfLock)
    await syncFolder(folder)
    await rename(folder, destination)
    await syncFolder(dirname(destination))
    return { manifest, lost }
  } finally {
    unlock()
  }
}

const isOfLock = (name: string) => name.startsWith(LOCK_FILE)

async function removeAll(folder: string, isRemoved: (name: string) => boolean): Promise<void> {
  for (const name of await readdir(folder))
    if (isRemoved(name)) await rm(join(folder, name), { recursive: true })
}

/** Links all files, including incomplete ones. */
async function linkAll(
  from: DiskAudioFiles,
  to: DiskAudioFiles,
  onProgress: (fraction: number) => void,
): Promise<void> {
  for (const [i, shard] of SHARDS.entries()) {
    const ids = [...(await from.shard(shard)).keys()]
    if (ids.length > 0) await mkdir(to.folderOf(shard), { recursive: true })
    for (const id of ids) await linkUnlessDeleted(from, to, id)
    onProgress((i + 1) / SHARDS.length)
  }
}

/** @returns false if the file was deleted */
async function linkUnlessDeleted(from: DiskAudioFiles, to: DiskAudioFiles, id: string): Promise<boolean> {
  try {
    await linkOrCopy(from.path(id), to.path(id))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/**
 * Makes the audio and the database of the backup consistent: links audio that is missing or was linked before it was complete, deletes from
 * the database what was deleted meanwhile, and deletes audio that the database does not refer to. Durable on return.
 */
async function reconcile(copy: DatabaseCopy, original: Dialect, from: DiskAudioFiles, to: DiskAudioFiles) {
  const missing: string[] = []
  for (const shard of SHARDS) {
    const present = await to.shard(shard)
    for (const [id, size] of await copy.files(shard)) {
      if (present.has(id) && present.get(id) === (size ?? (await from.size(id)))) continue
      if (present.has(id)) await to.remove(id)
      await mkdir(to.folderOf(shard), { recursive: true })
      if (!(await linkUnlessDeleted(from, to, id))) missing.push(id)
    }
  }
  // Rows are deleted before their bytes, so the bytes of a file that still has a row were not deleted but lost.
  const lost = await namedFiles(original.db, missing)
  await copy.remove(
    missing.filter((id) => !lost.includes(id)),
    original.db,
  )

  let [files, bytes] = [0, 0]
  for (const shard of SHARDS) {
    const named = await copy.files(shard)
    const present = await to.shard(shard)
    for (const [id, size] of present) {
      if (named.has(id)) {
        files++
        bytes += size
      } else await to.remove(id)
    }
    if (present.size > 0) await syncFolder(to.folderOf(shard))
  }
  await mkdir(to.folder, { recursive: true })
  await syncFolder(to.folder)
  return { files, bytes, lost }
}

/** Keeps only the copies of sessions that are open in the copied database. @returns the ids of their jobs */
async function keepOpen(sessions: readonly string[], open: string, kept: string): Promise<string[]> {
  for (const id of await sessionsIn(kept))
    if (!sessions.includes(id)) await rm(join(kept, id), { recursive: true })
  const there = await sessionsIn(kept)
  for (const id of sessions) if (!there.includes(id)) await copySession(join(open, id), join(kept, id))
  await syncFolder(kept)
  return sessionsIn(kept)
}
