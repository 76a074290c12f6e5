import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { LiveSegmentation, type LiveSegment, type SegmentationResult } from './live-segmentation.ts'
import { RecentAudio } from './recent-audio.ts'
import { noise } from '../testing/signals.ts'
import { FRAME_SAMPLES } from '../analysis/voice-activity.ts'

const FRAMES_PER_SECOND = SAMPLE_RATE / FRAME_SAMPLES
const frame = noise(FRAME_SAMPLES / SAMPLE_RATE, 0.1)

const defaults = { speechThreshold: 0.6, endpointing: 0.05, maximumDuration: 5 }

/** The results for frames with these probabilities. */
function segmentFrames(probabilities: readonly number[], options = defaults): SegmentationResult[] {
  const audio = new RecentAudio(0)
  const segmentation = new LiveSegmentation(options, audio, 0)
  const found = probabilities.map((probability) => {
    audio.append(frame)
    return segmentation.push(probability)
  })
  return [...found, segmentation.finish()]
}

const segmentsOf = (found: readonly SegmentationResult[]) => found.flatMap(({ segment }) => segment ?? [])
const frames = (seconds: number, probability: number) =>
  Array.from({ length: Math.round(seconds * FRAMES_PER_SECOND) }, () => probability)

test('an utterance ends after the configured silence, not after a shorter one', () => {
  const probabilities = [...frames(1, 0.9), ...frames(0.25, 0.1), ...frames(1, 0.9), ...frames(1, 0.1)]
  assert.equal(segmentsOf(segmentFrames(probabilities)).length, 2)
  const [first, ...others] = segmentsOf(segmentFrames(probabilities, { ...defaults, endpointing: 0.4 }))
  assert.equal(first?.regions.length, 2)
  assert.deepEqual(
    others.map(({ ends, regions }) => [ends, regions]),
    [[true, []]],
  )
})

test('a click is not speech, and a short dip does not end speech', () => {
  assert.deepEqual(
    segmentsOf(segmentFrames([...frames(1, 0.1), 0.9, 0.9, ...frames(1, 0.1), 0.9, ...frames(1, 0.1)])),
    [],
  )
  assert.equal(segmentsOf(segmentFrames([...frames(1, 0.9), 0.5, 0.5, 0.5, ...frames(1, 0.9)])).length, 1)
})

test('segments are in order, none is too long, and together they contain all speech', () => {
  const runs = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 400 }), fc.double({ min: 0, max: 1, noNaN: true })),
    {
      maxLength: 12,
    },
  )
  const options = fc.record({
    speechThreshold: fc.constantFrom(0, 0.3, 0.6, 1),
    endpointing: fc.constantFrom(0.01, 0.05, 0.3, 1, 10),
    maximumDuration: fc.constantFrom(5, 12, 60),
  })
  fc.assert(
    fc.property(runs, options, (given, own) => {
      const probabilities = given.flatMap(([count, probability]) =>
        Array.from({ length: count }, () => probability),
      )
      const found = segmentFrames(probabilities, own)
      const segments = segmentsOf(found)
      let end = 0
      let utterance: number | null = null
      for (const segment of segments) {
        assertWellFormed(segment, end)
        assert.equal(segment.utteranceStart, utterance ?? segment.start)
        assert.ok(segment.end - segment.utteranceStart <= (own.maximumDuration + 0.1) * SAMPLE_RATE)
        end = segment.end
        utterance = segment.ends ? null : segment.utteranceStart
      }
      assert.equal(utterance, null)
      const speech = found.flatMap(({ speech: event }) => event ?? [])
      assert.ok(speech.every(({ type }, i) => type === (i % 2 === 0 ? 'speech_start' : 'speech_end')))
      assert.equal(speech.length % 2, 0)
      for (let i = 0; i < speech.length; i += 2) {
        const [from, to] = [speech[i]!.position, speech[i + 1]!.position]
        assert.ok(
          segments.some((segment) => segment.start === from || (segment.start < from && from < segment.end)),
        )
        probabilities.forEach((probability, k) => {
          const at = k * FRAME_SAMPLES
          if (probability >= own.speechThreshold && at >= from && at < to)
            assert.ok(
              segments.some(({ regions }) => regions.some((region) => region.start <= at && at < region.end)),
            )
        })
      }
    }),
    { seed: 4, numRuns: 200 },
  )
})

function assertWellFormed({ start, end, audioEnd, regions }: LiveSegment, earliest: number): void {
  assert.ok(earliest <= start && start <= end && end <= audioEnd)
  assert.ok(audioEnd - start <= 8.1 * SAMPLE_RATE)
  let at = start
  for (const region of regions) {
    assert.ok(at <= region.start && region.start < region.end && region.end <= end)
    at = region.start
  }
}
