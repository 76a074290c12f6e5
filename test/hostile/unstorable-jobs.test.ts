/** A job that the database rejects ends in error, and later jobs are processed. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { wav } from '../../src/audio/testing/media.ts'
import type { LiveJob, PreRecordedJob } from '../../src/contract/job.ts'
import { liveParamsOf, liveRequest } from '../../src/contract/live-request.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { UNSTORABLE } from '../../src/jobs/store-outcome.ts'
import { tokenHash } from '../../src/jobs/token.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import type { Dialect } from '../../src/store/databases/dialect.ts'
import type { Store } from '../../src/store/open-store.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { serveAudio } from '../support/audio-server.ts'
import { UNREADABLE_REQUEST } from '../../src/transcription/failure.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { type RunningService, runService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/scriptorium.ts'
import { withDialect } from '../support/store-place.ts'
import { until } from '../support/until.ts'

/** PostgreSQL text cannot contain NUL. SQLite text can: there, triggers reject the text. */
const REJECTED = '\0rejected'
/** 3.6 KB that do not compress: more than an index row of PostgreSQL can hold. */
const LONG_HOST = Array.from({ length: 60 }, (_, i) =>
  createHash('sha256').update(`${i}`).digest('hex').slice(5),
)
const UNREACHABLE = 'http://127.0.0.1:1/talk.wav'

async function rejectTexts({ db, locksRows }: Dialect): Promise<void> {
  if (locksRows) return
  for (const [table, column] of [
    ['deliveries', 'url'],
    ['files', 'source'],
  ] as const) {
    await sql`create trigger ${sql.id(`reject_${table}`)} before insert on ${sql.id(table)}
      when instr(new.${sql.id(column)}, 'rejected') begin select raise(abort, 'rejected'); end`.execute(db)
  }
}

/** Creates jobs without the checks of the API, as another version might. */
async function createJob(store: Store, account: number, request: object): Promise<string> {
  const params = preRecordedParamsOf(preRecordedRequest.parse({ audio_url: UNREACHABLE }))
  const job = { kind: 'pre-recorded', customMetadata: null, requestParams: { ...params, ...request }, fileId: null } as const // oxfmt-ignore
  return (await store.jobs.create(account, job)).id
}

async function startSession(store: Store, account: number, callbackUrl: string): Promise<string> {
  const request = { callback: true, callback_config: { url: 'https://example.com' } }
  const params = liveParamsOf(liveRequest.parse(request))
  const config = { ...params, callback_config: { ...params.callback_config!, url: callbackUrl } }
  const { id } = await store.live.begin(
    account,
    { customMetadata: null, key: null, params: config },
    tokenHash('token'),
  )
  await store.nodes.register(
    { id: 'node', roles: [], version: '1', models: {}, host: 'here', pid: 1 },
    60_000,
    null,
  )
  await store.live.start(id, 'node')
  await store.nodes.bury('node')
  return id
}

async function ended(service: RunningService, id: string): Promise<PreRecordedJob | LiveJob> {
  // Not checked against the published API, which the stored request does not match.
  const job = async () => {
    const url = new URL(`/v2/transcription/${id}`, service.url)
    const response = await fetch(url, { headers: { 'x-service-key': service.key } })
    return (await response.json()) as PreRecordedJob | LiveJob
  }
  return until(job, ({ completed_at }) => completed_at !== null)
}

onEachStore('a job whose stored request cannot be read', (fresh) => {
  test('ends in error, and later jobs are processed', async (t) => {
    const database = await fresh()
    const dataDir = temporaryFolder()
    const { ids, session } = await withDialect({ dataDir, databaseUrl: database.url }, async (dialect) => {
      const store = await openTestStore(dialect)
      const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
      const created = [
        await createJob(store, account, { language_config: 'en' }),
        await createJob(store, account, { audio_url: UNREACHABLE }),
      ]
      return { ids: created, session: await startSession(store, account, 'no URL') }
    })
    const service = await runService({ DATA_DIR: dataDir }, undefined, database)
    t.after(async () => service.close())
    const codes = await Promise.all(
      [...ids, session].map(async (id) => (await ended(service, id)).error_code),
    )
    assert.deepEqual(codes, [UNREADABLE_REQUEST.code, 422, UNREADABLE_REQUEST.code])
  })
})

onEachStore('a job that the database rejects', (fresh) => {
  test('ends in error after a restart, and later jobs are processed', async (t) => {
    const database = await fresh()
    const dataDir = temporaryFolder()
    const audio = await serveAudio(t, wav({}))
    const callback = (url: string) => ({ callback: true, callback_config: { url, method: 'POST' } })
    const requests = [
      { audio_url: UNREACHABLE, ...callback(`https://example.com/${REJECTED}`) },
      { audio_url: UNREACHABLE, ...callback(`https://${LONG_HOST.join('.')}/rejected`) },
      { audio_url: `${audio}?${REJECTED}` },
      { audio_url: UNREACHABLE },
    ]
    const { ids, session } = await withDialect({ dataDir, databaseUrl: database.url }, async (dialect) => {
      const store = await openTestStore(dialect)
      await rejectTexts(dialect)
      const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
      const created: string[] = []
      for (const request of requests) created.push(await createJob(store, account, request))
      return {
        ids: created,
        session: await startSession(store, account, `https://example.com/${REJECTED}`),
      }
    })

    const service = await runService({ DATA_DIR: dataDir, ALLOW_PRIVATE_URLS: '1' }, undefined, database)
    t.after(async () => service.close())
    const codes = await Promise.all(ids.map(async (id) => (await ended(service, id)).error_code))
    assert.deepEqual(codes, [UNSTORABLE.code, UNSTORABLE.code, UNSTORABLE.code, 422])
    assert.equal((await ended(service, session)).error_code, UNSTORABLE.code)
    for (const id of [...ids, session]) {
      const { status } = await service.request(`/v2/transcription/${id}`, { method: 'DELETE' })
      assert.equal(status, 202)
    }
  })
})
