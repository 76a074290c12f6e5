/** However a client behaves, its session ends once, in one job, with the audio it sent; nobody else can join it. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { random } from '../bench/list/random.ts'
import type { Readiness } from '../src/contract/readiness.ts'
import { kennedy } from '../src/speech/testing/speech.ts'
import { noise, silence } from '../src/speech/testing/signals.ts'
import { Client } from './support/client.ts'
import { encoded, DEFAULT_AUDIO, wavHeader } from './support/live-audio.ts'
import { SessionClient } from './support/live-client.ts'
import { allFlags } from './support/live-flags.ts'
import { LiveSocket } from './support/live-socket.ts'
import { isLong } from './support/long.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { until } from './support/until.ts'

const ENGLISH = { language_config: { languages: ['en'] } }
const BEGINNING = await encoded([kennedy.samples.slice(0, 2.4 * 16_000)], DEFAULT_AUDIO)
const SAID = /^ And so,? my fellow Americans\W*$/i

let service: RunningService
let client: Client
/** A service with low limits. */
let strictService: RunningService
let strict: Client

before(async () => {
  service = await runService()
  client = await Client.of(service)
  strictService = await runService({
    LIVE_CONNECT_SECONDS: '2',
    LIVE_RESUME_SECONDS: '2',
    LIVE_IDLE_SECONDS: '3',
    LIVE_SESSIONS: '2',
    MAX_LIVE_MINUTES: '1',
    MAX_FRAME_BYTES: '4096',
  })
  strict = await Client.of(strictService)
})
after(async () => {
  await service.close()
  await strictService.close()
})

const said = (session: SessionClient) =>
  session
    .finals()
    .map(({ text }) => text)
    .join('')

suite('a session ends in one job that is done', () => {
  test('with all its words when a second connection replaces the first', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    const half = BEGINNING.length / 2
    await session.play(BEGINNING.subarray(0, half))
    const first = session.socket
    await session.connect()
    assert.equal(await first.closed(), 4409)
    await session.play(BEGINNING.subarray(half))
    await session.end()
    assert.match(said(session), SAID)
  })

  test('when it is stopped twice', async () => {
    const session = await SessionClient.start(client, { ...ENGLISH, messages_config: allFlags(true) })
    await session.play(BEGINNING)
    session.stop()
    await session.end()
    assert.match(said(session), SAID)
    assert.ok(session.messages('stop_recording').every(({ acknowledged }) => acknowledged))
  })

  test('when the connection is closed with 1000 without a stop', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    await session.play(BEGINNING)
    session.socket.close(1000)
    const { result } = await session.ended()
    assert.match(` ${result?.transcription?.full_transcript}`, SAID)
    assert.equal(await (await LiveSocket.open(session.url)).closed(), 4409, 'the session has ended')
    const types = result?.messages.map((text) => (JSON.parse(text) as { type: string }).type)
    assert.equal(types?.at(-1), 'end_session')
    assert.ok((await session.fileData()).equals(BEGINNING))
  })

  test('when it is cut after the stop, and the client reconnects for the rest', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    await session.play(BEGINNING)
    session.stop()
    await session.reconnect()
    assert.equal(await session.socket.closed(), 1000)
    await session.finished()
    assert.match(said(session), SAID)
  })

  test('when the client disconnects and does not return', async () => {
    const session = await SessionClient.start(strict, ENGLISH)
    await session.play(BEGINNING)
    session.socket.cut()
    const { result } = await session.finished()
    assert.match(` ${result?.transcription?.full_transcript}`, SAID)
    assert.equal(await (await LiveSocket.open(session.url)).closed(), 4409)
  })

  test('when there is only silence', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    await session.play(await encoded([silence(6)], DEFAULT_AUDIO))
    const { result } = await session.end()
    assert.deepEqual(session.messages('transcript'), [])
    assert.deepEqual(session.messages('speech_start'), [])
    assert.deepEqual(result?.transcription, { full_transcript: '', languages: [], utterances: [] })
    assert.equal(result.metadata.audio_duration, 6)
  })

  test('when there is no audio at all', async () => {
    const stopped = await SessionClient.start(client, ENGLISH)
    const { file, result } = await stopped.end()
    assert.equal(file?.audio_duration, 0)
    assert.equal(result?.transcription?.full_transcript, '')
    const closed = await SessionClient.start(client, ENGLISH)
    closed.socket.close(1000)
    assert.equal((await closed.finished()).result?.transcription?.full_transcript, '')
  })

  test('when chunks are empty', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    const empty = () => {
      session.socket.send(Buffer.alloc(0))
      session.socket.send({ type: 'audio_chunk', data: { chunk: '' } })
    }
    empty()
    await session.play(BEGINNING.subarray(0, 30_000))
    empty()
    await session.play(BEGINNING.subarray(30_000))
    empty()
    await session.end()
    assert.match(said(session), SAID)
    assert.deepEqual(session.messages('error'), [])
  })

  test('when no frame is sent for too long', async () => {
    const session = await SessionClient.start(strict, ENGLISH)
    await session.play(BEGINNING)
    assert.equal(await session.socket.closed(), 4408)
    const { result } = await session.finished()
    assert.match(` ${result?.transcription?.full_transcript}`, SAID)
  })

  test('when its audio exceeds the maximum length', async () => {
    const session = await SessionClient.start(strict, { ...ENGLISH, sample_rate: 8000 })
    const minute = 60 * 16_000
    await session.play(await encoded([silence(60)], { ...DEFAULT_AUDIO, sample_rate: 8000 }), {
      chunk: 4096,
      window: 2 ** 20,
    })
    session.socket.send(Buffer.alloc(4096))
    await session.socket.until(() => session.messages('audio_chunk').some((one) => !one.acknowledged))
    assert.equal((await session.end()).file?.audio_duration, 60)
    assert.equal((await session.fileData()).length, minute)
  })
})

suite('audio', () => {
  test('loses its header, however that is split', async () => {
    for (const [header, chunk] of [
      [wavHeader(DEFAULT_AUDIO), 1_600],
      [wavHeader(DEFAULT_AUDIO, BEGINNING.length), 1],
      ...(isLong ? [43, 45].map((cut) => [wavHeader(DEFAULT_AUDIO), cut] as const) : []),
    ] as const) {
      const session = await SessionClient.start(client, ENGLISH)
      // Short chunks only for the header.
      await session.play(Buffer.concat([header, BEGINNING.subarray(0, 6)]), { chunk })
      await session.play(BEGINNING.subarray(6))
      session.stop()
      assert.equal(await session.socket.closed(), 1000)
      const { file } = await session.finished(header.length)
      assert.equal(file?.audio_duration, BEGINNING.length / 32_000)
      assert.ok((await session.fileData()).equals(BEGINNING), `header in chunks of ${chunk}`)
      assert.match(said(session), SAID)
    }
  })

  test('with a header resumes where the connection was cut, even within the header', async () => {
    const header = wavHeader(DEFAULT_AUDIO)
    // Noise, because the speech begins with digital silence, in which the place to resume cannot be found.
    const audio = await encoded([noise(2, 0.1)], DEFAULT_AUDIO)
    const session = await SessionClient.start(client, ENGLISH)
    const whole = Buffer.concat([header, audio])
    await session.play(whole.subarray(0, 1_000), { chunk: 20, window: 40, cuts: [20, 60, 800] })
    await session.play(whole.subarray(1_000), { cuts: [9_000] })
    session.stop()
    assert.equal(await session.socket.closed(), 1000)
    await session.finished(header.length)
    assert.ok((await session.fileData()).equals(audio))
  })

  test('is one stream, however it is split into chunks and frames', async () => {
    const studio = { encoding: 'wav/pcm', bit_depth: 24, sample_rate: 44_100, channels: 2 } as const
    const speech = kennedy.samples.slice(0, 2.4 * 16_000)
    const audio = await encoded([speech, speech], studio)
    const rng = random(1)
    const session = await SessionClient.start(client, { ...ENGLISH, ...studio })
    for (let at = 0; at < audio.length;) {
      const length = 1 + rng.below(rng.unit() < 0.5 ? 20 : 60_000)
      await session.play(audio.subarray(at, at + length), { chunk: length, base64: () => rng.unit() < 0.5 })
      at += length
    }
    await session.end()
    assert.ok((await session.fileData()).equals(audio))
    for (const channel of [0, 1])
      assert.match(
        session
          .finals(channel)
          .map(({ text }) => text)
          .join(''),
        SAID,
      )
  })

  test('is stored exactly once, whatever happens to its connections', async () => {
    // A low bit rate: what is recognised in noise does not matter here.
    const telephone = { encoding: 'wav/ulaw', bit_depth: 8, sample_rate: 8000, channels: 1 } as const
    for (const seed of isLong ? [1, 2, 3, 4, 5, 6] : [1, 2]) {
      const rng = random(seed)
      const session = await SessionClient.start(client, { ...ENGLISH, ...telephone })
      const sent: Buffer[] = []
      for (let step = 0; step < 20; step++) {
        const bytes = Buffer.from(Array.from({ length: 1 + rng.below(3_000) }, () => rng.below(256)))
        const options = {
          chunk: 1 + rng.below(800),
          window: 1 + rng.below(4_000),
          base64: () => rng.unit() < 0.3,
        }
        const start = Buffer.concat(sent).length
        sent.push(bytes)
        const event = rng.below(5)
        if (event === 0) await session.playToLoss(bytes)
        if (event === 1) await session.connect()
        if (event === 2) await session.reconnect()
        if (event === 3) session.socket.send(Buffer.alloc(0))
        const cuts = event === 4 ? [start + rng.below(bytes.length), start + rng.below(bytes.length)] : []
        await session.play(event === 0 ? Buffer.alloc(0) : bytes, { ...options, cuts })
      }
      await session.end()
      assert.ok((await session.fileData()).equals(Buffer.concat(sent)), `seed ${seed}`)
    }
  })

  test('that ends within a sample is stored unchanged', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    await session.play(BEGINNING.subarray(0, 3_201))
    await session.end()
    assert.ok((await session.fileData()).subarray(0, 3_200).equals(BEGINNING.subarray(0, 3_200)))
  })
})

suite('a connection is rejected', () => {
  test('without the token of a session, or after its end', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    const urlWith = (token: string | null) => {
      const url = new URL(session.url)
      url.searchParams.delete('token')
      if (token !== null) url.searchParams.set('token', token)
      return url.href
    }
    const token = new URL(session.url).searchParams.get('token') ?? ''
    assert.match(session.url, /^ws:\/\/.*\/v2\/live\?token=[\w.-]{32,}$/)
    assert.ok(!token.includes(session.id.slice(0, 8)), 'the token cannot be derived from the id')
    const last = token.endsWith('A') ? 'B' : 'A'
    for (const wrong of [
      null,
      '',
      'x',
      token.slice(1),
      token.slice(0, -1),
      token.slice(0, -1) + last,
      session.id,
    ]) {
      const socket = await LiveSocket.open(urlWith(wrong))
      assert.equal(await socket.closed(), 4401, `${wrong}`)
      assert.deepEqual(socket.frames, [])
    }
    assert.ok(session.socket.isOpen, 'the connected client stays connected')
    await session.end()
    assert.equal(await (await LiveSocket.open(session.url)).closed(), 4409)
    await client.send('DELETE', `/v2/live/${session.id}`)
    const code = await (await LiveSocket.open(session.url)).closed()
    assert.ok(code === 4401 || code === 4404, String(code))
  })

  test('with a token that was not used in time, and its job ends in error', async () => {
    const session = await SessionClient.create(strict, ENGLISH)
    const job = await session.ended()
    assert.partialDeepStrictEqual(job, { status: 'error', error_code: 408, result: null })
    const code = await (await LiveSocket.open(session.url)).closed()
    assert.ok(code === 4401 || code === 4409, String(code))
  })

  test('beyond the session limit of an account, until one has ended', async () => {
    const one = await SessionClient.start(strict, ENGLISH)
    const unused = await SessionClient.create(strict, ENGLISH)
    const answer = await strict.send('POST', '/v2/live', { body: {} })
    assert.equal(answer.status, 429)
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    await one.end()
    const next = await SessionClient.start(strict, ENGLISH)
    await next.end()
    await unused.ended()
  })

  test('after a frame that is too large, and the session can be resumed', async () => {
    const session = await SessionClient.start(strict, ENGLISH)
    session.socket.send(Buffer.alloc(4097))
    assert.equal(await session.socket.closed(), 4413)
    await session.connect()
    await session.play(BEGINNING, { chunk: 4096 })
    await session.end()
    assert.match(said(session), SAID)
  })
})

test('a process at LIVE_CAPACITY refuses only new sessions, and stays ready', async (t) => {
  const full = await runService({ LIVE_CAPACITY: '1' })
  t.after(async () => full.close())
  const caller = await Client.of(full)
  const readiness = async () => (await caller.get<Readiness>('/ready')).body
  const session = await SessionClient.start(caller, ENGLISH)
  await session.play(Buffer.alloc(32_000)) // without speech, no model is loaded
  assert.deepEqual(await readiness(), {
    ready: true,
    checks: { database: true, storage: true, lease: true, capacity: false, accepting: true },
  })
  const refused = await caller.send('POST', '/v2/live', { body: ENGLISH })
  assert.equal(refused.status, 503)
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.equal((await caller.get('/v2/live')).status, 200)
  await session.reconnect()
  await session.end()
  // The client learns of the end before the process forgets the session.
  await until(async () => (await readiness()).checks.capacity)
  await SessionClient.create(caller, ENGLISH)
})
