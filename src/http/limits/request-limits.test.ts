import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestWindows } from './request-limits.ts'

test('an account that has used up its requests can send more one minute after the first', () => {
  const windows = new RequestWindows()
  const counted = [0, 30_000, 59_999, 60_000, 61_000].map((now) => windows.count(1, now).requests)
  assert.deepEqual(counted, [1, 2, 3, 1, 2])
  assert.equal(windows.of(1, 119_999)?.requests, 2)
  assert.equal(windows.of(1, 120_000), null)
  assert.equal(windows.of(2, 61_000), null, 'of another account')
})
