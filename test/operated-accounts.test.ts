/** What operators do with accounts, and members with the order of their jobs, in one service. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Account, AccountList } from '../src/contract/accounts.ts'
import type { JobPage } from '../src/contract/job.ts'
import type { DeliveryPage } from '../src/contract/deliveries.ts'
import type { LimitUsage } from '../src/contract/limit-usage.ts'
import type { JobProgress } from '../src/contract/progress.ts'
import type { Requeued } from '../src/contract/queue.ts'
import type { Outcome } from '../src/jobs/work.ts'
import { Client } from './support/client.ts'
import { isLong } from './support/long.ts'
import { onEachStore } from './support/on-each-store.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { SILENCE } from './support/sample.ts'
import { scriptorium } from './support/scriptorium.ts'
import { withDialect } from './support/store-place.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { until } from './support/until.ts'

const FAULT: Outcome = { status: 'error', code: 500, message: 'the recogniser crashed' }

onEachStore('an operator', (fresh) => {
  let service: RunningService
  let operator: Client
  /** Of the account `team`. */
  let team: Client
  let databaseUrl: string | null

  before(async () => {
    const database = await fresh()
    databaseUrl = database.url
    let key = ''
    service = await runService(
      { ALLOW_PRIVATE_URLS: '1' },
      async ({ accounts, keys }) => {
        key = (await keys.create(await accounts.ensure('team'), 'theirs')).key
      },
      database,
    )
    operator = await Client.of(service)
    team = operator.as(key)
  })
  after(async () => service.close())

  const change = async (body: object, name = 'team'): Promise<Account> => {
    const answer = await operator.send<Account>('PATCH', `/v2/accounts/${encodeURIComponent(name)}`, { body })
    assert.equal(answer.status, 200, String(answer.bytes))
    return answer.body
  }
  const listed = async (name: string) =>
    (await operator.get<AccountList>('/v2/accounts')).body.items.find((one) => one.name === name)
  const create = async (client: Client, request: object = {}) => {
    const { audio_url } = await client.upload(SILENCE)
    return client.create({ audio_url, ...request })
  }
  const done = async (client: Client, id: string) => client.jobThatIs(id, 'done')
  const positions = async (ids: readonly string[]) =>
    Promise.all(
      ids.map(async (id) => (await team.get<JobProgress>(`/v2/jobs/${id}/progress`)).body.queue_position),
    )
  const fail = async (id: string) =>
    withDialect({ dataDir: service.dataDir, databaseUrl }, async (dialect) => {
      const store = await openTestStore(dialect)
      assert.equal(await store.work.finish(id, FAULT), true)
    })

  test('creates an account, sets its limits, and resets them to the defaults', async () => {
    const name = 'Team Ä/1'
    const created = await operator.send<Account>('POST', '/v2/accounts', { body: { name } })
    assert.equal(created.status, 201)
    await operator.refused(409, 'POST', '/v2/accounts', { body: { name } })
    assert.deepEqual(await listed(name), created.body)
    const limits = { storage_gb: 0.25, max_running: 2, live_sessions: null, open_jobs: 7 }
    const changed = await change({ limits, priority: -3 }, name)
    assert.equal(changed.priority, -3)
    assert.deepEqual(changed.limits.storage_gb, { limit: 0.25, used: 0, own: true })
    assert.deepEqual(changed.limits.live_sessions, { limit: null, used: 0, own: true })
    assert.deepEqual(changed.limits.minutes_per_day, { limit: null, used: 0, own: false })
    const reset = await change({ limits: { live_sessions: 'default', storage_gb: 'default' } }, name)
    assert.deepEqual(reset.limits.live_sessions, { limit: 100, used: 0, own: false })
    assert.deepEqual([reset.limits.open_jobs.limit, reset.priority], [7, -3], 'absent limits are unchanged')
    const faulty = { limits: { open_jobs: 1.5, unknown: 1 }, priority: 1e6 }
    const { validation_errors = [] } = await operator.refused(400, 'PATCH', '/v2/accounts/team', {
      body: faulty,
    })
    for (const field of ['limits.open_jobs: must be a whole number', '"unknown"', 'priority: '])
      assert.ok(
        validation_errors.some((line) => line.includes(field)),
        `${field}: ${validation_errors.join('; ')}`,
      )
    await operator.refused(404, 'PATCH', '/v2/accounts/nobody', { body: {} })
  })

  test('pauses an account: its files wait, no live session begins, and other accounts are not affected', async () => {
    assert.equal((await change({ paused: true })).state, 'paused')
    const waiting = await create(team)
    const { message } = await team.refused(503, 'POST', '/v2/live', { body: {} })
    assert.match(message, /^the account is paused: /)
    assert.equal((await operator.send('POST', '/v2/live', { body: {} })).status, 201)
    await done(operator, await create(operator))
    assert.equal((await team.job(waiting)).status, 'queued')
    assert.equal((await team.get<LimitUsage>('/v2/limits')).body.paused, true)
    assert.equal((await listed('team'))?.limits.open_jobs.used, 1)
    assert.equal((await change({ paused: false })).state, 'active')
    await done(team, waiting)
  })

  test('lets members of an account order their waiting jobs', async () => {
    await change({ paused: true })
    const ids = [await create(team), await create(team), await create(team)]
    const set = async (id: string | undefined, priority: number | 'first') =>
      (await team.send<{ priority: number }>('PUT', `/v2/jobs/${id}/priority`, { body: { priority } })).body
        .priority
    assert.equal(await set(ids[2], 'first'), 1)
    assert.equal(await set(ids[1], 'first'), 2)
    assert.equal(await set(ids[2], 'first'), 3)
    assert.deepEqual(await positions(ids), [2, 1, 0])
    assert.equal(await set(ids[2], -1), -1)
    assert.deepEqual(await positions(ids), [1, 0, 2])
    const body = { priority: 1 }
    await operator.refused(404, 'PUT', `/v2/jobs/${ids[0]}/priority`, { body })
    await team.refused(400, 'PUT', `/v2/jobs/${ids[0]}/priority`, { body: { priority: 1001 } })
    await change({ paused: false })
    for (const id of ids) await done(team, id)
    await team.refused(409, 'PUT', `/v2/jobs/${ids[0]}/priority`, { body })
    const live = (await team.send<{ id: string }>('POST', '/v2/live', { body: {} })).body.id
    await team.refused(409, 'PUT', `/v2/jobs/${live}/priority`, { body })
    await team.refused(409, 'POST', `/v2/jobs/${live}/requeue`)
    assert.equal((await team.send('POST', `/v2/jobs/${live}/cancel`)).status, 202)
  })

  test('can have failed jobs run again under their ids, and their ends are reported again', async () => {
    await change({ paused: true })
    const callback_config = { url: 'http://127.0.0.1:1/hook' }
    const [one, two, three] = [
      await create(team, { callback: true, callback_config }),
      await create(team),
      await create(team),
    ]
    for (const id of [one, two, three]) await fail(id)
    const reported = (await team.get<DeliveryPage>(`/v2/deliveries?job_id=${one}`)).body.items
    assert.deepEqual(
      reported.map(({ id, event }) => [id, event]),
      [[`${one}_end`, 'transcription.error']],
    )
    const faults = async () => (await team.get<JobPage>('/v2/jobs?error_code=5xx&fields=id')).body.items
    assert.deepEqual(
      (await faults()).map(({ id }) => id),
      [three, two, one],
    )
    await operator.refused(404, 'POST', `/v2/jobs/${one}/requeue`)
    assert.equal((await team.send('POST', `/v2/jobs/${one}/requeue`)).status, 202)
    const queued = await team.job(one)
    assert.deepEqual(
      [queued.status, queued.completed_at, queued.error_code, queued.error_message],
      ['queued', null, null, null],
    )
    await team.refused(409, 'POST', `/v2/jobs/${one}/requeue`)
    assert.deepEqual((await team.get<DeliveryPage>(`/v2/deliveries?job_id=${one}`)).body.items, [])
    await change({ limits: { open_jobs: 2 } })
    const some = await team.send<Requeued>('POST', '/v2/jobs/requeue')
    assert.deepEqual(some.body, { requeued: 1, more: true })
    await team.refused(429, 'POST', '/v2/jobs/requeue')
    await change({ limits: { open_jobs: 'default' } })
    const rest = await team.send<Requeued>('POST', '/v2/jobs/requeue')
    assert.deepEqual(rest.body, { requeued: 1, more: false })
    await change({ paused: false })
    for (const id of [one, two, three]) await done(team, id)
    const [again, ...others] = (await team.get<DeliveryPage>(`/v2/deliveries?job_id=${one}`)).body.items
    assert.equal(others.length, 0)
    assert.equal(again?.event, 'transcription.success')
    assert.match(again.id, new RegExp(`^${one}_end_\\d+$`))
    await team.refused(409, 'POST', `/v2/jobs/${one}/requeue`)
    await team.refused(404, 'POST', `/v2/jobs/${randomUUID()}/requeue`)
  })

  test('pauses, ranks and resumes an account on the command line', async (t) => {
    // Five processes, which test nothing about the database that the cases above do not.
    if (databaseUrl !== null && !isLong) return t.skip('TEST_LONG=true runs it')
    const command = async (...args: string[]) =>
      scriptorium(['accounts', ...args], { DATA_DIR: service.dataDir, ...service.databaseEnv })
    await command('pause', 'team', '--wait')
    assert.equal((await listed('team'))?.state, 'paused')
    assert.match((await command('list')).stdout, /^team .* paused$/m)
    const { stdout } = await command('limits', 'team', '--max-running', '3', '--priority', '2')
    assert.match(stdout, /^max-running +0\/3 +of the account/m)
    assert.match(stdout, /^priority +2 /m)
    assert.equal((await listed('team'))?.priority, 2)
    await command('resume', 'team')
    await command('limits', 'team', '--max-running', 'default', '--priority', '0')
    assert.partialDeepStrictEqual(await listed('team'), { state: 'active', priority: 0 })
  })

  test('deletes an account only by its name, given twice, and never the account of the operators', async () => {
    await operator.send('POST', '/v2/accounts', { body: { name: 'old' } })
    await operator.refused(400, 'DELETE', '/v2/accounts/old?confirm=Old')
    await operator.refused(400, 'DELETE', '/v2/accounts/old')
    await operator.refused(409, 'DELETE', '/v2/accounts/default?confirm=default')
    assert.equal((await operator.send('DELETE', '/v2/accounts/old?confirm=old')).status, 202)
    await operator.refused(404, 'DELETE', '/v2/accounts/old?confirm=old')
    await until(async () => (await listed('old')) === undefined)
    await team.refused(403, 'GET', '/v2/accounts')
  })
})
