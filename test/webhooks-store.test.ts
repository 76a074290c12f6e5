/** Account webhooks report each event once, whatever happens to the jobs and the webhooks in the meantime. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mock, test } from 'node:test'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { accountWebhook, type AccountWebhook } from '../src/contract/callbacks.ts'
import { liveParamsOf, liveRequest } from '../src/contract/live-request.ts'
import type { Webhook } from '../src/contract/settings.ts'
import { WEBHOOK_EVENTS } from '../src/contract/webhook-events.ts'
import { AuditLog } from '../src/jobs/audit-log.ts'
import { OPERATOR } from '../src/jobs/caller.ts'
import type { NewJob } from '../src/jobs/job.ts'
import { BackgroundTasks } from '../src/queue/background-tasks.ts'
import type { Dialect } from '../src/store/databases/dialect.ts'
import type { Store } from '../src/store/open-store.ts'
import { changeBetween } from '../src/transcripts/revised-transcript.ts'
import { CallbackWorld } from './support/callback-world.ts'
import { TestEndpoint } from './support/callback-endpoint.ts'
import { LEASE_MS, NODE } from './support/claim-work.ts'
import { deletionOf } from './support/deletion-of.ts'
import { openFresh } from './support/fresh-store.ts'
import { NO_FILTER } from './support/no-filter.ts'
import { onEachStore } from './support/on-each-store.ts'
import { until } from './support/until.ts'

const DAY = 86_400_000
const JOB: NewJob = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null }
const SPOKEN = { full_transcript: 'hello', languages: [], utterances: [] }
const DONE = { status: 'done', result: { transcription: SPOKEN } as never } as const
const FAILED = { status: 'error', code: 422, message: 'no' } as const

const webhook = (id: string, events: readonly string[] = WEBHOOK_EVENTS, url = `https://${id}.example`) =>
  ({ id, url, events }) as Webhook

async function set({ settings, webhooks }: Store, account: number, items: readonly Webhook[]): Promise<void> {
  await settings.set(account, 'webhooks', items.length === 0 ? null : JSON.stringify({ items }))
  await webhooks.dropRemoved(account)
}

/** What is recorded for an account: its webhooks, and the bodies they are sent. */
async function recorded({ db }: Dialect, account: number): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'webhook', 'event', 'payload'])
    .where('account', '=', account)
    .where('webhook', 'is not', null)
    .execute()
  for (const { payload, event } of rows)
    assert.equal(accountWebhook.parse(JSON.parse(payload ?? '')).event, event)
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
  // Without the hash of its URL.
  return rows.map((row) => `${row.webhook?.split('_')[0]} ${row.payload}`).toSorted()
}

const action = fc.constantFrom(
  ...(['create', 'create', 'create several', 'end', 'end', 'fail', 'requeue', 'correct', 'correct'] as const),
  ...([
    'share',
    'trash',
    'trash',
    'restore',
    'delete',
    'erase',
    'delete all',
    'trash all',
    'describe',
  ] as const),
  ...(['speak', 'speak and fail', 'subscribe', 'unsubscribe'] as const),
)
const change = fc.record({ do: action, which: fc.nat({ max: 9_999 }) })
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

interface KnownJob {
  readonly id: string
  state: 'open' | 'done' | 'error' | 'trash' | 'gone'
  before: 'done' | 'error'
  readonly isLive: boolean
  revision: number
}

/** An account, and what its webhooks should have reported. */
class World {
  readonly #store: Store
  readonly #account: number
  readonly #name: string
  readonly #jobs: KnownJob[] = []
  #items: readonly Webhook[] = []
  #expected: { readonly webhook: string; readonly body: string }[] = []

  constructor(store: Store, account: number, name: string) {
    this.#store = store
    this.#account = account
    this.#name = name
  }

  get expected(): string[] {
    return this.#expected.map(({ webhook: to, body }) => `${to} ${body}`).toSorted()
  }

  async change({ do: what, which }: Change): Promise<void> {
    const account = this.#account
    const { jobs, work, failedJobs, transcripts, shares, trash } = this.#store
    const any = this.#jobs[which % Math.max(1, this.#jobs.length)]
    if (what === 'create' || what === 'create several') {
      const made = Array.from({ length: what === 'create' ? 1 : 5 }, async () => jobs.create(account, JOB))
      for (const { id } of await Promise.all(made)) {
        this.#add(id, 'open')
        this.#reports('transcription.created', id)
      }
    } else if (what === 'speak' || what === 'speak and fail') await this.#speak(what === 'speak')
    else if (what === 'subscribe' || what === 'unsubscribe') await this.#subscribe(what, which)
    else if (what === 'delete all' || what === 'trash all') await this.#deleteAll(what === 'trash all')
    else if (any === undefined) return
    // Each twice, as if the answer to the first had been lost.
    else if (what === 'end' || what === 'fail') {
      const done = await work.finish(any.id, what === 'end' ? DONE : FAILED)
      await work.finish(any.id, DONE)
      assert.equal(done, any.state === 'open')
      if (!done) return
      any.state = what === 'end' ? 'done' : 'error'
      this.#reports(`transcription.${what === 'end' ? 'success' : 'error'}`, any.id)
    } else if (what === 'requeue') {
      if ((await failedJobs.requeue(account, any.id, null)) === 'requeued') any.state = 'open'
    } else if (what === 'correct') {
      const from = any.revision
      const correct = async () =>
        transcripts.add(account, any.id, {
          ...changeBetween(SPOKEN, SPOKEN),
          ...{ from, changes: 1, by: OPERATOR },
        })
      const added = await correct()
      await correct()
      if (added?.isAdded !== true) return
      any.revision++
      this.#reports('job.corrected', any.id, { revision: any.revision })
    } else if (what === 'share') {
      const made = await shares.create({ account, who: OPERATOR, user: null }, any.id, SHARE)
      if (made !== null && made !== 'full') this.#reports('job.shared', any.id, { share_id: made.share.id })
    } else if (what === 'trash') {
      if ((await jobs.trash(account, any.id, null)) === 'trashed') this.#trashed(any)
      await jobs.trash(account, any.id, null)
    } else if (what === 'restore') {
      if (!(await trash.restore(account, any.id))) return
      await trash.restore(account, any.id)
      any.state = any.before
      this.#reports('job.restored', any.id)
    } else if (what === 'delete' || what === 'erase') {
      const remove = async () =>
        what === 'delete' ? jobs.delete(account, any.id, null) : trash.remove(account, any.id)
      const removed = await remove()
      await remove()
      if (typeof removed === 'object' && removed !== null) this.#gone(any)
    } else await jobs.setDetails(account, any.id, { title: 'a' }, OPERATOR)
  }

  #add(id: string, state: KnownJob['state'], isLive = false): void {
    this.#jobs.push({ id, state, before: 'done', isLive, revision: 0 })
  }

  #reports(event: AccountWebhook['event'], id: string, more: object = {}): void {
    const body = JSON.stringify({ event, account: this.#name, payload: { id, ...more } })
    for (const { id: to, events } of this.#items)
      if (events.includes(event)) this.#expected.push({ webhook: to, body })
  }

  #trashed(job: KnownJob): void {
    job.before = job.state as 'done' | 'error'
    job.state = 'trash'
    this.#reports('job.deleted', job.id, { in_trash: true })
  }

  #gone(job: KnownJob): void {
    job.state = 'gone'
    this.#reports('job.deleted', job.id, { in_trash: false })
  }

  async #speak(isDone: boolean): Promise<void> {
    const { live } = this.#store
    const params = liveParamsOf(liveRequest.parse({}))
    const request = { customMetadata: null, params, key: null }
    const { id } = await live.begin(this.#account, request, randomUUID())
    // Again, as after a reconnection.
    for (let i = 0; i < 2; i++) assert.ok(await live.start(id, NODE))
    for (let i = 0; i < 2; i++)
      assert.equal(await live.finish(id, NODE, (isDone ? DONE : FAILED) as never, null), i === 0)
    this.#add(id, isDone ? 'done' : 'error', true)
    for (const event of WEBHOOK_EVENTS.filter((one) => one.startsWith('live.'))) this.#reports(event, id)
  }

  async #deleteAll(isToTrash: boolean): Promise<void> {
    const { bulkRequests } = this.#store
    await bulkRequests.begin(this.#account, deletionOf(NO_FILTER, isToTrash))
    while (await bulkRequests.advance(3));
    for (const job of this.#jobs.filter(({ state }) => state === 'done' || state === 'error'))
      if (isToTrash) this.#trashed(job)
      else this.#gone(job)
  }

  async #subscribe(what: 'subscribe' | 'unsubscribe', which: number): Promise<void> {
    const id = `w${which % 3}`
    const events = WEBHOOK_EVENTS.filter((_event, i) => ((which >> i) & 1) === 1 || which % 5 === 0)
    const others = this.#items.filter((one) => one.id !== id)
    this.#items = what === 'subscribe' ? [...others, webhook(id, events)] : others
    await set(this.#store, this.#account, this.#items)
    if (what === 'unsubscribe') this.#expected = this.#expected.filter((one) => one.webhook !== id)
  }
}

const SHARE = { from: null, to: null, audio: false, download: false, redacted: false, expiresAt: null }

onEachStore('the reports of account webhooks', (fresh) => {
  test('have each event once, for the webhooks of its time, as a model predicts', async (t) => {
    const { store, dialect, close } = await openFresh(fresh)
    t.after(close)
    await store.nodes.register(
      { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      LEASE_MS,
      null,
    )
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 80, maxLength: 80, size: 'max' }), async (changes) => {
        const name = `run ${runs++}`
        const world = new World(store, await store.accounts.ensure(name), name)
        const account = await store.accounts.ensure(name)
        await world.change({ do: 'subscribe', which: 5 })
        for (const one of changes) await world.change(one)
        assert.deepEqual(await recorded(dialect, account), world.expected)
      }),
      { seed: 1, numRuns: 2, endOnFailure: true },
    )
  })

  test('are complete for jobs deleted in bulk or by their retention', async (t) => {
    const { store, dialect, account, close } = await openFresh(fresh)
    t.after(close)
    const ids = (
      await Promise.all(Array.from({ length: 300 }, async () => store.jobs.create(account, JOB)))
    ).map(({ id }) => id)
    for (const id of ids) await store.work.finish(id, FAILED)
    await set(store, account, [webhook('a', ['job.deleted']), webhook('b'), webhook('c', ['job.restored'])])
    await store.jobs.trash(account, ids[0] ?? '', null)
    await store.retention.set(account, { audioDays: null, transcriptDays: 0 })
    const [expiring] = await store.retention.expiring({ audioDays: null, transcriptDays: null })
    assert.ok(expiring)
    assert.equal(await store.retention.removeExpired(expiring, 20), 20)
    await store.bulkRequests.begin(account, deletionOf(NO_FILTER))
    while (await store.bulkRequests.advance(280));
    const body = (id: string, in_trash: boolean) =>
      JSON.stringify({ event: 'job.deleted', account: 'default', payload: { id, in_trash } })
    const all = [body(ids[0] ?? '', true), ...ids.slice(1).map((id) => body(id, false))]
    assert.deepEqual(
      await recorded(dialect, account),
      ['a', 'b'].flatMap((to) => all.map((one) => `${to} ${one}`)).toSorted(),
    )
    // Jobs in the trash go when their days there are over.
    mock.timers.enable({ apis: ['Date'], now: Date.now() + DAY })
    t.after(() => mock.timers.reset())
    assert.equal(await store.trash.removeExpired(1, 10), 1)
    assert.ok((await recorded(dialect, account)).includes(`a ${body(ids[0] ?? '', false)}`))
  })

  test('go with a webhook that is removed, even while jobs are created', async (t) => {
    const { store, dialect, account, close } = await openFresh(fresh)
    t.after(close)
    for (let round = 0; round < 10; round++) {
      await set(store, account, [webhook('kept'), webhook('removed')])
      const creating = Array.from({ length: 8 }, async () => store.jobs.create(account, JOB))
      await creating[0]
      const { settings, webhooks } = store
      await settings.set(account, 'webhooks', JSON.stringify({ items: [webhook('kept')] }))
      await webhooks.dropRemoved(account)
      await Promise.all(creating)
      const left = (await recorded(dialect, account)).map((line) => line.split(' ')[0])
      assert.deepEqual(new Set(left), new Set(['kept']))
      assert.equal(left.length, (round + 1) * 8)
    }
  })

  test('are kept for 30 days', async (t) => {
    const world = await CallbackWorld.make(t, fresh)
    const endpoint = await TestEndpoint.listen(t)
    await set(world.store, world.account, [webhook('a', WEBHOOK_EVENTS, endpoint.url('/200'))])
    const id = await world.endedJob({})
    await world.settled(id)
    const old = async () =>
      world.store.deliveryLog.ofAccount(world.account, { jobId: null, state: null, after: null, limit: 9 })
    assert.equal((await old()).length, 2)
    const now = Date.now()
    mock.timers.enable({ apis: ['Date'], now: now + 30 * DAY - 60_000 })
    t.after(() => mock.timers.reset())
    await world.store.webhooks.removeOld()
    assert.equal((await old()).length, 2)
    mock.timers.setTime(now + 30 * DAY + 60_000)
    const log = pino({ level: 'silent' })
    const { store } = world
    await store.nodes.register(
      { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      LEASE_MS,
      null,
    )
    const background = new BackgroundTasks(store, {
      ...{ node: NODE, retention: { audioDays: null, transcriptDays: null }, trashDays: 7 },
      ...{ lackedBytes: async () => 0, log, audit: new AuditLog(store.audit, { log, days: 1 }) },
    })
    t.after(async () => background.close())
    background.wake()
    await until(async () => (await old()).length === 0)
  })
})

onEachStore('webhooks that wait', (fresh) => {
  test('do not hold up callbacks of a session, and are dropped with their webhook or its URL', async (t) => {
    const world = await CallbackWorld.make(t, fresh, { timeoutMs: 3_000 })
    const { store, account } = world
    const endpoint = await TestEndpoint.listen(t)
    const hanging = webhook('hanging', WEBHOOK_EVENTS, endpoint.url('/hang'))
    const moved = webhook('moved', WEBHOOK_EVENTS, endpoint.url('/reset'))
    await set(store, account, [hanging, moved, webhook('kept', WEBHOOK_EVENTS, endpoint.url('/200'))])
    await store.nodes.register(
      { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
      LEASE_MS,
      null,
    )
    const params = liveParamsOf(liveRequest.parse({}))
    const { id } = await store.live.begin(account, { customMetadata: null, params, key: null }, randomUUID())
    await store.live.start(id, NODE)
    const message = (type: 'start_session' | 'start_recording') => ({
      ...{ key: type, type },
      text: JSON.stringify({ session_id: id, created_at: new Date(0).toISOString(), type }),
    })
    const messages = [message('start_session'), message('start_recording')]
    await store.live.addMessages(id, endpoint.url('/204'), messages)
    world.dispatcher.wake()
    await until(() => endpoint.on('/204').length === 2 && endpoint.on('/hang').length === 2)
    const waits = (await world.deliveries(id)).filter(({ url }) => url === hanging.url)
    assert.deepEqual(
      waits.map(({ state }) => state),
      ['waiting', 'waiting'],
    )
    await until(async () =>
      (await world.deliveries(id)).every(({ url, state }) => url === hanging.url || state !== 'waiting'),
    )
    const url = endpoint.url('/404')
    await set(store, account, [{ ...moved, url }, webhook('kept', WEBHOOK_EVENTS, endpoint.url('/200'))])
    const left = await world.deliveries(id)
    assert.deepEqual(left.map(({ url: to }) => new URL(to).pathname).toSorted(), [
      '/200',
      '/200',
      '/204',
      '/204',
    ])
    // What was being sent at that moment is not sent again.
    await endpoint.left()
    assert.equal(endpoint.on('/hang').length, 2)
  })
})
