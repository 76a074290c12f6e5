import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { resumePoint, type Unconfirmed } from './resume-point.ts'

/** Bytes that do not repeat themselves. */
const speech = (length: number, seed = 1) => {
  let state = seed
  return Uint8Array.from({ length }, () => (state = (state * 48_271) % 2_147_483_647) >> 8)
}
const CHUNK = 400
/** Three chunks were taken behind byte 1000, and acknowledged as far as it says. */
const taken = (bytes: Uint8Array, acknowledged: number): Unconfirmed => ({
  from: 1000,
  bytes,
  borders: [1000, 1400, 1800, 2200],
  acknowledged,
})

suite('where a client goes on', () => {
  const sound = speech(3 * CHUNK)

  test('is behind the last acknowledgement it got, whichever that was', () => {
    for (const border of [1000, 1400, 1800]) {
      const sent = Buffer.concat([sound.subarray(border - 1000), speech(CHUNK, 2)])
      assert.equal(resumePoint(sent.subarray(0, CHUNK), taken(sound, 2200), true), border)
      assert.equal(resumePoint(sent, taken(sound, 2200), false), border)
    }
  })

  test('is the end where it sends nothing again', () => {
    assert.equal(resumePoint(speech(CHUNK, 2), taken(sound, 2200), false), 2200)
  })

  test('is not told by too few bytes, unless there are no more', () => {
    const sent = sound.subarray(CHUNK, CHUNK + 10)
    assert.equal(resumePoint(sent, taken(sound, 2200), false), null)
    assert.equal(resumePoint(sent, taken(sound, 2200), true), 1400)
    assert.equal(resumePoint(speech(10, 2), taken(sound, 2200), false), 2200, 'that are nowhere')
  })

  test('is where its acknowledgements end, in silence, which is the same everywhere', () => {
    for (const level of [0, 0xff]) {
      const silence = new Uint8Array(3 * CHUNK).fill(level)
      assert.equal(resumePoint(silence.subarray(0, CHUNK), taken(silence, 2200), true), 2200)
      assert.equal(resumePoint(silence.subarray(0, CHUNK), taken(silence, 1800), true), 1800)
    }
  })

  test('is where its acknowledgements end, in a tone, which comes again', () => {
    const tone = Uint8Array.from({ length: 3 * CHUNK }, (_, i) => i % 40)
    assert.equal(resumePoint(tone.subarray(0, CHUNK), taken(tone, 2200), true), 2200)
  })

  test('is found at once in a megabyte of silence', () => {
    const silence = new Uint8Array(2 ** 20)
    const unconfirmed = { from: 0, bytes: silence, borders: [0, 2 ** 20], acknowledged: 2 ** 20 }
    assert.equal(resumePoint(silence, unconfirmed, true), 2 ** 20)
  })
})
