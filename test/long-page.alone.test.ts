/** A page of all jobs is complete, and blocks neither the service nor other clients. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { KEY_HEADERS, type ServerProcess } from '../bench/list/processes.ts'
import { isLong } from './support/long.ts'
import { serveManyJobs } from './support/many-jobs.ts'
import { onEachStore } from './support/on-each-store.ts'

/** A page of all jobs is 200 MB: more than V8 leaves uncollected while it streams one, up to 110 MB. */
const JOBS = 30_000
const RESULT_BYTES = 6_000
/** As a fraction of the time a page takes. The benchmark measures milliseconds, on an idle machine. */
const LONGEST_BLOCK = 0.2
/** Rows read at once take the size of a page, and their JSON as much again. */
const MORE_MEMORY_MB = (JOBS * RESULT_BYTES) / 1e6
/** How often a client disconnects, for each of three lists. */
const TIMES = isLong ? 3 : 1

onEachStore('a page of any size', (fresh) => {
  let service: ServerProcess
  let close: () => Promise<void>

  before(async () => {
    ;({ service, close } = await serveManyJobs(await fresh(), JOBS, RESULT_BYTES))
    // Warms up the heap and the database cache for long pages.
    await whole(JOBS)
  })
  after(async () => close())

  const page = async (client: Agent, limit: number, more = '') =>
    request(`${service.url}/v2/transcription?limit=${limit}${more}`, {
      headers: KEY_HEADERS,
      dispatcher: client,
    })

  /** The body and headers of a page. */
  async function whole(limit: number) {
    const client = new Agent()
    const { body, headers, statusCode } = await page(client, limit)
    assert.equal(statusCode, 200)
    const chunks: Buffer[] = []
    for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk)
    await client.close()
    return { bytes: Buffer.concat(chunks), headers }
  }

  test('is complete, while other requests are served and memory stays bounded', async (t) => {
    const idle = service.memory().now
    service.resetPeak()
    await service.longestBlock()
    let isOver = false
    let served = 0
    const others = (async () => {
      while (!isOver) {
        const { body: health, statusCode: status } = await request(`${service.url}/health`)
        await health.dump()
        assert.equal(status, 200)
        served++
        await delay(10)
      }
    })()
    const began = performance.now()
    const { bytes, headers } = await whole(JOBS + 1)
    const elapsed = performance.now() - began
    isOver = true
    await others
    const [above, block] = [service.memory().peak - idle, await service.longestBlock()]

    const { next, items } = JSON.parse(bytes.toString()) as { next: null; items: { id: string }[] }
    assert.equal(next, null)
    assert.equal(items.length, JOBS)
    assert.equal(new Set(items.map(({ id }) => id)).size, JOBS)
    assert.equal(headers['x-total-count'], `${JOBS}`)
    t.diagnostic(
      `${Math.round(bytes.length / 1e6)} MB: ${Math.round(above)} MB of memory more than idle, the longest block ${block.toFixed(1)} ms, ${served} others served`,
    )
    assert.ok(served > 10)
    assert.ok(block < LONGEST_BLOCK * elapsed, `the event loop was blocked for ${block} of ${elapsed} ms`)
    assert.ok(Number.isNaN(above) || above < MORE_MEMORY_MB, `${above} MB more than idle`)
  })

  test('applies backpressure to a client that does not read', async (t) => {
    const idle = service.memory().now
    service.resetPeak()
    const client = new Agent()
    const slow = await Promise.all(Array.from({ length: 4 }, async () => page(client, JOBS)))
    await idleness(t.signal)
    const above = service.memory().peak - idle
    t.diagnostic(`${Math.round(above)} MB of memory more than idle`)
    assert.ok(Number.isNaN(above) || above < MORE_MEMORY_MB, `${above} MB more than idle`)
    for (const { body } of slow) body.on('error', () => {})
    await client.destroy()
  })

  test('is abandoned when its client disconnects', { skip: process.platform !== 'linux' }, async (t) => {
    for (const more of ['', '&status=done,error', '&kind=live&fields=result']) {
      for (let i = 0; i < TIMES; i++) {
        const client = new Agent()
        const { body } = await page(client, JOBS, more)
        await once(
          body.on('error', () => {}),
          'readable',
        )
        await client.destroy()
      }
      // A whole page takes longer than this: without backpressure, it would be read at once.
      const ticks = await idleness(t.signal)
      t.diagnostic(`idle after ${ticks * 10} ms of work${more}`)
    }
    await whole(10)
  })

  /** Resolves when the service is idle. @returns its CPU time until then, in hundredths of a second */
  async function idleness(signal: AbortSignal): Promise<number> {
    const begin = workOfService()
    for (let last = begin; ;) {
      await delay(300, undefined, { signal })
      const now = workOfService()
      if (now - last <= 1) return now - begin
      last = now
    }
  }
})

/** CPU time of the service in hundredths of a second. */
function workOfService(): number {
  const services = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => isOurs(pid))
  return services.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return sum + Number(fields[11]) + Number(fields[12])
  }, 0)
}

function isOurs(pid: string): boolean {
  try {
    const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return (
      parent === `${process.pid}` && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('cli/main.ts')
    )
  } catch {
    return false // it has ended
  }
}
