/**
 * Benchmark of claiming jobs: `npm run bench:claims -- --store postgres --accounts 1000 --jobs 100`.
 *
 * With `--against <folder>`, another commit, checked out in that folder with its own `node_modules`, gets the same jobs
 * in its own database, and both commits are measured in turns. The benchmark checks that each job of an account is
 * claimed after the older ones, and that accounts take turns, which is exact for multiples of the 200 accounts that a
 * claim considers.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Work } from '../src/jobs/work.ts'
import type * as Opening from '../src/store/testing/open-test-store.ts'
import type * as Place from '../test/support/store-place.ts'
import { freshDatabase, throwawayPostgres } from '../test/support/throwaway-postgres.ts'
import { table } from './list/table.ts'

const { values: flags } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    accounts: { type: 'string', default: '1000' },
    jobs: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '5' },
    against: { type: 'string' },
  },
})
const [accounts, jobs, rounds] = [flags.accounts, flags.jobs, flags.rounds].map(Number) as [
  number,
  number,
  number,
]
if (
  !['sqlite', 'postgres'].includes(flags.store) ||
  ![accounts / 200, jobs, rounds].every((count) => count >= 1 && Number.isInteger(count))
) {
  process.stderr.write(
    'npm run bench:claims -- [--store sqlite|postgres] [--accounts 1000] [--jobs 100] [--rounds 5] [--against FOLDER]\n',
  )
  process.exit(1)
}

/** Jobs in progress at any time. */
const RUNNING = 8
/** Jobs that are created at a time. */
const WRITERS = 32
const OF_FILES = { stage: 'transcribe', leaseMs: 600_000 } as const
const FAILED = { status: 'error', code: 422, message: 'it failed' } as const

type World = Awaited<ReturnType<typeof worldOf>>

const closers: (() => unknown)[] = []

/** Does not wait for commits, which take as long as the disk, whatever is claimed. */
const server = flags.store === 'postgres' ? await throwawayPostgres('quick') : null
if (server !== null && 'missing' in server) throw new Error(server.missing)
const serverUrl = server?.url ?? null
if (server !== null) closers.push(server.stop)

/** Opens the store of a commit, filled with the jobs. */
async function worldOf(name: string, folder: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'scriptorium-claims-'))
  closers.push(() => rmSync(dataDir, { recursive: true }))
  const { dialectOf } = (await import(join(folder, 'test/support/store-place.ts'))) as typeof Place
  const { openTestStore } = (await import(
    join(folder, 'src/store/testing/open-test-store.ts')
  )) as typeof Opening
  const dialect = dialectOf({ dataDir, databaseUrl: serverUrl && (await freshDatabase(serverUrl)).url })
  const store = await openTestStore(dialect)
  closers.push(async () => store.close())
  const ids: number[] = []
  for (let i = 0; i < accounts; i++) ids.push(await store.accounts.ensure(`account ${i}`))
  const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
  const order = new Map(ids.map((id) => [id, [] as string[]]))
  for (let i = 0; i < jobs; i++)
    for (let from = 0; from < ids.length; from += WRITERS)
      await Promise.all(
        ids
          .slice(from, from + WRITERS)
          .map(async (id) => order.get(id)!.push((await store.jobs.create(id, job)).id)),
      )
  await sql`update work set has_file = 1`.execute(dialect.db)
  await sql.raw(flags.store === 'sqlite' ? 'analyze' : 'vacuum analyze').execute(dialect.db)
  return {
    name,
    store,
    order,
    claimed: new Map<number, number>(),
    running: [] as Work[],
    times: [] as number[],
  }
}

/** Claims one job of each account. */
async function round({ store, order, claimed, running, times }: World): Promise<void> {
  const began = times.length
  const seen = new Set<number>()
  for (let i = 0; i < accounts; i++) {
    const from = performance.now()
    const work = await store.work.claim('node', OF_FILES)
    times.push(performance.now() - from)
    assert.ok(work)
    const position = claimed.get(work.account) ?? 0
    assert.equal(work.jobId, order.get(work.account)?.[position], 'an older job is still waiting')
    claimed.set(work.account, position + 1)
    seen.add(work.account)
    running.push(work)
    if (running.length > RUNNING) assert.ok(await store.work.finish(running.shift()!, FAILED))
  }
  assert.ok(times.length - began === accounts && seen.size > accounts - RUNNING, 'accounts do not take turns')
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

try {
  const worlds = [await worldOf('this commit', resolve(import.meta.dirname, '..'))]
  if (flags.against !== undefined) worlds.push(await worldOf('the other', resolve(flags.against)))
  const perRound: number[][] = []
  for (let i = 0; i < rounds; i++)
    for (const world of i % 2 === 0 ? worlds : worlds.toReversed()) {
      const before = world.times.length
      await round(world)
      ;(perRound[i] ??= [])[worlds.indexOf(world)] = median(world.times.slice(before))
    }
  const rows = perRound.map((medians, i) => [
    String(i + 1),
    ...medians.map((ms) => ms.toFixed(2)),
    ...(medians.length === 2 ? [(medians[0]! / medians[1]!).toFixed(2)] : []),
  ])
  const all = worlds.map(({ times }) => median(times))
  rows.push([
    'all',
    ...all.map((ms) => ms.toFixed(2)),
    ...(all.length === 2 ? [(all[0]! / all[1]!).toFixed(2)] : []),
  ])
  const head = ['round', ...worlds.map(({ name }) => name), ...(all.length === 2 ? ['ratio'] : [])]
  process.stdout.write(
    `${flags.store}, ${accounts} accounts with ${jobs} waiting jobs each: milliseconds of a claim, median\n\n${table(head, rows)}\n`,
  )
} finally {
  for (const close of closers.toReversed()) await close()
}
