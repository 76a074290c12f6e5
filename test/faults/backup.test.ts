/**
 * Backups are made beside a running service, restored into a new folder, and interrupted anywhere.
 *
 * TEST_BACKUP_KILLS is the number of kills of each command, 10 or more before a release.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { makeBackup } from '../../src/store/backup/backup.ts'
import { readManifest } from '../../src/store/backup/manifest.ts'
import { restoreBackup } from '../../src/store/backup/restore.ts'
import { readConfig } from '../../src/service/config.ts'
import { SHARDS } from '../../src/platform/files/audio-files.ts'
import { DiskAudioFiles } from '../../src/platform/files/disk-audio-files.ts'
import { startService } from '../../src/service/service.ts'
import { checkStore } from '../../src/store/check/check-store.ts'
import { addStored } from '../../src/store/accounts/account-usage.ts'
import { copyDatabase } from '../../src/store/backup/copy-database.ts'
import { DatabaseCopy } from '../../src/store/backup/database-copy.ts'
import { database, RESTORING, sqliteFile } from '../../src/store/configured-database.ts'
import type { Dialect } from '../../src/store/databases/dialect.ts'
import { Client } from '../support/client.ts'
import { SessionClient } from '../support/live-client.ts'
import { isLong } from '../support/long.ts'
import { randomFrom } from '../support/random.ts'
import { type RunningService, runService } from '../support/running-service.ts'
import { cutSample } from '../support/sample.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { withDialect } from '../support/store-place.ts'
import { until } from '../support/until.ts'

const KILLS = Number(process.env['TEST_BACKUP_KILLS'] ?? 2)
const SEED = 5
/** Number of uploads in the data of commands that are killed. */
const UPLOADS = 150
/** Jobs of each client before the backup begins. */
const JOBS_BEFORE = 3

/** A client that uploads audio, creates jobs and deletes some of them. */
class Traffic {
  /** Audio by job, for jobs that were created and that it has not begun to delete. */
  readonly jobs = new Map<string, Buffer>()
  readonly #client: Client
  readonly #random: () => number

  constructor(client: Client, seed: number) {
    this.#client = client
    this.#random = randomFrom(seed)
  }

  async step(): Promise<void> {
    const audio = cutSample(this.#random() * 5, 0.1)
    const { audio_url } = await this.#client.upload(audio)
    const id = await this.#client.create({ audio_url, custom_metadata: { plan: 'free' } })
    this.jobs.set(id, audio)
    await this.#client.send('POST', `/v2/jobs/${id}/cancel`)
    // One of the newest, so that some grow old.
    const deleted = [...this.jobs.keys()].at(-1 - Math.floor(this.#random() * 3))
    if (deleted === undefined || this.#random() < 0.5) return
    this.jobs.delete(deleted)
    await this.#client.send('DELETE', `/v2/pre-recorded/${deleted}`)
  }
}

/** What `scriptorium check` finds in a folder. */
async function faultsIn(dataDir: string): Promise<string[]> {
  return withReader(dataDir, async (dialect) => {
    const files = DiskAudioFiles.existing(join(dataDir, 'files'))
    const findings = await Array.fromAsync(checkStore({ dialect, files, repair: null }))
    return findings.map(({ check, fault }) => `${check}: ${fault}`)
  })
}

async function withReader<Value>(dataDir: string, use: (dialect: Dialect) => Promise<Value>): Promise<Value> {
  const dialect = database({ databaseUrl: null, dataDir }, { readOnly: true })
  try {
    return await use(dialect)
  } finally {
    await dialect.db.destroy()
  }
}

const backUp = async (dataDir: string, destination: string) =>
  withReader(dataDir, async (dialect) =>
    makeBackup({ dataDir, scratchDir: dataDir, dialect, destination, keyFiles: [], onProgress: () => {} }),
  )
const restore = async (from: string, dataDir: string) =>
  restoreBackup({ backup: from, dataDir, scratchDir: dataDir, onProgress: () => {} })

/** A new path in a temporary folder. */
const newPath = () => join(temporaryFolder(), 'new')

/** Everything in a folder that others may read. */
function exposed(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  )
}

suite('a backup', () => {
  let service: RunningService
  let client: Client
  const backup = newPath()
  const restored = newPath()
  /** Audio by job: acknowledged before the backup began, and not deleted by the time it was complete. */
  const promised = new Map<string, Buffer>()
  let session: SessionClient
  let acknowledged: number

  before(async () => {
    service = await runService({}, async ({ accounts }) => {
      // No job is transcribed.
      await accounts.change(await accounts.ensure('default'), { limits: { max_running: 0 } })
    })
    client = await Client.of(service)
  })
  after(async () => service.close())

  test('is made while clients create, delete and stream', async () => {
    const clients = [1, 2, 3].map((seed) => new Traffic(client, SEED + seed))
    const { audio_url } = await client.upload(cutSample(0, 0.1))
    await client.create({ audio_url })
    session = await SessionClient.start(client, {})
    await session.play(Buffer.alloc(32_000, 1))
    acknowledged = session.acknowledged
    await Promise.all(
      clients.map(async (one) => {
        for (let i = 0; i < JOBS_BEFORE; i++) await one.step()
      }),
    )
    const created = new Map(clients.flatMap(({ jobs }) => [...jobs]))
    const made = scriptorium(['backup', backup], { DATA_DIR: service.dataDir })
    let isMade = false
    void made.finally(() => (isMade = true))
    const traffic = clients.map(async (one) => {
      while (!isMade) await one.step()
    })
    const stream = async () => {
      while (!isMade) await session.play(Buffer.alloc(3_200, 2))
    }
    await Promise.all([...traffic, stream()])
    const { code, stdout, stderr } = await made
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.match(stdout, /^Backed up \d+ audio files \(\d+ bytes\) and the database \(\d+ bytes\) to /)
    const left = new Set(clients.flatMap(({ jobs }) => [...jobs.keys()]))
    for (const [id, audio] of created) if (left.has(id)) promised.set(id, audio)
    assert.ok(promised.size > 0)
    assert.deepEqual(exposed(backup), [])
    assert.deepEqual(readdirSync(backup).toSorted(), ['files', 'live', 'manifest.json', 'scriptorium.sqlite'])
    assert.deepEqual((await readManifest(backup)).live_sessions, [session.id])
  })

  test('leaves data in which a check beside the service finds no fault', async () => {
    const { code, stdout } = await scriptorium(['check', '--json'], { DATA_DIR: service.dataDir })
    assert.deepEqual({ code, stdout }, { code: 0, stdout: '{"found":0,"repaired":0}\n' })
  })

  test('has every acknowledged job with its audio when it is restored', async (t) => {
    await restore(backup, restored)
    assert.deepEqual(await faultsIn(restored), [])
    assert.deepEqual(exposed(restored), [])
    const second = await ServiceProcess.start(t, restored, {
      // Another key would revoke that of the session, which would end it.
      SERVICE_KEY: service.key,
      LIVE_RESUME_SECONDS: isLong ? '5' : '3600',
    })
    const there = client.at({ url: second.url, key: service.key })
    for (const [id, audio] of promised) {
      const answer = await there.get(`/v2/pre-recorded/${id}/file`)
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.bytes, audio)
    }
    const { body } = await there.get<{ status: string }>(`/v2/live/${session.id}`)
    assert.equal(body.status, 'processing')
    const live = readFileSync(join(restored, 'live', session.id, 'audio.wav'))
    assert.ok(live.length >= acknowledged, 'the audio of the session that was acknowledged before the backup')
    if (isLong) {
      const status = async () => (await there.get<{ status: string }>(`/v2/live/${session.id}`)).body.status
      assert.equal(await until(status, (is) => is !== 'processing'), 'done')
      const { bytes } = await there.get(`/v2/live/${session.id}/file`)
      assert.ok(bytes.length >= acknowledged, 'the session is finished without its client')
    }
    const { next } = (await client.get<{ next: string }>('/v2/jobs/changes?after=now')).body
    const changes = `/v2/jobs/changes?after=${next}`
    assert.equal((await client.get(changes)).status, 200)
    assert.equal((await there.get(changes)).status, 410, 'a mirror of the original begins again')
    await second.end('SIGTERM')
    assert.deepEqual(await faultsIn(restored), [])
  })

  test('is refused where it would overwrite something', async () => {
    await assert.rejects(backUp(service.dataDir, backup), /already exists: name a new folder$/)
    await assert.rejects(backUp(service.dataDir, join(service.dataDir, 'copy')), /is in the data folder/)
    await assert.rejects(restore(backup, restored), /is not empty: name an empty folder/)
    await assert.rejects(restore(restored, newPath()), /is not a complete backup: it has no manifest\.json$/)
  })

  test('is not restored if it is damaged or of a newer version', async () => {
    const damaged = newPath()
    await backUp(restored, damaged)
    const manifest = join(damaged, 'manifest.json')
    const text = readFileSync(manifest, 'utf8')
    writeFileSync(manifest, text.replace(/"schema": "\d+/, '"schema": "999'))
    await assert.rejects(restore(damaged, newPath()), /was made by scriptorium [\d.]+: use that version/)
    writeFileSync(manifest, text.replace(/"sha256": "./, '"sha256": "x'))
    const target = newPath()
    await assert.rejects(restore(damaged, target), /is damaged: it is not the database/)
    const config = readConfig({ DATA_DIR: target, PORT: '0' })
    await assert.rejects(startService(config, pino({ level: 'silent' })), {
      message: `${target} is only partly restored: run "scriptorium restore" with the same backup again`,
    })
    await assert.rejects(restore(backup, target), /contains parts of another backup/)
    for (const lost of ['audio.wav', '']) {
      const copy = newPath()
      cpSync(backup, copy, { recursive: true })
      rmSync(join(copy, 'live', session.id, lost), { recursive: true })
      await assert.rejects(restore(copy, newPath()), {
        message: `${copy} is damaged: it does not have all of live session ${session.id}`,
      })
    }
  })

  test('omits jobs and audio that were deleted after its database was copied', async () => {
    const files = DiskAudioFiles.existing(join(restored, 'files'))
    const [folder, original] = [temporaryFolder(), temporaryFolder()]
    for (const copied of [folder, original])
      await copyDatabase(sqliteFile(restored), sqliteFile(copied), () => {})
    const jobsIn = async (dataDir: string) =>
      withReader(dataDir, async ({ db }) =>
        db.selectFrom('jobs').select(['ordinal', 'file_id']).orderBy('ordinal', 'desc').execute(),
      )
    const jobs = (await jobsIn(restored)).filter(({ file_id }) => file_id !== null)
    // The oldest job is unfinished, and some files may have no job yet.
    const [kept = assert.fail('no job'), ...others] = jobs
    const isDeleted = ({ ordinal }: { ordinal: number }) => ordinal % 2 === 1
    const copy = new DatabaseCopy(sqliteFile(folder))
    const named = await Promise.all(SHARDS.map(async (shard) => [...(await copy.files(shard)).keys()]))
    await withDialect({ databaseUrl: null, dataDir: original }, async ({ db }) => {
      await db
        .deleteFrom('jobs')
        .where(
          'ordinal',
          'in',
          others.filter(isDeleted).map(({ ordinal }) => ordinal),
        )
        .execute()
      await copy.remove(
        named.flat().filter((id) => id !== kept.file_id),
        db,
      )
    })
    await copy.close()
    const id = kept.file_id!
    mkdirSync(join(folder, 'files', id.slice(0, 2)), { recursive: true })
    linkSync(files.path(id), DiskAudioFiles.existing(join(folder, 'files')).path(id))
    assert.deepEqual(await faultsIn(folder), [])
    const left = others.filter((job) => !isDeleted(job)).map(({ ordinal }) => ({ ordinal, file_id: null }))
    const withAudio = new Set(jobs.map(({ ordinal }) => ordinal))
    assert.deepEqual(
      (await jobsIn(folder)).filter(({ ordinal }) => withAudio.has(ordinal)).map((job) => ({ ...job })),
      [{ ...kept }, ...left],
    )
  })

  test('is complete or absent, whenever it is killed', async (t) => {
    await addUploads(restored)
    let incomplete = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const destination = newPath()
      const partial = `${destination}.partial`
      const { code } = await killed(['backup', destination], { DATA_DIR: restored }, partial, kill)
      if (!existsSync(destination)) {
        assert.equal(code, null)
        incomplete++
        await backUp(restored, destination)
      }
      assert.equal(existsSync(partial), false)
      const target = newPath()
      await restore(destination, target)
      assert.deepEqual(await faultsIn(target), [])
      rmSync(destination, { recursive: true })
    }
    t.diagnostic(`${incomplete} of ${KILLS} were incomplete`)
  })

  test('is restored by a second run, whenever the first one is killed', async (t) => {
    let incomplete = 0
    const large = newPath()
    await backUp(restored, large)
    for (let kill = 0; kill < KILLS; kill++) {
      const target = newPath()
      await killed(['restore', large], { DATA_DIR: target }, join(target, RESTORING), kill)
      if (existsSync(join(target, RESTORING))) {
        incomplete++
        await restore(large, target)
      }
      assert.deepEqual(await faultsIn(target), [])
      rmSync(target, { recursive: true })
    }
    t.diagnostic(`${incomplete} of ${KILLS} were incomplete`)
  })
})

test('PostgreSQL and S3 are not backed up by this program', async () => {
  const { code, stderr } = await scriptorium(['backup', newPath()], { S3_BUCKET: 'audio' })
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^DATABASE_URL, S3_BUCKET: this command backs up only SQLite .* see docs\/operations\.md\n$/,
  )
})

/** Adds uploads that no job uses, one in each of many folders, so that copying takes a while. */
async function addUploads(dataDir: string): Promise<void> {
  await withDialect({ databaseUrl: null, dataDir }, async ({ db }) => {
    const { id: account } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
    const uploads = SHARDS.slice(0, UPLOADS).map((shard) => ({
      id: shard + randomUUID().slice(2),
      account,
      filename: 'a.wav',
      extension: 'wav',
      source: null,
      size: shard.length,
      audio_duration: 1,
      number_of_channels: 1,
      created_at: Date.now(),
      jobs: 0,
    }))
    await db.insertInto('files').values(uploads).execute()
    await addStored(db, account, 2 * UPLOADS)
    const files = DiskAudioFiles.existing(join(dataDir, 'files'))
    for (const { id } of uploads) writeFileSync(files.path(id), id.slice(0, 2), { mode: 0o600 })
  })
}

/** Kills a command after it has made a path and a delay that varies by `kill`. */
async function killed(args: string[], env: Record<string, string>, path: string, kill: number) {
  let isOver = false
  const begun = async () => {
    await until(() => existsSync(path) || isOver)
    await delay((kill * 37) % 120)
  }
  const ended = scriptorium(args, env, begun())
  void ended.finally(() => (isOver = true))
  return ended
}
