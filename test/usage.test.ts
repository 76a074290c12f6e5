/** The usage of accounts after random changes, compared with a count of everything that happened. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mock, test } from 'node:test'
import * as fc from 'fast-check'
import { liveParamsOf, liveRequest } from '../src/contract/live-request.ts'
import { dayOf } from '../src/contract/usage.ts'
import { CANCELLED } from '../src/jobs/cancellation.ts'
import type { NewJob } from '../src/jobs/job.ts'
import { type StoredFile, UnknownFileError } from '../src/jobs/stored-file.ts'
import { LimitError } from '../src/jobs/limits.ts'
import type { Outcome } from '../src/jobs/work.ts'
import type { DayUsage } from '../src/store/accounts/daily-usage.ts'
import type { Store } from '../src/store/open-store.ts'
import { LEASE_MS, NODE } from './support/claim-work.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'

const HOUR = 3_600_000
const BEGIN = Date.UTC(2024, 1, 28)
/** `TEST_USAGE_CHANGES=20000` is the long form. */
const CHANGES = Number(process.env['TEST_USAGE_CHANGES'] ?? 300)
const CHANGES_PER_RUN = 100

const DONE: Outcome = {
  status: 'done',
  // Only the transcript is read.
  result: { transcription: { full_transcript: 'hello', languages: [], utterances: [] } } as never,
}
const OUTCOMES: readonly Outcome[] = [
  DONE,
  DONE,
  { status: 'error', code: 422, message: 'the audio cannot be used' },
  CANCELLED,
]

const who = fc.nat({ max: 1 })
const which = fc.nat({ max: 9_999 })
const outcome = fc.constantFrom(...OUTCOMES)
const duration = fc.option(fc.double({ min: 0, max: 20_000, noNaN: true }))
const change = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    who,
    duration,
    times: fc.constantFrom(1, 1, 3),
  }),
  fc.record({ do: fc.constant('speak' as const), who, duration, outcome }),
  fc.record({ do: fc.constant('fail to create' as const), who }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end' as const), which, outcome }) },
  fc.record({ do: fc.constant('delete' as const), which }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(-5, 0.1, 7, 30, 24 * 40) }),
  fc.record({ do: fc.constant('ask' as const), who, from: which, days: which }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never
type Asked = Change & { do: 'ask' }

onEachStore('usage', (fresh) => {
  test('counts every creation and every end on its day, and no deletion or failed attempt', async (t) => {
    const { store, close } = await openFresh(fresh)
    t.after(close)
    mock.timers.enable({ apis: ['Date'], now: BEGIN })
    t.after(() => mock.timers.reset())
    await store.nodes.register(
      { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      LEASE_MS,
      null,
    )
    let runs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: CHANGES_PER_RUN, maxLength: CHANGES_PER_RUN, size: 'max' }),
        async (changes) => {
          const world = await World.make(store, `run ${runs++}`)
          for (const one of changes) await world.change(one)
          for (const owner of [0, 1]) await world.check({ do: 'ask', who: owner, from: 0, days: 366 })
        },
      ),
      { seed: 1, numRuns: Math.ceil(CHANGES / CHANGES_PER_RUN), endOnFailure: process.env['CI'] === 'true' },
    )
  })
})

interface OpenJob {
  readonly id: string
  readonly account: number
  readonly createdAt: number
  readonly audioMs: number
}

/** Two accounts, and everything that happened to them. */
class World {
  readonly #store: Store
  readonly #accounts: readonly number[]
  readonly #happened: (DayUsage & { readonly account: number })[] = []
  readonly #open: OpenJob[] = []
  readonly #ended: { id: string; account: number }[] = []
  #now = BEGIN

  private constructor(store: Store, accounts: readonly number[]) {
    this.#store = store
    this.#accounts = accounts
    mock.timers.setTime(BEGIN)
  }

  static async make(store: Store, name: string): Promise<World> {
    const accounts = []
    for (const whose of ['one', 'other']) accounts.push(await store.accounts.ensure(`${name}, ${whose}`))
    return new World(store, accounts)
  }

  async change(next: Change): Promise<void> {
    if (next.do === 'ask') return this.check(next)
    if (next.do === 'wait') {
      this.#now += next.hours * HOUR
      mock.timers.setTime(this.#now)
    } else if (next.do === 'end') await this.#end(next.which, next.outcome)
    else if (next.do === 'delete') await this.#delete(next.which)
    else await this.#create(next, this.#accounts[next.who]!)
  }

  async check({ who: owner, from, days }: Asked): Promise<void> {
    const first = dayOf(BEGIN) + (from % 60) - 1
    const last = first + (days % 400)
    const account = this.#accounts[owner]!
    const used = Map.groupBy(
      this.#happened.filter((one) => one.account === account && one.day >= first && one.day <= last),
      ({ day }) => day,
    )
    const total = (all: readonly DayUsage[], of: 'jobs' | 'failed' | 'audioMs') =>
      all.reduce((sum, one) => sum + one[of], 0)
    const found = await this.#store.accounts.usage(account, first, last)
    assert.deepEqual(
      found.map((one) => ({ ...one })),
      [...used]
        .toSorted(([a], [b]) => a - b)
        .map(([day, all]) => ({
          day,
          jobs: total(all, 'jobs'),
          failed: total(all, 'failed'),
          audioMs: total(all, 'audioMs'),
        })),
    )
  }

  #add(account: number, at: number, change_: Partial<DayUsage>): void {
    this.#happened.push({ account, day: dayOf(at), jobs: 0, failed: 0, audioMs: 0, ...change_ })
  }

  async #create(
    next: Change & { do: 'create' | 'speak' | 'fail to create' },
    account: number,
  ): Promise<void> {
    if (next.do === 'speak') return this.#speak(next, account)
    if (next.do === 'fail to create') {
      await assert.rejects(this.#store.jobs.create(account, jobOf(randomUUID())), UnknownFileError)
      await this.#store.accounts.change(account, { limits: { live_sessions: 0 } })
      await assert.rejects(this.#begin(account), LimitError)
      await this.#store.accounts.change(account, { limits: { live_sessions: 'default' } })
      return
    }
    const file = next.duration === null ? null : fileOf(next.duration)
    if (file !== null) {
      await this.#store.uploads.begin(file.id, NODE)
      await this.#store.files.add(account, file)
    }
    const jobs = Array.from({ length: next.times }, async () =>
      this.#store.jobs.create(account, jobOf(file?.id ?? null)),
    )
    for (const { id, createdAt } of await Promise.all(jobs)) {
      this.#add(account, createdAt, { jobs: 1 })
      this.#open.push({ id, account, createdAt, audioMs: Math.round((next.duration ?? 0) * 1000) })
    }
  }

  async #begin(account: number) {
    const params = liveParamsOf(liveRequest.parse({}))
    return this.#store.live.begin(account, { customMetadata: null, params, key: null }, randomUUID())
  }

  /** A live session, from its beginning to its end. */
  async #speak(
    { duration: seconds, outcome: end }: Change & { do: 'speak' },
    account: number,
  ): Promise<void> {
    const { id, createdAt } = await this.#begin(account)
    this.#add(account, createdAt, { jobs: 1 })
    const file = seconds === null ? null : fileOf(seconds)
    if (file !== null) await this.#store.uploads.begin(file.id, NODE)
    assert.ok(await this.#store.live.finish(id, NODE, end as never, file))
    this.#ends({ id, account, createdAt, audioMs: Math.round((seconds ?? 0) * 1000) }, end)
  }

  async #end(which_: number, end: Outcome): Promise<void> {
    const [job] = this.#open.splice(which_ % Math.max(1, this.#open.length), 1)
    if (job === undefined) return
    assert.ok(await this.#store.work.finish(job.id, end))
    assert.equal(await this.#store.work.finish(job.id, end), false)
    this.#ends(job, end)
  }

  #ends(job: OpenJob, { status }: Outcome): void {
    const used = status === 'error' ? { failed: 1 } : { audioMs: job.audioMs }
    this.#add(job.account, Math.max(this.#now, job.createdAt), used)
    this.#ended.push(job)
  }

  async #delete(which_: number): Promise<void> {
    const [job] = this.#ended.splice(which_ % Math.max(1, this.#ended.length), 1)
    if (job !== undefined) assert.notEqual(await this.#store.jobs.delete(job.account, job.id, null), null)
  }
}

function jobOf(fileId: string | null): NewJob {
  return { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId }
}

function fileOf(seconds: number): StoredFile {
  const name = { filename: 'talk.wav', extension: 'wav', source: null }
  return { id: randomUUID(), ...name, size: 44, duration: seconds, channels: 1 }
}
