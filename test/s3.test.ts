/** A service whose audio is in S3-compatible storage. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { wav } from '../src/audio/testing/media.ts'
import { DiskAudioFiles } from '../src/files/disk-audio-files.ts'
import { type S3Server, startS3Server } from '../src/files/testing/s3-server.ts'
import { Client } from './support/client.ts'
import { randomFrom } from './support/random.ts'
import { runService } from './support/running-service.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from './support/scriptorium.ts'
import { withDialect } from './support/store-place.ts'

/** How often the service is killed while it receives audio. */
const KILLS = Number(process.env['TEST_UPLOAD_KILLS'] ?? 10)
const SEED = 7
const AUDIO = wav({})
const LONG_AUDIO = wav({}, 6_000_000)

let server: S3Server
before(async () => {
  server = await startS3Server(temporaryFolder())
})
after(async () => server.close())

/** An environment with a prefix of its own, and the ids of the objects below it. */
function bucket(prefix: string) {
  const stored = async () =>
    (await server.keys()).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
  return { env: { ...server.env, S3_PREFIX: prefix }, stored }
}

suite('audio in S3', () => {
  test('is transcribed, downloaded in ranges, and deleted with its job', async (t) => {
    const { env, stored } = bucket('whole/')
    const service = await runService(env)
    t.after(async () => service.close())
    const client = await Client.of(service)
    assert.equal((await service.request('/ready')).status, 200)
    const { audio_url, audio_metadata } = await client.upload(AUDIO)
    assert.deepEqual(await stored(), [audio_metadata.id])
    const id = await client.create({ audio_url, language_config: { languages: ['en'] } })
    assert.equal((await client.ended(id)).status, 'done')

    for (const path of [`/file/${audio_metadata.id}`, `/v2/pre-recorded/${id}/file`]) {
      const whole = await service.request(path)
      assert.equal(whole.status, 200)
      assert.deepEqual(Buffer.from(await whole.arrayBuffer()), AUDIO)
      const part = await service.request(path, { headers: { range: 'bytes=4-7' } })
      assert.equal(part.status, 206)
      assert.deepEqual(Buffer.from(await part.arrayBuffer()), AUDIO.subarray(4, 8))
    }
    assert.equal((await client.send('DELETE', `/v2/pre-recorded/${id}`)).status, 202)
    assert.deepEqual(await stored(), [])
  })

  test('is downloaded from S3 itself if clients reach it', async (t) => {
    const { env } = bucket('public/')
    const service = await runService({ ...env, S3_PUBLIC_ENDPOINT: server.endpoint })
    t.after(async () => service.close())
    const { audio_metadata } = await (await Client.of(service)).upload(AUDIO, 'Gespräch.wav')
    const path = `/file/${audio_metadata.id}`
    const redirect = await service.request(path, { redirect: 'manual' })
    assert.equal(redirect.status, 302)
    assert.equal(redirect.headers.get('cache-control'), 'no-store')
    const response = await fetch(redirect.headers.get('location') ?? '', { headers: { range: 'bytes=4-7' } })
    assert.equal(response.status, 206)
    assert.match(response.headers.get('content-disposition') ?? '', /Gespr%C3%A4ch\.wav/)
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), AUDIO.subarray(4, 8))
  })

  test('is moved there from disk, also after an interruption', async () => {
    const { env, stored } = bucket('moved/')
    const dataDir = temporaryFolder()
    const folder = join(dataDir, 'files')
    mkdirSync(folder)
    const files = await DiskAudioFiles.open(folder)
    const ids = Array.from({ length: 3 }, () => crypto.randomUUID())
    for (const id of ids) await files.write(id, chunksOf(AUDIO))
    const command = { ...env, DATA_DIR: dataDir }

    const refused = await scriptorium(['serve'], command)
    assert.match(refused.stderr, /^S3_BUCKET: .* still has audio; move it .*\n$/)
    const first = await scriptorium(['storage', 'move'], command)
    assert.equal(first.stdout, 'Moved 3 files.\n', first.stderr)
    assert.deepEqual((await stored()).toSorted(), ids.toSorted())
    assert.equal(existsSync(folder), false)
    const second = await scriptorium(['storage', 'move'], command)
    assert.match(second.stdout, /^There is no audio in /)
  })

  test('is the only audio: kills leave no object without a row, and no row without its object', async (t) => {
    const { env, stored } = bucket('kills/')
    const dataDir = temporaryFolder()
    const random = randomFrom(SEED)
    let answered = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const service = await ServiceProcess.start(t, dataDir, env)
      const client = await Client.of(service)
      const killed = delay(200 + random() * 1_000).then(async () => service.end('SIGKILL'))
      // One of them in several parts.
      const sent = [AUDIO, AUDIO, LONG_AUDIO]
      await Promise.all(sent.map(async (audio) => uploadUntilGone(client, audio, () => answered++)))
      await killed
    }
    const service = await ServiceProcess.start(t, dataDir, env)
    const rows = async () =>
      withDialect({ dataDir, databaseUrl: null }, async ({ db }) => ({
        files: await db.selectFrom('files').select('id').execute(),
        uploads: await db.selectFrom('uploads').select('file').execute(),
      }))
    const deadline = performance.now() + 20_000
    while ((await rows()).uploads.length > 0 && performance.now() < deadline) await delay(50)
    const { files, uploads } = await rows()
    assert.deepEqual(uploads, [])
    assert.deepEqual(files.map(({ id }) => id).toSorted(), (await stored()).toSorted())
    assert.ok(files.length >= answered)
    t.diagnostic(`${KILLS} kills, ${answered} uploads answered, ${files.length} files`)
    await service.end('SIGTERM')
  })
})

async function uploadUntilGone(
  client: Client,
  audio: Buffer<ArrayBuffer>,
  onAnswered: () => void,
): Promise<void> {
  try {
    for (;;) {
      await client.upload(audio)
      onAnswered()
    }
  } catch (error) {
    // The errors of fetch for a missing or incomplete answer.
    if (!(error instanceof TypeError)) throw error
  }
}

async function* chunksOf(bytes: Buffer) {
  yield bytes
}
