/**
 * No acknowledged audio is lost and every session is done in the end, whenever the service or its recogniser is killed.
 *
 * Slow: speech is sent in real time, and the service is started three times.
 */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { random } from '../../bench/list/random.ts'
import { kennedyBeginning } from '../../src/speech/testing/speech.ts'
import { joined, silence } from '../../src/speech/testing/signals.ts'
import { Client } from '../support/client.ts'
import { encoded, DEFAULT_AUDIO, wavHeader } from '../support/live-audio.ts'
import { type SessionRequest, SessionClient } from '../support/live-client.ts'
import { allFlags } from '../support/live-flags.ts'
import { wrongWords } from '../support/live-words.ts'
import { signalAll } from '../support/process-table.ts'
import { allExit, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'

const ENGLISH = { language_config: { languages: ['en'] } }

suite('sessions', () => {
  const dataDir = temporaryFolder()
  let service: ServiceProcess
  let client: Client
  let audio: Buffer<ArrayBuffer>
  /** A drain ends with the last session: even on a slow machine, its limit is reached only where it is short. */
  const start = async (drainSeconds = 600) => {
    const env = { LIVE_RESUME_SECONDS: '8', DRAIN_SECONDS: String(drainSeconds) }
    service = await ServiceProcess.start(null, dataDir, env)
    client = await Client.of(service)
  }
  before(async () => {
    audio = await encoded([kennedyBeginning.samples], DEFAULT_AUDIO)
    await start(1)
  })
  after(async () => service.end('SIGKILL'))

  test('continue when their recogniser is killed', { skip: process.platform !== 'linux' }, async () => {
    const session = await SessionClient.start(client, { ...ENGLISH, messages_config: allFlags(true) })
    await session.play(audio.subarray(0, 100_000))
    await session.socket.until(() => session.finals().length > 0)
    signalAll(service.descendants(), 'SIGKILL')
    await session.play(audio.subarray(100_000))
    await session.end()
    assert.ok(wrongWords(kennedyBeginning, session.finals()) <= 1)
  })

  test('that outlast the drain are asked to reconnect, and resume after the restart', async () => {
    // The silence keeps the client sending until the drain is over, also on a slow machine.
    const long = await encoded([joined(kennedyBeginning.samples, silence(60))], DEFAULT_AUDIO)
    const session = await SessionClient.start(client, ENGLISH)
    const playing = assert.rejects(session.play(long, { atRealTime: true }), /closed while sending/)
    await session.socket.until(() => session.acknowledged > 64_000)
    const ended = service.end('SIGTERM')
    const code = await session.socket.closed()
    assert.ok([1011, 1012, 1013].includes(code), String(code))
    await playing
    assert.equal(await ended, 0)

    await start()
    session.moveTo(client, service.url)
    await session.connect()
    await session.play(Buffer.alloc(0))
    await session.end()
    assert.ok(wrongWords(kennedyBeginning, session.finals()) <= 1)
  })

  test('are done after kill -9 during them, with all acknowledged audio', async () => {
    const rng = random(3)
    const header = wavHeader(DEFAULT_AUDIO)
    const withHeader = Buffer.concat([header, audio])
    const open = async (request: SessionRequest = {}) =>
      SessionClient.start(client, { ...ENGLISH, ...request })
    const resumed = [await open({ messages_config: allFlags(true) }), await open()] as const
    const abandoned = [await open({ messages_config: allFlags(true) }), await open()] as const

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

    await start()
    const resume = async (session: SessionClient, headerBytes: number) => {
      session.moveTo(client, service.url)
      await session.connect()
      await session.play(Buffer.alloc(0))
      session.stop()
      assert.equal(await session.socket.closed(), 1000)
      await session.finished(headerBytes)
      assert.ok((await session.fileData()).equals(audio), 'all audio is stored')
      assert.ok(wrongWords(kennedyBeginning, session.finals()) <= 1)
    }
    await Promise.all(resumed.map(async (session, i) => resume(session, i * header.length)))
    for (const [i, session] of abandoned.entries()) {
      session.moveTo(client, service.url)
      // `finished` checks that the file begins with what was acknowledged.
      const { file, result } = await session.finished(i * header.length)
      assert.ok((file?.audio_duration ?? 0) * 32_000 >= session.acknowledged - i * header.length)
      assert.match(result?.transcription?.full_transcript ?? '', /^And so,? my fellow Americans/i)
    }
    // Last: the sessions have to be resumed in time.
    await allExit(children)
  })

  test('that are stopped during the drain end before the service', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    await session.play(audio.subarray(0, 64_000))
    const ended = service.end('SIGTERM')
    session.stop()
    assert.equal(await session.socket.closed(), 1000)
    assert.equal(await ended, 0)
  })
})
