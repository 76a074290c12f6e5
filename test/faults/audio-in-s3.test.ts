/** Every object in S3 has a row and every row its object, after kills, moves and restorations. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { wav } from '../../src/audio/testing/media.ts'
import type { Job } from '../../src/contract/job.ts'
import { DiskAudioFiles } from '../../src/platform/files/disk-audio-files.ts'
import { filesIn } from '../../src/platform/files/testing/files-in.ts'
import { Client } from '../support/client.ts'
import { SessionClient } from '../support/live-client.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { randomFrom } from '../support/random.ts'
import { s3Places } from '../support/s3-places.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { withDialect } from '../support/store-place.ts'
import { until } from '../support/until.ts'

/** How often the service is killed while it receives audio, on each store. */
const KILLS = Number(process.env['TEST_UPLOAD_KILLS'] ?? 1)
/** Uploads that are answered before each kill. */
const ANSWERED = 10
const SEED = 7
const AUDIO = wav({})
const LONG_AUDIO = wav({}, 6_000_000)

const bucket = s3Places()

suite('audio in S3', () => {
  test('is moved there from disk, even if the command is killed', async () => {
    const { env, stored } = bucket('moved/')
    const dataDir = temporaryFolder()
    const folder = join(dataDir, 'files')
    mkdirSync(folder)
    const files = await DiskAudioFiles.open(folder)
    const ids = Array.from({ length: 50 }, () => crypto.randomUUID())
    for (const id of ids) await files.write(id, chunksOf(AUDIO))
    const command = { ...env, DATA_DIR: dataDir }

    const refused = await scriptorium(['serve'], command)
    assert.match(refused.stderr, /^S3_BUCKET: .* still has audio; move it .*\n$/)
    const isBegun = async () => (await stored()).some((key) => key !== 'write-check')
    const killed = await scriptorium(['storage', 'move'], command, until(isBegun))
    assert.equal(killed.code, null, killed.stdout)
    const left = await filesIn(folder)
    assert.ok(left.length > 0 && new Set([...(await stored()), ...left]).size >= ids.length)
    const first = await scriptorium(['storage', 'move'], command)
    assert.equal(first.stdout, `Moved ${left.length} files.\n`, first.stderr)
    assert.deepEqual((await stored()).toSorted(), ids.toSorted())
    assert.equal(existsSync(folder), false)
    const second = await scriptorium(['storage', 'move'], command)
    assert.match(second.stdout, /^There is no audio in /)
  })

  test('is complete for a copy of the SQLite database that was made and restored as the docs say', async (t) => {
    const { env, stored } = bucket('restored/')
    const service = await ServiceProcess.start(t, temporaryFolder(), { ...env, DRAIN_SECONDS: '0' })
    const client = await Client.of(service)
    const transcribed = async () => {
      const { audio_url } = await client.upload(AUDIO)
      const id = await client.create({ audio_url, language_config: { languages: ['en'] } })
      assert.equal((await client.ended(id)).status, 'done')
      return id
    }
    const id = await transcribed()
    const session = await SessionClient.start(client, {})
    await session.play(Buffer.alloc(64_000))
    const restored = temporaryFolder()
    using database = new DatabaseSync(join(service.dataDir, 'scriptorium.sqlite'), { readOnly: true })
    database.exec(`vacuum into '${join(restored, 'scriptorium.sqlite')}'`)
    const later = await transcribed()
    await service.end('SIGTERM')

    const command = { ...env, DATA_DIR: restored }
    const { stdout } = await scriptorium(['check'], command)
    assert.match(stdout, /^1 found, 0 repaired; "scriptorium check --repair" repairs 1\.$/m, stdout)
    const again = await ServiceProcess.start(t, restored, { ...env, LIVE_RESUME_SECONDS: '1' })
    const found = await Client.of(again)
    // Its audio was on the disk of the lost machine.
    const live = async () => (await found.get<Job>(`/v2/jobs/${session.id}`)).body
    const ended = await until(live, ({ status }) => status !== 'processing')
    assert.equal(ended.file?.audio_duration, 0)
    assert.deepEqual((await found.get(`/v2/jobs/${id}/file`)).bytes, AUDIO)
    assert.equal((await found.get(`/v2/jobs/${later}`)).status, 404)
    assert.equal((await scriptorium(['check', '--repair'], command)).code, 0)
    assert.equal((await stored()).length, 2)
  })
})

onEachStore('audio in S3', (fresh) => {
  test('has a row, and every row its audio, after kills during uploads', async (t) => {
    const { url: databaseUrl, drop } = await fresh()
    t.after(drop)
    const { env, stored } = bucket(`${crypto.randomUUID()}/`)
    const dataDir = temporaryFolder()
    const databaseEnv = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
    const start = async () => ServiceProcess.start(t, dataDir, { ...env, ...databaseEnv })
    const rows = async () =>
      withDialect({ dataDir, databaseUrl }, async ({ db }) => ({
        files: (await db.selectFrom('files').select('id').execute()).map(({ id }) => id).toSorted(),
        uploads: await db.selectFrom('uploads').select('file').execute(),
      }))
    const answered = new Set<string>()
    async function checkCollected() {
      const { files } = await until(rows, ({ uploads }) => uploads.length === 0)
      assert.deepEqual((await stored()).toSorted(), files)
      assert.ok(answered.isSubsetOf(new Set(files)))
    }

    const random = randomFrom(SEED)
    let service = await start()
    for (let kill = 0; kill < KILLS; kill++) {
      const { promise: enough, resolve } = Promise.withResolvers<void>()
      const earlier = answered.size
      const onAnswered = (id: string) => {
        answered.add(id)
        if (answered.size - earlier >= ANSWERED) resolve()
      }
      const client = await Client.of(service)
      // The first part of the long upload has been sent, or is still being received.
      const sending = sendPartly(service, kill % 2 === 0 ? 5_500_000 : 500_000)
      const uploads = [1, 2].map(async () => uploadUntilGone(client, AUDIO, onAnswered))
      await Promise.race([enough, ...uploads])
      await delay(random() * 200)
      await service.end('SIGKILL')
      await Promise.all([sending, ...uploads])
      assert.ok((await rows()).uploads.length > 0, 'nothing was being received')
      service = await start()
      await checkCollected()
    }
    t.diagnostic(`${KILLS} kills, ${answered.size} uploads answered, ${(await rows()).files.length} files`)
    await service.end('SIGTERM')
    if (databaseUrl === null) return
    const { code, stdout } = await scriptorium(['check'], { DATA_DIR: dataDir, ...env, ...databaseEnv })
    assert.deepEqual({ code, stdout }, { code: 0, stdout: 'Nothing is wrong.\n' })
  })
})

/** Uploads until the service is gone. */
async function uploadUntilGone(
  client: Client,
  audio: Buffer<ArrayBuffer>,
  onAnswered: (id: string) => void,
): Promise<void> {
  await untilGone(async () => {
    for (;;) onAnswered((await client.upload(audio)).audio_metadata.id)
  })
}

/** Sends part of a file, and waits until the service is gone. */
async function sendPartly({ url, key }: ServiceProcess, bytes: number): Promise<void> {
  const form = new FormData()
  form.append('audio', new Blob([LONG_AUDIO]), 'long.wav')
  const request = new Request(new URL('/v2/upload', url), { method: 'POST', body: form })
  const whole = await request.arrayBuffer()
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(whole, 0, bytes)),
  })
  const headers = { 'content-type': request.headers.get('content-type') ?? '', 'x-service-key': key }
  await untilGone(async () => {
    await fetch(request.url, { method: 'POST', headers, body, duplex: 'half' })
    assert.fail('it was answered')
  })
}

async function untilGone(send: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    // The errors of fetch for a missing or incomplete answer.
    if (!(error instanceof TypeError)) throw error
  }
}

async function* chunksOf(bytes: Buffer) {
  yield bytes
}
