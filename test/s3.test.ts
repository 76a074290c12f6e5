/** A service whose audio is in S3-compatible storage. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wav } from '../src/audio/testing/media.ts'
import { Client } from './support/client.ts'
import { SessionClient } from './support/live-client.ts'
import { onEachStore } from './support/on-each-store.ts'
import { runService } from './support/running-service.ts'
import { s3Places } from './support/s3-places.ts'
import { until } from './support/until.ts'

const AUDIO = wav({})

const bucket = s3Places()

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
    const playback = async () => client.get(`/v2/jobs/${id}/playback`, { range: 'bytes=4-7' })
    const { bytes } = await until(playback, ({ status }) => status !== 202)
    assert.equal(bytes.toString(), 'ftyp')
    assert.equal((await stored()).length, 3)
    assert.equal((await client.send('DELETE', `/v2/pre-recorded/${id}`)).status, 202)
    assert.deepEqual(await stored(), [])
  })

  test('is downloaded directly from S3 if clients can reach it', async (t) => {
    const { env } = bucket('public/')
    const service = await runService({ ...env, S3_PUBLIC_ENDPOINT: env.S3_ENDPOINT })
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
})

onEachStore('audio in S3', (fresh) => {
  test('is all that a live session leaves', async (t) => {
    const database = await fresh()
    const { env, stored } = bucket(`${crypto.randomUUID()}/`)
    const service = await runService(env, undefined, database)
    t.after(async () => service.close())
    const session = await SessionClient.start(await Client.of(service), {})
    await session.play(Buffer.alloc(1_100_000))
    if (database.url !== null) {
      const parts = await until(stored, ({ length }) => length > 0)
      assert.equal(parts.length, 1, 'a part of the session is already in S3')
    }
    const { file } = await session.end()
    assert.deepEqual(await until(stored, ({ length }) => length === 1), [file?.id])
  })
})
