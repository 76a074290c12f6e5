/**
 * A node that serves and one that works share a database that is killed: when they are ready, and that they recover by themselves.
 *
 * `TEST_DATABASE_KILLS=10` is the long form.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { after, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client as Connection } from 'pg'
import { readConfig } from '../../src/service/config.ts'
import { listenHttp } from '../../src/platform/net/testing/loopback-server.ts'
import { NotOwnerError } from '../../src/jobs/live.ts'
import { checkAlive } from '../../src/store/nodes/check-alive.ts'
import { postgres } from '../../src/store/databases/postgres.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { serveAudio } from '../support/audio-server.ts'
import { Client } from '../support/client.ts'
import { SILENCE } from '../support/sample.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { type OwnPostgres, startServer } from '../support/throwaway-postgres.ts'
import { until } from '../support/until.ts'

const KILLS = Number(process.env['TEST_DATABASE_KILLS'] ?? 1)
/** Jobs that are acknowledged between two kills. */
const JOBS = KILLS > 1 ? 30 : 3

const machine = await startServer('machine')
const server = 'url' in machine ? machine : await startServer('npm')
after(async () => ('url' in server ? server.stop() : undefined))
const skip = 'missing' in server && server.missing

async function readiness(node: ServiceProcess) {
  const response = await fetch(`${node.url}/ready`)
  const { ready, checks } = (await response.json()) as { ready: boolean; checks: Record<string, boolean> }
  assert.equal(response.status, ready ? 200 : 503)
  return { ready, failed: Object.keys(checks).filter((check) => checks[check] === false) }
}

const reaches = async (
  node: ServiceProcess,
  isReached: (is: Awaited<ReturnType<typeof readiness>>) => boolean,
) => until(async () => readiness(node), isReached)

suite('nodes on one database', { skip }, () => {
  test('do not wait for a frozen transaction until their leases expire', async () => {
    const { url } = server as OwnPostgres
    const frozen = postgres(url, undefined, { nodeLeaseMs: 1_000 })
    await (await openTestStore(frozen)).accounts.ensure('default')
    const other = postgres(url, undefined, { nodeLeaseMs: 60_000 })
    const lock = sql`select from accounts for update`
    const began = performance.now()
    const transaction = frozen.db.transaction().execute(async (held) => {
      await lock.execute(held)
      await lock.execute(other.db)
    })
    await assert.rejects(transaction, { fault: 'unavailable' })
    // Half a second, and time for a busy machine; the other one would wait for half a minute.
    assert.ok(performance.now() - began < 10_000)
    for (const { db } of [frozen, other]) await db.destroy()
  })

  test('extend their leases during their transactions, which end before they are declared dead', async () => {
    const dialect = postgres((server as OwnPostgres).url)
    const { nodes } = await openTestStore(dialect)
    const id = randomUUID()
    const leaseMs = 60_000
    await nodes.register({ id, roles: [], version: '1', models: {}, host: 'here', pid: 1 }, leaseMs, null)
    const order: string[] = []
    let burial = Promise.resolve()
    await dialect.db.transaction().execute(async (held) => {
      await checkAlive(held, id)
      assert.ok(await nodes.beat(id, leaseMs, null))
      burial = nodes.bury(id).then(() => void order.push('dead'))
      const waiting = sql`select from pg_locks where not granted`
      await until(async () => (await waiting.execute(dialect.db)).rows.length > 0)
      order.push('committed')
    })
    await burial
    assert.deepEqual(order, ['committed', 'dead'])
    assert.equal(await nodes.beat(id, leaseMs, null), null)
    await assert.rejects(
      dialect.db.transaction().execute(async (db) => checkAlive(db, id)),
      NotOwnerError,
    )
    await dialect.db.destroy()
  })

  test('find a frozen node dead even while each is late, but none that is no later than they are', async () => {
    const dialect = postgres((server as OwnPostgres).url)
    const { nodes } = await openTestStore(dialect)
    const leaseMs = 60_000
    const [busy, other] = [randomUUID(), randomUUID()]
    for (const id of [busy, other])
      await nodes.register({ id, roles: [], version: '1', models: {}, host: 'here', pid: 1 }, leaseMs, null)
    /** Milliseconds from now until a lease ends. */
    const setLease = async (id: string, left: number) =>
      sql`update nodes set lease_until = ${dialect.now} + ${left} where id = ${id}`.execute(dialect.db)
    // As after the database was unreachable for a minute.
    await setLease(busy, -leaseMs)
    await setLease(other, -1.3 * leaseMs)
    assert.ok(await nodes.beat(busy, leaseMs, null))
    assert.ok(await nodes.beat(other, leaseMs, null))
    // As on a busy machine.
    await setLease(busy, 0.3 * leaseMs)
    await setLease(other, -0.3 * leaseMs)
    assert.ok(await nodes.beat(busy, leaseMs, null))
    assert.equal(await nodes.beat(other, leaseMs, null), null)
    await nodes.bury(busy)
    await dialect.db.destroy()
  })

  test('find a node dead that is frozen while it sends a statement of a transaction', async () => {
    const { url } = server as OwnPostgres
    const dialect = postgres(url)
    const { nodes } = await openTestStore(dialect)
    const [frozen, other] = [randomUUID(), randomUUID()]
    for (const [id, leaseMs] of [[frozen, -1] as const, [other, 60_000] as const])
      await nodes.register({ id, roles: [], version: '1', models: {}, host: 'here', pid: 1 }, leaseMs, null)
    const connection = new Connection({ connectionString: url })
    connection.on('error', () => {})
    await connection.connect()
    await connection.query('begin')
    await connection.query('select from nodes where id = $1 for key share', [frozen])
    const { stream } = (connection as unknown as { connection: { stream: Socket } }).connection
    // A statement to be prepared, and the first byte of its values.
    const text = '\0select 1\0\0\0'
    const length = Buffer.alloc(4)
    length.writeInt32BE(text.length + 4)
    stream.write(Buffer.concat([Buffer.from('P'), length, Buffer.from(`${text}B`)]))
    await until(async () => {
      assert.ok(await nodes.beat(other, 1_000, null))
      const alive = sql`select from nodes where id = ${frozen} and dead = 0`
      return (await alive.execute(dialect.db)).rows.length === 0
    })
    await nodes.bury(other)
    await dialect.db.destroy()
  })

  test('are ready, cancelled, killed and drained', async (t) => {
    const database = server as OwnPostgres
    const shared = temporaryFolder()
    const env = () => ({
      DATABASE_URL: database.url,
      SCRATCH_DIR: temporaryFolder(),
      ALLOW_PRIVATE_URLS: '1',
      LIVE_CAPACITY: '1',
    })
    const serving = await ServiceProcess.start(t, shared, {
      ...env(),
      ROLES: 'serve',
      // Long enough for a probe, even on a busy machine.
      UNREADY_SECONDS: '5',
      DRAIN_SECONDS: '1',
    })
    const working = await ServiceProcess.start(t, shared, env(), 'work')
    const client = await Client.of(serving)

    await t.test('a node that only works answers only probes', async () => {
      assert.deepEqual(await readiness(working), { ready: true, failed: [] })
      assert.equal((await fetch(`${working.url}/health`)).status, 200)
      assert.equal((await fetch(`${working.url}/v2/jobs`)).status, 404)
    })

    await t.test('a job that is cancelled on one is aborted on the other within 2 s', async () => {
      const asked = Promise.withResolvers<Socket>()
      const { port } = await listenHttp(t, (request) => asked.resolve(request.socket))
      const id = await client.create({ audio_url: `http://127.0.0.1:${port}/talk.wav` })
      const closed = once(await asked.promise, 'close')
      const cancelledAt = performance.now()
      assert.equal((await client.send('POST', `/v2/jobs/${id}/cancel`)).status, 202)
      await closed
      // Time for a busy machine; without a message or a beat, it would take a lease.
      assert.ok(performance.now() - cancelledAt < 5_000)
    })

    await t.test('a database that is killed under load loses nothing acknowledged', async () => {
      const audio_url = await serveAudio(t, SILENCE)
      const acknowledged: string[] = []
      let isOver = false
      const creating = (async () => {
        while (!isOver) {
          const body = { audio_url, language_config: { languages: ['en'] } }
          const answer = await client.send<{ id: string }>('POST', '/v2/pre-recorded', { body })
          if (answer.status === 201) acknowledged.push(answer.body.id)
          else assert.equal(answer.status, 503, String(answer.bytes))
          await delay(20)
        }
      })()
      for (let kill = 1; kill <= KILLS; kill++) {
        await until(() => acknowledged.length >= kill * JOBS)
        await database.kill()
        const both = [serving, working]
        await Promise.all(
          both.map(async (node) => reaches(node, ({ failed }) => failed.includes('database'))),
        )
        await database.start()
        await Promise.all(both.map(async (node) => reaches(node, ({ ready }) => ready)))
      }
      isOver = true
      await creating
      for (const id of acknowledged) assert.equal((await client.ended(id)).status, 'done')
      const ended = working.log.filter(({ msg }) => msg === 'job done').map(({ job }) => job)
      t.diagnostic(`${acknowledged.length} jobs, ${client.answered} requests, ${ended.length} ends`)
      assert.equal(new Set(ended).size, ended.length, 'each job ends once')
    })

    await t.test('a node at its limit of live sessions refuses more, and stays ready', async () => {
      const { body } = await client.send<{ url: string }>('POST', '/v2/live', { body: {} })
      const socket = new WebSocket(body.url)
      t.after(() => socket.close())
      await once(socket, 'open')
      await reaches(serving, ({ ready, failed }) => ready && failed.includes('capacity'))
      await client.refused(503, 'POST', '/v2/live', { body: {} })
    })

    await t.test('a node that shuts down is not ready', async () => {
      const stopped = serving.end('SIGTERM')
      await reaches(serving, ({ failed }) => failed.includes('accepting'))
      assert.equal(await stopped, 0, serving.stderr)
      assert.equal(await working.end('SIGTERM'), 0, working.stderr)
    })
  })
})

test('roles need a shared database and a key', () => {
  const shared = {
    DATABASE_URL: 'postgresql://127.0.0.1/none',
    SERVICE_KEY: 'a-key-of-the-tests',
    SECRET_KEY: 'x'.repeat(32),
  }
  const configured = (env: Record<string, string>) => () => readConfig({ ...shared, ROLES: 'work', ...env })
  assert.doesNotThrow(configured({}))
  assert.throws(configured({ SERVICE_KEY: '' }), { message: /^SERVICE_KEY: must be set/ })
  assert.throws(configured({ SECRET_KEY: '' }), { message: /^SECRET_KEY: must be set/ })
  assert.throws(configured({ DATABASE_URL: '' }), { message: /^ROLES: with SQLite/ })
  assert.throws(configured({ ROLES: 'serve,sleep' }), { message: /^ROLES: must be one or more of/ })
})
