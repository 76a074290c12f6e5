/** Uploads: as a form, from a URL, and of files that are not audio. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, suite, test } from 'node:test'
import type { Upload } from '../src/contract/upload.ts'
import { listenHttp } from '../src/platform/net/testing/loopback-server.ts'
import { serveAudio } from './support/audio-server.ts'
import { Client } from './support/client.ts'
import { filesOnDisk } from './support/files-on-disk.ts'
import { runService } from './support/running-service.ts'
import { SAMPLE, SAMPLE_SECONDS, SILENCE } from './support/sample.ts'
import { serveTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'
import { until } from './support/until.ts'

let world: TwoAccounts
let client: Client
let stranger: Client

before(async () => {
  world = await serveTwoAccounts()
  client = world.client
  stranger = world.stranger
})
after(async () => world.close())

suite('an upload', () => {
  test('of a form returns the metadata of the audio', async () => {
    const { audio_url, audio_metadata: metadata } = await client.upload(SAMPLE, 'Welcome.WAV')
    assert.deepEqual(metadata, {
      id: metadata.id,
      filename: 'Welcome.WAV',
      extension: 'wav',
      size: SAMPLE.length,
      audio_duration: SAMPLE_SECONDS,
      number_of_channels: 1,
    })
    assert.equal(audio_url, `${world.service.url}/file/${metadata.id}`)
    assert.deepEqual((await client.get(audio_url)).bytes, SAMPLE)
    await stranger.refused(404, 'GET', audio_url)
  })

  test('of a URL is fetched', async (t) => {
    const source = await serveAudio(t, SAMPLE, {
      'content-disposition': 'attachment; filename="a talk.wav"',
    })
    const answer = await client.send<Upload>('POST', '/v2/upload', { body: { audio_url: source } })
    assert.equal(answer.status, 200)
    assert.partialDeepStrictEqual(answer.body.audio_metadata, {
      filename: 'a talk.wav',
      source,
      size: SAMPLE.length,
      audio_duration: SAMPLE_SECONDS,
    })
  })

  const NAMES = {
    'Überraschung – 会議 🎧.wav': 'Überraschung – 会議 🎧.wav',
    '../../etc/passwd.wav': 'passwd.wav',
    'C:\\talks\\one.wav': 'one.wav',
    'ta\u202elk.wav': 'talk.wav',
    "it's; 50% & more.wav": "it's; 50% & more.wav",
    talk: 'talk',
  }
  for (const [given, kept] of Object.entries(NAMES)) {
    test(`may be called ${JSON.stringify(given)}`, async () => {
      const { audio_url, audio_metadata } = await client.upload(SILENCE, given)
      assert.equal(audio_metadata.filename, kept)
      const job = await client.job(await client.create({ audio_url }))
      assert.equal(job.file?.filename, kept)
    })
  }

  test('may have other fields before and after the audio', async () => {
    const form = new FormData()
    form.append('note', 'first')
    form.append('audio', new Blob([SILENCE]), 'talk.wav')
    form.append('note', 'last')
    assert.equal((await client.send('POST', '/v2/upload', { body: form })).status, 200)
  })

  test('without its field is refused with the name of the field', async () => {
    for (const fields of [[], ['sound'], ['note', 'sound']]) {
      const form = new FormData()
      for (const field of fields) form.append(field, new Blob([SILENCE]), 'talk.wav')
      const fault = await client.refused(400, 'POST', '/v2/upload', { body: form })
      assert.match(String(fault.validation_errors), /^audio: /)
    }
    const text = new FormData()
    text.append('audio', 'no file')
    await client.refused(400, 'POST', '/v2/upload', { body: text })
    for (const body of [
      {},
      { audio_url: 5 },
      { audio_url: 'file:///etc/passwd' },
      { audio_url: 'talk.wav' },
    ]) {
      const fault = await client.refused(400, 'POST', '/v2/upload', { body })
      assert.equal(fault.validation_errors?.length, 1)
      assert.match(String(fault.validation_errors), /^audio_url: /)
    }
  })

  test('of another content type is refused', async () => {
    for (const type of ['audio/wav', 'text/plain', 'application/x-www-form-urlencoded']) {
      const sent = { body: SILENCE, headers: { 'content-type': type } }
      await client.refused(415, 'POST', '/v2/upload', sent)
    }
  })

  test('that is not audio is refused with the reason, and leaves no file', async (t) => {
    const kept = filesOnDisk(world.service)
    const text = Buffer.from('This is not audio. '.repeat(100))
    for (const bytes of [text, Buffer.alloc(0), Buffer.from('RIFF')]) {
      const form = new FormData()
      form.append('audio', new Blob([bytes]), 'talk.wav')
      const { message } = await client.refused(422, 'POST', '/v2/upload', { body: form })
      assert.match(message, /^[A-Z].*\.$/)
      const source = await serveAudio(t, bytes)
      await client.refused(422, 'POST', '/v2/upload', { body: { audio_url: source } })
    }
    assert.deepEqual(filesOnDisk(world.service), kept)
  })

  test('that is aborted leaves no file and no pending request', async () => {
    const kept = filesOnDisk(world.service)
    const socket = connect(Number(new URL(world.service.url).port), '127.0.0.1')
    socket.write(
      `POST /v2/upload HTTP/1.1\r\nhost: x\r\nx-service-key: ${world.service.key}\r\ncontent-length: 100000\r\n` +
        'content-type: multipart/form-data; boundary=b\r\n\r\n' +
        '--b\r\ncontent-disposition: form-data; name="audio"; filename="talk.wav"\r\n\r\n',
    )
    socket.write(SAMPLE.subarray(0, 20_000))
    // A client cannot observe that the upload has begun, nor that no file is left.
    await until(() => filesOnDisk(world.service).length > kept.length)
    socket.destroy()
    await until(() => filesOnDisk(world.service).length <= kept.length)
  })

  test('from a URL is no longer fetched once its client has disconnected', async (t) => {
    const [requested, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const server = await listenHttp(t, (_request, response) => {
      response.once('close', closed.resolve).write(SAMPLE.subarray(0, 20_000))
      requested.resolve()
    })
    const disconnection = new AbortController()
    const upload = fetch(`${world.service.url}/v2/upload`, {
      method: 'POST',
      headers: { 'x-service-key': world.service.key, 'content-type': 'application/json' },
      body: JSON.stringify({ audio_url: `http://127.0.0.1:${server.port}/talk.wav` }),
      signal: disconnection.signal,
    })
    await requested.promise
    disconnection.abort()
    await assert.rejects(upload, { name: 'AbortError' })
    await closed.promise
  })

  test('that is too large is refused however it is sent, and leaves no file', async (t) => {
    const small = await runService({ MAX_UPLOAD_MB: '1', ALLOW_PRIVATE_URLS: '1' })
    t.after(async () => small.close())
    const smallClient = await Client.of(small)
    const long = Buffer.concat([SAMPLE, Buffer.alloc(4_000_000)])
    const form = new FormData()
    form.append('audio', new Blob([long]), 'talk.wav')
    // Repeated: the rest of the upload must not affect the next request.
    for (let i = 0; i < 4; i++) await smallClient.refused(413, 'POST', '/v2/upload', { body: form })
    const source = await serveAudio(t, long)
    await smallClient.refused(413, 'POST', '/v2/upload', { body: { audio_url: source } })
    const job = await smallClient.ended(await smallClient.create({ audio_url: source }))
    assert.partialDeepStrictEqual(job, { status: 'error', error_code: 413, file: null })
    assert.deepEqual(filesOnDisk(small), [])
    await smallClient.upload(SAMPLE)
  })
})

test('nothing is fetched from a private address, however it is spelled', async (t) => {
  const guarded = await runService()
  t.after(async () => guarded.close())
  const guardedClient = await Client.of(guarded)
  const server = await listenHttp(t, (_request, response) => response.end(SILENCE))
  const hosts = ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '[::1]', '0.0.0.0']
  const urls = [...hosts, '169.254.169.254', '10.0.0.1'].map(
    (host) => `http://${host}:${server.port}/talk.wav`,
  )
  for (const audio_url of urls) {
    await guardedClient.refused(422, 'POST', '/v2/upload', { body: { audio_url } })
    await guardedClient.refused(422, 'POST', '/v2/pre-recorded', { body: { audio_url } })
  }
  assert.equal(server.connections, 0)
})
