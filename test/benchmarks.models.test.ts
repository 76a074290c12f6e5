/** The benchmarks that recognise speech run at their smallest size and print their tables. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { benchmarkTable, numbersIn } from './support/benchmark.ts'

test('the recognition of files is measured beside the bare engine, with the same words', async () => {
  const rows = await benchmarkTable('speech', '--languages', 'en', '--seconds', '12')
  const [head, ...measured] = rows.filter((row) => row.length === 8)
  assert.deepEqual(head?.slice(1, 4), ['of real time', 's', 'of bare'])
  assert.deepEqual(
    measured.map(([what]) => what),
    ['bare engine', 'service, first job', 'service, next job'],
  )
  for (const row of measured) assert.ok(numbersIn(row).length === 6, row.join(' | '))
})

test('enrichments are measured beside the recognition, and none fails', async () => {
  const rows = await benchmarkTable('enrichments', '--seconds', '20')
  const recognition = rows.find(([what]) => what === 'recognition')
  assert.ok(Number(recognition?.[1]) > 0, 'seconds of recognition')
  const modules = rows.slice(
    1,
    rows.findIndex(([what]) => what === ''),
  )
  assert.ok(modules.length > 10, `${modules.length} modules`)
})

test('live sessions are measured, with speech and silent', async () => {
  const rows = await benchmarkTable('live', '--sessions', '1', '--seconds', '12', '--idle', '1')
  const [, spoken] = rows.filter((row) => row.length === 12)
  assert.equal(spoken?.[0], '1')
  assert.match(spoken?.[6] ?? '', /% of [1-9]/)
})
