/** Each invalid frame is answered with a clear error or close code, and affects no other session. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { type Random, random } from '../../bench/list/random.ts'
import { kennedyEnd } from '../../src/speech/testing/speech.ts'
import { Client } from '../support/client.ts'
import { chunk, MALFORMED, MAX_FRAME } from '../support/hostile/frames.ts'
import { pick } from '../support/hostile/json.ts'
import { encoded, DEFAULT_AUDIO } from '../support/live-audio.ts'
import { SessionClient } from '../support/live-client.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { wrongWords } from '../support/live-words.ts'
import { type RunningService, runService } from '../support/running-service.ts'

const ENGLISH = { language_config: { languages: ['en'] } }
const FRAMES = 2_000
/** Frames of one session. */
const FRAMES_PER_SESSION = 100

/** 6 bytes each: several times what one read of a socket brings. */
const EMPTY_FRAMES = 60_000

/** Sessions of clients that behave at random. */
const SESSIONS = Number(process.env['TEST_HOSTILE_SESSIONS'] ?? 20)
/** Closed by the client with any of its codes, cut, or closed by the service with a documented one. */
const CLOSE_CODES = new Set([1000, 1001, 1005, 1006, 3000, 4000, 4999, 4400, 4401, 4409, 4413])

let service: RunningService
let client: Client

before(async () => {
  service = await runService({
    MAX_FRAME_BYTES: String(MAX_FRAME),
    LIVE_RESUME_SECONDS: '3',
    LIVE_SESSIONS: '1000',
  })
  client = await Client.of(service)
})
after(async () => service.close())

/** The actions of a random client, which may replace its connection. */
const ACTIONS: readonly ((socket: LiveSocket, rng: Random, url: string) => void | Promise<LiveSocket>)[] = [
  (socket, rng) => socket.send(randomBytes(rng, rng.below(20_000))),
  (socket, rng) => socket.send(randomBytes(rng, rng.below(4))),
  (socket) => socket.send(Buffer.alloc(0)),
  (socket) => socket.send(Buffer.alloc(3_201)),
  (socket) => socket.send(chunk('')),
  (socket, rng) => socket.send(chunk(randomBytes(rng, rng.below(5_000)).toString('base64'))),
  (socket, rng) => socket.send(pick(rng, MALFORMED)(rng)),
  (socket, rng) => socket.send(pick(rng, MALFORMED)(rng)),
  (socket) => socket.pause(),
  (socket) => socket.resume(),
]
const RARE_ACTIONS: typeof ACTIONS = [
  (socket) => socket.send(Buffer.alloc(MAX_FRAME + 1)),
  (socket) => socket.send('x'.repeat(MAX_FRAME + 1)),
  (socket) => socket.send({ type: 'stop_recording' }),
  (socket, rng) => socket.close(pick(rng, [1000, 1001, 3000, 4000, 4999])),
  async (socket, _rng, url) => {
    socket.cut()
    return LiveSocket.open(url)
  },
  // Takes over the session from the previous connection.
  async (_socket, _rng, url) => LiveSocket.open(url),
]
/** Actions of one session. */
const ACTIONS_PER_SESSION = 60
const RARE = 0.05

const randomBytes = (rng: Random, length: number): Buffer<ArrayBuffer> =>
  Buffer.from(Array.from({ length }, () => rng.below(256)))

/** Acts at random in a new session. @returns its connections, the last of which is cut */
async function misbehave(seed: number): Promise<{ session: SessionClient; sockets: LiveSocket[] }> {
  const rng = random(seed)
  const session = await SessionClient.create(client, ENGLISH)
  const { url } = session
  const sockets = [await LiveSocket.open(url)]
  for (let i = 0; i < ACTIONS_PER_SESSION; i++) {
    const socket = sockets.at(-1)!
    if (!socket.isOpen) {
      if (rng.unit() < 0.5) break
      sockets.push(await LiveSocket.open(url))
      continue
    }
    const next = await pick(rng, rng.unit() < RARE ? RARE_ACTIONS : ACTIONS)(socket, rng, url)
    if (next !== undefined) sockets.push(next)
    if (i % 10 === 9) await sockets.at(-1)!.flushed()
  }
  for (const socket of sockets) {
    socket.resume()
    socket.cut()
  }
  return { session, sockets }
}

suite('hostile frames', () => {
  test('are each answered with their fault, while another session continues', async () => {
    const undisturbed = SessionClient.start(client, ENGLISH).then(async (session) => {
      await session.play(await encoded([kennedyEnd.samples], DEFAULT_AUDIO), { atRealTime: true })
      await session.end()
      return session
    })
    const rng = random(5)
    for (let sent = 0; sent < FRAMES; sent += FRAMES_PER_SESSION) {
      const session = await SessionClient.start(client, ENGLISH)
      const faults = () =>
        session.messages('error').length +
        session.messages('audio_chunk').filter(({ acknowledged }) => !acknowledged).length
      for (let i = 0; i < FRAMES_PER_SESSION; i++)
        session.socket.send(MALFORMED[(sent + i) % MALFORMED.length]!(rng))
      await session.socket.until(() => faults() >= FRAMES_PER_SESSION || session.socket.closedWith !== null)
      assert.equal(faults(), FRAMES_PER_SESSION)
      for (const { error } of [...session.messages('error'), ...session.messages('audio_chunk')]) {
        assert.match(error?.message ?? '', /^\S.{5,300}$/s)
        assert.doesNotMatch(
          error?.message ?? '',
          /\bat .*:\d+|node_modules|\/src\//,
          'no stack trace, no path',
        )
      }
      const { file } = await session.end()
      assert.equal(file?.audio_duration, 0)
    }
    assert.ok(wrongWords(kennedyEnd, (await undisturbed).finals()) <= 1)
  })

  test('in any order, with cuts and takeovers, leave only jobs that end, and the service continues', async () => {
    const sessions = await Promise.all(Array.from({ length: SESSIONS }, async (_, seed) => misbehave(seed)))
    for (const { session, sockets } of sessions) {
      for (const socket of sockets) {
        const code = await socket.closed()
        assert.ok(CLOSE_CODES.has(code), `${code} ${socket.closedWith?.reason}`)
      }
      const job = await session.ended()
      assert.equal(job.status, 'done', `${job.id} ended in ${job.error_code}`)
    }
    const session = await SessionClient.start(client, ENGLISH)
    await session.play(await encoded([kennedyEnd.samples], DEFAULT_AUDIO))
    await session.end()
    assert.ok(wrongWords(kennedyEnd, session.finals()) <= 1)
    assert.deepEqual(
      service.log.filter((line) => Number(line['level']) >= 50),
      [],
    )
  })

  test('in endless number get the connection closed', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    let sent = 0
    for (; sent < 10_000 && session.socket.isOpen; sent++) {
      session.socket.send('{')
      if (sent % 100 === 99) await session.socket.flushed()
    }
    const code = await session.socket.closed()
    assert.ok(code >= 4400 && code < 4500, `${code} after ${sent}`)
    assert.ok((await session.ended()).status !== 'processing')
  })

  test('without audio are answered no faster than a client that keeps its session alive needs', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    for (let i = 0; i < EMPTY_FRAMES; i++) session.socket.send(Buffer.alloc(0))
    const other = await SessionClient.start(client, ENGLISH)
    await other.play(await encoded([kennedyEnd.samples], DEFAULT_AUDIO))
    await other.end()
    // Reading is paused at once, but frames that were read from the socket together are answered.
    const answered = session.messages('audio_chunk').length
    assert.ok(answered > 100 && answered < EMPTY_FRAMES / 2, String(answered))
    session.socket.cut()
  })

  test('with audio after the stop are refused, and change nothing', async () => {
    const audio = await encoded([kennedyEnd.samples], DEFAULT_AUDIO)
    const session = await SessionClient.start(client, ENGLISH)
    await session.play(audio)
    session.stop()
    for (let i = 0; i < 20; i++) {
      session.socket.send(audio.subarray(0, 1_600))
      session.socket.send(chunk('AAAA'))
    }
    assert.equal(await session.socket.closed(), 1000)
    const { file } = await session.finished()
    assert.equal(file?.audio_duration, audio.length / 32_000)
    assert.ok(session.messages('audio_chunk').some(({ acknowledged }) => !acknowledged))
  })

  test('that violate the WebSocket protocol end only their own connection', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    const { hostname, port, pathname, search } = new URL(session.url)
    const rng = random(6)
    for (let i = 0; i < 40; i++) {
      const socket = connect(Number(port), hostname)
      const upgrade =
        `GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
        'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'
      socket.write(i % 4 === 0 ? upgrade.replace('13', '7') : upgrade)
      // Random bytes: unmasked frames, reserved bits, lengths of exabytes, endless fragments.
      socket.write(Buffer.from(Array.from({ length: 200 }, () => rng.below(256))))
      socket.end()
      socket.resume()
      await new Promise((resolve) => socket.once('close', resolve).on('error', () => {}))
    }
    // Each one had the right token, and replaced the connection before it.
    await session.connect()
    await session.play(await encoded([kennedyEnd.samples], DEFAULT_AUDIO))
    await session.end()
    assert.ok(wrongWords(kennedyEnd, session.finals()) <= 1)
  })

  test('are not needed to refuse an invalid request, which names the field', async () => {
    for (const [field, value] of Object.entries({
      sample_rate: 11_025,
      bit_depth: 12,
      channels: 9,
      encoding: 'mp3',
      endpointing: 0,
      maximum_duration_without_endpointing: 61,
      pre_processing: { speech_threshold: 2 },
      messages_config: { receive_errors: 'yes' },
      language_config: { languages: ['xx'] },
      callback: true,
      custom_metadata: 'text',
    })) {
      const { validation_errors: faults } = await client.refused(400, 'POST', '/v2/live', {
        body: { [field]: value },
      })
      assert.equal(faults?.length, 1, field)
      assert.ok(String(faults).startsWith(field), String(faults))
    }
  })
})

test('a token in a URL is not in the log', async () => {
  const session = await SessionClient.start(client, ENGLISH)
  await session.end()
  const wrong = await LiveSocket.open(session.url.replace(/token=.*/, 'token=not-a-valid-token'))
  await wrong.closed()
  const token = new URL(session.url).searchParams.get('token') ?? ''
  assert.ok(!JSON.stringify(service.log).includes(token))
})
