/**
 * Every benchmark runs at its smallest size and prints its table. Each one checks every answer that it times: otherwise, a
 * benchmark whose requests are refused would report the best times.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { report } from '../bench/ears/report.ts'
import { Connection, requestText } from '../bench/list/connection.ts'
import { benchmarkTable, benchmarkText, numbersIn } from './support/benchmark.ts'
import { throwawayPostgres } from './support/throwaway-postgres.ts'

const postgres = await throwawayPostgres('quick')
if ('url' in postgres) await postgres.stop()
const skip = 'missing' in postgres && postgres.missing

suite('benchmarks at their smallest size', { concurrency: 2 }, () => {
  test('lists beside a plain server that answers with the same jobs', { skip }, async () => {
    const rows = await benchmarkTable('list', '--baseline', '--jobs', '1000', '--page-ms', '1')
    assert.deepEqual(
      rows.map(([name]) => name),
      [
        ...['page', 'first 20', 'limit=1', 'status=error', 'one day', 'one day, 30 % of the jobs'],
        ...['metadata, one match', 'metadata, 100 matches', 'metadata, half of the jobs', 'offset 50 %'],
        ...['words, 1 job in 64', 'words, every job', 'first 20, again', 'limit=1, again'],
      ],
    )
    for (const row of rows.slice(1)) assert.ok(numbersIn(row).length === 10, row.join(' | '))
  })

  test('lists beside a bare server', async () => {
    const rows = await benchmarkTable('list', '--jobs', '1000', '--page-ms', '1')
    const pages = rows.filter((row) => row.length === 9)
    assert.ok(pages.length > 30, `${pages.length} pages`)
    for (const row of pages.slice(1)) assert.ok(numbersIn(row).length === 8, row.join(' | '))
    assert.ok(rows.some(([what]) => what === 'limit=N: MB/s'))
  })

  test('deleting many jobs', async () => {
    const rows = await benchmarkTable('delete', '--jobs', '1000', '--seconds', '0.5')
    assert.equal(rows[1]?.[0], 'all')
    for (const row of rows.slice(1)) assert.ok(numbersIn(row).length === 5, row.join(' | '))
  })

  test('engines of sherpa-onnx beside the library', async () => {
    const text = await benchmarkText('sherpa', '--seconds', '20', '--work', '0', '--turns', '1')
    assert.match(text, /50 words in 20 s, 1 segments, \d at a time/)
    assert.match(text, /ratio +[\d.]+, of processor time [\d.]+/)
  })

  test('creating jobs', async () => {
    const rows = await benchmarkTable('create', '--jobs', '100', '--writers', '4', '--rounds', '1')
    assert.equal(rows.length, 2)
    assert.ok(Number(rows[1]?.[4]) > 0, 'jobs/s')
  })

  test('callbacks', async () => {
    const text = await benchmarkText(
      'callbacks',
      ...'--deliveries 40 --endpoints 4 --dead 1 --rate 0'.split(' '),
    )
    assert.match(text, /30 deliveries to 3 endpoints, besides 1 dead ones, arrived/)
    assert.match(text, /p50 \d+ ms, p95 \d+ ms, p99 \d+ ms, worst \d+ ms/)
  })

  test('the log of live sessions', { skip }, async () => {
    const text = await benchmarkText('live-log', '--sessions', '2', '--seconds', '1')
    assert.match(
      text,
      /2 sessions, 1 s, chunks of 250 ms: acknowledged in p50\/p95\/p99 \d+ \/ \d+ \/ \d+ ms/,
    )
  })
})

test('the table of what transcripts say shows missed bounds, and names its sections', async () => {
  const figure = { what: 'words in 5 min of rain', ours: '1', wanted: '0', isMet: false }
  const rows = report([figure, { ...figure, transformers: '3', isMet: true }]).split('\n')
  assert.match(rows[3]!, /^\| words in 5 min of rain \| +1 \| +\| +0 \| FAIL \|$/)
  assert.match(rows[4]!, /\| +3 \| +0 \| PASS \|$/)
  await assert.rejects(benchmarkText('ears', '--sections', 'clips,nothing'), /--sections clips,/)
})

test('a benchmark fails on an answer whose status or size differs from the first', async (t) => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/refused' ? 401 : 200
    response.end(request.url === '/short' ? 'shor' : 'right')
  })
  t.after(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = async (path: string) => {
    const connection = await Connection.open(url)
    try {
      await connection.send(requestText(`${url}${path}`, {}), { status: 200, bytes: 5 })
    } finally {
      connection.close()
    }
  }
  await send('/right')
  await assert.rejects(send('/refused'), /answered with 401 and 5 bytes instead of 200 and 5/)
  await assert.rejects(send('/short'), /answered with 200 and 4 bytes instead of 200 and 5/)
})

test('file recognition is measured beside the bare engine, with the same words', async () => {
  const rows = await benchmarkTable('speech', '--languages', 'en', '--seconds', '12')
  const [head, ...measured] = rows.filter((row) => row.length === 8)
  assert.deepEqual(head?.slice(1, 4), ['of real time', 's', 'of bare'])
  assert.deepEqual(
    measured.map(([what]) => what),
    ['bare engine', 'service, first job', 'service, next job'],
  )
  for (const row of measured) assert.ok(numbersIn(row).length === 6, row.join(' | '))
})

test('enrichments are measured beside recognition, and none fails', async () => {
  const rows = await benchmarkTable('enrichments', '--seconds', '20')
  const recognition = rows.find(([what]) => what === 'recognition')
  assert.ok(Number(recognition?.[1]) > 0, 'seconds of recognition')
  const modules = rows.slice(
    1,
    rows.findIndex(([what]) => what === ''),
  )
  assert.ok(modules.length > 10, `${modules.length} modules`)
})

test('live sessions are measured with speech and with silence', async () => {
  const rows = await benchmarkTable('live', '--sessions', '1', '--seconds', '12', '--idle', '1')
  const [, spoken] = rows.filter((row) => row.length === 12)
  assert.equal(spoken?.[0], '1')
  assert.match(spoken?.[6] ?? '', /% of [1-9]/)
})
