import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unit } from '../../models/vectors.ts'
import { joinedSpeakers } from './joined-speakers.ts'

/** A mean that was computed from a single voice. */
const voice = (...numbers: number[]) => ({ mean: unit(Float32Array.from(numbers)), count: 1 })

const ANY = { min: 1, max: 50 }
// One person at two moments, and two other people.
const FOUR = [voice(1, 0, 0), voice(0, 1, 0), voice(1, 0.3, 0), voice(0, 0.5, 1)]

test('only voices nearer than the threshold are one person', () => {
  assert.deepEqual(joinedSpeakers(FOUR, 0.3, ANY), [0, 1, 0, 2])
  assert.deepEqual(joinedSpeakers(FOUR, 0.01, ANY), [0, 1, 2, 3])
  assert.deepEqual(joinedSpeakers([], 0.3, ANY), [])
})

test('at most the maximum number of people remain, the least alike, and at least the minimum', () => {
  assert.deepEqual(joinedSpeakers(FOUR, 0.01, { min: 1, max: 3 }), [0, 1, 0, 2])
  assert.deepEqual(joinedSpeakers(FOUR, 0.01, { min: 2, max: 2 }), [0, 1, 0, 1])
  assert.deepEqual(joinedSpeakers(FOUR, 2, { min: 3, max: 50 }), [0, 1, 0, 2])
  assert.deepEqual(joinedSpeakers(FOUR, 2, ANY), [0, 0, 0, 0])
})

test('a chain of voices, each near the next, is not one person, because all pairs count', () => {
  const chain = [0, 40, 80, 120].map((degrees) =>
    voice(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)),
  )
  assert.ok(new Set(joinedSpeakers(chain, 0.3, ANY)).size > 1)
})

test('a voice has the weight of how often it was heard', () => {
  const [often, once, other] = [{ ...voice(1, 0), count: 9 }, voice(1, 0.5), voice(1, 1.4)]
  // Nearer than the threshold to the voice heard once, but not to the ten.
  assert.deepEqual(joinedSpeakers([often, once, other], 0.35, ANY), [0, 0, 1])
  assert.deepEqual(
    joinedSpeakers([{ ...often, count: 1 }, { ...once, count: 9 }, other], 0.35, ANY),
    [0, 0, 0],
  )
})
