import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { LiveDecoder } from './live-decoder.ts'
import { frameBytes, type LiveFormat } from './live-format.ts'
import { SAMPLE_RATE } from './recording.ts'
import { piped, temporaryFolder } from './testing/media.ts'

const RATES = [8000, 16_000, 32_000, 44_100, 48_000] as const

/** ffmpeg's name of each encoding. */
const ENCODINGS = [
  { encoding: 'wav/pcm', bitDepth: 8, name: 'u8' },
  { encoding: 'wav/pcm', bitDepth: 16, name: 's16le' },
  { encoding: 'wav/pcm', bitDepth: 24, name: 's24le' },
  { encoding: 'wav/pcm', bitDepth: 32, name: 's32le' },
  { encoding: 'wav/alaw', bitDepth: 8, name: 'alaw' },
  { encoding: 'wav/ulaw', bitDepth: 8, name: 'mulaw' },
] as const

const MONO: LiveFormat = { encoding: 'wav/pcm', bitDepth: 32, sampleRate: 16_000, channels: 1 }

const formats: fc.Arbitrary<LiveFormat> = fc
  .record({
    encoding: fc.constantFrom(...ENCODINGS),
    sampleRate: fc.constantFrom(...RATES),
    channels: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ encoding: { encoding, bitDepth }, ...rest }) => ({ encoding, bitDepth, ...rest }))

/** All samples of each channel, decoded from bytes that arrive in these parts. */
function decode(format: LiveFormat, parts: readonly Uint8Array[]): Float32Array[] {
  const decoder = new LiveDecoder(format)
  const decoded = [...parts.map((part) => decoder.push(part)), decoder.flush()]
  return Array.from({ length: format.channels }, (_, i) => concat(decoded.map((channels) => channels[i]!)))
}

function concat(parts: readonly Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]))
}

/** The 32-bit samples of a signal, which is a function of time in seconds. */
function record(signal: (time: number) => number, rate: number, seconds: number): Buffer {
  return Buffer.from(
    Int32Array.from({ length: rate * seconds }, (_, i) => signal(i / rate) * (2 ** 31 - 1)).buffer,
  )
}

function tone(frequency: number): (time: number) => number {
  return (time) => Math.sin(2 * Math.PI * frequency * time + 0.3)
}

/** Power relative to a tone at full scale, without the first and last tenth of a second. */
function decibels(samples: Float32Array): number {
  const middle = samples.subarray(1600, -1600)
  return 10 * Math.log10((2 * middle.reduce((sum, x) => sum + x * x, 0)) / middle.length)
}

suite('LiveDecoder', () => {
  test('gives the same samples, and the right number of them, wherever the bytes are split', () => {
    const bytes = fc.uint8Array({ maxLength: 12_000, size: 'max' })
    const cuts = fc.array(fc.nat(12_000), { maxLength: 20 })
    const property = fc.property(formats, bytes, cuts, (format, all, unordered) => {
      const borders = [0, ...unordered.toSorted((a, b) => a - b), all.length]
      const parts = borders.slice(1).map((end, i) => all.subarray(borders[i], end))
      const whole = decode(format, [all])
      assert.deepEqual(decode(format, parts), whole)
      const frames = Math.floor(all.length / frameBytes(format))
      const expected = Math.round((frames * SAMPLE_RATE) / format.sampleRate)
      assert.deepEqual(
        whole.map((channel) => channel.length),
        whole.map(() => expected),
      )
    })
    fc.assert(property, { seed: 1, numRuns: 200 })
  })

  test('does not retain the memory that it was given', () => {
    const decoder = new LiveDecoder(MONO)
    const bytes = Buffer.from([0, 0, 0, 0x40, 0, 0, 0])
    assert.deepEqual(decoder.push(bytes), [Float32Array.of(0.5)])
    bytes.fill(0xff)
    assert.deepEqual(decoder.push(Buffer.from([0x20])), [Float32Array.of(0.25)])
  })

  for (const { encoding, bitDepth, name } of ENCODINGS) {
    test(`reads every byte of ${name} as ffmpeg does, in its channel`, async (t) => {
      const folder = await temporaryFolder((remove) => t.after(remove))
      const file = join(folder, name)
      const bytes = Uint8Array.from({ length: 3 * 4 * 256 }, (_, i) => i * 83)
      await writeFile(file, bytes)
      const said = ['-f', name, '-ar', '16000', '-ac', '3', '-i', file, '-f', 'f32le']
      const expected = new Float32Array(Uint8Array.from(await piped(...said)).buffer)
      const channels = decode({ encoding, bitDepth, sampleRate: 16_000, channels: 3 }, [bytes])
      for (const [number, channel] of channels.entries()) {
        assert.deepEqual(
          channel,
          expected.filter((_, i) => i % 3 === number),
        )
      }
    })
  }

  for (const sampleRate of RATES) {
    const format = { ...MONO, sampleRate }
    const highest = (7 / 8) * (Math.min(sampleRate, SAMPLE_RATE) / 2)

    test(`preserves speech at ${sampleRate} Hz, at its time`, () => {
      for (const frequency of [0, 100, 1000, 3000, highest]) {
        const [decoded] = decode(format, [record(tone(frequency), sampleRate, 1)])
        const difference = decoded!.map((sample, i) => sample - tone(frequency)(i / SAMPLE_RATE))
        assert.ok(decibels(difference) < -60, `${frequency} Hz: ${decibels(difference)} dB off`)
      }
    })

    if (sampleRate > SAMPLE_RATE) {
      test(`lets nothing above 8 kHz alias into speech at ${sampleRate} Hz`, () => {
        for (const frequency of [8010, 8200, 9000, 12_000, 15_000, 15_990]) {
          const [decoded] = decode(format, [record(tone(frequency), sampleRate, 1)])
          assert.ok(decibels(decoded!) < -60, `${frequency} Hz: ${decibels(decoded!)} dB`)
        }
      })
    }
  }
})
