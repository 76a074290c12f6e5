import { makeBackup } from '../store/backup/backup.ts'
import { restoreBackup } from '../store/backup/restore.ts'
import { type Config, ConfigError, readConfig } from '../service/config.ts'
import { createPrivately } from '../platform/files/private-folder.ts'
import { KEY_NAMES } from '../jobs/keys.ts'
import { SECRET_KEY_NAME } from '../service/secret-key.ts'
import { ProgressBar } from './status-line.ts'
import { readDatabase } from './with-store.ts'

/** Makes a backup in a new folder. The service may be running. */
export async function backup(destination: string, { withKeys }: { withKeys?: true }): Promise<void> {
  const { storage } = localConfig()
  const bars = { audio: new ProgressBar('of the audio'), database: new ProgressBar('of the database') }
  await readDatabase(storage, async (dialect) => {
    const { manifest, lost } = await makeBackup({
      ...storage,
      dialect,
      destination,
      keyFiles: withKeys === true ? [KEY_NAMES.file, SECRET_KEY_NAME] : [],
      onProgress: (part, fraction) => bars[part].show(fraction),
    })
    for (const bar of Object.values(bars)) bar.clear()
    for (const id of lost) process.stderr.write(`The audio ${id} is lost: see "scriptorium check"\n`)
    const { audio, database } = manifest
    process.stdout.write(
      `Backed up ${audio.files} audio files (${audio.bytes} bytes) and the database (${database.bytes} bytes) to ${destination}.\n`,
    )
  })
}

/** Restores a backup into a folder, by default DATA_DIR. */
export async function restore(folder: string, { into }: { into?: string }): Promise<void> {
  const { storage } = localConfig()
  const dataDir = into ?? storage.dataDir
  // SCRATCH_DIR is the data folder unless it is set.
  const scratchDir = storage.scratchDir === storage.dataDir ? dataDir : storage.scratchDir
  const bar = new ProgressBar('of the audio')
  const manifest = await restoreBackup({
    backup: folder,
    dataDir,
    scratchDir,
    onProgress: (fraction) => bar.show(fraction),
  })
  bar.clear()
  process.stdout.write(
    `Restored ${manifest.audio.files} audio files and the database of ${manifest.started_at} into ${dataDir}. ` +
      'Run "scriptorium check" there, then start the service.\n',
  )
}

/** The configuration, if this command can back it up. Files created from here on are private to this user. */
function localConfig(): Config {
  const config = readConfig(process.env)
  if (config.storage.databaseUrl !== null || config.storage.s3 !== null)
    throw new ConfigError(
      'DATABASE_URL, S3_BUCKET: this command backs up only SQLite with audio on disk; for other setups, see docs/operations.md',
    )
  createPrivately()
  return config
}
