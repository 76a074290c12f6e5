/** A session ends its job exactly once, whatever its recogniser, its client and the service do. */
import assert from 'node:assert/strict'
import { mkdir, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, suite, test } from 'node:test'
import { wavHeader } from '../audio/wav-header.ts'
import { StoreError } from '../jobs/store-error.ts'
import { RecogniserError } from '../speech/recogniser-error.ts'
import type { LiveSettings } from './sessions.ts'
import { LiveWorld } from './testing/live-world.ts'

const FORMAT = { encoding: 'wav/pcm', bitDepth: 16, sampleRate: 16_000, channels: 1 } as const
/** One second of audio. */
const SECOND = Buffer.from(Array.from({ length: 32_000 }, (_, i) => (i * i) % 251))
const ALL = {
  messages_config: {
    receive_partial_transcripts: true,
    receive_lifecycle_events: true,
  },
}

let world: LiveWorld
afterEach(async () => world.close())

/** A session with its client. */
async function opened(request: object = ALL, settings: Partial<LiveSettings> = {}) {
  world = await LiveWorld.make(settings)
  const { id, token } = await world.create(request)
  const client = world.connect(token)
  return { id, token, client, recogniser: world.recogniser }
}

suite('a session', () => {
  test('is processing from its first connection on, and done after its end', async () => {
    const { id, client, recogniser } = await opened()
    assert.equal((await world.job(id)).status, 'queued')
    await client.send(SECOND)
    await client.acknowledged(32_000)
    assert.equal((await world.job(id)).status, 'processing')
    recogniser.stream.say('final', 0, 'hello', 0.1, 0.6)
    await client.send({ type: 'stop_recording' })
    assert.equal(await client.closed(), 1000)
    const job = await world.job(id)
    assert.equal(job.status, 'done', 'the job has ended when the client receives end_session')
    assert.deepEqual(
      client.messages.map(({ type }) => type).filter((type) => type !== 'audio_chunk'),
      [
        'start_session',
        'start_recording',
        'transcript',
        'stop_recording',
        'end_recording',
        'post_transcript',
        'post_final_transcript',
        'end_session',
      ],
    )
    assert.equal(job.result?.transcription?.full_transcript, 'hello')
    assert.deepEqual(await world.file(job), Buffer.concat([wavHeader(FORMAT, 32_000), SECOND]))
  })

  test('that no client connects to ends in error 408', async () => {
    world = await LiveWorld.make({ connectSeconds: 0 })
    const { id, token } = await world.create()
    const { status, error_code, file } = await world.ended(id)
    assert.deepEqual({ status, error_code, file }, { status: 'error', error_code: 408, file: null })
    assert.equal(await world.connect(token).closed(), 4409)
  })

  test('refuses a client that was connecting while its key was revoked', async () => {
    world = await LiveWorld.make()
    const { id: key } = await world.store.keys.create(world.account, 'borrowed')
    world.key = key
    const { id, token } = await world.create()
    const first = world.connect(token)
    await first.send(SECOND)
    await first.acknowledged(32_000)
    const { live } = world.store
    const find = live.find.bind(live)
    live.find = async (which) => {
      const found = await find(which)
      live.find = find
      await world.store.keys.revoke(key)
      await first.closed()
      return found
    }
    assert.equal(await world.connect(token).closed(), 4401)
    assert.equal(first.code, 4401)
    assert.equal((await world.ended(id)).status, 'done')
  })

  test('is finished when its client does not reconnect', async () => {
    const { id, client } = await opened(ALL, { resumeSeconds: 0 })
    await client.send(SECOND)
    await client.acknowledged(32_000)
    client.socket.terminate()
    const job = await world.ended(id)
    assert.equal(job.status, 'done')
    assert.equal(job.file?.audio_duration, 1)
  })
})

test('speech without words is in the result once, unless a later final has words there', async () => {
  const { id, client, recogniser } = await opened()
  await client.send(SECOND)
  await client.acknowledged(32_000)
  const { stream } = recogniser
  for (let i = 0; i < 2; i++) stream.emit({ type: 'unrecognised', channel: 0, start: 1.5, end: 4 })
  stream.emit({ type: 'unrecognised', channel: 0, start: 8, end: 9.5 })
  stream.say('final', 0, 'hello', 8.1, 9.4)
  await client.send({ type: 'stop_recording' })
  assert.equal(await client.closed(), 1000)
  const { result } = await world.job(id)
  assert.deepEqual(result?.metadata.unrecognised_speech, [{ start: 1.5, end: 4, channel: 0 }])
})

test('messages that would make the result too large are omitted, except the last', async () => {
  const maxResultBytes = 20_000
  const { id, client, recogniser } = await opened(ALL, { maxResultBytes })
  await client.send(SECOND)
  await client.acknowledged(32_000)
  for (let i = 0; i < 100; i++) recogniser.stream.say('partial', 0, `hello number ${i}`, 0.1, 0.6)
  recogniser.stream.say('final', 0, 'hello', 0.1, 0.6)
  await client.send({ type: 'stop_recording' })
  assert.equal(await client.closed(), 1000)
  const { status, result } = await world.job(id)
  assert.equal(status, 'done')
  assert.ok(result !== null)
  assert.equal(result.transcription?.full_transcript, 'hello')
  const size = Buffer.byteLength(JSON.stringify(result))
  assert.ok(size > maxResultBytes / 2 && size < maxResultBytes + 200, `${size} bytes`)
  const sent = client.messages.filter(({ type }) => type !== 'audio_chunk')
  const kept = result.messages.map((text) => JSON.parse(text) as unknown)
  assert.ok(kept.length < sent.length)
  assert.deepEqual(kept, [...sent.slice(0, kept.length - 1), sent.at(-1)])
})

suite('a session that cannot be opened', () => {
  test('permanently ends in error, frees its slot and leaves no file open', async () => {
    world = await LiveWorld.make()
    await world.store.accounts.change(world.account, { limits: { live_sessions: 1 } })
    const { id, token } = await world.create()
    await mkdir(join(world.folder, 'live', id, 'audio.wav'), { recursive: true })
    assert.equal(await world.connect(token).closed(), 1011)
    const { status, error_code } = await world.ended(id)
    assert.deepEqual({ status, error_code }, { status: 'error', error_code: 500 })
    await world.create()
    assert.equal(await world.connect(token).closed(), 4409)
    const links = (await readdir('/proc/self/fd')).map(async (fd) =>
      readlink(`/proc/self/fd/${fd}`).catch(() => ''),
    )
    assert.deepEqual(
      (await Promise.all(links)).filter((path) => path.includes(id)),
      [],
    )
  })

  test('temporarily is opened later and ends, even if its client does not return', async () => {
    world = await LiveWorld.make({ resumeSeconds: 0 })
    const { id, token } = await world.create()
    const { live } = world.store
    const start = live.start.bind(live)
    live.start = async () => {
      live.start = start
      throw new StoreError('unavailable', 'the connection was lost')
    }
    assert.equal(await world.connect(token).closed(), 1011)
    assert.equal((await world.ended(id)).status, 'done')
  })
})

test('a connection is not replaced by an earlier one whose session was looked up for longer', async () => {
  world = await LiveWorld.make()
  const { token } = await world.create(ALL)
  const { live } = world.store
  const find = live.find.bind(live)
  const asked = Promise.withResolvers<void>()
  const later = Promise.withResolvers<void>()
  live.find = async (session) => {
    live.find = find
    asked.resolve()
    await later.promise
    return find(session)
  }
  const first = world.connect(token)
  await asked.promise
  const second = world.connect(token)
  await second.until(() => second.ofType('start_session').length > 0)
  later.resolve()
  assert.equal(await first.closed(), 4409)
  await second.send(SECOND)
  await second.acknowledged(32_000)
})

suite('a recogniser that is lost', () => {
  test('continues where its finals end, and nothing is reported twice', async () => {
    const { id, client, recogniser } = await opened()
    await client.send(Buffer.concat([SECOND, SECOND]))
    await client.acknowledged(64_000)
    const first = recogniser.stream
    first.emit({ type: 'speech_start', channel: 0, time: 0.1 })
    first.say('final', 0, 'one', 0.1, 0.75)
    first.emit({ type: 'speech_end', channel: 0, time: 0.8 })
    first.emit({ type: 'speech_start', channel: 0, time: 1.2 })
    first.lose()
    const second = recogniser.stream
    assert.notEqual(second, first)
    assert.partialDeepStrictEqual(second.options.from, [{ time: 0.75, index: 1 }])
    assert.equal(second.startsAt, 0)
    await second.received(64_000)
    assert.deepEqual(second.bytes, Buffer.concat([SECOND, SECOND]))
    second.emit({ type: 'speech_start', channel: 0, time: 1.2 })
    second.say('final', 1, 'two', 1.2, 1.8)
    second.emit({ type: 'speech_end', channel: 0, time: 1.9 })
    await client.send({ type: 'stop_recording' })
    await client.closed()
    const speech = client.messages.filter(({ type }) => type.startsWith('speech'))
    assert.deepEqual(
      speech.map(({ type }) => type),
      ['speech_start', 'speech_end', 'speech_start', 'speech_end'],
    )
    const { result } = await world.job(id)
    assert.equal(result?.transcription?.full_transcript, 'one two')
  })

  test('permanently ends the session in error, and its audio is kept', async () => {
    const { id, client, recogniser } = await opened()
    await client.send(SECOND)
    await client.acknowledged(32_000)
    recogniser.stream.emit({ type: 'lost', error: new RecogniserError('failed', 'A model is missing.') })
    assert.equal(await client.closed(), 1000)
    assert.equal(client.ofType('error').at(-1)?.error.message, 'A model is missing.')
    const job = await world.job(id)
    assert.equal(job.error_code, 500)
    assert.deepEqual((await world.file(job)).subarray(-32_000), SECOND)
  })
})

suite('a restarted service', () => {
  test('asks the client to reconnect, resumes its session, and repeats what may not have arrived', async () => {
    const { id, token, client, recogniser } = await opened()
    await client.send(SECOND)
    await client.acknowledged(32_000)
    recogniser.stream.say('final', 0, 'one', 0.1, 0.5)
    recogniser.stream.emit({ type: 'recognised', seconds: 0.5 })
    await client.until(() => client.ofType('transcript').length === 1)
    await world.restart()
    assert.equal(await client.closed(), 1012)
    assert.partialDeepStrictEqual(recogniser.stream.options.from, [{ time: 0.5, index: 1 }])
    await recogniser.stream.received(16_000)

    const next = world.connect(token)
    await next.send(SECOND)
    await next.acknowledged(64_000)
    recogniser.stream.say('final', 1, 'two', 0.6, 1.5)
    await next.send({ type: 'stop_recording' })
    assert.equal(await next.closed(), 1000)
    const { result, ...job } = await world.job(id)
    assert.equal(result?.transcription?.full_transcript, 'one two')
    assert.deepEqual(
      (await world.file({ ...job, result })).subarray(-64_000),
      Buffer.concat([SECOND, SECOND]),
    )
    const all = [...client.messages, ...next.messages].filter(({ type }) => type !== 'audio_chunk')
    const texts = new Set(all.map((message) => JSON.stringify(message)))
    assert.deepEqual([...texts], result?.messages)
  })

  test('finishes the session of a client that does not reconnect', async () => {
    const { id, client } = await opened(ALL, { resumeSeconds: 0 })
    await client.send(SECOND)
    await client.acknowledged(32_000)
    await world.restart()
    const job = await world.ended(id)
    assert.equal(job.status, 'done')
    assert.deepEqual((await world.file(job)).subarray(-32_000), SECOND)
  })

  test('finishes a session that had already been stopped, and reports nothing twice', async () => {
    const { id, client, recogniser } = await opened(ALL, { resumeSeconds: 0 })
    // The store cannot end the job before the service ends.
    const { promise: finishing, resolve } = Promise.withResolvers<void>()
    const finish = world.store.live.finish.bind(world.store.live)
    world.store.live.finish = async () => {
      resolve()
      throw new Error('the database is gone')
    }
    await client.send(SECOND)
    await client.acknowledged(32_000)
    recogniser.stream.say('final', 0, 'one', 0.1, 0.5)
    await client.send({ type: 'stop_recording' })
    await finishing
    world.store.live.finish = finish
    await world.restart()
    const { status, result } = await world.ended(id)
    assert.equal(status, 'done')
    const types = result?.messages.map((text) => (JSON.parse(text) as { type: string }).type)
    assert.deepEqual(types?.slice(2), [
      'transcript',
      'stop_recording',
      'end_recording',
      'post_transcript',
      'post_final_transcript',
      'end_session',
    ])
  })
})

suite('a client that reads slowly', () => {
  test('receives everything in the end, in order', async () => {
    const { client, recogniser } = await opened()
    await client.send(SECOND)
    await client.acknowledged(32_000)
    client.socket.pause()
    // More than fits into all buffers in between.
    const word = 'x'.repeat(10_000)
    for (let i = 0; i < 1_500; i++) recogniser.stream.say('partial', 0, word, 0, i / 1_000)
    client.socket.resume()
    await client.send({ type: 'stop_recording' })
    assert.equal(await client.closed(), 1000)
    const ends = client.ofType('transcript').map(({ data }) => data.utterance.end)
    assert.deepEqual(
      ends,
      Array.from({ length: 1_500 }, (_, i) => i / 1_000),
    )
  })
})
