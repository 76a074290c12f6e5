import assert from 'node:assert/strict'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, suite, test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { LiveDecoder } from './live-decoder.ts'
import { frameBytes, type LiveFormat } from './live-format.ts'
import { LiveRecording } from './live-recording.ts'
import { SAMPLE_RATE } from './recording.ts'
import { temporaryFolder } from './testing/media.ts'
import { wavHeader } from './wav-header.ts'

const FORMATS: Record<string, LiveFormat> = {
  '16 kHz 16 bit': { encoding: 'wav/pcm', bitDepth: 16, sampleRate: 16_000, channels: 1 },
  '44.1 kHz 24 bit stereo': { encoding: 'wav/pcm', bitDepth: 24, sampleRate: 44_100, channels: 2 },
  '8 kHz µ-law': { encoding: 'wav/ulaw', bitDepth: 8, sampleRate: 8000, channels: 1 },
  '8 kHz A-law of 3 channels': { encoding: 'wav/alaw', bitDepth: 8, sampleRate: 8000, channels: 3 },
  '48 kHz 32 bit': { encoding: 'wav/pcm', bitDepth: 32, sampleRate: 48_000, channels: 1 },
  '32 kHz 8 bit stereo': { encoding: 'wav/pcm', bitDepth: 8, sampleRate: 32_000, channels: 2 },
}

/** Neither a whole number of seconds nor of samples at 16 kHz. */
const SECONDS = 3.3337

/** Noise, in which no two moments are alike, so that reading the wrong one is noticed. */
function noiseBytes(format: LiveFormat, seconds: number): Buffer {
  const bytes = Buffer.alloc(Math.floor(seconds * format.sampleRate) * frameBytes(format))
  let state = 1
  for (let i = 0; i < bytes.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[i] = state >>> 24
  }
  return bytes
}

/** All samples of each channel. */
function decodedWhole(format: LiveFormat, bytes: Uint8Array): Float32Array[] {
  const decoder = new LiveDecoder(format)
  const parts = [decoder.push(bytes), decoder.flush()]
  return Array.from({ length: format.channels }, (_, channel) =>
    Float32Array.from(parts.flatMap((channels) => [...(channels[channel] ?? [])])),
  )
}

async function opened(t: TestContext, format: LiveFormat, file: Uint8Array) {
  const folder = await temporaryFolder((remove) => t.after(remove))
  const path = join(folder, 'session.wav')
  await writeFile(path, file)
  const recording = await LiveRecording.open(path, format)
  t.after(() => recording.close())
  return { recording, path }
}

suite('LiveRecording', () => {
  for (const [name, format] of Object.entries(FORMATS)) {
    suite(name, () => {
      let bytes: Buffer
      let whole: Float32Array[]
      before(() => {
        bytes = noiseBytes(format, SECONDS)
        whole = decodedWhole(format, bytes)
      })

      test('gives the same samples for a range as decoding the whole file', async (t) => {
        const { recording } = await opened(t, format, Buffer.concat([wavHeader(format, null), bytes]))
        assert.equal(recording.channels, format.channels)
        assert.equal(recording.samples, whole[0]?.length)
        const border = fc.oneof(
          fc.integer({ min: -100, max: recording.samples + 100 }),
          // Around the places where reading begins at another second.
          fc
            .tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: -900, max: 900 }))
            .map(([second, off]) => second * SAMPLE_RATE + off),
        )
        const channel = fc.integer({ min: 0, max: format.channels - 1 })
        await fc.assert(
          fc.asyncProperty(channel, border, border, async (number, from, to) => {
            const expected = whole[number]?.slice(Math.max(0, from), Math.max(0, from, to))
            assert.deepEqual(await recording.read(number, from, to), expected)
          }),
          { seed: 1, numRuns: 60 },
        )
      })

      test('ignores an incomplete frame, and what is written after it was opened', async (t) => {
        const cut = bytes.subarray(0, bytes.length - 1)
        const { recording, path } = await opened(t, format, Buffer.concat([wavHeader(format, null), cut]))
        await appendFile(path, bytes)
        const frames = Math.floor(cut.length / frameBytes(format))
        assert.equal(recording.samples, Math.round((frames * SAMPLE_RATE) / format.sampleRate))
        const [expected] = decodedWhole(format, cut)
        assert.deepEqual(await recording.read(0, 0, Infinity), expected)
      })
    })
  }

  test('is empty while there is no audio, or if a crash truncated the header', async (t) => {
    const format = { encoding: 'wav/pcm', bitDepth: 16, sampleRate: 8000, channels: 2 } as const
    const header = wavHeader(format, null)
    for (const file of [header, header.subarray(0, 20), Buffer.alloc(0)]) {
      const { recording } = await opened(t, format, file)
      assert.equal(recording.samples, 0)
      assert.deepEqual(await recording.read(1, 0, 100), new Float32Array())
    }
  })

  test('refuses channels that it does not have', async (t) => {
    const format = { encoding: 'wav/pcm', bitDepth: 16, sampleRate: 16_000, channels: 2 } as const
    const { recording } = await opened(t, format, wavHeader(format, null))
    for (const channel of [-1, 2]) await assert.rejects(recording.read(channel, 0, 1), /no channel/)
  })
})
