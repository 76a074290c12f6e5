/** A pulled speaker model, made for these tests to recognise tones, run by the library that runs real models. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { modelsFor, pulledModels } from '../../models/pulled/pulled-model.ts'
import { recordingOf } from '../testing/memory-recording.ts'
import { noise } from '../testing/signals.ts'
import { DiarizerThread } from './diarizer-thread.ts'
import type { SpeakerRange } from './speaker-clusters.ts'
import { type ChannelSpan, speakerSpans } from './speaker-spans.ts'
import { FRAME, installSpeakers, tones, type Turn } from './testing/tone-speakers.ts'
import { trySpeakerModel } from './try-speaker-model.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'scriptorium-speakers-'))
installSpeakers(folder)
const [pulled] = modelsFor('speakers', await pulledModels(folder))
const model = await DiarizerThread.start(pulled!)
after(async () => {
  await model[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const { signal } = new AbortController()

async function spansIn(
  channels: [Float32Array, ...Float32Array[]],
  range: SpeakerRange = {},
): Promise<ChannelSpan[]> {
  return speakerSpans(recordingOf(...channels), [...channels.keys()], model, range, signal)
}

/** A frame, plus half a frame because each window begins at a whole frame, plus a millisecond for rounding. */
const TOLERANCE = 1.5 * FRAME + 0.001

/** Asserts that the spans match the turns, in order and within the tolerance; speakers may have any numbers. */
function assertTurns(
  spans: readonly ChannelSpan[],
  turns: readonly (Turn | [...Turn, channel: number])[],
): void {
  const shown = JSON.stringify(spans)
  assert.equal(spans.length, turns.length, shown)
  const voices = new Map<number, number>()
  for (const [i, [voice, start, end, channel = 0]] of turns.entries()) {
    const span = spans[i]!
    if (!voices.has(span.speaker)) voices.set(span.speaker, voice)
    assert.equal(voices.get(span.speaker), voice, `the voice of span ${i}: ${shown}`)
    assert.equal(span.channel, channel, shown)
    assert.ok(Math.abs(span.start - start) <= TOLERANCE, `start ${i}: ${shown}`)
    assert.ok(Math.abs(span.end - end) <= TOLERANCE, `end ${i}: ${shown}`)
  }
  assert.equal(voices.size, new Set(voices.values()).size, `one speaker for each voice: ${shown}`)
}

const countOf = (spans: readonly ChannelSpan[]) => new Set(spans.map(({ speaker }) => speaker)).size

const TWO: Turn[] = [
  [0, 1, 6],
  [1, 6.5, 12],
  [0, 13, 14],
  [1, 15, 24],
]
const THREE: Turn[] = [
  [2, 0.5, 4],
  [0, 4.2, 9],
  [1, 9.5, 15],
  [2, 15.3, 21],
  [1, 22, 29],
]
const FOUR: Turn[] = [
  [3, 1, 5],
  [1, 5.2, 9],
  [0, 9.1, 14],
  [2, 14.4, 20],
  [3, 20.5, 27],
  [0, 28, 31],
]
/** As short as 0.3 s, with hardly any pauses. */
const SHORT: Turn[] = [
  [0, 1, 6],
  [1, 6.1, 6.4],
  [0, 6.5, 12],
  [2, 12, 12.5],
  [1, 12.6, 13.2],
  [2, 13.5, 18],
  [1, 18.3, 22],
]

for (const [name, turns] of Object.entries({ two: TWO, three: THREE, four: FOUR, 'in short turns': SHORT }))
  test(`voices, ${name}: each turn has the right speaker and times`, async () => {
    assertTurns(await spansIn([tones(32, turns)]), turns)
  })

test('people who speak at once have overlapping spans', async () => {
  const turns: Turn[] = [
    [0, 1, 8],
    [1, 6, 14],
    [2, 12, 20],
    [0, 15, 17],
    [1, 22, 28],
  ]
  assertTurns(await spansIn([tones(30, turns)]), turns)
})

suite('the number of speakers', () => {
  const samples = tones(32, FOUR)

  test('is the given one', async () => {
    for (const count of [1, 2, 3, 4])
      assert.equal(countOf(await spansIn([samples], { min: count, max: count })), count)
  })

  test('follows from the threshold, within the limits', async () => {
    assert.equal(countOf(await spansIn([samples], { max: 2 })), 2)
    assert.equal(countOf(await spansIn([samples], { min: 2, max: 6 })), 4)
    assert.equal(countOf(await spansIn([samples], { min: 0, max: 50 })), 4)
  })

  test('costs a second run only if the threshold leads outside the limits', async (t) => {
    const { mock } = t.mock.method(model, 'diarize')
    const runsFor = async (audio: Float32Array, range: SpeakerRange) => {
      const before = mock.callCount()
      await spansIn([audio], range)
      return mock.callCount() - before
    }
    assert.equal(await runsFor(samples, {}), 1)
    assert.equal(await runsFor(samples, { min: 3, max: 3 }), 1)
    assert.equal(await runsFor(samples, { min: 2, max: 4 }), 1)
    assert.equal(await runsFor(samples, { max: 3 }), 2)
    assert.equal(await runsFor(tones(20, []), { min: 2 }), 1)
  })

  test('is at least the minimum if the threshold would join all speakers', async () => {
    const lenient = path.join(folder, 'lenient')
    installSpeakers(lenient, undefined, { threshold: 1.9 })
    const [lenientModel] = modelsFor('speakers', await pulledModels(lenient))
    await using thread = await DiarizerThread.start(lenientModel!)
    const count = async (range: SpeakerRange) =>
      countOf(await speakerSpans(recordingOf(samples), [0], thread, range, signal))
    assert.equal(await count({}), 1)
    assert.equal(await count({ min: 3 }), 3)
    assert.equal(await count({ min: 2, max: 3 }), 2)
  })

  test('also applies to a few seconds of audio, as far as there are voices', async () => {
    const short = tones(4, [
      [0, 0.5, 1.5],
      [1, 2, 3],
      [2, 3.2, 3.9],
    ])
    assert.equal(countOf(await spansIn([short])), 3)
    assert.equal(countOf(await spansIn([short], { min: 2, max: 2 })), 2)
    assert.equal(countOf(await spansIn([short], { min: 1, max: 1 })), 1)
    // Not one, which is what the library returns for too few voices.
    assert.ok(countOf(await spansIn([short], { min: 1_000_000, max: 1_000_000 })) >= 2)
  })
})

test('a voice on two channels is one speaker, and no span runs from one channel into the next', async () => {
  const first: Turn[] = [
    [0, 1, 6],
    [1, 7, 15],
  ]
  const second: Turn[] = [
    [2, 0, 5],
    [0, 8, 14],
  ]
  const spans = await spansIn([tones(15, first), tones(15, second)])
  assertTurns(spans, [
    [2, 0, 5, 1],
    [0, 1, 6, 0],
    [1, 7, 15, 0],
    [0, 8, 14, 1],
  ])
})

test('only the requested channels are heard', async () => {
  const recording = recordingOf(tones(12, [[0, 1, 11]]), tones(12, [[1, 2, 10]]))
  assertTurns(await speakerSpans(recording, [1], model, {}, signal), [[1, 2, 10, 1]])
})

test('silence, noise without voices and almost empty audio have no spans', async () => {
  assert.deepEqual(await spansIn([tones(20, [])]), [])
  assert.deepEqual(await spansIn([noise(20, 0.01)]), [])
  assert.deepEqual(await spansIn([tones(0.01, [])], { min: 2, max: 2 }), [])
})

test('a voice up to the last sample does not end the process', async () => {
  for (const seconds of [9.99, 10, 10.02, 11, 11.5, 12.999])
    assertTurns(
      await spansIn([
        tones(seconds, [
          [0, 1, 5],
          [1, 5.5, seconds],
        ]),
      ]),
      [
        [0, 1, 5],
        [1, 5.5, seconds],
      ],
    )
})

test('two concurrent recordings get their own speakers', async () => {
  const [two, four] = await Promise.all([spansIn([tones(32, TWO)]), spansIn([tones(32, FOUR)])])
  assertTurns(two, TWO)
  assertTurns(four, FOUR)
})

test('an abort ends the wait at once, even in the queue, and the next recording is diarized', async () => {
  const controller = new AbortController()
  const samples = tones(60, TWO)
  const run = (own: AbortSignal) => speakerSpans(recordingOf(samples), [0], model, {}, own)
  const running = Promise.allSettled([run(controller.signal), run(controller.signal)])
  await setImmediate()
  controller.abort(new Error('not wanted'))
  for (const outcome of await running)
    assert.match(String(outcome.status === 'rejected' && outcome.reason), /not wanted/)
  await assert.rejects(run(AbortSignal.abort(new Error('neither'))), /neither/)
  assertTurns(await spansIn([tones(32, THREE)]), THREE)
})

test('the waiting thread is not blocked', async () => {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 5)
  await spansIn([tones(120, TWO)])
  clearInterval(timer)
  assert.ok(ticks > 5, `${ticks} ticks`)
})

test('a pull tries both parts of a model', async () => {
  await trySpeakerModel(pulled!)
})
