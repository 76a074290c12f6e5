/** Two thousand invalid frames: each is answered with a clear error or close code, and no other session is affected. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { type Random, random } from '../bench/list/random.ts'
import { kennedy } from '../src/recognition/testing/speech.ts'
import { Client } from './support/client.ts'
import { encoded, DEFAULT_AUDIO } from './support/live-audio.ts'
import { SessionClient } from './support/live-client.ts'
import { LiveSocket } from './support/live-socket.ts'
import { wrongWords } from './support/live-words.ts'
import { type RunningService, runService } from './support/running-service.ts'

const ENGLISH = { language_config: { languages: ['en'] } }
const FRAMES = 2_000
/** Frames of one session. */
const FRAMES_PER_SESSION = 100
const MAX_FRAME = 65_536

let service: RunningService
let client: Client

before(async () => {
  service = await runService({ MAX_FRAME_BYTES: String(MAX_FRAME) })
  client = await Client.of(service)
})
after(async () => service.close())

const chunk = (content: unknown) => JSON.stringify({ type: 'audio_chunk', data: { chunk: content } })

/** Generators of malformed text frames. */
const MALFORMED: readonly ((rng: Random) => string)[] = [
  () => '',
  () => '{',
  () => 'null',
  () => '[]',
  () => '0',
  () => '"audio_chunk"',
  () => '{}',
  () => '\u0000',
  () => '{"type":"stop_recording"',
  (rng) => JSON.stringify({ type: rng.below(1000) }),
  (rng) => JSON.stringify({ type: `stop_recording_${rng.below(1000)}` }),
  () => JSON.stringify({ type: ['stop_recording'] }),
  () => JSON.stringify({ type: 'audio_chunk' }),
  () => JSON.stringify({ type: 'audio_chunk', data: null }),
  () => JSON.stringify({ type: 'audio_chunk', data: 'AAAA' }),
  () => JSON.stringify({ type: 'audio_chunk', data: { chunks: 'AAAA' } }),
  () => chunk(null),
  (rng) => chunk(rng.below(1000)),
  () => chunk(['AAAA']),
  () => chunk({ length: 4 }),
  () => chunk('no base64!'),
  () => chunk('AAA\u00e9'),
  (rng) => chunk('A'.repeat(1 + 4 * rng.below(1000))), // not a possible length of base64
  () => '{"__proto__":{"type":"stop_recording"}}',
  () => '{"constructor":{"prototype":{"type":"stop_recording"}},"data":{"chunk":"AAAA"}}',
  (rng) => '['.repeat(1 + rng.below(MAX_FRAME - 1)),
  (rng) => '{"data":'.repeat(1 + rng.below(MAX_FRAME / 8 - 1)),
  (rng) => `"${'\\u0000'.repeat(rng.below(10_000))}"`,
  (rng) => 'x'.repeat(1 + rng.below(MAX_FRAME - 1)),
  (rng) => String.fromCodePoint(...Array.from({ length: 40 }, () => 1 + rng.below(0xd7ff))),
]

suite('hostile frames', () => {
  test('are each answered with what is wrong, while another session continues', async () => {
    const undisturbed = SessionClient.start(client, ENGLISH).then(async (session) => {
      await session.play(await encoded([kennedy.samples], DEFAULT_AUDIO), { atRealTime: true })
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
    assert.ok(wrongWords(kennedy, (await undisturbed).finals()) <= 1)
  })

  test('without end get the connection closed', async () => {
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

  test('of audio after the stop are refused, and change nothing', async () => {
    const audio = await encoded([kennedy.samples], DEFAULT_AUDIO)
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
    // Each of them had the right token, and so replaced the connection before it.
    await session.connect()
    await session.play(await encoded([kennedy.samples], DEFAULT_AUDIO))
    await session.end()
    assert.ok(wrongWords(kennedy, session.finals()) <= 1)
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
