/**
 * Several workers on one PostgreSQL database and one folder of audio: every job ends exactly once, and no account exceeds
 * its share, whichever of them are killed or frozen.
 *
 * `TEST_WORKERS_JOBS=3000` is the long form: 6 workers, 50 kills and 30 freezes; then 100 jobs in progress on a killed worker.
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { serveAudio, serveLateAudio } from '../support/audio-server.ts'
import { randomFrom } from '../support/random.ts'
import { SILENCE } from '../support/sample.ts'
import { type LogLine, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { dialectOf } from '../support/store-place.ts'
import { freshDatabase, throwawayPostgres } from '../support/throwaway-postgres.ts'
import { until } from '../support/until.ts'

const JOBS = Number(process.env['TEST_WORKERS_JOBS'] ?? 40)
const IS_LONG = JOBS > 40
const WORKERS = IS_LONG ? 6 : 3
const KILLS = IS_LONG ? 50 : 1
const FREEZES = IS_LONG ? 30 : 1
const ACCOUNT_CONCURRENCY = 2
/** Jobs in progress on the killed node, which are fetched from a server that does not answer. */
const LASTING = IS_LONG ? 100 : 10
const LEASE_SECONDS = IS_LONG ? 30 : 2
/** Leases of the nodes that are killed and frozen, and of their work; twelve recognisers on two cores delay heartbeats. */
const SHORT_LEASE_SECONDS = IS_LONG ? 8 : 3
const SEED = 11
/** Level of a log line that says why a node ends. */
const FATAL = 60

const postgres = await throwawayPostgres('quick')
after(async () => ('url' in postgres ? postgres.stop() : undefined))
const skip = 'missing' in postgres && postgres.missing

/** Records each end and, at each claim, how many jobs of the account are being transcribed. */
const HISTORY = `
  create table ends (job_id text);
  create table claims (running bigint);
  create function record_end() returns trigger language plpgsql as
    $$ begin insert into ends values (old.job_id); return null; end $$;
  create function record_claim() returns trigger language plpgsql as
    $$ begin insert into claims select count(*) from work
      where account = new.account and has_file = 1 and owner is not null; return null; end $$;
  create trigger ended after delete on work for each row execute function record_end();
  create trigger claimed after update on work for each row
    when (old.owner is null and new.owner is not null and new.has_file = 1) execute function record_claim();`

test('workers that are killed and frozen end every job once', { skip }, async (t) => {
  const { url: databaseUrl } = postgres as { url: string }
  const dataDir = temporaryFolder()
  const audio = await serveAudio(t, SILENCE)
  const store = await openTestStore(dialectOf({ dataDir, databaseUrl }))
  t.after(async () => store.close())
  const operator = new Client({ connectionString: databaseUrl })
  await operator.connect()
  t.after(async () => operator.end())
  await operator.query(HISTORY)

  const requestParams = preRecordedParamsOf(
    preRecordedRequest.parse({ audio_url: audio, language_config: { languages: ['en'] } }),
  )
  const accounts = await Promise.all(['one', 'other'].map(async (name) => store.accounts.ensure(name)))
  const jobs: [number, string][] = []
  for (let i = 0; i < JOBS; i++) {
    const account = accounts[i % accounts.length]!
    const job = { kind: 'pre-recorded', customMetadata: null, requestParams, fileId: null } as const
    jobs.push([account, (await store.jobs.create(account, job)).id])
  }

  const log: LogLine[] = []
  const start = async (worker: number) => {
    const service = await ServiceProcess.start(t, dataDir, {
      DATABASE_URL: databaseUrl,
      SCRATCH_DIR: join(dataDir, `scratch-${worker}`),
      ROLES: 'work',
      CONCURRENCY: '2',
      ACCOUNT_CONCURRENCY: `${ACCOUNT_CONCURRENCY}`,
      NODE_LEASE_SECONDS: `${SHORT_LEASE_SECONDS}`,
      WORK_LEASE_SECONDS: `${SHORT_LEASE_SECONDS}`,
      JOB_ATTEMPTS: '1000',
      ALLOW_PRIVATE_URLS: '1',
    })
    return service
  }
  const workers = await Promise.all(Array.from({ length: WORKERS }, async (_, i) => start(i)))
  const count = async (query: string) => Number((await operator.query<{ n: string }>(query)).rows[0]?.n)
  const ended = async () => count('select count(*) n from ends')
  const unended = async () => count('select count(*) n from work')
  const replace = async (worker: number) => {
    log.push(...workers[worker]!.log)
    workers[worker] = await start(worker)
  }

  const random = randomFrom(SEED)
  const faults = [
    ...Array.from({ length: KILLS }, () => 'kill' as const),
    ...Array.from({ length: FREEZES }, () => 'freeze' as const),
  ].toSorted(() => random() - 0.5)
  for (const [i, fault] of faults.entries()) {
    // Spread over the first half of the ends, so that there is work in progress.
    const reached = Math.floor((JOBS / 2) * (i / faults.length))
    await until(ended, (n) => n >= reached)
    const worker = Math.floor(random() * WORKERS)
    const service = workers[worker]!
    assert.deepEqual(service.log.filter(({ level }) => level === FATAL), []) // oxfmt-ignore
    if (fault === 'kill') {
      assert.equal(await service.end('SIGKILL'), null, service.stderr)
    } else {
      const { node } = service.log.find(({ msg }) => msg === 'listening') ?? {}
      process.kill(service.pid, 'SIGSTOP')
      const alive = `select count(*) n from nodes where id = '${String(node)}' and dead = 0`
      await until(async () => (await count(alive)) === 0)
      process.kill(service.pid, 'SIGCONT')
      assert.equal(await service.exited(), 1, 'it finds itself dead')
      assert.ok(
        service.log.some(
          ({ msg }) =>
            msg === 'shutting down: another process has taken over the work of this one, or the database',
        ),
      )
    }
    await replace(worker)
  }

  await until(unended, (n) => n === 0)
  for (const service of workers) {
    assert.equal(await service.end('SIGTERM'), 0)
    log.push(...service.log)
  }
  const { rows } = await operator.query<{ ends: string }>('select count(*) ends from ends group by job_id')
  assert.deepEqual(
    rows.map(({ ends }) => Number(ends)),
    Array.from({ length: JOBS }, () => 1),
  )
  const most = await count('select max(running) n from claims')
  assert.ok(most <= ACCOUNT_CONCURRENCY, `${most} jobs of one account at a time`)
  for (const [account, id] of jobs) assert.equal((await store.jobs.state(account, id))?.status, 'done')
  const reported = log.filter(({ msg }) => msg === 'job done').map(({ job }) => job)
  assert.equal(new Set(reported).size, reported.length, 'no node reports an end that was not its own')
  assert.equal(await count('select count(*) n from nodes'), 0)
  const files = await count('select count(*) n from files')
  const stored = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  const left = await count('select count(*) n from uploads')
  assert.ok(
    files === JOBS && stored.filter((entry) => entry.isFile()).length <= JOBS + left,
    'no audio without a row',
  )
})

test('the jobs of a killed worker are claimed again once its leases have expired', { skip }, async (t) => {
  assert.ok('url' in postgres)
  const database = await freshDatabase(postgres.url)
  const dataDir = temporaryFolder()
  const store = await openTestStore(dialectOf({ dataDir, databaseUrl: database.url }))
  t.after(async () => store.close())
  const operator = new Client({ connectionString: database.url })
  await operator.connect()
  t.after(async () => operator.end())
  t.after(database.stop)

  const { url } = await serveLateAudio(t, SILENCE)
  const requestParams = preRecordedParamsOf(preRecordedRequest.parse({ audio_url: url }))
  const job = { kind: 'pre-recorded', customMetadata: null, requestParams, fileId: null } as const
  for (let i = 0; i < LASTING; i++)
    await store.jobs.create(await store.accounts.ensure(`account ${i % 4}`), job)

  const untilAllAre = async (condition: string) => {
    const query = `select count(*) n from work where ${condition}`
    const count = async () => Number((await operator.query<{ n: string }>(query)).rows[0]?.n)
    await until(count, (n) => n >= LASTING)
  }
  const start = async (worker: number) =>
    ServiceProcess.start(t, dataDir, {
      DATABASE_URL: database.url,
      SCRATCH_DIR: join(dataDir, `scratch-${worker}`),
      ROLES: 'work',
      FETCHES: '256',
      // So long that only the work leases can expire.
      NODE_LEASE_SECONDS: '3600',
      WORK_LEASE_SECONDS: `${LEASE_SECONDS}`,
      ALLOW_PRIVATE_URLS: '1',
    })
  const killed = await start(0)
  await untilAllAre('epoch = 1 and owner is not null')
  await start(1)
  await killed.end('SIGKILL')
  const killedAt = performance.now()
  await untilAllAre('epoch = 2 and owner is not null')
  const seconds = (performance.now() - killedAt) / 1000
  t.diagnostic(
    `${LASTING} jobs taken up ${seconds.toFixed(1)} s after the kill, with a lease of ${LEASE_SECONDS} s`,
  )
  assert.ok(seconds < LEASE_SECONDS + (IS_LONG ? 2 : 10))
})
