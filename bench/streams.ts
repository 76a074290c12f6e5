/**
 * Benchmark of open streams of events: `npm run bench:streams -- --streams 5000`.
 *
 * Clients of several accounts follow events while a job of each account changes repeatedly. Every client must receive
 * every change of its account, in order. Reports the memory of the service, how long an event takes to reach all clients,
 * and the processor time.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { MAX_STREAMS } from '../src/http/events/event-streams.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { withDialect } from '../test/support/store-place.ts'
import { throwawayPostgres } from '../test/support/throwaway-postgres.ts'
import { quantile } from './list/measure.ts'
import { startService } from './list/processes.ts'
import { table } from './list/table.ts'

const { values: flags } = parseArgs({
  options: {
    streams: { type: 'string', default: '5000' },
    /** Changes to one job of each account, one per second. */
    changes: { type: 'string', default: '20' },
    /** `postgres` uses a temporary server. */
    store: { type: 'string', default: 'sqlite' },
  },
})
const streams = Number(flags.streams)
const changes = Number(flags.changes)
const accounts = Array.from({ length: Math.ceil(streams / MAX_STREAMS) }, (_, i) => `key-of-account-${i}`)

/** What a client has received. */
class Follower {
  readonly account: number
  /** Ids of events, and when they arrived. */
  readonly received: { readonly id: string; readonly at: number }[] = []
  #text = ''

  constructor(account: number, response: IncomingMessage) {
    this.account = account
    response.setEncoding('utf8').on('data', (chunk: string) => this.#take(chunk))
  }

  #take(chunk: string): void {
    const blocks = (this.#text + chunk).split('\n\n')
    this.#text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, id] = /^id: (\S+)\nevent: job\n/.exec(block) ?? []
      if (id !== undefined) this.received.push({ id, at: performance.now() })
    }
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
const postgres = flags.store === 'postgres' ? await throwawayPostgres() : null
if (postgres !== null && !('url' in postgres)) throw new Error(postgres.missing)
const place = { dataDir, databaseUrl: postgres?.url ?? null }
try {
  await withDialect(place, async (dialect) => {
    const store = await openTestStore(dialect)
    for (const key of accounts) await store.keys.ensure(await store.accounts.ensure(key), key, key)
  })
  const service = await startService(place)
  try {
    const send = async (account: number, method: string, path: string, body: object) => {
      const headers = { 'x-service-key': accounts[account]!, 'content-type': 'application/json' }
      const response = await fetch(`${service.url}${path}`, { method, headers, body: JSON.stringify(body) })
      const answer = (await response.json()) as { id: string }
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
      return answer
    }
    const jobs: string[] = []
    for (let i = 0; i < accounts.length; i++) jobs.push((await send(i, 'POST', '/v2/live', {})).id)
    await delay(3_000)
    const idle = service.memory().now
    const followers: Follower[] = []
    for (let i = 0; i < streams; i++) {
      const account = i % accounts.length
      const headers = { 'x-service-key': accounts[account]! }
      const request = get(`${service.url}/v2/events`, { headers, agent: false })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      if (response.statusCode !== 200) throw new Error(`stream ${i}: ${response.statusCode}`)
      followers.push(new Follower(account, response))
    }
    await delay(3_000)
    const open = service.memory().now
    const quiet = await service.processorTime()
    await delay(10_000)
    const waiting = (await service.processorTime()) - quiet
    service.resetPeak()
    const began = await service.processorTime()
    const times: number[] = []
    for (let round = 1; round <= changes; round++) {
      const sentAt = await Promise.all(
        jobs.map(async (job, i) => {
          await send(i, 'PATCH', `/v2/jobs/${job}`, { title: `title ${round}` })
          return performance.now()
        }),
      )
      while (followers.some(({ received }) => received.length < round)) await delay(10)
      for (const { account, received } of followers)
        times.push(Math.max(0, received.at(-1)!.at - sentAt[account]!))
      await delay(1_000)
    }
    const spent = (await service.processorTime()) - began
    for (const { account, received } of followers) {
      const first = followers[account]!.received
      if (received.length !== changes || received.some(({ id }, i) => id !== first[i]?.id))
        throw new Error(`a client of account ${account} received different events from the first client`)
    }
    const { now, peak } = service.memory()
    const figures = [now, peak].map((megabytes) => (megabytes - idle).toFixed(0))
    const head = [
      'streams',
      'MB above idle',
      'later',
      'peak',
      'p50 ms',
      'p99 ms',
      'ms a second, idle',
      'ms an event',
    ]
    const row = [
      ...[`${streams} of ${accounts.length} accounts, ${flags.store}`, (open - idle).toFixed(0), ...figures],
      ...[quantile(times, 0.5), quantile(times, 0.99)].map((time) => time.toFixed(0)),
      ...[(waiting / 10).toFixed(1), (spent / (changes * streams)).toFixed(3)],
    ]
    process.stdout.write(`${table(head, [row])}\n`)
  } finally {
    await service.stop()
  }
} finally {
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit()
