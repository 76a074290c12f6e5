/**
 * What happens to a service while others use its PostgreSQL server: locks, deadlocks, cancelled statements, too many connections.
 * Requests fail with 503 and Retry-After, other accounts are not affected, and nothing has to be restarted.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test, type TestContext } from 'node:test'
import pg from 'pg'
import { serveAudio } from '../support/audio-server.ts'
import { Client } from '../support/client.ts'
import { long } from '../support/long.ts'
import { SILENCE } from '../support/sample.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { query, startServer } from '../support/throwaway-postgres.ts'
import { until } from '../support/until.ts'

/** In seconds. A statement waits half of it for a lock. */
const LEASE = 6

const machine = await startServer('machine')
const server = 'url' in machine ? machine : await startServer('npm')
after(async () => ('url' in server ? server.stop() : undefined))

suite('a service on PostgreSQL', { skip: 'missing' in server && server.missing }, () => {
  test('survives what others do there', async (t) => {
    if ('missing' in server) return
    const { url } = server
    const dataDir = temporaryFolder()
    await query(url, 'create role app login; alter schema public owner to app')
    const ofApp = url.replace('postgres@', 'app@')
    const env = {
      DATABASE_URL: ofApp,
      ALLOW_PRIVATE_URLS: '1',
      DATABASE_CONNECTIONS: '4',
      NODE_LEASE_SECONDS: String(LEASE),
    }
    const service = await ServiceProcess.start(t, dataDir, env)
    const scratch = temporaryFolder()
    const another = await ServiceProcess.start(t, dataDir, { ...env, SCRATCH_DIR: scratch }, 'work')
    const nodes = [readFileSync(join(dataDir, 'node'), 'utf8'), readFileSync(join(scratch, 'node'), 'utf8')]
    const created = await scriptorium(['keys', 'create', 'app', '--account', 'other'], {
      DATA_DIR: dataDir,
      ...env,
    })
    const client = await Client.of(service)
    const other = client.as(created.stdout.trim())
    const body = { audio_url: await serveAudio(t, SILENCE), language_config: { languages: ['en'] } }

    const create = async (by: Client) => by.send<{ id: string }>('POST', '/v2/pre-recorded', { body })
    const readiness = async () =>
      (await fetch(`${service.url}/ready`)).json() as Promise<{
        ready: boolean
        checks: Record<string, boolean>
      }>
    const refused = ({ status, headers }: Awaited<ReturnType<typeof create>>) => {
      assert.equal(status, 503)
      assert.ok(Number(headers.get('retry-after')) > 0)
    }
    /** Both accounts work, and no node was found dead in the meantime. */
    const goesOn = async () => {
      await until(async () => (await readiness()).ready)
      for (const by of [client, other]) {
        const { body: job } = await until(
          async () => create(by),
          ({ status }) => status === 201,
        )
        assert.equal((await by.ended(job.id)).status, 'done')
      }
      const alive = await query<{ id: string }>(url, 'select id from nodes where dead = 0')
      assert.deepEqual(alive.map(({ id }) => id).toSorted(), nodes.toSorted())
    }
    const waiting = async () => (await query(url, 'select from pg_locks where not granted')).length

    await t.test(
      'a locked row of an account fails its requests in time, and not those of others',
      async (step) => {
        const held = await transaction(step, url, `select from accounts where name = 'default' for update`)
        const mine = Array.from({ length: 8 }, async () => create(client))
        await until(async () => (await waiting()) > 0)
        const began = performance.now()
        assert.equal((await create(other)).status, 201)
        assert.ok(performance.now() - began < (LEASE / 2) * 1000, 'the other account waited for the lock')
        for (const answer of await Promise.all(mine)) refused(answer)
        await held.query('rollback')
        await goesOn()
      },
    )

    await t.test('a table that is locked for longer than leases costs no node its lease', async (step) => {
      const held = await transaction(step, url, 'lock table jobs')
      const end = performance.now() + LEASE * 1500
      const asking = Array.from({ length: 12 }, async () => {
        for (let asked = 0; performance.now() < end || asked === 0; asked++) {
          const { status } = await client.get('/v2/jobs')
          assert.equal(status, 503)
        }
      })
      await Promise.all(asking)
      assert.equal((await readiness()).checks['lease'], true)
      await held.query('rollback')
      await goesOn()
    })

    await t.test(
      'a deadlock with somebody else fails one request, which can be repeated',
      long,
      async (step) => {
        const held = await transaction(step, url, 'lock table work in share mode')
        const mine = create(client)
        await until(async () => (await waiting()) > 0)
        // The service has waited longer, and so is likely to detect the deadlock; on a busy machine, the test may do so.
        await held.query(`update accounts set created_at = created_at where name = 'default'`)
        refused(await mine)
        await held.query('rollback')
        await goesOn()
      },
    )

    await t.test(
      'a statement_timeout of the database fails longer statements for as long as it is set',
      async (step) => {
        // Longer than any other statement takes on a busy machine, and shorter than a lock is waited for.
        await query(url, `alter database postgres set statement_timeout = '${LEASE / 6}s'`)
        await query(url, OTHERS)
        const held = await transaction(step, url, `select from accounts where name = 'default' for update`)
        refused(await create(client))
        assert.equal((await create(other)).status, 201)
        await held.query('rollback')
        await query(url, 'alter database postgres reset statement_timeout')
        await query(url, OTHERS)
        await goesOn()
      },
    )

    await t.test('too many connections are reported by /ready, until there are fewer', async () => {
      await query(url, 'alter role app connection limit 0')
      await query(url, OTHERS)
      await until(async () => (await readiness()).checks['database'] === false)
      refused(await create(client))
      await query(url, 'alter role app connection limit -1')
      await goesOn()
    })
    for (const node of [service, another]) assert.equal(await node.end('SIGTERM'), 0, node.stderr)
  })
})

/** Ends all other connections. */
const OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where backend_type = 'client backend' and pid <> pg_backend_pid()`

/** A transaction of somebody else that has executed a statement. */
async function transaction(t: TestContext, url: string, statement: string): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: url })
  connection.on('error', () => {})
  await connection.connect()
  t.after(async () => connection.end())
  await connection.query('begin')
  await connection.query(statement)
  return connection
}
