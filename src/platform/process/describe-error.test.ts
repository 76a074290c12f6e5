import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeError } from './describe-error.ts'

test('an error is described by its stack and its causes, and anything else as a string', () => {
  const text = describeError(new Error('outer', { cause: new RangeError('inner', { cause: 'a string' }) }))
  assert.match(
    text,
    /^Error: outer\n {4}at [^]+\ncaused by: RangeError: inner\n {4}at [^]+\ncaused by: a string$/,
  )
  assert.equal(describeError(null), 'null')
})
