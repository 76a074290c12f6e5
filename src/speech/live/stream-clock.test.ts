import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { StreamClock } from './stream-clock.ts'

const seconds = (number: number) => number * SAMPLE_RATE

test('times map to the session across gaps, added silence and split audio', () => {
  const clock = new StreamClock()
  clock.advance(seconds(10), seconds(11))
  clock.advance(seconds(11), seconds(12))
  clock.pad(seconds(1))
  clock.advance(seconds(12), seconds(13))
  // A gap of seven seconds.
  clock.advance(seconds(20), seconds(22))
  assert.equal(clock.length, seconds(6))
  for (const [inStream, inSession] of [
    [0, 10],
    [1.5, 11.5],
    // Within the added silence: a word written there was spoken before it.
    [2.5, 12],
    [3.5, 12.5],
    [4.5, 20.5],
    [6, 22],
    [7, 22],
  ] as const)
    assert.equal(clock.inSession(inStream), inSession, `${inStream} s`)
})
