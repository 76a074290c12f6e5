/**
 * What the store has acknowledged is durable and counted, whenever the writing process is killed and however many write
 * at once.
 *
 * Slow, some seconds on each store: it creates as many jobs as the disk takes in that time, or TEST_KILL_JOBS,
 * however long that takes. TEST_KILLS is the number of kills.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { JobStatus } from '../../src/contract/common.ts'
import { statusOf } from '../../src/jobs/bucket.ts'
import type { Db } from '../../src/store/schema.ts'
import type { BusyTask } from '../support/busy-store.ts'
import { KILLS } from '../support/kills.ts'
import { isLong } from '../support/long.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { temporaryFolder } from '../support/scriptorium.ts'
import { type StorePlace, withDialect } from '../support/store-place.ts'
import { checkSums } from '../support/store-sums.ts'

const BUSY_STORE = fileURLToPath(new URL('../support/busy-store.ts', import.meta.url))
/** Jobs to be acknowledged before the last kill; null for as many as there is time for. */
const MIN_JOBS = minJobs()
/** Without such a number: milliseconds that a process writes before it is killed. */
const LIFE_MS = 300
/** Several accounts keep several connections of a process busy, and several changes of one account create jobs in groups. */
const ACCOUNTS = Array.from({ length: 4 }, (_, i) => `account ${i}`)
const AT_ONCE = 4 * ACCOUNTS.length
const PROCESSES = isLong ? 8 : 4
const JOBS_EACH = 5 * KILLS

/** What the store has acknowledged. */
class Acknowledged {
  readonly created = new Set<string>()
  readonly ended = new Map<string, string>()
  /** Some of these may have been deleted. */
  readonly deleting = new Set<string>()
  readonly deleted = new Set<string>()
  readonly #goals = new Map<number, () => void>()

  /** Resolves when that many jobs have been created in all. */
  async reaches(jobs: number): Promise<void> {
    if (this.created.size >= jobs) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#goals.set(jobs, resolve)
    return promise
  }

  add(line: string): void {
    const [what, id = '', status = ''] = line.split(' ')
    if (what === 'created') {
      this.created.add(id)
      this.#goals.get(this.created.size)?.()
    } else if (what === 'ended') this.ended.set(id, status)
    else if (what === 'deleting') this.deleting.add(id)
    else if (what === 'deleted') this.deleted.add(id)
  }

  async check(place: StorePlace): Promise<void> {
    // In one snapshot: PostgreSQL may still be executing statements of a killed process.
    await atOneMoment(place, async (db) => {
      const inTrash = db.selectFrom('trash').select(['id', 'bucket'])
      const rows = await db.selectFrom('jobs').select(['id', 'bucket']).unionAll(inTrash).execute()
      const kept = new Map(rows.map(({ id, bucket }) => [id, statusOf(bucket)]))
      const lost = [...this.created].filter((id) => !kept.has(id) && !this.deleting.has(id))
      const undone = [...this.ended].filter(([id, status]) => kept.has(id) && kept.get(id) !== status)
      const back = [...this.deleted].filter((id) => kept.has(id))
      assert.deepEqual({ lost, undone, back }, { lost: [], undone: [], back: [] })
      await checkSums(db)
      await this.#checkUsage(db, kept)
    })
  }

  /** Every created job and every failure is counted, also of deleted jobs. @param kept the status of the others */
  async #checkUsage(db: Db, kept: ReadonlyMap<string, string>): Promise<void> {
    const rows = await db.selectFrom('job_counts').select(['bucket', 'jobs']).where('level', '=', 4).execute()
    const counted = (status: JobStatus) =>
      rows.reduce((sum, { bucket, jobs }) => (statusOf(bucket) === status ? sum + jobs : sum), 0)
    const { ordinals } = await db
      .selectFrom('accounts')
      .select((eb) => eb.fn.sum('last_ordinal').as('ordinals'))
      .executeTakeFirstOrThrow()
    // A job is deleted only once its end was acknowledged.
    const failures = [
      ...kept.values(),
      ...[...this.ended].flatMap(([id, status]) => (kept.has(id) ? [] : [status])),
    ].filter((status) => status === 'error')
    assert.deepEqual([counted('queued'), counted('error')], [Number(ordinals), failures.length])
  }
}

onEachStore('kill -9 in the middle of writing', (fresh) => {
  test('repeatedly loses no acknowledged job, and leaves every counter right', async (t) => {
    const made = await fresh()
    t.after(async () => made.drop())
    const place = { dataDir: temporaryFolder(), databaseUrl: made.url }
    const acknowledged = new Acknowledged()
    // The next process is loaded while one writes, and begins when that one is dead.
    const writer = (seed: number) =>
      busyStore(t, { place, accounts: ACCOUNTS, jobs: null, atOnce: AT_ONCE, seed }, acknowledged)
    let next = writer(0)
    for (let kill = 0; kill < KILLS; kill++) {
      const { begin, firstLine, exited, end } = next
      begin()
      await firstLine
      if (kill + 1 < KILLS) next = writer(kill + 1)
      // From 0 to 1, and 0 for the last: lifetimes vary.
      const early = ((KILLS - 1 - kill) * 0.35) % 1
      const enough =
        MIN_JOBS === null
          ? delay(LIFE_MS * (1.5 - early), undefined, { ref: false })
          : acknowledged.reaches(Math.ceil((MIN_JOBS * (kill + 1 - early)) / KILLS))
      await Promise.race([enough, exited])
      await delay(kill % 5) // otherwise each would be killed just after an acknowledgement
      assert.deepEqual(await end('SIGKILL'), { code: null, stderr: '' })
    }
    const { created, ended, deleted } = acknowledged
    t.diagnostic(`${created.size} jobs were created, ${ended.size} ended, ${deleted.size} deleted`)
    assert.ok(created.size >= (MIN_JOBS ?? KILLS))
    await acknowledged.check(place)
  })

  test('does not happen: several processes write at once, all finish, and every counter is right', async (t) => {
    const made = await fresh()
    t.after(async () => made.drop())
    if (made.url === null) return t.skip('a SQLite database has one process')
    const place = { dataDir: temporaryFolder(), databaseUrl: made.url }
    const acknowledged = new Acknowledged()
    const processes = Array.from({ length: PROCESSES }, (_, seed) =>
      busyStore(t, { place, accounts: ['a', 'b'], jobs: JOBS_EACH, atOnce: 3, seed }, acknowledged),
    )
    for (const { begin } of processes) begin()
    const ends = await Promise.all(processes.map(async ({ end }) => end()))
    assert.deepEqual(
      ends,
      ends.map(() => ({ code: 0, stderr: '' })),
    )
    assert.ok(acknowledged.created.size >= PROCESSES * JOBS_EACH)
    await acknowledged.check(place)
  })
})

function busyStore(t: TestContext, task: BusyTask, acknowledged: Acknowledged) {
  const child = spawn(process.execPath, [BUSY_STORE, JSON.stringify(task)], { stdio: 'pipe' })
  t.after(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)
  const closed = once(lines, 'close')
  lines.on('line', (line) => acknowledged.add(line))
  const stderr = text(child.stderr)
  return {
    begin: () => child.stdin.end(),
    firstLine: Promise.race([once(lines, 'line'), exited]),
    exited,
    /** Waits for the end, after a signal if one is given. */
    end: async (signal?: NodeJS.Signals) => {
      if (signal !== undefined) child.kill(signal)
      await Promise.all([exited, closed])
      return { code: child.exitCode, stderr: await stderr }
    },
  }
}

async function atOneMoment(place: StorePlace, check: (db: Db) => Promise<void>): Promise<void> {
  await withDialect(place, async ({ db }) =>
    db.transaction().setIsolationLevel('repeatable read').execute(check),
  )
}

function minJobs(): number | null {
  const given = process.env['TEST_KILL_JOBS']
  if (!given) return null
  const jobs = Number(given)
  if (!Number.isSafeInteger(jobs) || jobs < KILLS) throw new Error(`TEST_KILL_JOBS must be ${KILLS} or more`)
  return jobs
}
