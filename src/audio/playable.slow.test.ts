/** Playable audio has the samples of its source, at their times, in a file in which players can seek. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { AudioError } from './audio-error.ts'
import type { LiveFormat } from './live-format.ts'
import { peaksJson, type Peaks } from './peaks.ts'
import { makePlayable } from './playable.ts'
import { probe } from './probe.ts'
import {
  ffmpeg,
  make,
  makeSparseWav,
  noChildLeft,
  piped,
  synthesised,
  temporaryFolder,
  wav,
} from './testing/media.ts'
import { wavHeader } from './wav-header.ts'

const folder = await temporaryFolder(after)
const RATE = 48_000
const PER_PIXEL = 2400
const SECONDS = 3

/** Amplitude of a tone in each quarter of a second. */
const STEPS = [0.1, 0.9, 0.25, 0.5, 0, 0.75, 0.02, 1, 0.33, 0.6, 0.05, 0.8]
/** Times of clicks, in seconds: no two gaps are alike. */
const CLICKS = [0.11, 0.53, 0.95, 1.4, 1.92, 2.13, 2.71]

const steps = STEPS.map((amplitude, i) => `${amplitude}*gte(t,${i / 4})*lt(t,${(i + 1) / 4})`).join('+')
const TONE = `sin(2*PI*440*t)*(${steps})`
const clicks = CLICKS.map((at) => `gte(t,${at})*lt(t,${at + 0.004})`).join('+')
const CLICK_TRACK = `0.8*sin(2*PI*2000*t)*(${clicks})`

/** Kinds of uploads and live sessions, each made from an expression. */
const SOURCES: Readonly<Record<string, (expression: string, file: string) => Promise<string>>> = {
  'a 44.1 kHz stereo WAV': async (one, file) =>
    make(`${file}.wav`, ...synthesised([one, one], 44_100, SECONDS)),
  'an 8 kHz µ-law WAV': async (one, file) =>
    make(`${file}.wav`, ...synthesised([one], 8000, SECONDS), '-c:a', 'pcm_mulaw'),
  'a VBR mp3': async (one, file) =>
    make(`${file}.mp3`, ...synthesised([one], 44_100, SECONDS), '-c:a', 'libmp3lame', '-q:a', '1'),
  'a live session of 8 channels': async (one, file) => {
    const format: LiveFormat = { encoding: 'wav/pcm', bitDepth: 16, sampleRate: 16_000, channels: 8 }
    const channels = Array.from({ length: 8 }, (_, i) => (i === 5 ? one : '0'))
    const samples = await piped(...synthesised(channels, 16_000, SECONDS), '-f', 's16le')
    await writeFile(`${file}.wav`, Buffer.concat([wavHeader(format, samples.length), samples]))
    return `${file}.wav`
  },
}

async function playableOf(file: string, maxSeconds = 60, maxChannels = 8, signal?: AbortSignal) {
  const target = `${file}.m4a`
  const peaks = await makePlayable(file, target, { ffmpeg, maxSeconds, channels: maxChannels, signal })
  return { target, peaks }
}

/** The highest pixel between two times. */
function highest({ data, channels }: Peaks, channel: number, from: number, to: number): number {
  let high = -128
  for (let pixel = Math.ceil(from * 20); pixel < Math.floor(to * 20); pixel++)
    high = Math.max(high, data[(pixel * channels + channel) * 2 + 1]!)
  return high
}

/** The samples of a channel. */
async function samplesOf(file: string, channel: number): Promise<Int16Array> {
  const filter = `aresample=${RATE},pan=mono|c0=c${channel}`
  const bytes = await piped('-i', file, '-af', filter, '-f', 's16le')
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
}

/** The loudest sample of each millisecond. */
function envelope(samples: Int16Array): number[] {
  return Array.from({ length: Math.floor(samples.length / 48) }, (_, i) =>
    samples.subarray(i * 48, (i + 1) * 48).reduce((loud, sample) => Math.max(loud, Math.abs(sample)), 0),
  )
}

/** Milliseconds by which one signal is best shifted to resemble another. */
function lagOf(a: readonly number[], b: readonly number[]): number {
  const likeness = (lag: number) => a.reduce((sum, value, i) => sum + value * (b[i + lag] ?? 0), 0)
  const lags = Array.from({ length: 101 }, (_, i) => i - 50)
  return lags.reduce((best, lag) => (likeness(lag) > likeness(best) ? lag : best))
}

suite('playable audio', () => {
  for (const [name, makeSource] of Object.entries(SOURCES)) {
    test(`of ${name} has its times, duration and peaks`, async () => {
      const file = join(folder, name)
      const source = await makeSource(CLICK_TRACK, file)
      const { duration, channels } = name.includes('8 channels')
        ? { duration: SECONDS, channels: 8 }
        : await probe(source, { ffmpeg, maxSeconds: 60 })
      const spoken = channels === 8 ? 5 : 0
      const { target } = await playableOf(source, duration, channels)
      const bytes = await readFile(target)
      assert.ok(
        bytes.indexOf('moov') < bytes.indexOf('mdat'),
        'it cannot be played until its end has been read',
      )
      const played = await samplesOf(target, 0)
      assert.ok(Math.abs(played.length / RATE - duration) < 0.025, `${played.length / RATE} of ${duration} s`)
      const lag = lagOf(envelope(await samplesOf(source, spoken)), envelope(played))
      assert.ok(Math.abs(lag) <= 10, `${lag} ms`)

      const { peaks } = await playableOf(await makeSource(TONE, `${file} tone`), duration, channels)
      assert.equal(peaks.data.length, Math.ceil(duration * 20) * 2 * channels)
      for (const [i, amplitude] of STEPS.entries()) {
        // Skip the pixels at the edges, where a resampler and a lossy codec ring.
        const high = highest(peaks, spoken, i / 4 + 0.05, (i + 1) / 4 - 0.05)
        assert.ok(Math.abs(high - 127 * amplitude) <= 4, `${high} at amplitude ${amplitude}`)
      }
    })
  }

  test('has the same peaks as a naive count of its samples', async () => {
    const channels = 2
    const seconds = 1.23
    const samples = Int16Array.from({ length: seconds * RATE * channels }, (_, i) => {
      const loudness = 0.5 + 0.5 * Math.sin(i / 5000 + (i % channels))
      return Math.round(32_767 * loudness * Math.sin(i * i * 0.000_01))
    })
    const file = wav({ rate: RATE, channels }, samples.byteLength)
    file.set(new Uint8Array(samples.buffer), 44)
    await writeFile(join(folder, 'chirp.wav'), file)
    const { peaks } = await playableOf(join(folder, 'chirp.wav'), 60, channels)
    for (let pixel = 0, at = 0; pixel * PER_PIXEL * channels < samples.length; pixel++) {
      const span = samples.subarray(pixel * PER_PIXEL * channels, (pixel + 1) * PER_PIXEL * channels)
      for (let channel = 0; channel < channels; channel++) {
        const own = span.filter((_, i) => i % channels === channel)
        for (const wanted of [Math.min(...own), Math.max(...own)])
          assert.ok(Math.abs(peaks.data[at++]! - wanted / 256) <= 1, `pixel ${pixel}, channel ${channel}`)
      }
    }
    assert.deepEqual(JSON.parse(Buffer.concat([...peaksJson(peaks)]).toString()), {
      ...{ version: 2, channels, sample_rate: RATE, samples_per_pixel: PER_PIXEL, bits: 8, length: 25 },
      data: [...peaks.data],
    })
  })

  test('contains no chapters, pictures or texts of its source', async () => {
    const metadata = ';FFMETADATA1\ntitle=secret\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=secret\n'
    await writeFile(join(folder, 'metadata'), metadata)
    const source = await make(
      join(folder, 'tagged.m4a'),
      ...['-i', join(folder, 'metadata'), ...synthesised(['0'], 48_000, 2)],
      ...['-map_metadata', '0', '-map', '1:a', '-c:a', 'aac'],
    )
    assert.ok((await readFile(source)).includes('secret'))
    assert.ok(!(await readFile((await playableOf(source, 60, 1)).target)).includes('secret'))
  })

  test('is not made from hostile files or from more than the limits allow', async () => {
    await writeFile(join(folder, 'text.mp3'), 'Hello, this is a text. '.repeat(1000))
    await writeFile(join(folder, 'frames.flac'), `fLaC${'\xff\xf8'.repeat(500_000)}`, 'latin1')
    await writeFile(join(folder, 'channels.wav'), wav({ channels: 64 }))
    await makeSparseWav(join(folder, 'long.wav'), 36_000)
    for (const [name, message] of [
      ['text.mp3', /^The file cannot be decoded/],
      ['frames.flac', /^The file cannot be decoded/],
      ['channels.wav', /^The audio has 64 channels/],
      ['long.wav', /longer than 1 minutes/],
    ] as const) {
      await assert.rejects(playableOf(join(folder, name)), (error) => {
        assert.ok(error instanceof AudioError, name)
        assert.match(error.message, message)
        return true
      })
    }
  })

  test('is not completed after it is aborted', async () => {
    const reason = new Error('given up')
    const file = await makeSparseWav(join(folder, 'hour.wav'), 3600)
    const controller = new AbortController()
    const making = makePlayable(file, join(folder, 'hour.m4a'), {
      ...{ ffmpeg, maxSeconds: 3600, channels: 1, signal: controller.signal },
      onProgress: () => controller.abort(reason),
    })
    await assert.rejects(making, reason)
    await noChildLeft()
  })
})
