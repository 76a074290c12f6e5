/** The benchmark of the console runs at its smallest size and prints its table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchmarkTable, numbersIn } from '../support/benchmark.ts'

test('the benchmark of the console measures its list and a transcript', async () => {
  const [, ...rows] = await benchmarkTable('console', '--jobs', '1000')
  assert.ok(rows.length > 15, `${rows.length} figures`)
  for (const row of rows) assert.ok(numbersIn(row).length >= 1, row.join(' | '))
  const utterances = rows.find(([what]) => what === 'transcript: utterances in the DOM')
  assert.ok(Number(utterances?.[1]) > 0)
})
