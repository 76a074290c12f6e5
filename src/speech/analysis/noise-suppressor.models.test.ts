import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { long } from '../../../test/support/long.ts'
import fc from 'fast-check'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { loadBundled } from '../engines/load-model.ts'
import { moonshine } from '../engines/moonshine.ts'
import { NoiseSuppressor } from './noise-suppressor.ts'
import { textOf } from '../engines/spoken-words.ts'
import { joined, noise } from '../testing/signals.ts'
import { alice, aliceBeginning, kennedyBeginning } from '../testing/speech.ts'
import { wordErrorRate } from '../../text/word-errors.ts'

let suppressor: NoiseSuppressor
before(async () => {
  suppressor = await NoiseSuppressor.load()
})

/** Enhances one channel that is pushed in these parts. */
function enhance(...parts: readonly Float32Array[]): Float32Array {
  const stream = suppressor.open()
  try {
    return joined(...parts.map((part) => stream.push(part)), stream.flush())
  } finally {
    stream.close()
  }
}

/** Speech in white noise at this signal-to-noise ratio, in decibels. */
function noisy(speech: Float32Array, decibels: number): Float32Array {
  const hiss = noise(speech.length / SAMPLE_RATE, 1)
  const gain = Math.sqrt(power(speech) / power(hiss) / 10 ** (decibels / 10))
  return speech.map((sample, i) => sample + gain * hiss[i]!)
}

function power(samples: Float32Array): number {
  return samples.reduce((sum, x) => sum + x * x, 0) / samples.length
}

/** Segmental signal-to-noise ratio, computed as usual: the mean over 20 ms frames with speech, limited to −10 … 35 dB. */
function segmentalRatio(speech: Float32Array, enhanced: Float32Array): number {
  const segment = SAMPLE_RATE / 50
  const silent = power(speech) / 100
  const ratios: number[] = []
  for (let at = 0; at + segment <= speech.length; at += segment) {
    const wanted = speech.subarray(at, at + segment)
    if (power(wanted) < silent) continue
    const error = wanted.map((sample, i) => sample - enhanced[at + i]!)
    ratios.push(Math.min(35, Math.max(-10, 10 * Math.log10(power(wanted) / power(error)))))
  }
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
}

suite('NoiseSuppressor', () => {
  for (const { text, samples } of [kennedyBeginning, aliceBeginning]) {
    test(`suppresses noise in "${text.slice(0, 24)}…"`, () => {
      const mixed = noisy(samples, 5)
      const gain = segmentalRatio(samples, enhance(mixed)) - segmentalRatio(samples, mixed)
      assert.ok(gain > 4, `${gain} dB`)
    })

    test(`leaves "${text.slice(0, 24)}…" unchanged, and without delay, when there is no noise`, () => {
      const ratio = segmentalRatio(samples, enhance(samples))
      assert.ok(ratio > 18, `${ratio} dB`)
    })
  }

  // Recognition in fainter noise is covered by the test of the live recogniser.
  test('makes speech recognisable that is only as loud as the noise', long, async () => {
    const engine = await loadBundled(moonshine)
    const mixed = noisy(alice.samples, 0)
    const errors = async (samples: Float32Array) =>
      wordErrorRate(alice.text, textOf(await engine.recognise(samples, 'en')), 'en')
    try {
      assert.ok((await errors(mixed)) > 0.5, 'it is recognised without enhancement')
      const rate = await errors(enhance(mixed))
      assert.ok(rate < 0.3, `${rate}`)
    } finally {
      await engine.close()
    }
  })

  test('gives the same samples wherever the input is cut', () => {
    const speech = noisy(kennedyBeginning.samples.subarray(0, SAMPLE_RATE), 5)
    const lengths = fc.nat(8000)
    const cuts = fc.array(fc.nat(8000), { maxLength: 10 })
    const property = fc.property(lengths, cuts, (length, unordered) => {
      const all = speech.subarray(0, length)
      const borders = [0, ...unordered.toSorted((a, b) => a - b), length]
      const parts = borders.slice(1).map((end, i) => all.subarray(borders[i], end))
      const whole = enhance(all)
      assert.equal(whole.length, length)
      assert.deepEqual(enhance(...parts), whole)
    })
    fc.assert(property, { seed: 1, numRuns: 50 })
  })

  test('channels do not affect each other', () => {
    const [one, other] = [suppressor.open(), suppressor.open()]
    const [speech, hiss] = [kennedyBeginning.samples.subarray(0, SAMPLE_RATE), noise(1, 0.3)]
    const output: Float32Array[] = []
    for (let at = 0; at < SAMPLE_RATE; at += 1000) {
      output.push(one.push(speech.subarray(at, at + 1000)))
      other.push(hiss.subarray(at, at + 1000))
    }
    output.push(one.flush())
    one.close()
    other.close()
    assert.deepEqual(joined(...output), enhance(speech))
  })

  test('a closed channel frees its memory once, and refuses more samples', () => {
    const streams = 20_000 // 130 KB each: more than the module's memory holds at once
    for (let i = 0; i < streams; i++) suppressor.open().close()
    const stream = suppressor.open()
    stream.close()
    stream.close()
    assert.throws(() => stream.push(noise(1, 0.1)), /closed/)
  })
})
