import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { FrameAllowance } from './frames.ts'

/** 16 kHz, 16 bit. */
const BYTES_PER_SECOND = 32_000
const start = performance.now()

suite('the allowance of frames', () => {
  test('is not used up by audio in short frames', () => {
    const allowance = new FrameAllowance(BYTES_PER_SECOND)
    for (let i = 0; i < 100_000; i++) allowance.spend(80)
    assert.ok(!allowance.isExceeded(start))
  })

  for (const bytes of [0, 1]) {
    test(`admits a burst of frames of ${bytes} bytes, and 20 a second after that`, () => {
      const allowance = new FrameAllowance(BYTES_PER_SECOND)
      let admitted = 0
      for (let at = 0; at <= 60_000; at += 250) {
        while (!allowance.isExceeded(start + at)) {
          allowance.spend(bytes)
          admitted++
        }
      }
      assert.ok(admitted >= 1_300 && admitted <= 1_500, String(admitted))
    })
  }

  test('accounts for frames that arrived before reading could be paused', () => {
    const allowance = new FrameAllowance(BYTES_PER_SECOND)
    for (let i = 0; i < 2_200; i++) allowance.spend(0)
    assert.ok(allowance.isExceeded(start + 90_000))
    assert.ok(!allowance.isExceeded(start + 101_000))
  })
})
