/**
 * No acknowledged audio is lost and sessions end done, whenever the service or its recogniser is killed.
 *
 * Slow: speech is sent at real time, and the service is started several times.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { random } from '../bench/list/random.ts'
import { SAMPLE_RATE } from '../src/audio/recording.ts'
import { kennedy } from '../src/recognition/testing/speech.ts'
import { Client } from './support/client.ts'
import { encoded, DEFAULT_AUDIO, wavHeader } from './support/live-audio.ts'
import { type SessionRequest, SessionClient } from './support/live-client.ts'
import { allFlags } from './support/live-flags.ts'
import { wrongWords } from './support/live-words.ts'
import { ServiceProcess, survivors, temporaryFolder } from './support/scriptorium.ts'

const ENGLISH = { language_config: { languages: ['en'] } }
const ENV = { LIVE_RESUME_SECONDS: '8' }

suite('sessions', () => {
  test('end done after kill -9 during them, with all acknowledged audio', async (t) => {
    const dataDir = temporaryFolder()
    const rng = random(3)
    let service = await ServiceProcess.start(t, dataDir, ENV)
    const client = await Client.of(service)
    const audio = await encoded([kennedy.samples], DEFAULT_AUDIO)
    const header = wavHeader(DEFAULT_AUDIO)
    const withHeader = Buffer.concat([header, audio])
    const start = async (request: SessionRequest = {}) =>
      SessionClient.start(client, { ...ENGLISH, ...request })
    const resumed = [await start({ messages_config: allFlags(true) }), await start()] as const
    const abandoned = [await start({ messages_config: allFlags(true) }), await start()] as const

    const playing = [...resumed, ...abandoned].map(async (session, i) =>
      assert.rejects(
        session.play(i % 2 === 0 ? audio : withHeader, { atRealTime: true }),
        /closed while sending/,
      ),
    )
    // Somewhere in the second half, when some audio is final, some is not, and some is in transit.
    const moment = (0.5 + rng.unit() / 2) * audio.length
    await abandoned[1].socket.until(() => abandoned[1].acknowledged > moment)
    const children = service.descendants()
    assert.equal(await service.end('SIGKILL'), null)
    await Promise.all(playing)

    service = await ServiceProcess.start(t, dataDir, ENV)
    assert.deepEqual(await survivors(children), [])
    const resume = async (session: SessionClient, headerBytes: number) => {
      session.moveTo(client.at(service), service.url)
      await session.connect()
      await session.play(Buffer.alloc(0))
      session.stop()
      assert.equal(await session.socket.closed(), 1000)
      await session.finished(headerBytes)
      assert.ok((await session.fileData()).equals(audio), 'all audio is stored')
      assert.ok(wrongWords(kennedy, session.finals()) <= 1)
    }
    await Promise.all(resumed.map(async (session, i) => resume(session, i * header.length)))
    for (const [i, session] of abandoned.entries()) {
      session.moveTo(client.at(service), service.url)
      // `finished` checks that the file begins with what was acknowledged.
      const { file, result } = await session.finished(i * header.length)
      assert.ok((file?.audio_duration ?? 0) * 32_000 >= session.acknowledged - i * header.length)
      assert.match(result?.transcription?.full_transcript ?? '', /^And so,? my fellow Americans/i)
    }
    assert.equal(await service.end('SIGTERM'), 0)
  })

  test('that are stopped during the drain end before the service', async (t) => {
    // The drain ends with the last session: however slow the machine, its limit is not reached.
    const service = await ServiceProcess.start(t, temporaryFolder(), { ...ENV, DRAIN_SECONDS: '600' })
    const audio = await encoded([kennedy.samples], DEFAULT_AUDIO)
    const session = await SessionClient.start(await Client.of(service), ENGLISH)
    await session.play(audio.subarray(0, 64_000))
    const ended = service.end('SIGTERM')
    session.stop()
    assert.equal(await session.socket.closed(), 1000)
    assert.equal(await ended, 0)
  })

  test('that outlast the drain time are asked to reconnect, and resume after the restart', async (t) => {
    const dataDir = temporaryFolder()
    const first = await ServiceProcess.start(t, dataDir, { ...ENV, DRAIN_SECONDS: '1' })
    const client = await Client.of(first)
    // The silence keeps the client sending until the drain time is over, also on a slow machine.
    const samples = new Float32Array(kennedy.samples.length + 60 * SAMPLE_RATE)
    samples.set(kennedy.samples)
    const audio = await encoded([samples], DEFAULT_AUDIO)
    const session = await SessionClient.start(client, ENGLISH)
    const playing = assert.rejects(session.play(audio, { atRealTime: true }), /closed while sending/)
    await session.socket.until(() => session.acknowledged > 64_000)
    const ended = first.end('SIGTERM')
    const code = await session.socket.closed()
    assert.ok([1011, 1012, 1013].includes(code), String(code))
    await playing
    assert.equal(await ended, 0)

    const next = await ServiceProcess.start(t, dataDir)
    session.moveTo(client.at(next), next.url)
    await session.connect()
    await session.play(Buffer.alloc(0))
    await session.end()
    assert.ok(wrongWords(kennedy, session.finals()) <= 1)
  })

  test('continue when their recogniser is killed', { skip: process.platform !== 'linux' }, async (t) => {
    const service = await ServiceProcess.start(t, temporaryFolder())
    const client = await Client.of(service)
    const audio = await encoded([kennedy.samples], DEFAULT_AUDIO)
    const session = await SessionClient.start(client, { ...ENGLISH, messages_config: allFlags(true) })
    await session.play(audio.subarray(0, 200_000))
    await session.socket.until(() => session.finals().length > 0)
    for (const { pid } of service.descendants()) process.kill(pid, 'SIGKILL')
    await session.play(audio.subarray(200_000))
    await session.end()
    assert.ok(wrongWords(kennedy, session.finals()) <= 1)
  })
})
