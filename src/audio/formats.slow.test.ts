/** Probes and decodes every container and codec of the contract. */
import assert from 'node:assert/strict'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { isLong } from '../../test/support/long.ts'
import { decode } from './decode.ts'
import { probe } from './probe.ts'
import { SAMPLE_RATE } from './recording.ts'
import { ffmpeg, make, synthesised, temporaryFolder } from './testing/media.ts'

/** Two seconds: silence, a tone from 0.5 to 1.5 s (a different one on each side), silence. */
const SECONDS = 2
const ONSET = 0.5
const TONES = [
  { hertz: 440, amplitude: 0.5 },
  { hertz: 1000, amplitude: 0.25 },
]

const folder = await temporaryFolder(after)
const spools = join(folder, 'spools')
await mkdir(spools)
const limits = { ffmpeg, maxSeconds: 60 }

function tones(channels: number, rate: number): string[] {
  const expressions = TONES.slice(0, channels).map(
    ({ hertz, amplitude }) => `${amplitude}*sin(2*PI*${hertz}*t)*between(t,${ONSET},1.5)`,
  )
  return synthesised(expressions, rate, SECONDS)
}

const VIDEO = ['-f', 'lavfi', '-i', `testsrc=s=64x48:r=10:d=${SECONDS}`, '-c:v', 'mpeg4']

/**
 * How far a duration may be from what was encoded, and the tone from its place, in seconds. 0 if the format counts samples;
 * otherwise the padding of the encoder that the file gives no means to remove.
 */
const EXACT = 0
/** Opus is always at 48 kHz: its last sample may fall after the last one at 44.1 kHz. */
const OPUS = 1 / 48_000
/** Vorbis says where its last block ends; ffmpeg before 5 plays all of the block, up to 2048 samples. */
const VORBIS = 0.05
/** AAC in mp4 says where it begins, but not where it ends: up to a frame of 1024 samples more. */
const AAC = 1024 / 44_100
/** A bare stream says neither: the encoder's delay (1024 or 1105 samples), and the padding of two frames. */
const BARE = 0.1

const FORMATS: [name: string, tolerance: number, ...args: string[]][] = [
  ['8 bit.wav', EXACT, '-c:a', 'pcm_u8'],
  ['16 bit.wav', EXACT, '-c:a', 'pcm_s16le'],
  ['24 bit.wav', EXACT, '-c:a', 'pcm_s24le'],
  ['32 bit.wav', EXACT, '-c:a', 'pcm_s32le'],
  ['32 bit float.wav', EXACT, '-c:a', 'pcm_f32le'],
  ['64 bit float.wav', EXACT, '-c:a', 'pcm_f64le'],
  ['A-law.wav', EXACT, '-c:a', 'pcm_alaw'],
  ['µ-law.wav', EXACT, '-c:a', 'pcm_mulaw'],
  ['.flac', EXACT],
  ['constant rate.mp3', EXACT, '-c:a', 'libmp3lame', '-b:a', '96k'],
  ['variable rate.mp3', EXACT, '-c:a', 'libmp3lame', '-q:a', '4'],
  ['no tag.mp3', BARE, '-c:a', 'libmp3lame', '-b:a', '96k', '-write_xing', '0'],
  ['.m4a', AAC, '-c:a', 'aac'],
  ['.aac', BARE, '-c:a', 'aac'],
  ['vorbis.ogg', VORBIS, '-c:a', 'libvorbis'],
  ['opus.ogg', OPUS, '-c:a', 'libopus'],
  ['.opus', OPUS, '-c:a', 'libopus'],
  ['.webm', OPUS, '-c:a', 'libopus'],
  ['video.mp4', AAC, ...VIDEO, '-c:a', 'aac'],
  ['video, index first.mp4', AAC, ...VIDEO, '-c:a', 'aac', '-movflags', '+faststart'],
  ['video.mov', EXACT, ...VIDEO, '-c:a', 'pcm_s16be'],
  ['video.mkv', EXACT, ...VIDEO, '-c:a', 'flac'],
]

const CASES = [
  // Other tests decode mono.
  ...FORMATS.flatMap(([name, tolerance, ...args]) =>
    (isLong ? [1, 2] : [2]).map((channels) => ({ name, tolerance, args, channels, rate: 44_100 })),
  ),
  ...[8000, 11_025, 96_000, ...(isLong ? [16_000, 22_050, 32_000, 48_000, 88_200] : [])].map((rate) => ({
    ...{ name: '16 bit.wav', tolerance: EXACT, args: ['-c:a', 'pcm_s16le'], channels: 2, rate },
  })),
]

suite('supported formats', { concurrency: 2 }, () => {
  after(async () => assert.deepEqual(await readdir(spools), [], 'a spool file is left'))

  for (const { name, tolerance, args, channels, rate } of CASES) {
    test(`${name}, ${rate} Hz, ${channels} channels`, async () => {
      const file = await make(join(folder, `${rate} ${channels} ${name}`), ...tones(channels, rate), ...args)

      const found = await probe(file, limits)
      assert.equal(found.channels, channels)
      assertWithin(found.duration, SECONDS, tolerance)

      const progress: number[] = []
      const onProgress = (seconds: number) => progress.push(seconds)
      const recording = await decode(file, { ...limits, folder: spools, onProgress })
      try {
        assert.equal(recording.channels, channels)
        assertWithin(recording.samples / SAMPLE_RATE, found.duration, 1 / SAMPLE_RATE)
        assert.equal(progress.at(-1), recording.samples / SAMPLE_RATE)
        for (const [channel, tone] of TONES.slice(0, channels).entries()) {
          assertTone(await recording.read(channel, 0, Infinity), tone, tolerance)
        }
      } finally {
        await recording.close()
      }
    })
  }
})

function assertWithin(actual: number, expected: number, tolerance: number): void {
  const off = Math.abs(actual - expected)
  assert.ok(off <= tolerance + Number.EPSILON * expected, `${actual} is ${off} from ${expected}`)
}

/** Asserts that the tone, and nothing else, is in its place, at its level (within 0.5 dB). */
function assertTone(samples: Float32Array, tone: (typeof TONES)[number], tolerance: number): void {
  const between = (from: number, to: number) => samples.subarray(from * SAMPLE_RATE, to * SAMPLE_RATE)
  const middle = between(0.65, 1.35)
  const power = meanSquare(middle)
  assertWithin(10 * Math.log10(power / (tone.amplitude ** 2 / 2)), 0, 0.5)
  assert.ok(powerAt(tone.hertz, middle) > 0.98 * power, 'the tone is not pure')
  const onset = samples.findIndex((sample) => Math.abs(sample) > tone.amplitude / 2) / SAMPLE_RATE
  // Allow for half an oscillation until it is loud, and for a codec's pre-echo.
  assertWithin(onset, ONSET, 0.01 + tolerance)
  for (const silence of [between(0, 0.4), between(1.65, SECONDS)]) {
    assert.ok(meanSquare(silence) < power / 1000, 'there is audio before or after the tone')
  }
}

function meanSquare(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
}

/** Power of one frequency, by correlation with it. */
function powerAt(hertz: number, samples: Float32Array): number {
  let cosine = 0
  let sine = 0
  for (const [i, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * i) / SAMPLE_RATE
    cosine += sample * Math.cos(angle)
    sine += sample * Math.sin(angle)
  }
  return (2 * (cosine ** 2 + sine ** 2)) / samples.length ** 2
}
