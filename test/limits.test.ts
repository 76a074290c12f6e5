/** The limits of accounts over the API and on the command line, in one service whose store is filled before it starts. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { ErrorBody } from '../src/contract/error.ts'
import type { LimitUsage } from '../src/contract/limit-usage.ts'
import { CANCELLED } from '../src/jobs/cancellation.ts'
import { GB } from '../src/jobs/limits.ts'
import { listenHttp } from '../src/platform/net/testing/loopback-server.ts'
import type { Store } from '../src/store/open-store.ts'
import { LEASE_MS, NODE } from './support/claim-work.ts'
import { Client } from './support/client.ts'
import { SessionClient } from './support/live-client.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { requestParams } from './support/request-params.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { SILENCE } from './support/sample.ts'
import { scriptorium } from './support/scriptorium.ts'
import { until } from './support/until.ts'

/** What the account `full` has used before the service starts. */
const USED = { minutes: 59.95, gigabytes: 1 } as const

onEitherStore('the limits of an account', (fresh) => {
  let service: RunningService
  /** An account without limits of its own. */
  let client: Client
  let busy: Client
  let full: Client

  before(async () => {
    const keys = new Map<string, string>()
    service = await runService(
      { ALLOW_PRIVATE_URLS: '1', LIMIT_OPEN_JOBS: '1000' },
      async (store) => {
        for (const name of ['busy', 'full']) {
          const account = await store.accounts.ensure(name)
          keys.set(name, (await store.keys.create(account, 'theirs')).key)
          if (name === 'busy') await store.accounts.change(account, { limits: { open_jobs: 10 } })
          else await fill(store, account)
        }
      },
      await fresh(),
    )
    client = await Client.of(service)
    busy = client.as(keys.get('busy')!)
    full = client.as(keys.get('full')!)
  })
  after(async () => service.close())

  const accounts = async (...args: string[]) => {
    const defaults = { LIMIT_OPEN_JOBS: '1000', RETENTION_TRANSCRIPT_DAYS: '90' }
    return scriptorium(['accounts', ...args], {
      DATA_DIR: service.dataDir,
      ...defaults,
      ...service.databaseEnv,
    })
  }

  test('let 10 of 64 requests create a job until the operator raises them, and affect no other account', async (t) => {
    // Never answers, so that fetches from it stay open.
    const { port } = await listenHttp(t, () => {})
    const audio_url = `http://127.0.0.1:${port}/talk.mp3`
    const create = async (by: Client) =>
      by.send<ErrorBody>('POST', '/v2/pre-recorded', { body: { audio_url } })
    const answers = await Promise.all(Array.from({ length: 64 }, async () => create(busy)))
    const refused = answers.filter(({ status }) => status !== 201)
    assert.equal(refused.length, 54)
    for (const { status, headers, body } of refused) {
      assert.equal(status, 429)
      assert.match(body.message, /limit of 10 open jobs: /)
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    }
    assert.equal((await create(client)).status, 201)

    const { stdout } = await accounts('limits', 'busy', '--open-jobs', '11', '--requests-per-minute', '1000')
    assert.match(stdout, /^open-jobs +10\/11 +of the account/m)
    assert.match(stdout, /^live-sessions +0\/100 +default/m)
    const more = [await create(busy), await create(busy)].map(({ status }) => status)
    assert.deepEqual(more, [201, 429])
  })

  test('are shown with their use', async () => {
    const { body } = await full.get<LimitUsage>('/v2/limits')
    assert.deepEqual(body, {
      requests_per_minute: { limit: null, used: 0 },
      open_jobs: { limit: 1000, used: 0 },
      max_running: { limit: null, used: 0 },
      live_sessions: { limit: 100, used: 0 },
      minutes_per_day: { limit: 60, used: USED.minutes },
      storage_gb: { limit: null, used: USED.gigabytes },
      paused: false,
    })
    assert.equal((await accounts('create', 'new one')).code, 0)
    const { stdout } = await accounts('list')
    assert.match(stdout, /^full +1 +0\.0 +none +0\/1000 +0\/none +0\/100 +59\.95\/60 +1\/none +0$/m)
    assert.match(stdout, /^new one +0 /m)
    const { code, stderr } = await accounts('limits', 'full', '--storage-gb', 'much')
    assert.equal(code, 1)
    assert.match(stderr, /^--storage-gb: must be a number such as 20 or 0\.5, none or default\n$/)
  })

  test('in GB may have a fraction', async () => {
    const { stdout } = await accounts('limits', 'full', '--storage-gb', '0.5')
    assert.match(stdout, /^storage-gb +1\/0\.5 +of the account/m)
    const { body } = await full.get<LimitUsage>('/v2/limits')
    assert.equal(body.storage_gb.limit, 0.5)
    const refused = await accounts('limits', 'full', '--open-jobs', '0.5')
    assert.match(refused.stderr, /^--open-jobs: must be a whole number, none or default\n$/)
    assert.equal((await accounts('limits', 'full', '--storage-gb', 'default')).code, 0)
  })

  test('are set by the operator of the account, as its retention is', async () => {
    const { stdout } = await accounts('retention', 'new one', '--audio-days', '7')
    assert.match(stdout, /^audio +7 +of the account\ntranscript +90 +of the account$/m)
    const { stderr } = await accounts('retention', 'new one', '--transcript-days', 'a week')
    assert.match(stderr, /^--transcript-days: must be/)
    const both = await accounts('retention', 'new one', '--default', '--audio-days', '7')
    assert.match(both.stderr, /'--default' cannot be used with option '--audio-days/)
    const reset = await accounts('retention', 'new one', '--default')
    assert.match(reset.stdout, /^audio +for ever +default\ntranscript +90 +default$/m)
  })

  test('stop a live session that reaches one, and keep its audio', async () => {
    const session = await SessionClient.start(full)
    // Without speech, no model is loaded. In one frame, because the audio sent may be counted at any time.
    const audio = Buffer.alloc(7 * 32_000)
    await session.play(audio, { chunk: audio.length })
    const job = await session.finished()
    assert.equal(job.file?.audio_duration, 7)
    assert.equal(await session.socket.closed(), 1000)
    const [{ error } = assert.fail()] = session.messages('error')
    assert.match(error.message, /limit of 60 minutes of audio a day/)
    const answer = await full.send<ErrorBody>('POST', '/v2/live', { body: {} })
    assert.equal(answer.status, 429)
    const seconds = Number(answer.headers.get('retry-after'))
    assert.ok(seconds > 0 && seconds <= 86_400, String(seconds))
  })

  test('refuse uploads before they are stored', async () => {
    assert.equal((await accounts('limits', 'full', '--storage-gb', '1')).code, 0)
    const body = new FormData()
    body.append('audio', new Blob([SILENCE]), 'talk.wav')
    const { message } = await full.refused(402, 'POST', '/v2/upload', { body })
    assert.match(message, /limit of 1 GB of storage: delete jobs/)
    await client.upload(SILENCE)
  })

  test('count requests, and report the rest in each answer', async () => {
    const { headers } = await busy.get('/v2/usage')
    assert.equal(headers.get('ratelimit-policy'), '"requests";q=1000;w=60')
    const [, left, seconds] = /^"requests";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
    assert.ok(Number(left) >= 996 && Number(left) < 1000 && Number(seconds) <= 60, headers.get('ratelimit')!)
    assert.equal((await client.get('/v2/usage')).headers.get('ratelimit'), null)

    await accounts('limits', 'busy', '--requests-per-minute', '0')
    // With a key that was used less than a second ago.
    const refused = await until(
      async () => busy.get<ErrorBody>('/v2/usage'),
      ({ status }) => status !== 200,
    )
    assert.equal(refused.status, 429)
    assert.match(refused.body.message, /limit of 0 requests a minute/)
    assert.ok(Number(refused.headers.get('retry-after')) <= 60)
    assert.match(refused.headers.get('ratelimit') ?? '', /^"requests";r=0;t=\d+$/)
    for (const path of ['/health', '/ready']) assert.equal((await busy.get(path)).status, 200)
  })
})

/** Gives an account a file, and a job that used nearly all minutes of the day. */
async function fill(store: Store, account: number): Promise<void> {
  await store.accounts.change(account, { limits: { minutes_per_day: 60 } })
  await store.nodes.register(
    { id: NODE, roles: [], version: '1', models: {}, host: 'here', pid: 1 },
    LEASE_MS,
    null,
  )
  const id = randomUUID()
  await store.uploads.begin(id, NODE)
  const name = { filename: 'talk.wav', extension: 'wav', source: null }
  const size = USED.gigabytes * GB
  await store.files.add(account, { id, ...name, size, duration: USED.minutes * 60, channels: 1 })
  const params = requestParams('pre-recorded')
  const job = { kind: 'pre-recorded', customMetadata: null, requestParams: params, fileId: id } as const
  await store.work.finish((await store.jobs.create(account, job)).id, CANCELLED)
}
