/**
 * List requests over large results whose clients do not read use little memory, and delay nobody.
 *
 * TEST_HOSTILE_RESULT_MB sets the size of the results; 3 by default.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { KEY_HEADERS, type ServerProcess } from '../../bench/list/processes.ts'
import { JOB_FIELDS } from '../../src/jobs/job-text.ts'
import { probeHealth } from '../support/health-probe.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { serveManyJobs } from '../support/many-jobs.ts'

const LONG = process.env['TEST_HOSTILE_RESULT_MB']
const RESULT_BYTES = Number(LONG ?? 3) * 1e6
const JOBS = 20
const CLIENTS = 12
const MAX_MEMORY_MB = 256
/** For 99 % of the requests to /health, in milliseconds; the long form expects a quiet machine. */
const MAX_HEALTH_MS = LONG === undefined ? 1_000 : 100
/** How long /health is requested while the lists wait, in milliseconds. */
const PROBE_MS = LONG === undefined ? 500 : 10_000
/** Longest block of the event loop in milliseconds, on a machine that others use too. */
const MAX_BLOCK_MS = 2_000

onEachStore('lists over large results', (fresh) => {
  let service: ServerProcess
  let close: () => Promise<void>

  before(async () => {
    ;({ service, close } = await serveManyJobs(await fresh(), JOBS, RESULT_BYTES))
  })
  after(async () => close())

  const list = async (client: Agent, query: string) =>
    request(`${service.url}/v2/transcription?${query}`, { headers: KEY_HEADERS, dispatcher: client })

  test('are complete, whatever the order of their fields', async (t) => {
    const client = new Agent()
    t.after(async () => client.close())
    for (const [query, keys] of [
      ['limit=2', JOB_FIELDS.length],
      ['limit=2&fields=result,id', 2],
      ['limit=2&fields=result', 1],
    ] as const) {
      const { body } = await list(client, query)
      const { items, next } = (await body.json()) as {
        items: { result: { messages: string[] } }[]
        next: string
      }
      assert.deepEqual(
        items.map((job) => [Object.keys(job).length, job.result.messages.join().length]),
        items.map(() => [keys, RESULT_BYTES]),
      )
      assert.equal(items.length, 2)
      assert.match(next, /cursor=/)
    }
  })

  test('are not read for clients that do not read', async (t) => {
    const client = new Agent()
    t.after(async () => client.destroy())
    const idle = service.memory().now
    service.resetPeak()
    await service.longestBlock()
    const stop = probeHealth(service.url)
    const unread = await Promise.all(
      Array.from({ length: CLIENTS }, async () => list(client, `limit=${JOBS}`)),
    )
    for (const { body, statusCode } of unread) {
      assert.equal(statusCode, 200)
      body.on('error', () => {})
    }
    await delay(PROBE_MS)
    const { p99, requests } = await stop()
    const above = service.memory().peak - idle
    const block = await service.longestBlock()
    t.diagnostic(
      `${Math.round(above)} MB more than idle, the longest block ${block.toFixed(1)} ms, ` +
        `/health answers within ${p99.toFixed(1)} ms (p99 of ${requests})`,
    )
    assert.ok(Number.isNaN(above) || above < MAX_MEMORY_MB, `${above} MB more than idle`)
    assert.ok(p99 <= MAX_HEALTH_MS, `/health answers within ${p99} ms`)
    assert.ok(block < MAX_BLOCK_MS, `the event loop was blocked for ${block} ms`)
  })
})
