/**
 * Benchmark of readers of large transcripts: `npm run bench:readers -- --readers 200`.
 *
 * Clients of one account read a transcript of 16 MB at the same time, in each of the available ways, while another
 * account fetches one-job pages one after another. Reports how long that takes, and the memory of the service.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { addJob, makeLarge } from '../test/support/large-transcript.ts'
import { withDialect } from '../test/support/store-place.ts'
import { throwawayPostgres } from '../test/support/throwaway-postgres.ts'
import { quantile } from './list/measure.ts'
import { KEY_HEADERS, type ServerProcess, startService } from './list/processes.ts'
import { table } from './list/table.ts'
import type { HaveRead, Reading } from './readers/load.ts'

const { values: flags } = parseArgs({
  options: {
    readers: { type: 'string', default: '200' },
    /** `postgres` uses a temporary server. */
    store: { type: 'string', default: 'sqlite' },
  },
})
const readers = Number(flags.readers)

/** The paths for a job as recognised. */
const RECOGNISED = ['', '/transcript'] as const
/** The paths for a corrected job. */
const CORRECTED = [
  '?revision=newest',
  '/transcript',
  '/transcript.txt',
  '/transcript.vtt',
  '/matches?q=a',
  '/export?format=json',
] as const

const OTHER = { 'x-service-key': 'the-other-key' }

const dataDir = mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
const postgres = flags.store === 'postgres' ? await throwawayPostgres() : null
if (postgres !== null && !('url' in postgres)) throw new Error(postgres.missing)
const place = { dataDir, databaseUrl: postgres?.url ?? null }
try {
  const recognised = await addJob(place, 'large')
  const corrected = await addJob(place, 'silent')
  await withDialect(place, async (dialect) => {
    const { accounts, keys } = await openTestStore(dialect)
    await keys.ensure(await accounts.ensure('other'), 'other', OTHER['x-service-key'])
  })
  const rows = []
  const ways = [
    ...RECOGNISED.map((way) => ({ id: recognised, way, name: `${way}, as recognised`.replace(/^, /, '') })),
    ...CORRECTED.map((way) => ({ id: corrected, way, name: way })),
  ]
  for (const { id, way, name } of ways) {
    // Each measurement begins with a freshly started service.
    const service = await startService(place)
    try {
      if (rows.length === 0) await makeLarge(service.url, corrected)
      rows.push(await measure(service, `${service.url}/v2/jobs/${id}${way}`, name))
    } finally {
      await service.stop()
    }
  }
  const head = ['way', 'answered', 'later', 's', 'p50 ms', 'p99 ms', 'loop ms', 'MB above idle']
  process.stdout.write(`${readers} readers on ${flags.store}\n\n${table(head, rows)}\n`)
} finally {
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(service: ServerProcess, url: string, way: string): Promise<string[]> {
  const page = async () => {
    const began = performance.now()
    const response = await fetch(`${service.url}/v2/jobs?limit=1`, { headers: OTHER })
    const { items } = (await response.json()) as { items: unknown[] }
    if (response.status !== 200 || items.length > 0) throw new Error(`the page: ${response.status}`)
    return performance.now() - began
  }
  for (let i = 0; i < 20; i++) await page()
  const idle = service.memory().now
  const first = await fetch(url, { headers: { ...KEY_HEADERS, 'accept-encoding': 'identity' } })
  const size = (await first.arrayBuffer()).byteLength
  if (first.status !== 200) throw new Error(`${url}: ${first.status}`)
  service.resetPeak()
  await service.longestBlock()
  const reading: Reading = { url, readers, size }
  const load = new Worker(new URL('readers/load.ts', import.meta.url), { workerData: reading })
  const ended = once(load, 'message') as Promise<[HaveRead]>
  let isReading = true
  void ended.catch(() => {}).finally(() => (isReading = false))
  const began = performance.now()
  const times: number[] = []
  while (isReading) times.push(await page())
  const [{ answered, refused }] = await ended
  const seconds = (performance.now() - began) / 1000
  const above = service.memory().peak - idle
  const block = await service.longestBlock()
  const figures = [seconds, quantile(times, 0.5), quantile(times, 0.99), block, above]
  return [way, `${answered}`, `${refused}`, ...figures.map((figure) => figure.toFixed(1))]
}
