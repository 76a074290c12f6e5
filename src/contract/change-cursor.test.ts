import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { formatChangeCursor, parseChangeCursor } from './change-cursor.ts'

const number = fc.oneof(fc.maxSafeNat(), fc.nat())
const cursor = fc.record(
  {
    history: fc.constantFrom('0123456789ab', 'ffffffffffff'),
    change: number,
    ordinal: number,
    firstUntil: fc.option(number),
  },
  { noNullPrototype: true },
)

suite('cursors of changes', () => {
  test('are parsed back to the same place', () => {
    fc.assert(
      fc.property(cursor, (place) => assert.deepEqual(parseChangeCursor(formatChangeCursor(place)), place)),
    )
  })

  test('are rejected in any other form, including numbers that the database would refuse', () => {
    const wrong = [
      '',
      'now',
      '0123456789ab',
      '0123456789ab-1',
      '0123456789ab-1-',
      '0123456789ab-1-1-1-1',
      '0123456789ab--1-1',
    ]
    for (const text of [
      ...wrong,
      '0123456789ab-zzzzzzzzzzz-1',
      '0123456789ab-1-1-zzzzzzzzzzz',
      '0123456789AB-1-1',
      ' 0123456789ab-1-1',
    ])
      assert.equal(parseChangeCursor(text), null, text)
  })
})
