import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { make, piped, synthesised, temporaryFolder, wav } from './testing/media.ts'
import { WavHeaderSkipper } from './wav-header-skipper.ts'
import { wavHeader } from './wav-header.ts'

const folder = await temporaryFolder(after)
const silence = synthesised(['0', '0'], 8000, 0.1)
const tagged = [...silence, '-metadata', 'title=odd', '-metadata', 'artist=even']

const HEADERS: Record<string, Buffer> = {
  plain: wav({}, 0),
  'of a pipe, with unknown sizes': withoutSound(await piped(...silence, '-f', 'wav')),
  'with zero for sizes': wav({ dataBytes: 0 }, 0).fill(0, 4, 8),
  'with tags': withoutSound(await readFile(await make(join(folder, 'tagged.wav'), ...tagged))),
  'in the long form': withoutSound(await piped(...silence, '-c:a', 'pcm_s24le', '-f', 'wav')),
  RF64: withoutSound(await readFile(await make(join(folder, 'rf64.wav'), ...silence, '-rf64', 'always'))),
  'of A-law': withoutSound(await piped(...silence, '-c:a', 'pcm_alaw', '-f', 'wav')),
  'of our own files': wavHeader({ encoding: 'wav/ulaw', bitDepth: 8, sampleRate: 8000, channels: 3 }, null),
}

function withoutSound(file: Buffer): Buffer {
  return file.subarray(0, file.indexOf('data') + 8)
}

/** Parts of a stream, split at random. */
function cut(stream: Buffer): fc.Arbitrary<Buffer[]> {
  return fc.array(fc.nat(stream.length), { maxLength: 10 }).map((unordered) => {
    const borders = [0, ...unordered.toSorted((a, b) => a - b), stream.length]
    return borders.slice(1).map((end, i) => stream.subarray(borders[i], end))
  })
}

function skip(parts: readonly Buffer[]): { header: Buffer; audio: Buffer } {
  const skipper = new WavHeaderSkipper()
  const passed = [...parts.map((part) => skipper.push(part)), skipper.end()]
  return { header: skipper.header, audio: Buffer.concat(passed.filter((part) => part !== null)) }
}

const NONE = Buffer.alloc(0)

const RUNS = { seed: 1, numRuns: 200 }

suite('WavHeaderSkipper', () => {
  for (const [what, header] of Object.entries(HEADERS)) {
    test(`removes a header ${what}, wherever it is split`, () => {
      const following = Buffer.from('RIFF what follows is audio, data or not')
      const property = fc.property(cut(Buffer.concat([header, following])), (parts) => {
        assert.deepEqual(skip(parts), { header, audio: following })
      })
      fc.assert(property, RUNS)
    })
  }

  test('loses nothing of a stream that is not a WAV file, however much of it looks like one', () => {
    const likeness = fc
      .constantFrom(...Object.values(HEADERS))
      .chain((header) => fc.nat(header.length - 8).map((length) => header.subarray(0, length)))
    const streams = fc.tuple(likeness, fc.uint8Array({ maxLength: 200 })).map((parts) => Buffer.concat(parts))
    const property = fc.property(
      streams.chain((stream) => fc.tuple(fc.constant(stream), cut(stream))),
      ([stream, parts]) => {
        assert.deepEqual(skip(parts), { header: NONE, audio: stream })
      },
    )
    fc.assert(property, RUNS)
  })

  test('passes audio on immediately', () => {
    const skipper = new WavHeaderSkipper()
    assert.deepEqual(skipper.push(Buffer.of(1)), Buffer.of(1))
    assert.deepEqual(skipper.push(Buffer.from('RIFF')), Buffer.from('RIFF'))
  })

  test('holds no more than 64 KB back', () => {
    const head = HEADERS['plain']!
    const endless = Buffer.concat([head.subarray(0, 36), Buffer.from('LIST\xff\xff\xff\x7f', 'latin1')])
    assert.deepEqual(skip([endless]), { header: NONE, audio: endless })
    const empty = Buffer.concat([
      head.subarray(0, 12),
      ...Array<Buffer>(10_000).fill(Buffer.from('JUNK\0\0\0\0')),
    ])
    const skipper = new WavHeaderSkipper()
    assert.deepEqual(skipper.push(empty), empty)
  })
})
