/** Two thousand frames that nobody should send: a clear error or close code each, and no other session is disturbed. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, suite, test } from 'node:test'
import { type Random, random } from '../bench/list/random.ts'
import { kennedy } from '../src/recognition/testing/speech.ts'
import { Client } from './support/client.ts'
import { encoded, USUAL } from './support/live-audio.ts'
import { SessionClient } from './support/live-client.ts'
import { LiveSocket } from './support/live-socket.ts'
import { wrongWords } from './support/live-words.ts'
import { type RunningService, runService } from './support/running-service.ts'

const ENGLISH = { language_config: { languages: ['en'] } }
const FRAMES = 2_000
/** Frames of one session. */
const AT_ONCE = 100
const MAX_FRAME = 65_536

let service: RunningService
let client: Client

before(async () => {
  service = await runService({ MAX_FRAME_BYTES: String(MAX_FRAME) })
  client = await Client.of(service)
})
after(async () => service.close())

const chunk = (content: unknown) => JSON.stringify({ type: 'audio_chunk', data: { chunk: content } })

/** Text frames that mean nothing, each made anew. */
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
  (rng) => chunk('A'.repeat(1 + 4 * rng.below(1000))), // a length that base64 never has
  () => '{"__proto__":{"type":"stop_recording"}}',
  () => '{"constructor":{"prototype":{"type":"stop_recording"}},"data":{"chunk":"AAAA"}}',
  (rng) => '['.repeat(1 + rng.below(MAX_FRAME - 1)),
  (rng) => '{"data":'.repeat(1 + rng.below(MAX_FRAME / 8 - 1)),
  (rng) => `"${'\\u0000'.repeat(rng.below(10_000))}"`,
  (rng) => 'x'.repeat(1 + rng.below(MAX_FRAME - 1)),
  (rng) => String.fromCodePoint(...Array.from({ length: 40 }, () => 1 + rng.below(0xd7ff))),
]

suite('hostile frames', () => {
  test('are each told what is wrong with them, while another session goes on', async () => {
    const undisturbed = SessionClient.start(client, ENGLISH).then(async (session) => {
      await session.play(await encoded([kennedy.samples], USUAL), { atRealTime: true })
      await session.end()
      return session
    })
    const rng = random(5)
    for (let sent = 0; sent < FRAMES; sent += AT_ONCE) {
      const session = await SessionClient.start(client, ENGLISH)
      const faults = () =>
        session.messages('error').length +
        session.messages('audio_chunk').filter(({ acknowledged }) => !acknowledged).length
      for (let i = 0; i < AT_ONCE; i++) session.socket.send(MALFORMED[(sent + i) % MALFORMED.length]!(rng))
      await session.socket.until(() => faults() >= AT_ONCE || session.socket.closedWith !== null)
      assert.equal(faults(), AT_ONCE)
      for (const { error } of [...session.messages('error'), ...session.messages('audio_chunk')]) {
        assert.match(error?.message ?? '', /^\S.{5,300}$/s)
        assert.doesNotMatch(error?.message ?? '', /\bat .*:\d+|node_modules|\/src\//, 'no trace, no path')
      }
      const { file } = await session.end()
      assert.equal(file?.audio_duration, 0)
    }
    assert.ok(wrongWords(kennedy, (await undisturbed).finals()) <= 1)
  })

  test('that go on and on are closed on', async () => {
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
    const audio = await encoded([kennedy.samples], USUAL)
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

  test('that no WebSocket has end their connection alone', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    const { hostname, port, pathname, search } = new URL(session.url)
    const rng = random(6)
    for (let i = 0; i < 40; i++) {
      const socket = connect(Number(port), hostname)
      const upgrade =
        `GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
        'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'
      socket.write(i % 4 === 0 ? upgrade.replace('13', '7') : upgrade)
      // Unmasked, reserved bits, lengths of exabytes, fragments that never end: whatever the numbers make.
      socket.write(Buffer.from(Array.from({ length: 200 }, () => rng.below(256))))
      socket.end()
      socket.resume()
      await new Promise((resolve) => socket.once('close', resolve).on('error', () => {}))
    }
    // Each of them had the right token, and so took over.
    await session.connect()
    await session.play(await encoded([kennedy.samples], USUAL))
    await session.end()
    assert.ok(wrongWords(kennedy, session.finals()) <= 1)
  })

  test('of a request that is no session are refused by name', async () => {
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
  const wrong = await LiveSocket.open(session.url.replace(/token=.*/, 'token=not-a-token-of-anybody'))
  await wrong.closed()
  const token = new URL(session.url).searchParams.get('token') ?? ''
  assert.ok(!JSON.stringify(service.log).includes(token))
})
