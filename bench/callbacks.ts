/**
 * Benchmark of callbacks while some endpoints are dead: `npm run bench:callbacks -- --rate 200`.
 *
 * Ends jobs in a store at a given rate, each with a callback to one of many endpoints in another process, and measures
 * the time from the end of a job to the arrival of its callback. Dead endpoints accept every connection and never
 * respond.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { CallbackDispatcher } from '../src/callbacks/dispatcher.ts'
import { readConfig } from '../src/service/config.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../src/contract/pre-recorded-request.ts'
import { createGuardedSend } from '../src/platform/net/guarded-send.ts'
import { postgres } from '../src/store/databases/postgres.ts'
import { sqlite } from '../src/store/databases/sqlite.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { freshDatabase, throwawayPostgres } from '../test/support/throwaway-postgres.ts'
import { quantile } from './list/measure.ts'

const USAGE = `npm run bench:callbacks -- [flags]
  --store sqlite|postgres   where jobs are kept
  --deliveries 10000
  --endpoints 100           callback endpoints
  --dead 5                  how many of them never respond
  --rate 200                jobs that end per second; 0 for as many as the store can handle
`

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    deliveries: { type: 'string', default: '10000' },
    endpoints: { type: 'string', default: '100' },
    dead: { type: 'string', default: '5' },
    rate: { type: 'string', default: '200' },
  },
})
const [deliveries, endpoints, dead, rate] = [flags.deliveries, flags.endpoints, flags.dead, flags.rate].map(
  Number,
) as [number, number, number, number]
if (!(deliveries > 0 && endpoints > dead && dead >= 0 && rate >= 0)) {
  process.stderr.write(USAGE)
  process.exit(1)
}

/** Jobs that are ended concurrently if no rate is given. */
const CONCURRENCY = 4
const RESULT = {
  metadata: {
    audio_duration: 60,
    number_of_distinct_channels: 1,
    billing_time: 60,
    transcription_time: 5,
    unrecognised_speech: [],
  },
  transcription: { full_transcript: 'word '.repeat(150), languages: ['en' as const], utterances: [] },
}

const folder = mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
const server = flags.store === 'postgres' ? await throwawayPostgres() : null
if (server !== null && 'missing' in server) throw new Error(server.missing)
const database = server === null ? null : await freshDatabase(server.url)
const store = await openTestStore(
  database === null ? sqlite(join(folder, 'bench.sqlite')) : postgres(database.url),
)
const others = fork(fileURLToPath(new URL('callbacks/endpoints.ts', import.meta.url)), [
  String(endpoints - dead),
  String(dead),
])
const [ports] = (await once(others, 'message')) as [number[]]

const account = await store.accounts.ensure('bench')
const jobs: string[] = []
for (let i = 0; i < deliveries; i++) {
  const callback_url = `http://127.0.0.1:${ports[i % endpoints]}/callbacks/${i}`
  const request = preRecordedRequest.parse({ audio_url: 'https://example.com/a.mp3', callback_url })
  const job = { kind: 'pre-recorded', customMetadata: null, fileId: null } as const
  jobs.push((await store.jobs.create(account, { ...job, requestParams: preRecordedParamsOf(request) })).id)
}

const dispatcher = new CallbackDispatcher({
  store: store.deliveries,
  node: randomUUID(),
  send: createGuardedSend({ allowPrivate: true }),
  ...readConfig({}).callbacks,
  log: pino({ level: 'warn' }),
})
dispatcher.wake()

const endedAt = new Map<string, number>()
const began = performance.now()
let next = 0
async function endJobs(): Promise<void> {
  for (let i = next++; i < deliveries; i = next++) {
    // SQLite is synchronous: without a turn of the event loop between jobs, no callback would be received.
    await delay(rate > 0 ? Math.max(0, began + (i / rate) * 1000 - performance.now()) : 0)
    const id = jobs[i] ?? ''
    endedAt.set(`${id}_end`, Date.now())
    await store.work.finish(id, { status: 'done', result: RESULT })
    dispatcher.wake()
  }
}
await Promise.all(Array.from({ length: CONCURRENCY }, endJobs))
const endedIn = (performance.now() - began) / 1000

const living = jobs.filter((_, i) => i % endpoints < endpoints - dead).length
const ask = async (what: string) => {
  others.send(what)
  return ((await once(others, 'message')) as unknown[])[0]
}
while (((await ask('count')) as number) < living) await delay(50)
const seconds = (performance.now() - began) / 1000
const arrivals = (await ask('all')) as [id: string, arrival: { at: number; bytes: number }][]
const waits = arrivals.map(([id, { at, bytes }]) => {
  const ended = endedAt.get(id)
  if (ended === undefined) throw new Error(`callback ${id} belongs to no job`)
  if (bytes < RESULT.transcription.full_transcript.length)
    throw new Error(`a callback of ${bytes} bytes lacks its transcript`)
  return at - ended
})
if (arrivals.length !== living) throw new Error(`${arrivals.length} of ${living} callbacks arrived`)
const ms = (share: number) => `${Math.round(quantile(waits, share))} ms`

process.stdout.write(
  `${flags.store}: ${deliveries} jobs ended in ${endedIn.toFixed(1)} s; ${living} deliveries to ${endpoints - dead} endpoints, ` +
    `besides ${dead} dead ones, arrived within ${seconds.toFixed(1)} s.\n` +
    `From the end of a job to its callback: p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}, worst ${Math.max(...waits)} ms. ` +
    `Memory ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB.\n`,
)

await dispatcher.close(0)
others.kill()
await store.close()
await database?.stop()
if (server !== null) await server.stop()
rmSync(folder, { recursive: true })
