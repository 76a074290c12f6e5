/**
 * Many sessions at once, each with three seconds of speech within silence, some with a cut connection: all are done at the end,
 * nothing is out of order, no audio is lost, and memory stays bounded.
 *
 * By default, a few sessions run faster than real time. With LIVE_TEST_SESSIONS (such as 200) and LIVE_TEST_SECONDS (such as 120),
 * they run in real time.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { random } from '../bench/list/random.ts'
import { kennedyEnd } from '../src/speech/testing/speech.ts'
import { noise } from '../src/speech/testing/signals.ts'
import { Client } from './support/client.ts'
import { encoded, DEFAULT_AUDIO } from './support/live-audio.ts'
import { SessionClient } from './support/live-client.ts'
import { allFlags } from './support/live-flags.ts'
import { LiveSocket } from './support/live-socket.ts'
import { residentMegabytes, residentMegabytesOf } from './support/process-table.ts'
import { ServiceProcess, temporaryFolder } from './support/scriptorium.ts'

const SESSIONS = Number(process.env['LIVE_TEST_SESSIONS'] ?? 8)
const SECONDS = Number(process.env['LIVE_TEST_SECONDS'] ?? 8)
const isFullSize = process.env['LIVE_TEST_SESSIONS'] !== undefined
/** Fraction of the sessions whose connection is cut. */
const CUT = isFullSize ? 0.05 : 2 / SESSIONS
/**
 * By how much the service and its recogniser may grow when the same sessions run again. After a few sessions, it varies how much the
 * recogniser has already allocated: changes from -77 MB to +105 MB were seen.
 */
const MAX_GROWTH_MEGABYTES = isFullSize ? 128 : 256
/** By how much the service may grow for a client that never reads. */
const MAX_UNREAD_MEGABYTES = 128
const TINY_CHUNKS = 150_000

const ENGLISH = { language_config: { languages: ['en'] } }
/** Amplitude of silence as a microphone records it: no two segments of it are equal. */
const QUIET_AMPLITUDE = 0.001
const SPEECH_SECONDS = kennedyEnd.samples.length / 16_000

test('many sessions', async (all) => {
  const service = await ServiceProcess.start(all, temporaryFolder(), { LIVE_SESSIONS: String(SESSIONS + 2) })
  const client = await Client.of(service)

  await all.test(
    'are all done at the end, with all their audio, in bounded memory',
    { timeout: 900_000 },
    async (t) => {
      const rng = random(9)
      const memory = () => residentMegabytes(service.pid) + residentMegabytesOf(service.descendants())
      const [quiet, speech] = await Promise.all([
        encoded([noise(SECONDS - SPEECH_SECONDS, QUIET_AMPLITUDE)], DEFAULT_AUDIO),
        encoded([kennedyEnd.samples], DEFAULT_AUDIO),
      ])
      const one = async (isCut: boolean) => {
        const at = rng.unit() * (SECONDS - SPEECH_SECONDS)
        const cut = rng.below(SECONDS * 32_000)
        const split = 2 * Math.round(at * 16_000)
        const audio = Buffer.concat([quiet.subarray(0, split), speech, quiet.subarray(split)])
        const session = await SessionClient.start(client, { ...ENGLISH, messages_config: allFlags(true) })
        await session.play(audio, { cuts: isCut ? [cut] : [], atRealTime: isFullSize })
        await session.end() // Checks the file too.
        const finals = session.finals()
        assert.match(finals.map(({ text }) => text).join(''), /for your country\W*$/i)
        for (const { start, end } of finals) assert.ok(start >= at - 0.3 && end <= at + SPEECH_SECONDS + 0.3)
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
      assert.ok(second - first < MAX_GROWTH_MEGABYTES, `${first} MB, then ${second} MB`)
    },
  )

  await all.test('are not delayed by a client that never reads, which uses bounded memory', async (t) => {
    const request = { ...ENGLISH, messages_config: allFlags(true) }
    const audio = await encoded([kennedyEnd.samples], DEFAULT_AUDIO)
    const session = await SessionClient.create(client, request)
    const slow = await LiveSocket.open(session.url)
    await slow.message('start_recording')
    slow.pause()
    const before = residentMegabytes(service.pid)
    // About 300 bytes of acknowledgement for each sample: more than all buffers on the way can hold.
    for (let i = 0; i < TINY_CHUNKS && slow.isOpen; i++) {
      slow.send(Buffer.alloc(2))
      if (i % 1_000 === 999 && !(await slow.flushed())) break
    }
    const other = await SessionClient.start(client, request)
    await other.play(audio)
    await other.end()
    const more = residentMegabytes(service.pid) - before
    t.diagnostic(`${more.toFixed(0)} MB more than before`)
    assert.ok(more < MAX_UNREAD_MEGABYTES, `${more} MB more than before`)
    slow.cut()
    const back = await LiveSocket.open(session.url)
    back.send({ type: 'stop_recording' })
    assert.equal(await back.closed(), 1000)
    assert.equal((await session.ended()).status, 'done')
  })
})
