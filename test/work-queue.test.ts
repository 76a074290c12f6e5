/** Claims of several nodes on one store are fair and limited, and late writes are refused. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import type { Claim, Outcome, Work } from '../src/jobs/work.ts'
import { LEASE_MS } from './support/claim-work.ts'
import { type OpenStore, openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'

const FAILED: Outcome = { status: 'error', code: 422, message: 'the audio cannot be used' }
const FETCH = { stage: 'fetch', leaseMs: LEASE_MS } as const
/** A lease that has expired as soon as it is taken. */
const EXPIRED = { stage: 'fetch', leaseMs: -1 } as const
/** `TEST_CLAIMS=5000` is the long form. */
const STEPS = Number(process.env['TEST_CLAIMS'] ?? 90)
/** `TEST_WAITING_JOBS=20000` is the long form, with 100 small jobs instead of 20. */
const WAITING = Number(process.env['TEST_WAITING_JOBS'] ?? 200)
const IS_LONG = WAITING > 200

onEachStore('the queue of work', (fresh) => {
  let opened: OpenStore
  before(async () => void (opened = await openFresh(fresh)))
  after(async () => opened.close())

  const create = async (account: number) => {
    const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
    return (await opened.store.jobs.create(account, job)).id
  }
  const accountOf = async (name: string) => opened.store.accounts.ensure(name)
  const claim = async (node: string, of: object = {}): Promise<Work> => {
    const work = await opened.store.work.claim(node, { ...FETCH, ...of })
    return work ?? assert.fail('nothing to claim')
  }
  const endAll = async (...claims: Claim[]) => {
    for (const each of claims) await opened.store.work.finish(each, FAILED)
  }

  test('gives a job to one node', async () => {
    const { work } = opened.store
    const id = await create(opened.account)
    const claims = await Promise.all(['a', 'b', 'c', 'd'].map(async (node) => work.claim(node, FETCH)))
    const taken = claims.filter((each) => each !== null)
    assert.deepEqual(
      taken.map(({ jobId, attempts }) => [jobId, attempts]),
      [[id, 1]],
    )
    assert.equal(await work.finish(id, FAILED), true)
    assert.equal(await work.finish(taken[0]!, FAILED), false, 'it was ended by its id')
  })

  test('serves the account with the fewest jobs in progress, and then the others in turn', async () => {
    const [greedy, modest] = [await accountOf('greedy'), await accountOf('modest')]
    for (let i = 0; i < 4; i++) await create(greedy)
    const first = await claim('a')
    for (let i = 0; i < 2; i++) await create(modest)
    const second = await claim('b')
    assert.deepEqual([first.account, second.account], [greedy, modest])
    await endAll(second)
    const third = await claim('a')
    assert.equal(third.account, modest, 'it has none in progress')
    await endAll(first, third)
    await endAll(await claim('a'), await claim('a'), await claim('a'))
    assert.equal(await opened.store.work.claim('a', FETCH), null)
  })

  test('takes the job of an account with the highest priority, then the oldest', async () => {
    const ids = [await create(opened.account), await create(opened.account), await create(opened.account)]
    assert.equal(await opened.store.queue.setPriority(opened.account, ids[2]!, 1), 1)
    const positions = await Promise.all(ids.map(async (id) => opened.store.queue.position(id)))
    assert.deepEqual(positions, [1, 2, 0])
    const claims = [await claim('a'), await claim('a'), await claim('a')]
    assert.deepEqual(
      claims.map(({ jobId }) => jobId),
      [ids[2], ids[0], ids[1]],
    )
    await endAll(...claims)
  })

  test('refuses every write about a claim that was released, and counts the attempt', async () => {
    const { work } = opened.store
    const id = await create(opened.account)
    const lost = await claim('frozen', EXPIRED)
    assert.equal(await work.releaseExpired(), 1)
    assert.deepEqual(
      (await work.beat([{ ...lost, progress: null }], LEASE_MS)).map(({ jobId }) => jobId),
      [id],
    )
    const held = await claim('other')
    assert.equal(held.attempts, 2)
    assert.equal(await work.finish(lost, FAILED), false)
    assert.equal(await work.putBack(lost), false)
    assert.equal(await work.attachFile(lost, FILE), false)
    assert.equal((await opened.store.jobs.state(opened.account, id))?.status, 'processing')
    assert.equal(await work.putBack(held), true)
    const again = await claim('other')
    assert.equal(again.attempts, 2, 'an attempt that was put back is not counted')
    assert.equal(
      await work.finish(held, FAILED),
      false,
      'a claim of the same node and attempt, but an earlier one',
    )
    assert.equal(await work.finish(again, FAILED), true)
  })

  test('keeps a job whose lease is extended, and shows its progress', async () => {
    const { queue, work } = opened.store
    await create(opened.account)
    const held = await claim('a', EXPIRED)
    const progress = { stage: 'fetching', fraction: 0, etaSeconds: null } as const
    assert.deepEqual(await work.beat([{ ...held, progress }], LEASE_MS), [])
    assert.equal(await work.releaseExpired(), 0)
    assert.deepEqual(await queue.progress(held.jobId), progress)
    assert.equal(await work.finish(held, FAILED), true)
    assert.equal(await queue.progress(held.jobId), null)
  })

  test('releases what a node owned when the node is found dead', async () => {
    const { nodes, work } = opened.store
    const node = { roles: [], version: '1', models: {}, host: 'here', pid: 1 }
    await nodes.register({ ...node, id: 'dead' }, -1, null)
    await create(opened.account)
    const lost = await claim('dead')
    await nodes.register({ ...node, id: 'living' }, LEASE_MS, null)
    assert.equal(await nodes.beat('living', LEASE_MS, null), 'running')
    assert.equal(await nodes.beat('dead', LEASE_MS, null), null)
    assert.equal(await work.finish(lost, FAILED), false)
    const taken = await claim('living')
    assert.equal(taken.jobId, lost.jobId)
    await nodes.register({ ...node, id: 'next' }, LEASE_MS, 'living')
    assert.equal(await nodes.beat('living', LEASE_MS, null), null, 'its folder has a new node')
    assert.equal(await work.finish(taken, FAILED), false)
    await endAll(await claim('next'))
    await nodes.bury('next')
    assert.deepEqual(await opened.dialect.db.selectFrom('nodes').select('id').execute(), [])
  })

  test('agrees with a naive model over random steps of several nodes', async () => {
    const seed = 7
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' }), async (steps) => {
        const accounts = [await accountOf('one'), await accountOf('two'), await accountOf('three')]
        await new NaiveQueue(opened, accounts).follow(steps)
      }),
      // After a failed run, the next one begins with what that left.
      { seed, numRuns: 1, endOnFailure: true },
    )
  })
})

const FILE = {
  id: 'file',
  filename: 'a.wav',
  extension: 'wav',
  source: null,
  size: 1,
  duration: 1,
  channels: 1,
}

const step = fc.record({
  do: fc.constantFrom(
    ...['create', 'create', 'claim', 'claim', 'finish', 'putBack', 'expire', 'cancel', 'requeue'],
    ...['pause', 'resume', 'resume', 'rank', 'prefer', 'prefer', 'first'],
  ),
  node: fc.constantFrom('a', 'b', 'c'),
  priority: fc.constantFrom(-1, 0, 0, 1),
  which: fc.nat({ max: 99 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface ModelJob {
  readonly account: number
  /** Position in the order of arrival. */
  arrival: number
  priority: number
  attempts: number
  /** The current claim. */
  held: Work | null
}

/** A model: the jobs and who holds them, in an array. Every claim ever made is used again. */
class NaiveQueue {
  readonly #jobs = new Map<string, ModelJob>()
  readonly #failed = new Map<string, number>()
  readonly #paused = new Set<number>()
  readonly #ranks = new Map<number, number>()
  #arrivals = 0
  readonly #claims: Work[] = []
  readonly #opened: OpenStore
  readonly #accounts: readonly number[]

  constructor(opened: OpenStore, accounts: readonly number[]) {
    this.#opened = opened
    this.#accounts = accounts
  }

  async follow(steps: readonly Step[]): Promise<void> {
    for (const each of steps) await this.#take(each)
    for (const id of this.#jobs.keys()) assert.equal(await this.#opened.store.work.finish(id, FAILED), true)
    for (const account of this.#accounts)
      await this.#opened.store.accounts.change(account, { priority: 0, paused: false })
  }

  async #take(taken: Step): Promise<void> {
    const { do: what, node, which, priority } = taken
    const { work, jobs, accounts } = this.#opened.store
    const account = this.#accounts[which % 3]!
    if (what === 'pause' || what === 'resume') {
      await accounts.change(account, { paused: what === 'pause' })
      this.#paused[what === 'pause' ? 'add' : 'delete'](account)
      return
    }
    if (what === 'rank') {
      await accounts.change(account, { priority })
      this.#ranks.set(account, priority)
      return
    }
    if (what === 'requeue') return this.#requeue(which)
    if (what === 'prefer' || what === 'first') return this.#prefer(taken)
    if (what === 'create') {
      const params = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
      const { id } = await jobs.create(account, params)
      this.#add(id, account)
      return
    }
    if (what === 'claim') return this.#claim(node)
    if (what === 'expire') {
      // As if the node were frozen: the others release what it holds.
      await this.#opened.dialect.db
        .updateTable('work')
        .set({ lease_until: 1 })
        .where('owner', '=', node)
        .execute()
      const held = [...this.#jobs.values()].filter((job) => job.held?.node === node)
      assert.equal(await work.releaseExpired(), held.length)
      for (const job of held) job.held = null
      return
    }
    const used = this.#claims[which % this.#claims.length]
    if (used === undefined) return
    const job = this.#jobs.get(used.jobId)
    const isHeld = job !== undefined && job.held?.epoch === used.epoch
    if (what === 'cancel') {
      assert.equal(await work.finish(used.jobId, FAILED), job !== undefined)
      this.#end(used.jobId)
    } else if (what === 'finish') {
      assert.equal(await work.finish(used, FAILED), isHeld)
      if (isHeld) this.#end(used.jobId)
    } else {
      assert.equal(await work.putBack(used), isHeld)
      if (isHeld) Object.assign(job, { held: null, attempts: job.attempts - 1 })
    }
  }

  #add(id: string, account: number): void {
    this.#jobs.set(id, { account, arrival: ++this.#arrivals, priority: 0, attempts: 0, held: null })
  }

  #end(id: string): void {
    const job = this.#jobs.get(id)
    if (job !== undefined) this.#failed.set(id, job.account)
    this.#jobs.delete(id)
  }

  /** A failed job, or another one, which is refused. */
  async #requeue(which: number): Promise<void> {
    const { failedJobs } = this.#opened.store
    const [id, account] = [...this.#failed][which % Math.max(1, this.#failed.size)] ?? []
    if (id === undefined || account === undefined) return
    assert.equal(await failedJobs.requeue(account, id, null), 'requeued')
    assert.equal(await failedJobs.requeue(account, id, null), 'not failed')
    this.#failed.delete(id)
    this.#add(id, account)
  }

  async #prefer({ do: what, which, priority }: Step): Promise<void> {
    const { queue } = this.#opened.store
    const [id, job] = [...this.#jobs][which % Math.max(1, this.#jobs.size)] ?? []
    if (id === undefined || job === undefined) return
    const others = [...this.#jobs.values()].filter(
      (other) => other !== job && other.account === job.account && other.held === null,
    )
    const first = Math.max(0, ...others.map((other) => other.priority)) + 1
    const expected = what === 'first' ? first : priority
    const given = what === 'first' ? 'first' : priority
    assert.equal(await queue.setPriority(job.account, id, given), expected)
    job.priority = expected
    const stranger = this.#accounts.find((account) => account !== job.account)!
    assert.equal(await queue.setPriority(stranger, id, 1), null)
    const isAhead = (other: ModelJob) =>
      other.priority > expected || (other.priority === expected && other.arrival < job.arrival)
    const position = job.held === null ? others.filter(isAhead).length : null
    assert.equal(await queue.position(id), position)
  }

  async #claim(node: string): Promise<void> {
    const claimed = await this.#opened.store.work.claim(node, FETCH)
    const all = [...this.#jobs].filter(([, { held, account }]) => held === null && !this.#paused.has(account))
    const rank = ({ account }: ModelJob) => this.#ranks.get(account) ?? 0
    const highest = Math.max(...all.map(([, job]) => rank(job)))
    const waiting = all.filter(([, job]) => rank(job) === highest)
    const running = (account: number) =>
      [...this.#jobs.values()].filter((job) => job.account === account && job.held !== null).length
    assert.equal(claimed === null, waiting.length === 0)
    if (claimed === null) return
    const fewest = Math.min(...waiting.map(([, { account }]) => running(account)))
    assert.equal(running(claimed.account), fewest)
    const [next] = waiting
      .filter(([, { account }]) => account === claimed.account)
      .toSorted(([, a], [, b]) => b.priority - a.priority || a.arrival - b.arrival)
    assert.equal(claimed.jobId, next?.[0])
    const job = this.#jobs.get(claimed.jobId)!
    job.held = claimed
    job.attempts++
    assert.equal(claimed.attempts, job.attempts)
    this.#claims.push(claimed)
  }
}

onEachStore('the limit of an account', (fresh) => {
  test('applies across all nodes, and to transcription only', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    await store.accounts.change(account, { limits: { max_running: 2 } })
    const nodes = Array.from({ length: 8 }, (_, i) => `node ${i}`)
    const create = async () =>
      store.jobs.create(account, {
        kind: 'pre-recorded',
        customMetadata: null,
        requestParams: {},
        fileId: null,
      })
    for (let i = 0; i < 12; i++) await create()
    const claimAll = async (stage: 'fetch' | 'transcribe') =>
      (
        await Promise.all(nodes.map(async (node) => store.work.claim(node, { stage, leaseMs: LEASE_MS })))
      ).filter((work) => work !== null)
    const fetched = await claimAll('fetch')
    assert.equal(fetched.length, nodes.length)
    for (const [i, work] of fetched.entries()) {
      await store.uploads.begin(`file ${i}`, work.node)
      assert.equal(await store.work.attachFile(work, { ...FILE, id: `file ${i}` }), true)
    }
    const [one, other, ...more] = await claimAll('transcribe')
    assert.ok(one && other && more.length === 0)
    assert.equal(await store.work.finish(one, FAILED), true)
    assert.equal((await claimAll('transcribe')).length, 1)
    await store.accounts.change(account, { limits: { max_running: 5 } })
    assert.equal((await claimAll('transcribe')).length, 3)
    assert.equal((await store.accounts.get(account)).used.max_running, 5)
  })
})

onEachStore('an account with many jobs', (fresh) => {
  test('does not delay other accounts: each slot that becomes free takes one of theirs first', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
    const create = async (of: number, jobs: number) =>
      Promise.all(Array.from({ length: jobs }, async () => store.jobs.create(of, job)))
    const claim = async () => store.work.claim('node', FETCH)
    await create(account, WAITING)
    const slots = await Promise.all(Array.from({ length: 8 }, claim))
    assert.ok(slots.every((work) => work?.account === account))
    const others = IS_LONG ? 100 : 20
    for (let i = 0; i < others; i++) await create(await store.accounts.ensure(`small ${i % 10}`), 1)

    const [free] = slots
    assert.ok(free && (await store.work.finish(free, FAILED)))
    const beganAt = performance.now()
    const claimed: (number | undefined)[] = []
    for (let i = 0; i < others; i++) {
      const work = await claim()
      claimed.push(work?.account)
      assert.ok(work && (await store.work.finish(work, FAILED)))
    }
    const milliseconds = performance.now() - beganAt
    assert.ok(!claimed.includes(account))
    assert.equal((await claim())?.account, account, 'there are no others left')
    t.diagnostic(`${others} jobs behind ${WAITING} begun and ended in ${Math.round(milliseconds)} ms`)
    if (IS_LONG) assert.ok(milliseconds < 2_000)
  })
})

onEachStore('more accounts than a claim considers', (fresh) => {
  test('do not hide the next one: paused accounts, and those of another priority', async (t) => {
    const { store, dialect, account, close } = await openFresh(fresh)
    t.after(close)
    const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
    const claim = async () => {
      const work = await store.work.claim('node', FETCH)
      if (work !== null) await store.work.finish(work, FAILED)
      return work?.account ?? null
    }
    const crowd: number[] = []
    for (let i = 0; i < 201; i++) crowd.push(await store.accounts.ensure(`crowd ${i}`))
    for (const one of crowd) await store.jobs.create(one, job)
    const [urgent, late] = [await store.accounts.ensure('urgent'), account]
    await store.accounts.change(urgent, { priority: 1 })
    await store.accounts.change(late, { priority: -1 })
    for (const one of [late, late, urgent]) await store.jobs.create(one, job)
    assert.equal(await claim(), urgent, 'in no window')
    const served = new Set<number | null>()
    for (let i = 0; i < 100; i++) served.add(await claim())
    assert.ok(served.size === 100 && !served.has(late))
    await dialect.db.updateTable('accounts').set({ paused_at: 1 }).where('id', 'in', crowd).execute()
    assert.equal(await claim(), late, 'all others are paused')
    const last = await store.accounts.ensure('last')
    await store.jobs.create(last, job)
    assert.deepEqual([await claim(), await claim(), await claim()], [last, late, null])
  })
})
