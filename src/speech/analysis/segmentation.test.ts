import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { MAX_SEGMENT_SECONDS } from '../engines/engine.ts'
import { cutIntoSegments } from './segmentation.ts'
import type { Region } from './speech-regions.ts'

const seconds = (start: number, end: number): Region => ({
  start: start * SAMPLE_RATE,
  end: end * SAMPLE_RATE,
})
const middle = async (from: number, to: number) => Math.round((from + to) / 2)
const MAX_PAUSE = 2 * SAMPLE_RATE

async function bounds(regions: Region[], quietest = middle): Promise<[number, number][]> {
  const segments = await Array.fromAsync(cutIntoSegments(regions, MAX_PAUSE, quietest))
  return segments.map(({ start, end }) => [start / SAMPLE_RATE, end / SAMPLE_RATE])
}

test('speech with short pauses is one segment, a long pause begins another', async () => {
  assert.deepEqual(await bounds([seconds(1, 3), seconds(4, 6), seconds(9, 10)]), [
    [0.8, 6.2],
    [8.8, 10.2],
  ])
})

test('speech that is too long for a segment is cut at the longest pause in its second half', async () => {
  const regions = [seconds(0, 2), seconds(3.5, 18), seconds(19, 24), seconds(24.2, 27), seconds(27.4, 35)]
  assert.deepEqual(await bounds(regions), [
    [0, 18.2],
    [18.8, 35.2],
  ])
})

test('speech without a pause is cut at its quietest point, and no audio is in two segments', async () => {
  const quietest = async (from: number, to: number) => {
    const cut = 20 * SAMPLE_RATE
    assert.ok(from < cut && cut < to)
    return cut
  }
  assert.deepEqual(await bounds([seconds(0, 40)], quietest), [
    [0, 20],
    [20, 40.2],
  ])
})

test('every region is in exactly one segment, in order, and no segment is too long for an engine', async () => {
  const lengths = fc.array(
    fc.tuple(fc.nat(5 * SAMPLE_RATE), fc.integer({ min: 500, max: 70 * SAMPLE_RATE })),
    {
      maxLength: 30,
    },
  )
  await fc.assert(
    fc.asyncProperty(lengths, async (pairs) => {
      const regions: Region[] = []
      let at = 0
      for (const [pause, length] of pairs) {
        regions.push({ start: at + pause + 1, end: at + pause + 1 + length })
        at += pause + 1 + length
      }
      const segments = await Array.fromAsync(cutIntoSegments(regions, MAX_PAUSE, middle))
      let earliest = 0
      for (const { start, end, regions: own } of segments) {
        assert.ok(earliest <= start && end - start <= MAX_SEGMENT_SECONDS * SAMPLE_RATE)
        assert.ok(start <= own[0]!.start && own.at(-1)!.end <= end)
        earliest = end
      }
      const length = (all: readonly Region[]) => all.reduce((sum, { start, end }) => sum + end - start, 0)
      assert.equal(length(segments.flatMap((segment) => segment.regions)), length(regions))
    }),
    { seed: 7 },
  )
})
