/** What a player plays at a time is at that time in the samples, in playable audio and in its peaks. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { isLong } from '../../test/support/long.ts'
import { AudioError } from './audio-error.ts'
import { decode } from './decode.ts'
import { makePlayable } from './playable.ts'
import { probe } from './probe.ts'
import { SAMPLE_RATE } from './recording.ts'
import { ffmpeg, make, piped, temporaryFolder } from './testing/media.ts'

const folder = await temporaryFolder(after)
const path = (name: string) => join(folder, name)

/** Six seconds with a click of 50 ms at 1 s and one at 4 s. */
const SECONDS = 6
const CLICK = '0.8*sin(2*PI*1000*t)*(between(t\\,1\\,1.05)+between(t\\,4\\,4.05))'
const clicks = await make(path('clicks.wav'), '-f', 'lavfi', '-i', `aevalsrc=${CLICK}:s=48000:d=${SECONDS}`)
const AUDIO = ['-i', clicks]
const VIDEO = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=14']
const LATE = ['-itsoffset', '7']
/** A video with audio from 7 s onwards; the options of the video's encoder follow. */
const LATE_AUDIO = [...VIDEO, ...LATE, ...AUDIO, '-map', '0:v', '-map', '1:a']
const MPEG4 = ['-c:v', 'mpeg4']
const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8']
const AAC = ['-c:a', 'aac']
const OPUS = ['-c:a', 'libopus']
/** Audio with a gap of 5 s after two seconds. */
const HOLE = [...AUDIO, '-af', 'asetpts=PTS+gt(T\\,2)*5/TB']

/** Seconds by which a click may be off. */
const EXACT = 0.02
/** Bare streams do not say how many samples the encoder prepended: 1024 or 1105 at 44.1 kHz. Players play them. */
const BARE = 0.05

const FILES: [name: string, clicks: [number, number], args: string[], tolerance?: number][] = [
  ['audio at 7 s.mp4', [8, 11], [...LATE_AUDIO, ...MPEG4, ...AAC]],
  [
    'audio at 7 s, in fragments.mp4',
    [8, 11],
    [...LATE_AUDIO, ...MPEG4, ...AAC, '-movflags', 'frag_keyframe+delay_moov'],
  ],
  ['audio at 7 s.mov', [8, 11], [...LATE_AUDIO, ...MPEG4, '-c:a', 'pcm_s16be']],
  ['audio at 7 s.webm', [8, 11], [...LATE_AUDIO, ...VP8, ...OPUS]],
  ['audio at 7 s.mkv', [8, 11], [...LATE_AUDIO, ...MPEG4, '-c:a', 'flac']],
  ['audio at 7 s.flv', [8, 11], [...LATE_AUDIO, '-c:v', 'flv1', ...AAC, '-ar', '44100']],
  ['audio at 7 s.ts', [8, 11], [...LATE_AUDIO, '-c:v', 'mpeg2video', '-r', '25', ...AAC]],
  [
    'audio at 7 s, after ten hours.ts',
    [8, 11],
    [...LATE_AUDIO, '-c:v', 'mpeg2video', '-r', '25', ...AAC, '-output_ts_offset', '36000'],
  ],
  ['only audio, at 7 s.m4a', [8, 11], [...LATE, ...AUDIO, '-copyts', ...AAC]],
  ['only audio, at 7 s.mka', [8, 11], [...LATE, ...AUDIO, '-copyts', ...OPUS]],
  ['only audio, after ten hours.ts', [1, 4], [...AUDIO, ...AAC, '-output_ts_offset', '36000'], BARE],
  ['video at 3 s.mp4', [1, 4], ['-itsoffset', '3', ...VIDEO, ...AUDIO, ...MPEG4, ...AAC]],
  ['video at 3 s.mkv', [1, 4], ['-itsoffset', '3', ...VIDEO, ...AUDIO, ...MPEG4, ...OPUS]],
  ['a gap.webm', [1, 9], [...HOLE, ...OPUS]],
  ['a gap.m4a', [1, 9], [...HOLE, ...AAC]],
  ['a gap.mkv', [1, 9], [...HOLE, '-c:a', 'flac']],
  ['a gap.ts', [1, 9], [...HOLE, ...AAC], BARE],
  ['plain.wav', [1, 4], AUDIO],
  ['plain.flac', [1, 4], AUDIO],
  ['plain.ogg', [1, 4], [...AUDIO, '-c:a', 'libvorbis']],
  ['plain.opus', [1, 4], [...AUDIO, ...OPUS]],
  ['plain.webm', [1, 4], [...AUDIO, ...OPUS]],
  ['plain.m4a', [1, 4], [...AUDIO, ...AAC]],
  ['plain.mp3', [1, 4], [...AUDIO, '-c:a', 'libmp3lame']],
  ['no tag.mp3', [1, 4], [...AUDIO, '-c:a', 'libmp3lame', '-write_xing', '0'], BARE],
  ['plain.aac', [1, 4], [...AUDIO, ...AAC], BARE],
]

/** Seconds at which clicks begin. */
function onsets(samples: ArrayLike<number>, rate: number, loud: number): number[] {
  const found: number[] = []
  let last = -Infinity
  for (let i = 0; i < samples.length; i++) {
    if (Math.abs(samples[i]!) < loud) continue
    if (i - last > rate) found.push(i / rate)
    last = i
  }
  return found
}

function assertNear(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  const off = actual.map((time, i) => Math.abs(time - expected[i]!))
  assert.ok(
    actual.length === expected.length && Math.max(...off) <= tolerance,
    `${actual.join(', ')} instead of ${expected.join(', ')}`,
  )
}

async function samplesOf(file: string) {
  const recording = await decode(file, { ffmpeg, folder, maxSeconds: 60 })
  try {
    return await recording.read(0, 0, Infinity)
  } finally {
    await recording.close()
  }
}

suite('the clock of a player', { concurrency: 2 }, () => {
  // The others are of the same kinds.
  for (const [name, expected, args, tolerance = EXACT] of FILES.filter((_, i) => isLong || i % 2 === 0))
    test(name, () => agrees(name, expected, args, tolerance))

  test('of a part of an mp4, which begins within a frame', async () => {
    const whole = await make(path('whole.m4a'), ...AUDIO, ...AAC)
    await agrees('part.m4a', [0.51, 3.51], ['-ss', '0.49', '-i', whole, '-c', 'copy'], EXACT)
  })

  async function agrees(name: string, expected: [number, number], args: string[], tolerance: number) {
    const file = await make(path(name), ...args)
    const { duration } = await probe(file, { ffmpeg, maxSeconds: 60 })
    assertNear([duration], [expected[1] + SECONDS - 4], 2 * tolerance)
    const samples = await samplesOf(file)
    assert.ok(Math.abs(samples.length / SAMPLE_RATE - duration) <= 1 / SAMPLE_RATE)
    assertNear(onsets(samples, SAMPLE_RATE, 0.4), expected, tolerance)

    const target = path(`${name} to play.m4a`)
    const peaks = await makePlayable(file, target, { ffmpeg, maxSeconds: duration, channels: 1 })
    assertNear(onsets(await samplesOf(target), SAMPLE_RATE, 0.4), expected, tolerance)
    const { duration: played } = await probe(target, { ffmpeg, maxSeconds: 60 })
    assertNear([played], [duration], 0.025)
    const highest = peaks.data.filter((_, i) => i % 2 === 1)
    assertNear(onsets(highest, 20, 50), expected, tolerance + 0.05)
  }
})

suite('the samples of a file without gaps', () => {
  test('are those that ffmpeg makes if it ignores timestamps', async () => {
    for (const name of ['plain.wav', 'plain.mp3', 'plain.m4a', 'plain.webm', 'plain.ogg']) {
      const file = await make(path(`exact ${name}`), ...AUDIO)
      const filter = 'aresample=16000:filter_size=128:cutoff=0.97:internal_sample_fmt=fltp'
      const plain = await piped('-i', file, '-map', '0:a', '-af', filter, '-f', 's16le')
      const samples = (await samplesOf(file)).map((sample) => sample * 32_768)
      assert.deepEqual(Buffer.from(Int16Array.from(samples).buffer), plain, name)
    }
  })

  test('do not drift where timestamps are rounded to milliseconds', async () => {
    const seconds = isLong ? 600 : 120
    const tone = ['-f', 'lavfi', '-i', `sine=f=440:r=44100:d=${seconds}`]
    const file = await make(path('rounded.mkv'), ...tone, '-c:a', 'libmp3lame', '-compression_level', '9')
    const recording = await decode(file, { ffmpeg, folder, maxSeconds: 700 })
    const silent = (await recording.read(0, SAMPLE_RATE, (seconds - 1) * SAMPLE_RATE)).findIndex(
      (sample, i, all) => sample === 0 && all[i + 1] === 0,
    )
    await recording.close()
    assert.equal(silent, -1)
    assertNear([recording.samples / SAMPLE_RATE], [seconds], BARE)
  })
})

suite('absurd timestamps', () => {
  async function refuses(name: string, message: RegExp, ...args: string[]) {
    const file = await make(path(name), ...args)
    const isRefused = (error: unknown) => {
      assert.ok(error instanceof AudioError, String(error))
      assert.match(error.message, message)
      return true
    }
    const limits = { ffmpeg, maxSeconds: 43_200 }
    await assert.rejects(probe(file, limits), isRefused)
    await assert.rejects(decode(file, { ...limits, folder }), isRefused)
    const toPlay = makePlayable(file, path('absurd.m4a'), { ...limits, maxSeconds: 60, channels: 1 })
    await assert.rejects(toPlay, AudioError)
  }

  const BEYOND =
    /^The timestamps of the audio go beyond 720 minutes, the limit, with \d s of audio before: send it without/
  test('years before the first sample', () =>
    refuses('years.mkv', BEYOND, '-itsoffset', '100000000', ...AUDIO, '-copyts', ...OPUS))
  test('years in the middle', () =>
    refuses('years later.mkv', BEYOND, ...AUDIO, '-af', 'asetpts=PTS+gt(T\\,2)*1e8/TB', ...OPUS))
  test('a day in an mp4', () =>
    refuses('day.m4a', BEYOND, '-itsoffset', '86400', ...AUDIO, '-copyts', ...AAC))

  test('eleven hours of silence in a few bytes, which would take minutes to play', () =>
    refuses(
      'hours.mka',
      /^The file is compressed beyond/,
      '-itsoffset',
      '40000',
      ...AUDIO,
      '-copyts',
      ...OPUS,
    ))

  test('that go back: no audio is lost', async () => {
    const back = ['-af', 'asetpts=PTS-gt(T\\,2)*1.5/TB', '-c:a', 'pcm_s16le']
    const file = await make(path('back.mkv'), ...AUDIO, ...back)
    assertNear(onsets(await samplesOf(file), SAMPLE_RATE, 0.4), [1, 4], EXACT)
  })

  test('of two concatenated files', async () => {
    const one = await readFile(
      await make(path('one.mp3'), ...AUDIO, '-c:a', 'libmp3lame', '-write_xing', '0'),
    )
    await writeFile(path('joined.mp3'), Buffer.concat([one, one]))
    const second = SECONDS + 0.05
    assertNear(
      onsets(await samplesOf(path('joined.mp3')), SAMPLE_RATE, 0.4),
      [1, 4, second + 1, second + 4],
      0.1,
    )
  })
})
