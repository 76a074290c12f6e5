/**
 * Benchmark of lists: `npm run bench:list -- --jobs 1000000 --store postgres`.
 *
 * Seeds a database, runs the service on it in a separate process, and measures each kind of page over HTTP, compared in
 * the same run with a bare node:http server that sends the same bytes from memory. Ratios can be compared between
 * machines, milliseconds cannot.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { throwawayPostgres } from '../test/support/throwaway-postgres.ts'
import { baselineTable } from './list/baseline.ts'
import { cases } from './list/cases.ts'
import { measureCreateRate } from './list/create-rate.ts'
import { measureLongPage } from './list/long-page.ts'
import { measure, type Row } from './list/measure.ts'
import { type ServerProcess, startBareServer, startPlainServer, startService } from './list/processes.ts'
import { type Place, seed } from './list/seed.ts'
import { report } from './list/report.ts'
import type { Run } from './list/run.ts'

const USAGE = `npm run bench:list -- [flags]
  --jobs N                  jobs of the measured account, a multiple of 100 (10000)
  --store sqlite|postgres   postgres uses the empty database at DATABASE_URL, which keeps the seeded jobs for the next
                            run, or a temporary server without DATABASE_URL (sqlite)
  --keep FOLDER             folder of the SQLite database, kept for the next run
  --baseline                only compare some pages on both databases with a plain server on the same PostgreSQL
  --page-ms N               milliseconds of measuring a page on each server, with each number of connections (960)
  --out table|json          output format (table)
SERVICE_NODE_FLAGS='--cpu-prof --cpu-prof-dir=FOLDER' passes flags to the node process of the service.
`

const { values: flags } = parseArgs({
  options: {
    jobs: { type: 'string', default: '10000' },
    store: { type: 'string', default: 'sqlite' },
    keep: { type: 'string' },
    baseline: { type: 'boolean', default: false },
    'page-ms': { type: 'string', default: '960' },
    out: { type: 'string', default: 'table' },
  },
})
const [jobs, pageMs] = [Number(flags.jobs), Number(flags['page-ms'])]
const { store } = flags
const isUsable = jobs >= 1000 && jobs % 100 === 0 && pageMs > 0 && ['table', 'json'].includes(flags.out)
if (!isUsable || (store !== 'sqlite' && store !== 'postgres')) {
  process.stderr.write(USAGE)
  process.exit(1)
}

/** Jobs on the long page. Ten million would be 18 GB, and take no more memory than one million. */
const MAX_LONG_PAGE = 1_000_000
/** Pages measured as a warm-up. */
const WARM_UP_PAGES = 3

const closers: (() => unknown)[] = []
try {
  await (flags.baseline ? compareWithBaseline() : measurePages(store))
} finally {
  for (const close of closers.toReversed()) await close()
}

async function compareWithBaseline(): Promise<void> {
  const onSqlite = await placeOf('sqlite')
  const onPostgres = await placeOf('postgres')
  await seed(onSqlite, jobs)
  await seed(onPostgres, jobs)
  const started = async (server: Promise<ServerProcess>) => {
    const process = await server
    closers.push(async () => process.stop())
    return process
  }
  const server = await started(startPlainServer(onPostgres.databaseUrl!))
  const ours = [
    { name: 'SQLite', server: await started(startService(onSqlite)) },
    { name: 'PostgreSQL', server: await started(startService(onPostgres)) },
  ]
  const plain = { name: 'plain', server, headers: { 'x-uncounted': '1' } }
  const counted = { name: 'plain, counted', server }
  const pages = await baselineTable(ours, plain, [counted], jobs, pageMs)
  process.stdout.write(
    `${jobs} jobs; ${machine()}; p50 in ms, with one and with eight connections\n\n${pages}\n`,
  )
}

async function measurePages(kind: 'sqlite' | 'postgres'): Promise<void> {
  const place = await placeOf(kind)
  const seeded = await seed(place, jobs)
  const service = await startService(place)
  closers.push(async () => service.stop())
  const bare = await startBareServer()
  closers.push(async () => bare.stop())

  const pages = cases(jobs)
  // Newly loaded code is slow, which would distort the first page.
  for (const what of pages.slice(0, WARM_UP_PAGES)) await measure({ service, bare }, what, pageMs)
  const rows: Row[] = []
  for (const what of pages) {
    process.stderr.write(`\r${what.name.padEnd(40)}`)
    rows.push(await measure({ service, bare }, what, pageMs))
  }
  process.stderr.write(`\r${'a long page, and creating jobs'.padEnd(40)}\n`)
  await service.stop()
  // A new process, because memory that a busy one has freed but not returned would hide the memory of the page.
  const idle = await startService(place)
  closers.push(async () => idle.stop())
  const longPage = await measureLongPage(idle, Math.min(jobs, MAX_LONG_PAGE))
  const createRate = await measureCreateRate(place)

  const run: Run = { jobs, store: kind, seeded, machine: machine(), rows, longPage, createRate }
  process.stdout.write(flags.out === 'json' ? `${JSON.stringify(run, null, 1)}\n` : report(run))
}

/** Where the database is or will be. Whatever is created for this run is removed afterwards. */
async function placeOf(kind: 'sqlite' | 'postgres'): Promise<Place> {
  const kept = kind === 'sqlite' ? flags.keep : undefined
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
  mkdirSync(dataDir, { recursive: true })
  if (kept === undefined) closers.push(() => rmSync(dataDir, { recursive: true, force: true }))
  if (kind === 'sqlite') return { dataDir, databaseUrl: null }
  const given = process.env['DATABASE_URL']
  if (given !== undefined && given !== '') return { dataDir, databaseUrl: given }
  const server = await throwawayPostgres()
  if (!('url' in server)) throw new Error(`PostgreSQL cannot be started: ${server.missing}`)
  closers.push(server.stop)
  return { dataDir, databaseUrl: server.url }
}

function machine(): string {
  const gigabytes = Math.round(totalmem() / 1e9)
  return `${availableParallelism()} × ${cpus()[0]?.model ?? '?'}, ${gigabytes} GB, Node ${process.version}`
}
