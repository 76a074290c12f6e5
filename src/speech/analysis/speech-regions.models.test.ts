import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { SpeechTracker, speechRegions } from './speech-regions.ts'
import { recordingOf } from '../testing/memory-recording.ts'
import { joined, noise, silence, tone } from '../testing/signals.ts'
import { kennedy } from '../testing/speech.ts'
import { FRAME_SAMPLES, VoiceActivityModel } from './voice-activity.ts'

let model: VoiceActivityModel
before(async () => {
  model = await VoiceActivityModel.load()
})
after(() => model.close())

async function regionsIn(samples: Float32Array): Promise<[start: number, end: number][]> {
  const regions = await Array.fromAsync(speechRegions(recordingOf(samples), 0, model))
  return regions.map(({ start, end }) => [start / SAMPLE_RATE, end / SAMPLE_RATE])
}

test('regions are split at pauses', async () => {
  const regions = await regionsIn(kennedy.samples)
  // "And so, my fellow Americans, | ask not | what your country … for you, | ask what … your country."
  for (const [start, end] of [
    [0.3, 2.3],
    [3.3, 4.4],
    [5.4, 7.7],
    [8.2, 10.5],
  ] as const) {
    assert.ok(
      regions.some((region) => Math.abs(region[0] - start) < 0.15),
      `none begins at ${start}`,
    )
    assert.ok(
      regions.some((region) => Math.abs(region[1] - end) < 0.2),
      `none ends at ${end}`,
    )
  }
})

test('silence, noise and tones are not speech', async () => {
  const samples = joined(silence(10), noise(10, 0.3), noise(10, 0.002), tone(10, 440), tone(10, 100))
  assert.deepEqual(await regionsIn(samples), [])
})

test('speech after a minute of other audio is found', async () => {
  const others = joined(tone(30, 440), silence(30))
  const alone = await regionsIn(kennedy.samples)
  const late = await regionsIn(joined(others, kennedy.samples))
  assert.ok(Math.abs(late[0]![0] - 60 - alone[0]![0]) < 0.1)
})

test('regions ascend without overlap, and each contains speech', () => {
  const probability = fc.constantFrom(0, 0.2, 0.4, 0.6, 1)
  fc.assert(
    fc.property(fc.array(probability, { maxLength: 200 }), (probabilities) => {
      const tracker = new SpeechTracker()
      const regions = [...probabilities.map((value) => tracker.push(value)), tracker.finish()].filter(
        (region) => region !== null,
      )
      let earliest = 0
      for (const { start, end } of regions) {
        assert.ok(earliest <= start && start < end)
        const own = probabilities.slice(Math.floor(start / FRAME_SAMPLES), Math.ceil(end / FRAME_SAMPLES))
        assert.ok(own.some((value) => value >= 0.5))
        earliest = end
      }
    }),
    { seed: 7 },
  )
})
