import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Word } from '../../contract/transcript.ts'
import { SpanLikeness } from './span-likeness.ts'
import type { ChannelSpan } from './speaker-spans.ts'
import { byFirstAppearance, splitBySpeaker } from './spoken-utterances.ts'
import { utterancesOf, wordsIn } from './testing/conversation.ts'

const span = (speaker: number, start: number, end: number, channel = 0): ChannelSpan => ({
  ...{ speaker, channel, start, end },
})

const near = (values: readonly number[], expected: readonly number[]) =>
  assert.deepEqual(
    values.map((value) => Math.round(value * 1000) / 1000),
    expected,
  )

test('each speaker gets the share of a time range in which they speak, even if several speak at once', () => {
  // A long span, with short ones within it and after it.
  const likeness = new SpanLikeness([span(0, 1, 9), span(1, 2, 3), span(2, 4, 4.5), span(1, 8, 12)])
  near(likeness.during(0, 5, 6), [1, 0, 0])
  near(likeness.during(0, 2.5, 3.5), [1, 0.5, 0])
  near(likeness.during(0, 4.25, 4.75), [1, 0, 0.5])
  near(likeness.during(0, 8.5, 9.5), [0.5, 1, 0])
})

test('a time range in which nobody speaks belongs to the nearest speaker, however far away', () => {
  const likeness = new SpanLikeness([span(0, 1, 5), span(1, 2, 3), span(2, 8, 9)])
  near(likeness.during(0, 0, 0.5), [1, 0, 0])
  near(likeness.during(0, 5.5, 6), [1, 0, 0])
  near(likeness.during(0, 7, 7.5), [0, 0, 1])
  near(likeness.during(0, 20, 21), [0, 0, 1])
  near(likeness.during(0, 6, 6), [1, 0, 0])
})

test('channels are separate, and one without a voice has a likeness of 0 to all', () => {
  const likeness = new SpanLikeness([span(0, 1, 5), span(1, 1, 5, 1)])
  near(likeness.during(1, 2, 3), [0, 1])
  near(likeness.during(2, 2, 3), [0, 0])
})

test('words go to whoever speaks most of them; the speaker changes where it must', () => {
  const [utterance] = utterancesOf(wordsIn(0, 6))
  const [first, second, ...others] = splitBySpeaker(
    utterance!,
    new SpanLikeness([span(1, 0, 4), span(0, 2, 6)]),
  )
  assert.deepEqual([first?.speaker, second?.speaker, others], [1, 0, []])
  assert.ok(second!.start >= 2 && second!.start <= 4, `changes at ${second!.start} s`)
  const times = (words: readonly Word[]) => words.map(({ start, end }) => [start, end])
  assert.deepEqual(times([...first!.words, ...second!.words]), times(utterance!.words))
})

test('a turn of a few words within the pause of another speaker is not lost', () => {
  const [utterance] = utterancesOf(wordsIn(0, 6))
  const spans = [span(0, 0, 2.4), span(1, 2.4, 3), span(0, 3, 6)]
  const parts = splitBySpeaker(utterance!, new SpanLikeness(spans))
  assert.deepEqual(
    parts.map(({ speaker, start, end }) => [speaker, start, end]),
    [
      [0, 0, 2.4],
      [1, 2.4, 3],
      [0, 3, 6],
    ],
  )
})

test('speakers are numbered by first appearance in words, then in spans', () => {
  const words = utterancesOf(wordsIn(2, 3))[0]!
  const { utterances, spans } = byFirstAppearance(
    [{ ...words, speaker: 4 }],
    [span(7, 0, 1), span(4, 2, 3), span(7, 4, 5), span(0, 6, 7)],
  )
  assert.deepEqual(
    utterances.map(({ speaker }) => speaker),
    [0],
  )
  assert.deepEqual(
    spans.map(({ speaker }) => speaker),
    [1, 0, 1, 2],
  )
})
