/** Whole files that look as if they were truncated: each is accepted, with its actual duration. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { probe } from './probe.ts'
import { ffmpeg, make, piped, synthesised, temporaryFolder, wav } from './testing/media.ts'

const folder = await temporaryFolder(after)

const SECONDS = 3
const NOISE = synthesised(['random(0)-0.5'], 16_000, SECONDS)
const LONGER_VIDEO = ['-f', 'lavfi', '-i', `testsrc=s=64x48:r=10:d=${SECONDS + 2}`, '-c:v', 'mpeg4']
/** A frame of AAC, in seconds: what an encoder may add at either end if the file does not say so. */
const FRAME = 1024 / 16_000

/** @param tolerance in seconds: as in the tests of formats, the precision with which the format stores its duration */
async function takes(name: string, seconds: number, tolerance = 0): Promise<void> {
  const { duration } = await probe(join(folder, name), { ffmpeg, maxSeconds: 60 })
  assert.ok(Math.abs(duration - seconds) <= tolerance, `${name}: ${duration}`)
}

suite('files that only seem to be truncated', { concurrency: 2 }, () => {
  const FORMATS: [name: string, tolerance: number, ...args: string[]][] = [
    ['wav', 0],
    ['flac', 0],
    ['mp3', 0.1, '-c:a', 'libmp3lame'],
    ['ogg', 0.05, '-c:a', 'libvorbis'],
    ['opus', 0.01, '-c:a', 'libopus'],
    ['adts', 2 * FRAME, '-c:a', 'aac'],
    ['matroska', 0, '-c:a', 'flac'],
    ['webm', 0.01, '-c:a', 'libopus'],
    ['webm', 0.01, '-c:a', 'libopus', '-live', '1'],
    ['mp4', 2 * FRAME, '-c:a', 'aac', '-movflags', 'empty_moov+frag_keyframe'],
    ['mov', 0, '-c:a', 'pcm_s16le', '-movflags', 'empty_moov+frag_keyframe'],
  ]
  for (const [i, [format, tolerance, ...args]] of FORMATS.entries()) {
    test(`written to a pipe: ${[format, ...args].join(' ')}`, async () => {
      await writeFile(join(folder, `pipe ${i}`), await piped(...NOISE, ...args, '-f', format))
      await takes(`pipe ${i}`, SECONDS, tolerance)
    })
  }

  test('a WAV file without its size', async () => {
    const unknown = [0, 2_000_000_000, 0x7fff_f000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff - 36, 0xffff_ffff]
    for (const dataBytes of unknown) {
      await writeFile(join(folder, 'unknown.wav'), wav({ dataBytes }))
      await takes('unknown.wav', 1)
    }
  })

  test('a WAV file that counts its header, or lacks part of its last sample', async () => {
    await writeFile(join(folder, 'header.wav'), wav({ dataBytes: 32_044 }))
    await takes('header.wav', 1)
    for (const missing of [1, 2]) {
      await writeFile(join(folder, 'sample.wav'), wav({}).subarray(0, -missing))
      await takes('sample.wav', 15_999 / 16_000)
    }
  })

  test('a WAV file with an odd number of bytes, with and without padding', async () => {
    const odd = wav({ bits: 8 }, 15_999)
    for (const end of ['', '\0', '\0LIST\x04\0\0\0INFO']) {
      await writeFile(join(folder, 'odd.wav'), Buffer.concat([odd, Buffer.from(end)]))
      await takes('odd.wav', 15_999 / 16_000)
    }
  })

  for (const [name, tolerance, ...args] of [
    ['longer.mp4', FRAME, '-c:a', 'aac'],
    ['longer.mov', 0, '-c:a', 'pcm_s16be'],
    ['longer.mkv', 0, '-c:a', 'flac'],
  ] as const) {
    test(`video that is longer than its audio: ${name}`, async () => {
      await make(join(folder, name), ...NOISE, ...LONGER_VIDEO, ...args)
      await takes(name, SECONDS, tolerance)
    })
  }

  for (const [name, tolerance] of [
    ['part.flac', 0.3],
    ['part.mp3', 0.1],
    ['part.ogg', 0.1],
    ['part.m4a', 2 * FRAME],
    ['part.mkv', 0.1],
  ] as const) {
    test(`a part that was copied without re-encoding: ${name}`, async () => {
      const whole = await make(join(folder, `whole ${name}`), ...NOISE)
      await make(join(folder, name), '-i', whole, '-t', '1', '-c', 'copy')
      await takes(name, 1, tolerance)
    })
  }

  test('concatenated mp3 files, with the header of the first', async () => {
    const one = await readFile(await make(join(folder, 'one.mp3'), ...NOISE))
    await writeFile(join(folder, 'two.mp3'), Buffer.concat([one, one]))
    await takes('two.mp3', 2 * SECONDS, 0.2)
  })

  test('the first frames of an mp3 file, with the header of the whole', async () => {
    const constant = ['-c:a', 'libmp3lame', '-b:a', '64k', '-id3v2_version', '0']
    const whole = await readFile(await make(join(folder, 'frames.mp3'), ...NOISE, ...constant))
    // A frame is 576 samples: 288 bytes at 64 kbit/s.
    await writeFile(join(folder, 'frames.mp3'), whole.subarray(0, 288 * 40))
    await takes('frames.mp3', (40 * 576) / 16_000, 0.15)
  })

  for (const [name, tolerance] of [
    ['tag.wav', 0],
    ['tag.flac', 0],
    ['tag.mp3', 576 / 16_000], // ffmpeg may take it for one more frame
    ['tag.ogg', 0.05],
    ['tag.m4a', FRAME],
    ['tag.mkv', 0.05],
  ] as const) {
    test(`with trailing bytes: ${name}`, async () => {
      const whole = await readFile(await make(join(folder, name), ...NOISE))
      for (const end of [`TAG${'A title'.padEnd(125, '\0')}`, '\0'.repeat(1000), 'junk'.repeat(100)]) {
        await writeFile(join(folder, name), Buffer.concat([whole, Buffer.from(end, 'latin1')]))
        await takes(name, SECONDS, tolerance)
      }
    })
  }
})
