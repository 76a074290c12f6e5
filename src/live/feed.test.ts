import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, mock, suite, test } from 'node:test'
import { Feed, type Heard } from './feed.ts'
import { Recording } from './recording.ts'
import { StandInRecogniser } from './testing/stand-in-recogniser.ts'

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
const sound = Buffer.from(Array.from({ length: 3 * SECOND }, (_, i) => (i * i) % 251))

let folder: string
let recording: Recording
let recogniser: StandInRecogniser
let feed: Feed
let heard: Heard[]
let failure: unknown

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriptorium-feed-'))
  recording = await Recording.open(join(folder, 'audio.wav'), FORMAT, (position, bytes) =>
    feed.written(position, bytes),
  )
  recogniser = new StandInRecogniser()
  heard = []
  failure = null
  feed = new Feed({
    recogniser,
    options: OPTIONS,
    from: [
      { time: 0, index: 0 },
      { time: 0, index: 0 },
    ],
    recording,
    onHeard: (event) => heard.push(event),
    onFailed: (error) => (failure = error),
  })
  feed.open()
  await recording.append(sound)
  await recogniser.stream.got(sound.length)
})
afterEach(async () => {
  mock.timers.reset()
  feed.close()
  await recording.close()
  await rm(folder, { recursive: true })
})

suite('a recogniser that is lost', () => {
  test('hears each channel again from where it is final, and the sound from the earliest of them', async () => {
    recogniser.stream.say('final', 0, 'one', 0.5, 2.00005, 0)
    recogniser.stream.say('final', 0, 'two', 0.5, 1.5, 1)
    recogniser.stream.hear({ type: 'recognised', seconds: 1.7001 })
    recogniser.stream.lose()
    const { options, startsAt } = recogniser.stream
    assert.deepEqual(options.from, [
      { time: 2.00005, index: 1 },
      { time: 1.7001, index: 1 },
    ])
    assert.equal(startsAt, 1.7, 'on a sample')
    await recogniser.stream.got(1.3 * SECOND)
    assert.deepEqual(recogniser.stream.bytes, sound.subarray(1.7 * SECOND))
  })

  test('hears to the end also when it is lost after the end', async () => {
    feed.end()
    recogniser.stream.lose()
    await recogniser.stream.got(sound.length)
    while (heard.length === 0) await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(heard, [{ type: 'ended' }])
  })

  test('is opened later and later, and fails when it gets no further', () => {
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

  test('counts from the beginning again when it got further', () => {
    for (let i = 1; i <= 20; i++) {
      recogniser.stream.hear({ type: 'recognised', seconds: i / 10 })
      recogniser.stream.lose()
      assert.equal(recogniser.streams.length, i + 1)
    }
    assert.equal(failure, null)
  })
})

suite('a recogniser that is slow', () => {
  test('is not given what it cannot take yet, and gets it later', async () => {
    const { stream } = recogniser
    const { promise, resolve } = Promise.withResolvers<void>()
    stream.halt = promise
    for (let i = 0; i < 10; i++) await recording.append(sound.subarray(i * 1_000, (i + 1) * 1_000))
    assert.ok(stream.bytes.length <= sound.length + 1_000)
    stream.halt = null
    resolve()
    await stream.got(sound.length + 10_000)
    assert.deepEqual(stream.bytes.subarray(sound.length), sound.subarray(0, 10_000))
  })
})
