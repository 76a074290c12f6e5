import assert from 'node:assert/strict'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { type LiveFormat, bytesPerSecond, frameBytes } from './live-format.ts'
import { probe } from './probe.ts'
import { ffmpeg, piped, temporaryFolder } from './testing/media.ts'
import { wavHeader } from './wav-header.ts'

const folder = await temporaryFolder(after)

/** ffmpeg's name of each encoding. */
const CODECS: (readonly [LiveFormat['encoding'], LiveFormat['bitDepth'], string])[] = [
  ['wav/pcm', 8, 'u8'],
  ['wav/pcm', 16, 's16le'],
  ['wav/pcm', 24, 's24le'],
  ['wav/pcm', 32, 's32le'],
  ['wav/alaw', 8, 'alaw'],
  ['wav/ulaw', 8, 'mulaw'],
]

const MONO: LiveFormat = { encoding: 'wav/pcm', bitDepth: 16, sampleRate: 16_000, channels: 1 }

/** A tenth of a second of bytes, each different from its neighbours. */
function sample(format: LiveFormat): Uint8Array {
  const frames = Math.floor(format.sampleRate / 10)
  return Uint8Array.from({ length: frames * frameBytes(format) }, (_, i) => i * 83)
}

suite('wavHeader', { concurrency: 2 }, () => {
  for (const [encoding, bitDepth, codec] of CODECS) {
    const formats = (
      [
        [1, 8000],
        [2, 44_100],
        [8, 48_000],
      ] as const
    ).map(([channels, sampleRate]) => ({ encoding, bitDepth, sampleRate, channels }))
    for (const format of formats) {
      const data = sample(format)
      for (const [what, bytes] of [
        ['of known', data.length],
        ['of unknown', null],
      ] as const) {
        test(`ffmpeg reads ${codec}, ${format.channels} channels, ${what} size`, async () => {
          const file = join(folder, `${codec} ${format.channels} ${what}.wav`)
          await writeFile(file, [wavHeader(format, bytes), data])
          const list = `${file}.txt`
          const copied = ['-c:a', 'copy', '-f']
          const read = await piped('-i', file, ...copied, 'framecrc', list, ...copied, codec)
          assert.deepEqual(new Uint8Array(read), data)
          const listed = await readFile(list, 'utf8')
          assert.match(listed, new RegExp(`^#codec_id 0: pcm_${codec}$`, 'm'))
          assert.match(listed, new RegExp(`^#sample_rate 0: ${format.sampleRate}$`, 'm'))
          if (format.channels <= 2) {
            const found = await probe(file, { ffmpeg, maxSeconds: 1 })
            assert.deepEqual(found, { duration: 0.1, channels: format.channels })
          }
        })
      }
    }
  }

  test('always has the same length for a format, so that it can be replaced in place', () => {
    for (const [encoding, bitDepth] of CODECS) {
      for (const channels of [1, 2, 3]) {
        const format: LiveFormat = { ...MONO, encoding, bitDepth, channels }
        const lengths = [null, 0, 1, 12_345_678, 5e9].map((bytes) => wavHeader(format, bytes).length)
        assert.equal(new Set(lengths).size, 1)
      }
    }
  })

  test('a file of more than 4 GiB can be read to its end', async () => {
    const format: LiveFormat = { ...MONO, bitDepth: 32, sampleRate: 48_000, channels: 8 }
    const seconds = 3600
    const header = wavHeader(format, seconds * bytesPerSecond(format))
    const end = Buffer.alloc(bytesPerSecond(format) / 10, 7)
    const path = join(folder, 'long.wav')
    const file = await open(path, 'w')
    await file.write(header)
    await file.write(end, 0, end.length, header.length + seconds * bytesPerSecond(format) - end.length)
    await file.close()
    const read = await piped('-ss', String(seconds - 0.1), '-i', path, '-c:a', 'copy', '-f', 's32le')
    assert.ok(read.equals(end))
  })

  test('is still RIFF, which all programs read, as long as the sizes allow it', () => {
    const most = 2 ** 32 - 2 - (wavHeader(MONO, 0).length - 8)
    assert.equal(wavHeader(MONO, most).toString('latin1', 0, 4), 'RIFF')
    assert.equal(wavHeader(MONO, most).readUInt32LE(4), 2 ** 32 - 2)
    assert.equal(wavHeader(MONO, most + 1).toString('latin1', 0, 4), 'RF64')
  })
})
