/**
 * How long list pages take inside the service: `npm run bench:list -- --jobs 100000`.
 *
 * Fills a throwaway database, starts the service on it, asks for each page over HTTP, one request at a time, and prints
 * what the service itself measured from the request's arrival to the end of its answer, beside a bare node:http server
 * that answers the same bytes from memory in the same run.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { pino } from 'pino'
import { readConfig } from '../src/config.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../src/contract/pre-recorded-request.ts'
import type { TranscriptionResult } from '../src/contract/result.ts'
import { databaseFile, DEFAULT_ACCOUNT, startService } from '../src/service.ts'
import { migrate } from '../src/store/migrations/index.ts'
import { NodeSqliteDatabase } from '../src/store/node-sqlite.ts'
import type { Schema } from '../src/store/schema.ts'
import { SqlAccountStore } from '../src/store/sql-account-store.ts'
import { SqlJobStore } from '../src/store/sql-job-store.ts'
import { SqlWorkStore } from '../src/store/sql-work-store.ts'

const { jobs, requests } = parseArgs({
  options: {
    jobs: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '300' },
  },
}).values
const JOBS = Number(jobs)
const REQUESTS = Number(requests)
const KEY = 'bench'
/** So many of the newest jobs have a result of a usual size, the others a small one. */
const WITH_RESULTS = 1_000

const PAGES: [name: string, query: string][] = [
  ['first page', ''],
  ['key check', 'limit=1'],
  ['status=done', 'status=done'],
  ['status=queued', 'status=queued'],
  ['status=done,error', 'status=done,error'],
  ['after_date', `after_date=${new Date(Date.now() - 86_400_000).toISOString()}`],
  ['metadata, unique', 'custom_metadata[order]=7'],
  ['metadata, 100 jobs a value', 'custom_metadata[user]=user-7'],
  ['metadata, two values', 'custom_metadata[plan]=pro'],
  ['offset 10 %', `offset=${Math.floor(JOBS / 10)}`],
  ['offset 90 %', `offset=${Math.floor(JOBS * 0.9)}`],
]

const dataDir = mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
try {
  await fill(databaseFile(dataDir))
  const times: number[] = []
  const log = pino({ level: 'info' }, new Writable({ write: takeTime }))
  function takeTime(line: Buffer, _encoding: string, done: () => void): void {
    const { msg, ms } = JSON.parse(line.toString()) as { msg: string; ms: number }
    if (msg === 'request') times.push(ms)
    done()
  }
  const service = await startService(readConfig({ DATA_DIR: dataDir, SERVICE_KEY: KEY, PORT: '0' }), log)
  const rows = []
  for (const [name, query] of PAGES) {
    const url = `${service.url}/v2/pre-recorded?${query}`
    const bytes = Buffer.from(await (await get(url)).arrayBuffer())
    times.length = 0
    const over = await clock(async () => get(url))
    const bare = await clockBare(bytes)
    rows.push({
      page: name,
      'inside p50 ms': quantile(times, 0.5),
      'inside p95 ms': quantile(times, 0.95),
      'http p50 ms': quantile(over, 0.5),
      'bare p50 ms': quantile(bare, 0.5),
      KB: Math.round(bytes.length / 1000),
    })
  }
  await service.close()
  process.stdout.write(`${JOBS} jobs, ${REQUESTS} requests a page, Node ${process.version}\n`)
  console.table(rows)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function get(url: string): Promise<Response> {
  return fetch(url, { headers: { 'x-service-key': KEY } })
}

/** Milliseconds of each request, from sending it to the last byte of its answer. */
async function clock(ask: () => Promise<Response>): Promise<number[]> {
  const taken = []
  for (let i = 0; i < REQUESTS; i++) {
    const began = performance.now()
    await (await ask()).arrayBuffer()
    taken.push(performance.now() - began)
  }
  return taken
}

async function clockBare(bytes: Buffer): Promise<number[]> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const taken = await clock(async () => fetch(`http://127.0.0.1:${port}/`))
  server.closeAllConnections()
  server.close()
  return taken
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 100) / 100
}

/** Fills the database by the service's own code, on a disk that need not survive a crash. */
async function fill(file: string): Promise<void> {
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: new NodeSqliteDatabase(file) }) })
  await migrate(db)
  await sql`pragma synchronous = off`.execute(db)
  const account = await new SqlAccountStore(db).ensureAccount(DEFAULT_ACCOUNT)
  const store = new SqlJobStore(db)
  const work = new SqlWorkStore(db)
  const requestParams = preRecordedParamsOf(
    preRecordedRequest.parse({ audio_url: 'https://example.com/a.mp3' }),
  )
  for (let i = 0; i < JOBS; i++) {
    const customMetadata = {
      order: i,
      user: `user-${i % Math.ceil(JOBS / 100)}`,
      plan: i % 2 === 0 ? 'pro' : 'free',
    }
    const { id } = await store.create(account, {
      kind: 'pre-recorded',
      customMetadata,
      requestParams,
      fileId: null,
    })
    if (i % 50 === 0) continue // a few stay queued
    const result = resultOf(i < JOBS - WITH_RESULTS ? 100 : 20_000)
    await work.finish(
      id,
      i % 20 === 1 ? { status: 'error', code: 422, message: 'no audio' } : { status: 'done', result },
    )
  }
  // Else the service would begin with those that stay queued.
  await db.deleteFrom('work').execute()
  await db.destroy()
}

function resultOf(characters: number): TranscriptionResult {
  return {
    metadata: { audio_duration: 60, number_of_distinct_channels: 1, billing_time: 60, transcription_time: 3 },
    transcription: { full_transcript: 'word '.repeat(characters / 5), languages: ['en'], utterances: [] },
  }
}
