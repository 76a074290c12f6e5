/**
 * Benchmark of the log of live sessions in PostgreSQL: `npm run bench:live-log -- --sessions 500 --seconds 600`.
 *
 * Appends the audio of sessions in real time, each chunk followed by the journal line that acknowledges it, on a server
 * that survives a power cut. Reports when acknowledgements were committed, the sizes of the tables, and the WAL.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { liveParamsOf, liveRequest } from '../src/contract/live-request.ts'
import { DiskAudioFiles } from '../src/platform/files/disk-audio-files.ts'
import { postgres } from '../src/store/databases/postgres.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { startServer } from '../test/support/throwaway-postgres.ts'
import { quantile } from './list/measure.ts'

const { values: flags } = parseArgs({
  options: {
    sessions: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '120' },
    /** Milliseconds of audio in a chunk. */
    chunk: { type: 'string', default: '250' },
  },
})
const [sessions, seconds, chunk] = [flags.sessions, flags.seconds, flags.chunk].map(Number) as [number, number, number] // oxfmt-ignore
/** Bytes per second of a session. */
const RATE = 32_000
const REPORT_MS = 30_000

const server = await startServer('machine')
if ('missing' in server) throw new Error(server.missing)
const folder = mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
const store = await openTestStore(postgres(server.url))
const watch = new pg.Client({ connectionString: server.url })
await watch.connect()
try {
  const node = randomUUID()
  await store.nodes.register(
    { id: node, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
    86_400_000,
    null,
  )
  const files = await DiskAudioFiles.open(join(folder, 'files'))
  const live = store.openLiveLog?.({ node, files, log: pino({ level: 'error' }) })
  if (live === undefined) throw new Error('no log')
  const account = await store.accounts.ensure('bench')
  const params = liveParamsOf(liveRequest.parse({}))
  const begun = async () => {
    const { id } = await store.live.begin(account, { params, customMetadata: null, key: null }, randomUUID())
    await store.live.start(id, node)
    return id
  }
  const ids: string[] = []
  while (ids.length < sessions) ids.push(await begun())
  const [{ rows: start }, cpu] = [await watch.query('select pg_current_wal_lsn() lsn'), process.cpuUsage()]
  const begin = performance.now()
  const end = begin + seconds * 1000
  let delays: number[] = []
  const all: number[] = []
  let [most, chunks] = [0, 0]

  const one = async (id: string) => {
    const logs = live.open(id)
    const bytes = randomBytes((RATE * chunk) / 1000)
    const first = begin + Math.random() * chunk
    let [audio, line] = [0, 0]
    const appends: Promise<void>[] = []
    for (let n = 0; first + n * chunk < end; n++) {
      await delay(Math.max(0, first + n * chunk - performance.now()))
      const due = first + n * chunk
      const [at, to] = [audio, (audio += bytes.length)]
      const acknowledge = async () => {
        const text = Buffer.from(`{"mark":"acknowledged","at":${Date.now()},"range":[${at},${to}],"confirmed":${line}}\n`) // oxfmt-ignore
        const position = line
        line += text.length
        await logs.journal.append(position, text)
        delays.push(performance.now() - due)
      }
      chunks++
      const writing = logs.audio.append(at, bytes).then(acknowledge)
      // If it fails, the await below fails the run.
      writing.catch(() => {})
      appends.push(writing)
    }
    await Promise.all(appends)
    await logs.close()
  }
  const report = async () => {
    const { rows } = await watch.query<{ name: string; bytes: string }>(
      `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
       where relname in ('live_audio', 'live_lines', 'live_segments') order by 1`,
    )
    const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0)
    most = Math.max(most, bytes)
    const sizes = rows.map((row) => `${row.name} ${(Number(row.bytes) / 1e6).toFixed(0)} MB`).join(', ')
    const ms = [0.5, 0.95, 0.99].map((part) => quantile(delays, part).toFixed(0)).join(' / ')
    process.stdout.write(
      `${((performance.now() - begin) / 1000).toFixed(0)} s: p50/p95/p99 ${ms} ms; ${sizes}\n`,
    )
    all.push(...delays)
    delays = []
  }
  const timer = setInterval(() => void report(), REPORT_MS)
  await Promise.all(ids.map(one))
  clearInterval(timer)
  await report()
  if (chunks === 0 || all.length !== chunks)
    throw new Error(`${all.length} of ${chunks} chunks were acknowledged`)
  const { rows: wal } = await watch.query('select pg_current_wal_lsn() - $1::pg_lsn as bytes', [start[0].lsn])
  const { user, system } = process.cpuUsage(cpu)
  const ms = [0.5, 0.95, 0.99].map((part) => quantile(all, part).toFixed(0)).join(' / ')
  process.stdout.write(
    `${sessions} sessions, ${seconds} s, chunks of ${chunk} ms: acknowledged in p50/p95/p99 ${ms} ms; tables at most ${(most / 1e6).toFixed(0)} MB; ` +
      `WAL ${(Number(wal[0].bytes) / 1e6 / seconds).toFixed(1)} MB/s; node ${((user + system) / 1e6 / seconds).toFixed(2)} cores\n`,
  )
} finally {
  await watch.end()
  await store.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
