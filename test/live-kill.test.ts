/**
 * No audio that was acknowledged is lost, whatever moment the service or its recogniser is killed at: sessions end done.
 *
 * Slow: speech is played at real time, and the real service started several times.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { random } from '../bench/list/random.ts'
import { kennedy } from '../src/recognition/testing/speech.ts'
import { Client } from './support/client.ts'
import { encoded, USUAL, wavHeader } from './support/live-audio.ts'
import { type Asked, SessionClient } from './support/live-client.ts'
import { allFlags } from './support/live-flags.ts'
import { wrongWords } from './support/live-words.ts'
import { ServiceProcess, survivors, temporaryFolder } from './support/scriptorium.ts'

const ENGLISH = { language_config: { languages: ['en'] } }
const ENV = { LIVE_RESUME_SECONDS: '8' }

suite('sessions', () => {
  test('end done after kill -9 in the middle of them, with all that was acknowledged', async (t) => {
    const dataDir = temporaryFolder()
    const rng = random(3)
    let service = await ServiceProcess.start(t, dataDir, ENV)
    const client = await Client.of(service)
    const sound = await encoded([kennedy.samples], USUAL)
    const header = wavHeader(USUAL)
    const withHeader = Buffer.concat([header, sound])
    const start = async (asked: Asked = {}) => SessionClient.start(client, { ...ENGLISH, ...asked })
    const resumed = [await start({ messages_config: allFlags(true) }), await start()] as const
    const left = [await start({ messages_config: allFlags(true) }), await start()] as const

    const playing = [...resumed, ...left].map(async (session, i) =>
      assert.rejects(
        session.play(i % 2 === 0 ? sound : withHeader, { atRealTime: true }),
        /closed in the middle/,
      ),
    )
    // Somewhere in the second half, when some of it is final, some is not, and some is on its way.
    const moment = (0.5 + rng.unit() / 2) * sound.length
    await left[1].socket.until(() => left[1].acknowledged > moment)
    const children = service.descendants()
    assert.equal(await service.end('SIGKILL'), null)
    await Promise.all(playing)

    service = await ServiceProcess.start(t, dataDir, ENV)
    assert.deepEqual(await survivors(children), [])
    const resume = async (session: SessionClient, headerBytes: number) => {
      session.moved(client.at(service), service.url)
      await session.connect()
      await session.play(Buffer.alloc(0))
      session.stop()
      assert.equal(await session.socket.closed(), 1000)
      await session.finished(headerBytes)
      assert.ok((await session.fileData()).equals(sound), 'it was sent to the end')
      assert.ok(wrongWords(kennedy, session.finals()) <= 1)
    }
    await Promise.all(resumed.map(async (session, i) => resume(session, i * header.length)))
    for (const [i, session] of left.entries()) {
      session.moved(client.at(service), service.url)
      // That the file begins with what was acknowledged is looked at there.
      const { file, result } = await session.finished(i * header.length)
      assert.ok((file?.audio_duration ?? 0) * 32_000 >= session.acknowledged - i * header.length)
      assert.match(result?.transcription?.full_transcript ?? '', /^And so,? my fellow Americans/i)
    }
    assert.equal(await service.end('SIGTERM'), 0)
  })

  test('end when the service is updated, or are told to come back, and go on at the next start', async (t) => {
    const dataDir = temporaryFolder()
    const first = await ServiceProcess.start(t, dataDir, { ...ENV, DRAIN_SECONDS: '3' })
    const client = await Client.of(first)
    const sound = await encoded([kennedy.samples], USUAL)
    const session = await SessionClient.start(client, ENGLISH)
    const playing = assert.rejects(session.play(sound, { atRealTime: true }), /closed in the middle/)
    await session.socket.until(() => session.acknowledged > 64_000)
    const short = await SessionClient.start(client, ENGLISH)
    await short.play(sound.subarray(0, 64_000))
    const ended = first.end('SIGTERM')
    short.stop()
    assert.equal(await short.socket.closed(), 1000)
    const code = await session.socket.closed()
    assert.ok([1011, 1012, 1013].includes(code), String(code))
    await playing
    assert.equal(await ended, 0)

    const next = await ServiceProcess.start(t, dataDir)
    session.moved(client.at(next), next.url)
    await session.connect()
    await session.play(Buffer.alloc(0))
    await session.end()
    assert.ok(wrongWords(kennedy, session.finals()) <= 1)
  })

  test('go on when their recogniser is killed', { skip: process.platform !== 'linux' }, async (t) => {
    const service = await ServiceProcess.start(t, temporaryFolder())
    const client = await Client.of(service)
    const sound = await encoded([kennedy.samples], USUAL)
    const session = await SessionClient.start(client, { ...ENGLISH, messages_config: allFlags(true) })
    await session.play(sound.subarray(0, 200_000))
    await session.socket.until(() => session.finals().length > 0)
    for (const { pid } of service.descendants()) process.kill(pid, 'SIGKILL')
    await session.play(sound.subarray(200_000))
    await session.end()
    assert.ok(wrongWords(kennedy, session.finals()) <= 1)
  })
})
