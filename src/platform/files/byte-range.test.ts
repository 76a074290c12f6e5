import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { parseByteRange } from './byte-range.ts'

suite('byte ranges of 100 bytes', () => {
  const cases = {
    'bytes=0-0': { start: 0, end: 0 },
    'bytes=0-': { start: 0, end: 99 },
    'bytes=10-19': { start: 10, end: 19 },
    'bytes=99-99': { start: 99, end: 99 },
    'bytes=90-1000': { start: 90, end: 99 },
    'bytes=0-99999999999999999999999': { start: 0, end: 99 },
    'bytes=-1': { start: 99, end: 99 },
    'bytes=-100': { start: 0, end: 99 },
    'bytes=-500': { start: 0, end: 99 }, // RFC 9110: the entire representation
    'BYTES=0-0': { start: 0, end: 0 },
    'bytes= 1-2 ': { start: 1, end: 2 },

    'bytes=100-': 'unsatisfiable',
    'bytes=100-200': 'unsatisfiable',
    'bytes=99999999999999999999999-': 'unsatisfiable',
    'bytes=-0': 'unsatisfiable',

    'bytes=5-2': null, // RFC 9110: invalid
    'bytes=0-1,5-6': null,
    'bytes=0-1,': null,
    'bytes=-': null,
    'bytes=': null,
    bytes: null,
    'bytes=a-b': null,
    'bytes=1.5-2': null,
    'bytes=+1-2': null,
    'bytes=0x1-2': null,
    'bytes=--5': null,
    'bytes=1 - 2': null,
    'items=0-5': null,
    '': null,
  } as const
  for (const [header, expected] of Object.entries(cases)) {
    test(JSON.stringify(header), () => assert.deepEqual(parseByteRange(header, 100), expected))
  }

  test('no header', () => assert.equal(parseByteRange(undefined, 100), null))
  test('no range of an empty file is satisfiable', () => {
    assert.equal(parseByteRange('bytes=0-', 0), 'unsatisfiable')
  })

  test('agree with slicing, whatever the range', () => {
    const position = fc.option(fc.nat(60), { nil: undefined })
    const slicesAlike = fc.property(fc.nat(50), position, position, (size, first, last) => {
      const bytes = Array.from({ length: size }, (_, index) => index)
      const range = parseByteRange(`bytes=${first ?? ''}-${last ?? ''}`, size)
      if (range === null) {
        return (first === undefined && last === undefined) || Number(last) < Number(first)
      }
      const expected =
        first === undefined
          ? bytes.slice(Math.max(0, size - Number(last)))
          : bytes.slice(first, last === undefined ? size : last + 1)
      if (range === 'unsatisfiable') return expected.length === 0
      assert.deepEqual(bytes.slice(range.start, range.end + 1), expected)
      return range.start >= 0 && range.end < size
    })
    fc.assert(slicesAlike, { seed: 1, numRuns: 5_000 })
  })
})
