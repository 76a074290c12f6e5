import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import * as ort from 'onnxruntime-node'
import { readBundledFile } from '../../models/bundled-files.ts'
import { joined, noise, silence, tone } from '../testing/signals.ts'
import { clipIn, kennedyBeginning } from '../testing/speech.ts'
import {
  FRAME_SAMPLES,
  MODEL,
  NO_SPEECH,
  RESET_AFTER,
  VoiceActivityModel,
  type VoiceActivityStream,
} from './voice-activity.ts'

const CONTEXT_SAMPLES = 64

/** Runs the published model on one frame of one stream at a time. */
async function oneAtATime(session: ort.InferenceSession, samples: Float32Array): Promise<number[]> {
  const sr = new ort.Tensor('int64', BigInt64Array.of(16_000n), [])
  const start = () => new ort.Tensor('float32', new Float32Array(256), [2, 1, 128])
  let state: ort.Tensor = start()
  let withoutSpeech = 0
  const probabilities: number[] = []
  for (let at = 0; at < samples.length; at += FRAME_SAMPLES) {
    const input = new Float32Array(CONTEXT_SAMPLES + FRAME_SAMPLES)
    input.set(
      samples.subarray(Math.max(0, at - CONTEXT_SAMPLES), at + FRAME_SAMPLES),
      at === 0 ? CONTEXT_SAMPLES : 0,
    )
    let probability = 0
    if (input.subarray(CONTEXT_SAMPLES).some((sample) => Math.abs(sample) >= 2.5 / 32_768)) {
      const feeds = { input: new ort.Tensor('float32', input, [1, input.length]), state, sr }
      const { output, stateN } = await session.run(feeds)
      probability = Number(output!.data[0])
      state = stateN!
    }
    probabilities.push(probability)
    withoutSpeech = probability < NO_SPEECH ? withoutSpeech + 1 : 0
    if (withoutSpeech % RESET_AFTER === RESET_AFTER - 1) state = start()
  }
  return probabilities
}

test('batched frames get the same probabilities as frames judged one at a time', async () => {
  const session = await ort.InferenceSession.create(await readBundledFile(MODEL))
  const model = await VoiceActivityModel.load()
  // 8 s of silence reset the state; in the third stream, this happens within a run of many frames.
  const streams = [
    joined(kennedyBeginning.samples, silence(0.5), noise(3, 0.01)),
    joined(noise(1, 0.3), clipIn('de').samples.slice(0, 100_000)),
    joined(tone(7.9, 440), noise(0.5, 0.05), kennedyBeginning.samples.slice(0, 48_000)),
  ]
  const expected = await Promise.all(streams.map((samples) => oneAtATime(session, samples)))
  assert.deepEqual(
    expected.map((own) => Math.max(...own) > 0.9),
    [true, true, true],
  )

  const judge = async (stream: VoiceActivityStream, samples: Float32Array, frames: readonly number[]) => {
    const found: number[] = []
    for (let at = 0, i = 0; at < samples.length; i++) {
      const end = at + (frames[i % frames.length] ?? 1) * FRAME_SAMPLES
      found.push(...(await stream.push(samples.subarray(at, end))))
      at = end
    }
    return found
  }
  const cuts = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.tuple(cuts, cuts, cuts), async (own) => {
      const found = await Promise.all(streams.map((samples, i) => judge(model.open(), samples, own[i]!)))
      found.forEach((probabilities, i) => {
        assert.equal(probabilities.length, expected[i]!.length)
        for (const [k, probability] of probabilities.entries())
          assert.ok(Math.abs(probability - expected[i]![k]!) < 1e-4, `frame ${k} of stream ${i}`)
      })
    }),
    { seed: 3, numRuns: 12 },
  )
  await Promise.all([session.release(), model.close()])
})
