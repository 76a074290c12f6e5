import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordingOf } from '../testing/memory-recording.ts'
import { joined, tone } from '../testing/signals.ts'
import { CEPSTRA, FRAME_LENGTH, FRAME_STEP } from './frames.ts'
import { type Phrases, voicesOf } from './testing/conversation.ts'
import { DEVELOPMENT } from './testing/recordings.ts'
import { dot } from '../../models/vectors.ts'
import { meanVoice } from './speaker-clusters.ts'
import { SpeakerModel, type Voice } from './speaker-model.ts'
import { voiceWindows } from './voice-windows.ts'

const { signal } = new AbortController()

/** The voices in the first and second halves of some speech, of at most 30 s. */
async function halves(phrases: Phrases, model: SpeakerModel): Promise<Voice[]> {
  const speech = joined(...phrases).subarray(0, 30 * 16_000)
  const span = { channel: 0, start: 0, end: speech.length / 16_000 }
  const windows = await voiceWindows(recordingOf(speech), [span], model, signal)
  const voices = windows.map(({ voice }) => voice)
  const middle = voices.length >> 1
  return [voices.slice(0, middle), voices.slice(middle)].map((half) => meanVoice(half, 128))
}

test('the voice of a person is more similar to itself than to any other', async () => {
  const model = await SpeakerModel.load()
  const readers = ['presenter', 'reader', 'president', 'frenchReader', 'germanReader']
  const speech = await voicesOf(readers, DEVELOPMENT)
  const voices = await Promise.all([...speech.values()].map((phrases) => halves(phrases, model)))
  for (const [i, [first, second]] of voices.entries()) {
    assert.ok(first && second)
    const others = voices.filter((_, j) => j !== i).flat()
    const nearest = Math.max(...others.map((other) => dot(first, other)))
    assert.ok(dot(first, second) > nearest + 0.1, `${i}: ${dot(first, second)}, ${nearest}`)
  }
  await model.close()
})

/** The cepstra of one frame of telephone audio, computed from their definition. */
function referenceCepstra(frame: Float64Array): number[] {
  const mean = frame.reduce((sum, value) => sum + value, 0) / frame.length
  const centred = frame.map((value) => value - mean)
  const energy = Math.log(centred.reduce((sum, value) => sum + value ** 2, 0))
  const windowed = centred.map(
    (value, i) =>
      (value - 0.97 * (centred[Math.max(0, i - 1)] ?? 0)) *
      (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (frame.length - 1))) ** 0.85,
  )
  const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700)
  const width = (mel(3700) - mel(20)) / 24
  const bands = new Float64Array(23)
  for (let bin = 0; bin < 128; bin++) {
    const angle = (2 * Math.PI * bin) / 256
    const real = windowed.reduce((sum, value, i) => sum + value * Math.cos(angle * i), 0)
    const imaginary = windowed.reduce((sum, value, i) => sum + value * Math.sin(angle * i), 0)
    for (const band of bands.keys()) {
      const distance = Math.abs(mel((bin * 8000) / 256) - mel(20) - (band + 1) * width)
      bands[band]! += Math.max(0, 1 - distance / width) * (real ** 2 + imaginary ** 2)
    }
  }
  return Array.from({ length: 23 }, (_, k) => {
    const sum = bands.reduce(
      (all, value, n) => all + Math.log(Math.max(1, value)) * Math.cos((Math.PI * k * (n + 0.5)) / 23),
      0,
    )
    return k === 0 ? energy : (1 + 11 * Math.sin((Math.PI * k) / 22)) * Math.sqrt(2 / 23) * sum
  })
}

test('the cepstra match their definition at the telephone sampling rate', async () => {
  const model = await SpeakerModel.load()
  // Tones that resampling does not change.
  const low = tone(1, 300)
  const samples = tone(1, 1100).map((sample, i) => sample * 0.5 + (low[i] ?? 0))
  const cepstra = await model.cepstra(samples)
  const frames = Math.floor((samples.length - FRAME_LENGTH) / FRAME_STEP) + 1
  assert.equal(cepstra.length, CEPSTRA * frames)
  for (const frame of [10, 50]) {
    const telephone = Float64Array.from(
      { length: 200 },
      (_, i) => 32_768 * (samples[frame * FRAME_STEP + 2 * i] ?? 0),
    )
    for (const [k, expected] of referenceCepstra(telephone).entries()) {
      const found = cepstra[k * frames + frame] ?? NaN
      assert.ok(
        Math.abs(found - expected) < 0.05 * Math.max(1, Math.abs(expected)),
        `${k}: ${found}, ${expected}`,
      )
    }
  }
  await model.close()
})
