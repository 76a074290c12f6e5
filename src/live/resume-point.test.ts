import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { resumePoint, type Unconfirmed } from './resume-point.ts'

/** Bytes that are not periodic. */
const speech = (length: number, seed = 1) => {
  let state = seed
  return Uint8Array.from({ length }, () => (state = (state * 48_271) % 2_147_483_647) >> 8)
}
const CHUNK = 400
/** Three chunks are stored after byte 1000, and acknowledged up to a position. */
const stored = (bytes: Uint8Array, acknowledged: number): Unconfirmed => ({
  from: 1000,
  bytes,
  borders: [1000, 1400, 1800, 2200],
  acknowledged,
})

suite('the resume point', () => {
  const audio = speech(3 * CHUNK)

  test('is after the last acknowledgement that the client received, whichever that is', () => {
    for (const border of [1000, 1400, 1800]) {
      const sent = Buffer.concat([audio.subarray(border - 1000), speech(CHUNK, 2)])
      assert.equal(resumePoint(sent.subarray(0, CHUNK), stored(audio, 2200), true), border)
      assert.equal(resumePoint(sent, stored(audio, 2200), false), border)
    }
  })

  test('is the end of the stream if the client repeats nothing', () => {
    assert.equal(resumePoint(speech(CHUNK, 2), stored(audio, 2200), false), 2200)
  })

  test('is undecided for too few bytes, unless they are all there is', () => {
    const sent = audio.subarray(CHUNK, CHUNK + 10)
    assert.equal(resumePoint(sent, stored(audio, 2200), false), null)
    assert.equal(resumePoint(sent, stored(audio, 2200), true), 1400)
    assert.equal(resumePoint(speech(10, 2), stored(audio, 2200), false), 2200, 'bytes that match nowhere')
  })

  test('is the end of the sent acknowledgements for silence, which matches everywhere', () => {
    for (const level of [0, 0xff]) {
      const silence = new Uint8Array(3 * CHUNK).fill(level)
      assert.equal(resumePoint(silence.subarray(0, CHUNK), stored(silence, 2200), true), 2200)
      assert.equal(resumePoint(silence.subarray(0, CHUNK), stored(silence, 1800), true), 1800)
    }
  })

  test('is found by what follows silence, although silence matches everywhere', () => {
    const all = Buffer.concat([new Uint8Array(8 * CHUNK), speech(8 * CHUNK)])
    const unconfirmed = {
      from: 0,
      bytes: all,
      borders: [0, 4 * CHUNK, 16 * CHUNK],
      acknowledged: 16 * CHUNK,
    }
    const sent = all.subarray(4 * CHUNK)
    assert.equal(resumePoint(sent.subarray(0, 4 * CHUNK), unconfirmed, false), null)
    assert.equal(resumePoint(sent.subarray(0, 5 * CHUNK), unconfirmed, false), 4 * CHUNK)
  })

  test('is the end of the sent acknowledgements for a tone, which repeats itself', () => {
    const tone = Uint8Array.from({ length: 3 * CHUNK }, (_, i) => i % 40)
    assert.equal(resumePoint(tone.subarray(0, CHUNK), stored(tone, 2200), true), 2200)
  })

  test('is found quickly in a megabyte of silence', () => {
    const silence = new Uint8Array(2 ** 20)
    const unconfirmed = { from: 0, bytes: silence, borders: [0, 2 ** 20], acknowledged: 2 ** 20 }
    assert.equal(resumePoint(silence, unconfirmed, true), 2 ** 20)
    assert.equal(resumePoint(silence.subarray(0, 2 ** 16), unconfirmed, false), 2 ** 20, 'without the rest')
  })
})
