import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wilsonInterval } from './quality.ts'

test('the interval of a proportion matches published values', () => {
  // R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I, method 3.
  for (const [wrong, words, ...limits] of [
    [81, 263, '0.2553', '0.3662'],
    [15, 148, '0.0624', '0.1605'],
    [0, 20, '0.0000', '0.1611'],
    [1, 29, '0.0061', '0.1718'],
  ] as const) {
    const { low, high } = wilsonInterval(wrong, words)
    assert.deepEqual([low.toFixed(4), high.toFixed(4)], limits)
  }
})
