/** `scriptorium move`: moves everything to another database, and the audio to a bucket or a folder, while the service runs. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { KEY_NAMES } from '../../jobs/keys.ts'
import type { AudioFiles } from '../../platform/files/audio-files.ts'
import { DiskAudioFiles } from '../../platform/files/disk-audio-files.ts'
import { copyWhole } from '../../platform/files/durable.ts'
import { InUseError, lockFolder } from '../../platform/files/folder-lock.ts'
import { createPrivately, openPrivateFolder } from '../../platform/files/private-folder.ts'
import { type Config, readConfig } from '../../service/config.ts'
import { audioFolder, openBucket } from '../../service/files.ts'
import { hasSecretKey, readSecretKey, SECRET_KEY_NAME } from '../../service/secret-key.ts'
import { isSealedWith } from '../../store/accounts/sealed-database.ts'
import { database, databaseAddress, sqliteFile } from '../../store/configured-database.ts'
import type { Dialect } from '../../store/databases/dialect.ts'
import { MoveError } from '../../store/move/move-error.ts'
import { Move, undoMove } from '../../store/move/move.ts'
import { NodeStore } from '../../store/nodes/node-store.ts'
import { unusableDatabase } from '../../store/unusable-database.ts'
import { UsageError } from '../errors.ts'
import { ProgressBar } from '../status-line.ts'
import { copyFiles, copyMissing, lostAudio } from './audio.ts'
import { keepLogs, openSessions } from './live-logs.ts'

interface MoveOptions {
  readonly to?: string
  readonly s3?: string
  readonly disk?: true
  readonly undo?: true
}

type Storage = Config['storage']

/** Milliseconds for which a transaction of this command may wait for the other database. */
const IDLE_MS = 2 * 24 * 3_600_000
/** Milliseconds beyond its drain time after which the service must have released its work. */
const CLOSING_MS = 30_000
const POLL_MS = 100
/** Makes V8 collect garbage sooner: a million jobs take at most 215 MB instead of 313, and a seventh more time. */
const V8_FLAGS = ['--heap-growing-percent=30', '--semi-space-growth-factor=1']

export async function move({ to, s3, disk, undo }: MoveOptions): Promise<void> {
  for (const flag of V8_FLAGS) setFlagsFromString(flag)
  const config = readConfig(process.env)
  if ((to === undefined) === (undo === undefined))
    throw new UsageError('give --to with the new database, or --undo')
  if (s3 !== undefined && disk) throw new UsageError('give either --s3 or --disk')
  await using opened = new AsyncDisposableStack()
  const open = (storage: Storage, readOnly = false) => openDatabase(storage, readOnly, opened)
  const places = [config.storage]
  try {
    if (to === undefined) await undoIt(config, open(config.storage))
    else await moveAll({ config, target: targetOf(config, to, disk ? null : s3), open, opened, places })
  } catch (error) {
    throw unusableDatabase(error, places.map(databaseAddress).join(' or '))
  }
}

function openDatabase(storage: Storage, readOnly: boolean, opened: AsyncDisposableStack): Dialect {
  // Checked first, since SQLite would create the file.
  if (storage.databaseUrl === null && readOnly && !existsSync(sqliteFile(storage.dataDir)))
    throw new MoveError(`there is no database in ${storage.dataDir}: set DATA_DIR or DATABASE_URL`)
  const dialect = database(storage, { nodeLeaseMs: IDLE_MS, readOnly })
  opened.defer(async () => dialect.db.destroy())
  opened.defer(async () => dialect.wake.close())
  return dialect
}

async function undoIt({ storage }: Config, dialect: Dialect): Promise<void> {
  const { other } = await undoMove(dialect)
  process.stdout.write(
    `The database ${databaseAddress(storage)} is writable again. It does not have what has been written to ${other} since the move; ` +
      'delete the copy there before you move again. Start the service again.\n',
  )
}

/** The configuration after the move. @param bucket null for a folder, undefined to leave the audio where it is */
function targetOf(config: Config, to: string, bucket: string | null | undefined): Config {
  const { storage } = config
  const folder = /^sqlite:(?<folder>.+)$/.exec(to)?.groups?.['folder']
  if (folder === undefined && !/^postgres(ql)?:\/\/[^\s]+$/.test(to))
    throw new UsageError(
      '--to: must be postgres://user:password@host/database, or sqlite:<folder> for SQLite in that folder',
    )
  if (folder !== undefined && storage.databaseUrl === null)
    throw new UsageError(
      '--to: this is SQLite already; "scriptorium backup" and "scriptorium restore" copy it to another folder',
    )
  if (folder === undefined && to === storage.databaseUrl)
    throw new UsageError('--to: this is the configured database: give another one')
  return {
    ...config,
    storage: {
      ...storage,
      databaseUrl: folder === undefined ? to : null,
      directUrl: folder === undefined ? to : null,
      dataDir: folder === undefined ? storage.dataDir : resolve(folder),
      scratchDir: folder === undefined ? storage.scratchDir : resolve(folder),
      s3: bucket === undefined ? storage.s3 : bucket === null ? null : bucketOf(bucket),
    },
  }
}

/** The bucket with this name; other S3 variables apply as they are. */
const bucketOf = (name: string) => readConfig({ ...process.env, S3_BUCKET: name }).storage.s3

interface Parts {
  readonly config: Config
  readonly target: Config
  readonly open: (storage: Storage, readOnly?: boolean) => Dialect
  readonly opened: AsyncDisposableStack
  /** The databases in use at the moment, for error messages. */
  readonly places: Storage[]
}

async function moveAll(parts: Parts): Promise<void> {
  const { config, target, open, opened, places } = parts
  createPrivately()
  const source = open(config.storage, true)
  const notes = open(config.storage)
  await checkSecretKey(config, notes)
  if (target.storage.databaseUrl === null) openPrivateFolder(target.storage.dataDir)
  const files = await audioOf(config, opened, { isNew: false })
  const isAudioMoved = audioPlace(config) !== audioPlace(target)
  const copies = isAudioMoved ? await audioOf(target, opened, { isNew: true }) : files
  const to = open(target.storage)
  places[0] = target.storage
  const rows = new Rows()
  const { move: step, isComplete } = await Move.begin({
    source,
    notes,
    target: to,
    from: databaseAddress(config.storage),
    to: databaseAddress(target.storage),
    onProgress: rows.show,
  })
  places.push(config.storage)
  if (isComplete) await step.confirm()
  else {
    const audio = new ProgressBar('of the audio')
    if (isAudioMoved) await copyMissing(files, copies, (share) => audio.show(share))
    audio.clear()
    await step.copy()
    await step.catchUp()
    rows.clear()
    await step.verify()
    await endIt({ ...parts, step, source, notes, to, files, copies })
  }
  process.stdout.write(instructions(config, target, isAudioMoved))
}

/** The last part: the service releases its work; after that, it is read-only. */
async function endIt(
  parts: Parts & {
    readonly step: Move
    readonly source: Dialect
    readonly notes: Dialect
    readonly to: Dialect
    readonly files: AudioFiles
    readonly copies: AudioFiles
  },
): Promise<void> {
  const { config, target, step, to, files, copies } = parts
  try {
    await closeService(parts)
    if (files !== copies) await copyMissing(files, copies, () => {})
    await step.catchUp()
    const lost = await lostAudio(to.db, files, copies)
    await step.freeze()
    const began = performance.now()
    const added = await step.catchUpFrozen()
    if (files !== copies) lost.push(...(await copyFiles(added, files, copies)))
    if (to.locksRows && config.storage.databaseUrl === null)
      await keepLogs(join(config.storage.scratchDir, 'live'), to)
    for (const id of new Set(lost)) process.stderr.write(`The audio ${id} is lost: see "scriptorium check"\n`)
    for (const name of [KEY_NAMES.file, SECRET_KEY_NAME]) await copyKey(config, target, name)
    await step.refer()
    process.stdout.write(
      `Copied the rest in ${((performance.now() - began) / 1000).toFixed(1)} s, during which the service was read-only.\n`,
    )
  } catch (error) {
    await step.reopen().catch(() => {})
    throw error
  }
  // It is not always known whether a commit failed, so from here on the source stays read-only.
  await step.finish()
}

async function closeService({ config, step, notes, source, to }: Parameters<typeof endIt>[0]): Promise<void> {
  await step.close()
  const deadline = performance.now() + config.service.drainSeconds * 1000 + CLOSING_MS
  while ((await isUsed(config, notes)) && (await step.inProgress()) > 0) {
    if (performance.now() > deadline)
      throw new MoveError('the service has not released its work in time: stop it, and run the command again')
    await delay(POLL_MS)
  }
  const open = source.locksRows && !to.locksRows ? await openSessions(source) : []
  if (open.length > 0)
    throw new MoveError(
      `${open.length} live sessions are open, which cannot be moved to SQLite: run the command again when they have ended`,
    )
}

/** Whether a process of the service is running. */
async function isUsed({ storage }: Config, dialect: Dialect): Promise<boolean> {
  if (dialect.locksRows) return (await new NodeStore(dialect).running()).length > 0
  try {
    lockFolder(storage.dataDir)()
    return false
  } catch (error) {
    if (error instanceof InUseError) return true
    throw error
  }
}

/** Sealed values are copied as they are, so the secret key must fit. */
async function checkSecretKey({ storage }: Config, dialect: Dialect): Promise<void> {
  if (!hasSecretKey(storage) || (await isSealedWith(dialect, readSecretKey(storage))) !== true)
    throw new MoveError(
      'the database belongs to another secret key: set SECRET_KEY to the key of the service, or SECRET_KEY_FILE to its file',
    )
}

const audioPlace = ({ storage: { s3, dataDir } }: Config): string =>
  s3 === null ? resolve(dataDir) : JSON.stringify([s3.endpoint, s3.bucket, s3.prefix])

async function audioOf(
  config: Config,
  opened: AsyncDisposableStack,
  { isNew }: { isNew: boolean },
): Promise<AudioFiles> {
  const folder = audioFolder(config)
  if (config.storage.s3 === null) return isNew ? DiskAudioFiles.open(folder) : DiskAudioFiles.existing(folder)
  return opened.adopt(await openBucket(config, tmpdir()), (bucket) => bucket.close())
}

async function copyKey(config: Config, target: Config, name: string): Promise<void> {
  const [from, to] = [join(config.storage.dataDir, name), join(target.storage.dataDir, name)]
  if (from !== to && existsSync(from) && !existsSync(to)) await copyWhole(from, to)
}

/** Lists the variables to set, one per line. */
function instructions(config: Config, target: Config, isAudioMoved: boolean): string {
  const [from, to] = [config.storage, target.storage]
  const lines =
    to.databaseUrl === null
      ? [`  DATA_DIR=${to.dataDir}`, '  DATABASE_URL, DATABASE_DIRECT_URL, SCRATCH_DIR: not set']
      : [`  DATABASE_URL: the URL that you gave with --to, of ${databaseAddress(to)}`]
  if (isAudioMoved && to.s3 !== null) {
    lines.push(`  S3_BUCKET=${to.s3.bucket}`)
    if (from.s3 === null)
      lines.push(`  and move ${audioFolder(config)} away, or delete it: all of it was copied`)
  }
  if (isAudioMoved && from.s3 !== null && to.s3 === null) lines.push('  S3_BUCKET: not set')
  const keys = [
    from.secretKey === null ? SECRET_KEY_NAME : null,
    from.serviceKey === null ? KEY_NAMES.file : null,
  ]
  const names = keys.filter((name) => name !== null).join(' and ')
  if (names !== '' && to.databaseUrl !== null)
    lines.push(`  DATA_DIR: as it is, or a folder with ${names} of ${from.dataDir}`)
  return (
    `Moved from ${databaseAddress(from)} to ${databaseAddress(to)}. Stop the service, and start it with\n${lines.join('\n')}\n` +
    `Everything else stays as it is. ${databaseAddress(from)} remains read-only; "scriptorium move --undo" with the old configuration goes back to it.\n`
  )
}

/** Shows how many rows were copied, and the time left. */
class Rows {
  readonly #bar = new ProgressBar('')
  #first: { readonly at: number; readonly rows: number } | null = null

  readonly show = (table: string, rows: number, total: number): void => {
    const now = performance.now()
    this.#first ??= { at: now, rows }
    const perSecond = (rows - this.#first.rows) / Math.max(0.001, (now - this.#first.at) / 1000)
    const left = perSecond === 0 ? null : Math.max(0, total - rows) / perSecond
    this.#bar.show(
      rows / Math.max(1, total),
      left,
      `${Math.round(perSecond).toLocaleString('en')} rows/s, ${table}`,
    )
  }

  clear(): void {
    this.#bar.clear()
  }
}
