/** Channels are passed to the model one after another; its results must map back to each channel. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordingOf } from '../testing/memory-recording.ts'
import { silence } from '../testing/signals.ts'
import type { SpeakerSpan } from './diarizer.ts'
import type { DiarizerThread } from './diarizer-thread.ts'
import { speakerSpans } from './speaker-spans.ts'

test('a span that begins before its channel or ends after it is assigned to each channel it reaches into', async () => {
  const diarize = async () => ({
    spans: [
      { speaker: 0, start: 1, end: 9 },
      { speaker: 1, start: 10.98, end: 18 },
      { speaker: 0, start: 9.5, end: 11.5 },
    ] satisfies SpeakerSpan[],
    voices: new Map(),
  })
  const model = { threshold: 0.5, diarize } as unknown as DiarizerThread
  const { signal } = new AbortController()
  const spans = await speakerSpans(recordingOf(silence(10), silence(10)), [0, 1], model, {}, signal)
  assert.deepEqual(spans, [
    { speaker: 0, channel: 1, start: 0, end: 0.5 },
    { speaker: 1, channel: 1, start: 0, end: 7 },
    { speaker: 0, channel: 0, start: 1, end: 9 },
    { speaker: 0, channel: 0, start: 9.5, end: 10 },
  ])
})
