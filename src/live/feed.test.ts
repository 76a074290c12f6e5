import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, mock, suite, test } from 'node:test'
import { subscribe } from '../platform/metrics.ts'
import { SESSION_START } from '../speech/live/channel-position.ts'
import { Feed, FinalDelays, type RecognitionEvent } from './feed.ts'
import { SessionAudio } from './session-audio.ts'
import { StandInRecogniser } from './testing/stand-in-recogniser.ts'
import { until } from '../../test/support/until.ts'

const FORMAT = { encoding: 'wav/pcm', bitDepth: 24, sampleRate: 8_000, channels: 2 } as const
const SECOND = 48_000
const OPTIONS = {
  format: FORMAT,
  languages: [],
  codeSwitching: false,
  endpointing: 0.05,
  maximumDuration: 5,
  speechThreshold: 0.6,
  audioEnhancer: false,
}
const bytes = Buffer.from(Array.from({ length: 3 * SECOND }, (_, i) => (i * i) % 251))

let folder: string
let audio: SessionAudio
let recogniser: StandInRecogniser
let feed: Feed
let events: RecognitionEvent[]
let failure: unknown

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriptorium-feed-'))
  audio = await SessionAudio.open(join(folder, 'audio.wav'), FORMAT)
  recogniser = new StandInRecogniser()
  events = []
  failure = null
  feed = new Feed({
    recogniser,
    options: OPTIONS,
    from: [SESSION_START, SESSION_START],
    audio,
    onEvent: (event) => events.push(event),
    onFailed: (error) => (failure = error),
  })
  feed.open()
  await audio.append(bytes)
  await recogniser.stream.received(bytes.length)
})
afterEach(async () => {
  mock.timers.reset()
  feed.close()
  await audio.close()
  await rm(folder, { recursive: true })
})

suite('a recogniser that is lost', () => {
  test('is reopened at the end of the finals of each channel, and fed the audio from before the earliest', async () => {
    const more = Buffer.alloc(24 * SECOND, 7)
    await audio.append(more)
    recogniser.stream.say('final', 0, 'one', 0.5, 26.00005, 0)
    recogniser.stream.say('final', 0, 'two', 0.5, 1.5, 1)
    recogniser.stream.emit({ type: 'recognised', seconds: 25.7001 })
    recogniser.stream.lose()
    const { options, startsAt } = recogniser.stream
    assert.partialDeepStrictEqual(options.from, [
      { time: 26.00005, index: 1, language: 'en' },
      { time: 25.7001, index: 1, language: 'en' },
    ])
    assert.equal(startsAt, 4.96, 'where a block of analysis begins')
    const rest = Buffer.concat([bytes, more]).subarray(4.96 * SECOND)
    await recogniser.stream.received(rest.length)
    assert.deepEqual(recogniser.stream.bytes, rest)
  })

  test('still recognises everything when it is lost after the end of the audio', async () => {
    feed.end()
    recogniser.stream.lose()
    await recogniser.stream.received(bytes.length)
    await until(() => events.length > 0)
    assert.deepEqual(events, [{ type: 'ended' }])
  })

  test('is reopened after growing delays, and given up if it makes no progress', () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    for (const [i, wait] of [0, 4_000, 8_000, 16_000].entries()) {
      recogniser.stream.lose()
      mock.timers.tick(wait)
      assert.equal(recogniser.streams.length, i + 2)
    }
    assert.equal(failure, null)
    recogniser.stream.lose()
    mock.timers.tick(100_000)
    assert.match(String(failure), /The recogniser crashed/)
    assert.equal(recogniser.streams.length, 5)
  })

  test('is reopened for one session after another, since the audio of one of them may have crashed it', () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const parts = {
      options: OPTIONS,
      from: [SESSION_START, SESSION_START],
      audio,
      onEvent: () => {},
      onFailed: (error: unknown) => assert.ifError(error),
    }
    const recognisers = Array.from({ length: 50 }, () => new StandInRecogniser())
    for (const each of recognisers) {
      new Feed({ ...parts, recogniser: each }).open()
      each.stream.lose()
      each.stream.lose()
    }
    const reopened = () => recognisers.filter(({ streams }) => streams.length === 3).length
    mock.timers.tick(2_000)
    const early = reopened()
    mock.timers.tick(2_000)
    assert.ok(early > 0 && early < 50, `${early} of 50 within half of the longest delay`)
    assert.equal(reopened(), 50)
  })

  test('is reopened without limit while it makes progress', () => {
    for (let i = 1; i <= 20; i++) {
      recogniser.stream.emit({ type: 'recognised', seconds: i / 10 })
      recogniser.stream.lose()
      assert.equal(recogniser.streams.length, i + 1)
    }
    assert.equal(failure, null)
  })
})

suite('a recogniser that is slow', () => {
  test('is fed no faster than it accepts audio, and gets all of it', async () => {
    const { stream } = recogniser
    const { promise, resolve } = Promise.withResolvers<void>()
    stream.halt = promise
    for (let i = 0; i < 10; i++) await audio.append(bytes.subarray(i * 1_000, (i + 1) * 1_000))
    assert.ok(stream.bytes.length <= bytes.length + 1_000)
    stream.halt = null
    resolve()
    await stream.received(bytes.length + 10_000)
    assert.deepEqual(stream.bytes.subarray(bytes.length), bytes.subarray(0, 10_000))
  })
})

test('the delay of a final begins when the end of its speech was received', (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const measured: number[] = []
  t.after(subscribe('liveFinal', ({ seconds }) => measured.push(seconds)))
  const delays = new FinalDelays()
  for (let tenths = 1; tenths <= 30; tenths++) {
    now = tenths * 100
    delays.received(tenths / 10)
  }
  delays.recognisedFinal(1.95)
  // Times of audio that is already final are not kept.
  delays.forgetBefore(2.5)
  delays.recognisedFinal(2)
  delays.recognisedFinal(99)
  assert.deepEqual(measured, [1, 0.5])
})
