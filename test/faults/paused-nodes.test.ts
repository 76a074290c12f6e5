/**
 * Nodes on one PostgreSQL database are paused and drained under load: none claims a job after it was told not to, and one that
 * was drained can be stopped without a failed request, an interrupted session or a used attempt.
 *
 * TEST_PAUSES is how often one of three workers is told a random state.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client as Postgres } from 'pg'
import { NODE_STATES, type NodeState, type System } from '../../src/contract/system.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { Client } from '../support/client.ts'
import { SessionClient } from '../support/live-client.ts'
import { balanceLoad, NO_LOAD_BALANCER } from '../support/load-balancer.ts'
import { randomFrom } from '../support/random.ts'
import { SILENCE } from '../support/sample.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { dialectOf } from '../support/store-place.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import { freshDatabase, throwawayPostgres } from '../support/throwaway-postgres.ts'
import { until } from '../support/until.ts'

const PAUSES = Number(process.env['TEST_PAUSES'] ?? 12)
const SEED = 34
const LEASE_SECONDS = 3
/** Milliseconds from one beat of a node to the next. */
const BEAT_MS = (LEASE_SECONDS * 1000) / 3
/** Milliseconds after which a node has followed in any case: a beat, which may be late on a busy machine. */
const FOLLOWED_MS = 2 * BEAT_MS
const ENGLISH = { language_config: { languages: ['en'] } }

const postgres = await throwawayPostgres('quick')
after(async () => ('url' in postgres ? postgres.stop() : undefined))
const skip = 'missing' in postgres && postgres.missing

/** Records each claim with its time, and the number of attempts of each job that ended. */
const HISTORY = `
  create table claims (owner text, at double precision);
  create table ends (job_id text, attempts integer);
  create function record_claim() returns trigger language plpgsql as
    $$ begin insert into claims values (new.owner, extract(epoch from clock_timestamp()) * 1000); return null; end $$;
  create function record_end() returns trigger language plpgsql as
    $$ begin insert into ends values (old.job_id, old.attempts); return null; end $$;
  create trigger claimed after update on work for each row when (old.owner is null and new.owner is not null)
    execute function record_claim();
  create trigger ended after delete on work for each row execute function record_end();`

interface Telling {
  readonly node: string
  readonly state: NodeState
  /** When the statement began and was answered, by the clock of the database. */
  readonly began: number
  readonly answered: number
}

suite('nodes', { skip }, () => {
  test('claim nothing from a beat after they were told to pause or drain until they are resumed', async (t) => {
    const { url: databaseUrl } = await freshDatabase((postgres as { url: string }).url)
    const dataDir = temporaryFolder()
    const store = await openTestStore(dialectOf({ dataDir, databaseUrl }))
    t.after(async () => store.close())
    const sql = new Postgres({ connectionString: databaseUrl })
    await sql.connect()
    t.after(async () => sql.end())
    await sql.query(HISTORY)
    // Fails at once: what matters is which node claims the job.
    const audio = createServer((_request, response) => void response.writeHead(404).end()).listen(
      0,
      '127.0.0.1',
    )
    await once(audio, 'listening')
    t.after(() => audio.close())
    const workers = []
    for (const i of [0, 1, 2])
      workers.push(
        await ServiceProcess.start(t, dataDir, {
          DATABASE_URL: databaseUrl,
          SCRATCH_DIR: join(dataDir, `scratch-${i}`),
          ROLES: 'work',
          PORT: '0',
          ALLOW_PRIVATE_URLS: '1',
          NODE_LEASE_SECONDS: String(LEASE_SECONDS),
          DRAIN_SECONDS: '1',
        }),
      )
    const account = await store.accounts.ensure('default')
    const url = `http://127.0.0.1:${(audio.address() as AddressInfo).port}/talk.wav`
    const requestParams = preRecordedParamsOf(preRecordedRequest.parse({ audio_url: url }))
    const create = async () => {
      const job = { kind: 'pre-recorded', customMetadata: null, requestParams, fileId: null } as const
      const { id } = await store.jobs.create(account, job)
      store.wake.notify('work')
      return id
    }
    const now = async () => {
      const { rows } = await sql.query<{ now: number }>(
        `select extract(epoch from clock_timestamp()) * 1000 as now`,
      )
      return Number(rows[0]?.now)
    }
    const nodes = (await store.nodes.running()).map(({ id }) => id)
    assert.equal(nodes.length, workers.length)
    const next = randomFrom(SEED)
    const tellings: Telling[] = []
    const tell = async (node: string, state: NodeState) => {
      const began = await now()
      assert.ok(await store.nodes.tell(node, state))
      tellings.push({ node, state, began, answered: await now() })
      // Half of them are noticed by the beat alone.
      if (next() < 0.5) store.wake.notify('nodes')
    }
    let created = 0
    for (let i = 0; i < PAUSES; i++) {
      const node = nodes[Math.floor(next() * nodes.length)] ?? assert.fail()
      await tell(node, NODE_STATES[Math.floor(next() * NODE_STATES.length)] ?? assert.fail())
      const end = (tellings.at(-1)?.answered ?? 0) + 1.25 * FOLLOWED_MS
      await until(async () => {
        await create()
        created++
        return (await now()) > end
      })
    }
    // The death of a paused node does not stop the others.
    const [killed = '', ...others] = nodes
    await tell(killed, 'paused')
    await workers[0]?.end('SIGKILL')
    for (const node of others) await tell(node, 'running')
    store.wake.notify('nodes')
    const isOver = async () => (await sql.query('select from work')).rowCount === 0
    await until(isOver)
    const claims = (await sql.query<{ owner: string; at: number }>('select owner, at from claims')).rows
    const latest = (owner: string, at: number) =>
      tellings.filter(({ node, answered }) => node === owner && answered + FOLLOWED_MS < at).at(-1)
    const wrong = claims.filter(({ owner, at }) => {
      const told = latest(owner, at)
      if (told === undefined || told.state === 'running') return false
      return !tellings.some(({ node, began }) => node === owner && began > told.began && began <= at)
    })
    assert.deepEqual(wrong, [])
    assert.equal(claims.length, created, 'each job was claimed once')
    assert.ok(tellings.filter(({ state }) => state !== 'running').length > PAUSES / 3)
    for (const node of nodes)
      assert.ok(
        claims.some(({ owner }) => owner === node),
        `${node} has worked`,
      )
    await until(async () => (await store.nodes.running()).every(({ id }) => id !== killed))
    t.diagnostic(`${claims.length} claims, ${tellings.length} times told`)
  })

  test(
    'that are drained are stopped under load, and nothing fails, is cut or is tried again',
    { skip: NO_LOAD_BALANCER },
    async (t) => {
      const { url: databaseUrl } = await freshDatabase((postgres as { url: string }).url)
      const shared = temporaryFolder()
      const start = async () =>
        ServiceProcess.start(t, shared, {
          DATABASE_URL: databaseUrl,
          SCRATCH_DIR: temporaryFolder(),
          ALLOW_PRIVATE_URLS: '1',
          TRUST_PROXY: '1',
          // Nothing gets time to finish.
          DRAIN_SECONDS: '0',
        })
      const serving = [await start(), await start()]
      const [leaving = assert.fail()] = serving
      const sql = new Postgres({ connectionString: databaseUrl })
      await sql.connect()
      t.after(async () => sql.end())
      await sql.query(HISTORY)
      const urls = serving.map(({ url }) => url)
      const balancer = await balanceLoad(t, urls)
      const client = await Client.of({ url: balancer.url, key: leaving.key })
      const over = new AbortController()
      const created: string[] = []
      const upload = async () => {
        while (!over.signal.aborted) {
          const id = await client.create({ audio_url: (await client.upload(SILENCE)).audio_url, ...ENGLISH })
          created.push(id)
          await client.jobThatIs(id, 'done')
        }
      }
      const list = async () => {
        while (!over.signal.aborted) {
          assert.equal((await client.get('/v2/jobs?limit=50')).status, 200)
          await delay(20)
        }
      }
      const nodes = async () => (await client.get<System>('/v2/system')).body.nodes
      const first = (await nodes()).find(({ pid }) => pid === leaving.pid) ?? assert.fail()
      const node = async () => (await nodes()).find(({ id }) => id === first.id)
      // Before other requests, so that the load balancer gives each node one.
      const sessions = [
        await SessionClient.start(client, ENGLISH),
        await SessionClient.start(client, ENGLISH),
      ]
      const speaking = new AbortController()
      const spoken = sessions.map(async (session) => speak(session, speaking.signal))
      const load = Promise.all([upload(), upload(), list()]).finally(() => over.abort())
      const drain = async () => {
        await until(node, (one) => one?.live_sessions === 1)
        await until(node, (one) => (one?.files ?? 0) > 0)
        const path = `/v2/system/nodes/${first.id}`
        assert.equal((await client.send('PATCH', path, { body: { state: 'draining' } })).status, 204)
        await balancer.sees(0, 'DOWN')
        // Opened by the other node, whichever is asked.
        const late = await SessionClient.start(client, ENGLISH)
        await late.end()
        await until(node, (one) => one?.files === 0 && one.uploads === 0)
        assert.equal((await node())?.live_sessions, 1, 'its session continues')
        speaking.abort()
        // Clients get the end of their sessions a moment after the node has none left.
        await Promise.all(spoken)
        await until(node, (one) => one?.live_sessions === 0)
        assert.equal(await leaving.end('SIGTERM'), 0)
        const before = created.length
        await until(() => created.length > before)
        over.abort()
      }
      await Promise.all([load, drain(), ...spoken]).finally(() => {
        over.abort()
        speaking.abort()
      })
      const { rows } = await sql.query<{ job_id: string; attempts: number }>('select * from ends')
      assert.deepEqual(rows.map(({ job_id }) => job_id).toSorted(), created.toSorted())
      assert.deepEqual(
        rows.filter(({ attempts }) => attempts !== 1),
        [],
      )
      t.diagnostic(`${created.length} jobs, ${client.answered} requests`)
    },
  )
})

/** Sends audio until the signal, and ends the session. Fails if its connection is closed before. */
async function speak(session: SessionClient, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await session.play(Buffer.alloc(8_000))
    await delay(250) // The duration of that audio.
  }
  await session.end()
}
