/** The upload speed that the console shows. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { UploadSpeed } from '../../src/console/uploads/upload-speed.ts'

suite('the speed of an upload', () => {
  test('is that of the last few seconds, and unknown during the first one', () => {
    const speed = new UploadSpeed()
    assert.equal(speed.add(0, 0), null)
    assert.equal(speed.add(500, 500), null)
    assert.equal(speed.add(1000, 1000), 1000)
    // Slower from now on: the beginning no longer counts.
    let shown: number | null = null
    for (let at = 2; at <= 12; at++) shown = speed.add(1000 + (at - 1) * 100, at * 1000)
    assert.equal(shown, 100)
  })
})
