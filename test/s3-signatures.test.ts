/** A service with its audio on an S3 server that checks signatures, unlike the server of the other tests. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { wav } from '../src/audio/testing/media.ts'
import { Client } from './support/client.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from './support/scriptorium.ts'
import { startSwiftServer } from './support/swift-server.ts'

/** Sent in two parts of at most 5 MiB. */
const AUDIO = wav({}, 6_000_000)

const server = await startSwiftServer(temporaryFolder())
const skip = 'missing' in server && server.missing
const { endpoint, env } = 'missing' in server ? { endpoint: '', env: {} } : server
after(async () => {
  if ('close' in server) await server.close()
})

suite('S3 with signatures', { skip }, () => {
  test('stores audio, and serves it itself and by a signed URL', async (t) => {
    const dataDir = temporaryFolder()
    const service = await ServiceProcess.start(t, dataDir, { ...env, S3_PUBLIC_ENDPOINT: endpoint })
    const { audio_metadata } = await (await Client.of(service)).upload(AUDIO, 'Gespräch.wav')
    const headers = { 'x-service-key': service.key }
    const url = new URL(`/file/${audio_metadata.id}`, service.url)
    const redirect = await fetch(url, { headers, redirect: 'manual' })
    const signed = redirect.headers.get('location') ?? ''
    const whole = await fetch(signed)
    assert.match(whole.headers.get('content-disposition') ?? '', /Gespr%C3%A4ch\.wav/)
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), AUDIO)
    const forged = signed.replace(audio_metadata.id, crypto.randomUUID())
    assert.equal((await fetch(forged)).status, 403)
    await service.end('SIGTERM')

    const through = await ServiceProcess.start(t, dataDir, env)
    const range = { ...headers, range: 'bytes=5242870-5242889' }
    const part = await fetch(new URL(url.pathname, through.url), { headers: range })
    assert.equal(part.status, 206)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), AUDIO.subarray(5_242_870, 5_242_890))
    await through.end('SIGTERM')
  })

  test('refuses to start with a wrong secret, in one line', async () => {
    const wrong = { ...env, AWS_SECRET_ACCESS_KEY: 'wrong', DATA_DIR: temporaryFolder(), PORT: '0' }
    const { code, stderr } = await scriptorium(['serve'], wrong)
    assert.equal(code, 1)
    assert.match(stderr, /^AWS_SECRET_ACCESS_KEY: http:.* does not accept it.*\n$/)
  })
})
