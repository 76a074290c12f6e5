/**
 * Benchmark of deleting many jobs: `npm run bench:delete -- --jobs 1000000 --store postgres`.
 *
 * Deletes the oldest tenth of an account's jobs by a filter while pages of its lists are read, and compares the times of
 * these pages with those before. No page is requested twice, so that none comes from the cache.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import type { Deletion } from '../src/contract/deletions.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import { database } from '../src/store/configured-database.ts'
import { throwawayPostgres } from '../test/support/throwaway-postgres.ts'
import { cases } from './list/cases.ts'
import { seedJobs } from './list/dataset.ts'
import { quantile } from './list/measure.ts'
import { KEY_HEADERS, type ServerProcess, startService } from './list/processes.ts'
import { type Place, seed } from './list/seed.ts'

const USAGE = `npm run bench:delete -- [flags]
  --jobs N                  jobs of the account, a multiple of 100 (10000)
  --store sqlite|postgres   postgres uses a temporary server (sqlite)
  --seconds N               seconds of reading lists before the deletion (20)
  --connections N           connections that read lists (2)
`

const { values: flags } = parseArgs({
  options: {
    jobs: { type: 'string', default: '10000' },
    store: { type: 'string', default: 'sqlite' },
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '2' },
  },
})
const [jobs, seconds, connections] = [flags.jobs, flags.seconds, flags.connections].map(Number) as [
  number,
  number,
  number,
]
if (!(jobs >= 1000 && jobs % 100 === 0 && seconds > 0 && connections > 0)) {
  process.stderr.write(USAGE)
  process.exit(1)
}

/** The share of the jobs that is deleted. */
const PART = 0.1
/** Bytes of a page with its links but without jobs, and its last byte. */
const MIN_PAGE = 100
const END_OF_PAGE = '}'.charCodeAt(0)
/** Seconds of reading before measurements begin. */
const WARM_UP = 3

const closers: (() => unknown)[] = []

async function newPlace(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
  mkdirSync(dataDir, { recursive: true })
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }))
  if (flags.store === 'sqlite') return { dataDir, databaseUrl: null }
  const server = await throwawayPostgres()
  if (!('url' in server)) throw new Error(`PostgreSQL cannot be started: ${server.missing}`)
  closers.push(server.stop)
  return { dataDir, databaseUrl: server.url }
}

async function measure(place: Place): Promise<void> {
  await seed(place, jobs)
  const before = await indexOldest(place)
  process.stderr.write('seeded; now reading lists\n')
  const service = await startService(place)
  closers.push(async () => service.stop())
  const reader = new Reader(service)
  closers.push(async () => reader.close())
  await reader.read(Math.min(WARM_UP, seconds) * 1000)
  const idle = await reader.read(seconds * 1000)

  const began = performance.now()
  let deletion = await reader.call<Deletion>('DELETE', `/v2/jobs?before_date=${before}`)
  const busy = await reader.read(Infinity, async () => {
    while (deletion.status === 'running') {
      await delay(500)
      deletion = await reader.call<Deletion>('GET', `/v2/deletions/${deletion.id}`)
    }
  })
  const took = (performance.now() - began) / 1000
  const left = await reader.total('/v2/jobs?limit=1')
  if (deletion.status !== 'done' || deletion.deleted !== jobs - left)
    throw new Error(`the deletion is ${deletion.status} after ${deletion.deleted} jobs; ${left} are left`)
  const counts = `${deletion.matched} matched, ${deletion.deleted} deleted, ${left} left`
  process.stdout.write(
    `${flags.store}, ${jobs} jobs, ${connections} connections: ${counts}; ${took.toFixed(0)} s\n\n` +
      '| pages                | before p50 | p95 | during p50 | p95 | p95, ratio |\n' +
      '| -------------------- | ---------: | --: | ---------: | --: | ---------: |\n',
  )
  for (const group of [null, ...new Set(idle.map(({ group: of }) => of))]) {
    const times = (all: readonly Sample[]) =>
      all.filter((one) => group === null || one.group === group).map(({ ms }) => ms)
    const [first, second] = [times(idle), times(busy)]
    const [a, b, c, d] = [
      quantile(first, 0.5),
      quantile(first, 0.95),
      quantile(second, 0.5),
      quantile(second, 0.95),
    ]
    const cells = [a, b, c, d].map((ms) => ms.toFixed(1))
    process.stdout.write(
      `| ${(group ?? 'all').padEnd(20)} | ${cells.join(' | ')} | ${(d / b).toFixed(1)} |\n`,
    )
  }
}

/** Indexes the words of the oldest jobs, which the seed omits. @returns the creation time of the first job after them */
async function indexOldest(place: Place): Promise<string> {
  const dialect = database(place)
  try {
    return await dialect.db.transaction().execute(async (db) => {
      const { id: account } = await db
        .selectFrom('accounts')
        .select('id')
        .where('name', '=', DEFAULT_ACCOUNT)
        .executeTakeFirstOrThrow()
      for (const { owner, ordinal, result, createdAt, isNewest } of seedJobs(jobs)) {
        if (owner !== 0) continue
        if (ordinal > jobs * PART) return new Date(createdAt).toISOString()
        if (result !== null && !isNewest) await dialect.words.add(db, account, ordinal, result.words)
      }
      throw new Error('no job is left')
    })
  } finally {
    await dialect.db.destroy()
  }
}

interface Sample {
  readonly group: string
  readonly ms: number
}

/** Reads the pages of the list benchmark in turns. */
class Reader {
  readonly #pool: Pool
  readonly #paths = cases(jobs)
    .filter(({ pages, conditional }) => pages === undefined && conditional !== true)
    .flatMap(({ group, paths }) => paths.slice(0, 4).map((path) => ({ group, path })))
  #asked = 0

  constructor({ url }: ServerProcess) {
    this.#pool = new Pool(url, { connections: connections + 1 })
  }

  async read(milliseconds: number, until?: () => Promise<void>): Promise<Sample[]> {
    const samples: Sample[] = []
    const end = performance.now() + milliseconds
    let isOver = false
    const loop = async () => {
      while (!isOver && performance.now() < end) {
        const number = this.#asked++
        const { group, path } = this.#paths[number % this.#paths.length]!
        const began = performance.now()
        const sent = `${path}${path.includes('?') ? '&' : '?'}_=${number}`
        const { statusCode, body } = await this.#pool.request({
          method: 'GET',
          path: sent,
          headers: KEY_HEADERS,
        })
        const page = Buffer.from(await body.arrayBuffer())
        // Pages change while jobs are deleted, but always stay well-formed.
        if (statusCode !== 200 || page.length < MIN_PAGE || page.at(-1) !== END_OF_PAGE)
          throw new Error(`${path}: ${statusCode}, ${page.length} bytes`)
        samples.push({ group, ms: performance.now() - began })
      }
    }
    const reading = Array.from({ length: connections }, loop)
    await until?.()
    isOver = until !== undefined
    await Promise.all(reading)
    return samples
  }

  async call<Body>(method: 'GET' | 'DELETE', path: string): Promise<Body> {
    const { statusCode, body } = await this.#pool.request({ method, path, headers: KEY_HEADERS })
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${await body.text()}`)
    return (await body.json()) as Body
  }

  async total(path: string): Promise<number> {
    const { statusCode, headers, body } = await this.#pool.request({
      method: 'GET',
      path,
      headers: KEY_HEADERS,
    })
    await body.dump()
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`)
    return Number(headers['x-total-count'])
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }
}

try {
  await measure(await newPlace())
} finally {
  for (const close of closers.toReversed()) await close()
}
