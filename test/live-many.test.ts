/**
 * Many sessions at once, each with five seconds of speech somewhere in silence, some of which lose their connection: all
 * end done, nothing comes out of order, no audio is lost, and memory stays where it is.
 *
 * Some sessions faster than real time, unless LIVE_TEST_SESSIONS (200) and LIVE_TEST_SECONDS (120) ask for that many
 * at real time.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { random } from '../bench/list/random.ts'
import { kennedy } from '../src/recognition/testing/speech.ts'
import { noise } from '../src/recognition/testing/signals.ts'
import { Client } from './support/client.ts'
import { encoded, USUAL } from './support/live-audio.ts'
import { SessionClient } from './support/live-client.ts'
import { allFlags } from './support/live-flags.ts'
import { LiveSocket } from './support/live-socket.ts'
import { residentMegabytes } from './support/process-table.ts'
import { ServiceProcess, temporaryFolder } from './support/scriptorium.ts'

const SESSIONS = Number(process.env['LIVE_TEST_SESSIONS'] ?? 16)
const SECONDS = Number(process.env['LIVE_TEST_SECONDS'] ?? 16)
const isFullSize = process.env['LIVE_TEST_SESSIONS'] !== undefined
/** The part of the sessions that lose their connection: two of the few. */
const CUT = isFullSize ? 0.05 : 2 / SESSIONS
/** How much more memory than before the service and its recogniser may have when the same is done again. */
const MORE_MEGABYTES = 128
/** How much more it may have for a client that never reads. */
const LAZY_MEGABYTES = 128
const TINY_CHUNKS = 150_000

const ENGLISH = { language_config: { languages: ['en'] } }
/** Silence as a microphone hears it: no two stretches of it are the same. */
const HUSH = 0.001
/** To the end of a sentence. */
const SPOKEN = 5
const SPEECH = kennedy.samples.slice(-SPOKEN * 16_000)

suite('many sessions', () => {
  test('all end done, with all their audio, in bounded memory', { timeout: 900_000 }, async (t) => {
    const service = await ServiceProcess.start(t, temporaryFolder(), { LIVE_SESSIONS: String(SESSIONS) })
    const client = await Client.of(service)
    const rng = random(9)
    const memory = () =>
      [service.pid, ...service.descendants().map(({ pid }) => pid)].reduce(
        (sum, pid) => sum + residentMegabytes(pid),
        0,
      )
    const [quiet, speech] = await Promise.all([
      encoded([noise(SECONDS - SPOKEN, HUSH)], USUAL),
      encoded([SPEECH], USUAL),
    ])
    const one = async (isCut: boolean) => {
      const at = rng.unit() * (SECONDS - SPOKEN)
      const cut = rng.below(SECONDS * 32_000)
      const begins = 2 * Math.round(at * 16_000)
      const audio = Buffer.concat([quiet.subarray(0, begins), speech, quiet.subarray(begins)])
      const session = await SessionClient.start(client, { ...ENGLISH, messages_config: allFlags(true) })
      await session.play(audio, { cuts: isCut ? [cut] : [], atRealTime: isFullSize })
      await session.end() // looks at the file, too
      const finals = session.finals()
      assert.match(finals.map(({ text }) => text).join(''), /for your country\W*$/i)
      for (const { start, end } of finals) assert.ok(start >= at - 0.3 && end <= at + SPOKEN + 0.3)
    }
    const round = async () => {
      const cut = Math.round(CUT * SESSIONS)
      await Promise.all(Array.from({ length: SESSIONS }, async (_, i) => one(i < cut)))
      return memory()
    }
    const first = await round()
    const second = await round()
    t.diagnostic(
      `${first.toFixed(0)} MB after the first ${SESSIONS} sessions, ${second.toFixed(0)} MB after the second`,
    )
    assert.ok(second - first < MORE_MEGABYTES, `${first} MB, then ${second} MB`)
  })

  test('are not held up by one that never reads, which costs bounded memory', async (t) => {
    const service = await ServiceProcess.start(t, temporaryFolder())
    const client = await Client.of(service)
    const asked = { ...ENGLISH, messages_config: allFlags(true) }
    const audio = await encoded([kennedy.samples], USUAL)
    const warm = await SessionClient.start(client, asked)
    await warm.play(audio)
    await warm.end()

    const session = await SessionClient.create(client, asked)
    const lazy = await LiveSocket.open(session.url)
    await lazy.message('start_recording')
    lazy.pause()
    const before = residentMegabytes(service.pid)
    // Some 300 bytes of acknowledgement for each sample: more than all buffers on the way take.
    for (let i = 0; i < TINY_CHUNKS && lazy.isOpen; i++) {
      lazy.send(Buffer.alloc(2))
      if (i % 1_000 === 999 && !(await lazy.flushed())) break
    }
    const other = await SessionClient.start(client, asked)
    await other.play(audio)
    await other.end()
    const more = residentMegabytes(service.pid) - before
    t.diagnostic(`${more.toFixed(0)} MB more than before`)
    assert.ok(more < LAZY_MEGABYTES, `${more} MB more than before`)
    lazy.cut()
    const back = await LiveSocket.open(session.url)
    back.send({ type: 'stop_recording' })
    assert.equal(await back.closed(), 1000)
    assert.equal((await session.ended()).status, 'done')
  })
})
