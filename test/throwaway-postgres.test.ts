import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { Client } from 'pg'
import { pooledDatabase } from './support/database-pool.ts'
import { freshDatabase, query, startServer, throwawayPostgres } from './support/throwaway-postgres.ts'

for (const source of ['machine', 'npm'] as const) {
  test(`a server from ${source} is durable, the same in every locale, and gone once stopped`, async (t) => {
    const server = await startServer(source)
    if ('missing' in server) return t.skip(server.missing)
    const traces = tracesOf(server.url)
    const settings = await query(
      server.url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('listen_addresses') as network, lower('É') as folded,
        array(select name from unnest(array['é', 'z', 'Z']) as name order by name) as sorted`,
    )
    await server.stop()
    assert.deepEqual(settings, [
      { fsync: 'on', commit: 'on', network: '', folded: 'é', sorted: ['Z', 'z', 'é'] },
    ])
    assertGone(traces)
  })
}

test('a server ends with the process that started it, even if that is killed', async (t) => {
  const module = new URL('./support/throwaway-postgres.ts', import.meta.url).href
  const script = `
    const { throwawayPostgres } = await import('${module}')
    const { url } = await throwawayPostgres()
    if (url) {
      console.log(url)
      setInterval(() => {}, 1000)
    }`
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TEST_DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let traces: Traces | undefined
  // Ends when no process has this stdout: neither its owner, nor the process that keeps the server.
  for await (const url of createInterface({ input: owner.stdout })) {
    traces = tracesOf(url)
    owner.kill('SIGKILL')
  }
  if (traces === undefined) return t.skip('there is no PostgreSQL')
  assertGone(traces)
})

test('a pooled database is reset between tests, and not used again after a change of its schema', async (t) => {
  const { TEST_DATABASE_URL: server, TEST_DATABASE_TEMPLATE: template } = process.env
  if (!server || !template) return t.skip('there is no PostgreSQL')
  const insert = `insert into accounts (name, created_at) values ('a', 0) returning id`
  const first = await pooledDatabase(server, template)
  assert.deepEqual(await query(first.url, insert), [{ id: 1 }])
  await first.stop()
  const second = await pooledDatabase(server, template)
  assert.equal(second.url, first.url)
  assert.deepEqual(await query(second.url, insert), [{ id: 1 }])
  await query(second.url, 'alter table accounts alter column name drop not null')
  await second.stop()
  const third = await pooledDatabase(server, template)
  assert.notEqual(third.url, first.url)
  await third.stop()
  await assert.rejects(query(first.url, 'select 1'), /does not exist/)
})

test('a server that cannot start says so, and leaves no file', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'scriptorium-test-'))
  t.after(async () => rm(parent, { recursive: true }))
  const folder = join(parent, 'longer-than-the-path-of-a-socket-may-be'.repeat(3))
  await mkdir(folder)
  const { TMPDIR } = process.env
  process.env['TMPDIR'] = folder
  t.after(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  })
  const server = await startServer('machine')
  assert.ok('missing' in server && server.missing !== '')
  assert.deepEqual(await readdir(folder), [])
})

test('databases on one server are separate, and can be dropped while in use', async (t) => {
  const postgres = await throwawayPostgres()
  if ('missing' in postgres) return t.skip(postgres.missing)
  t.after(postgres.stop)
  const [one, other] = await Promise.all([freshDatabase(postgres.url), freshDatabase(postgres.url)])
  await query(one.url, 'create table jobs (id integer)')
  assert.deepEqual(await query(other.url, `select to_regclass('jobs') as jobs`), [{ jobs: null }])

  const connected = new Client({ connectionString: one.url })
  connected.on('error', () => {}) // The connection is terminated.
  await connected.connect()
  await Promise.all([one.stop(), other.stop()])
  const left = await query<{ datname: string }>(postgres.url, 'select datname from pg_database')
  for (const { url } of [one, other]) {
    assert.ok(!left.some(({ datname }) => datname === new URL(url).pathname.slice(1)))
  }
})

interface Traces {
  readonly folder: string
  readonly pid: number
}

function tracesOf(url: string): Traces {
  const folder = new URL(url).searchParams.get('host')
  assert.ok(folder !== null)
  const pid = Number.parseInt(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8'), 10)
  process.kill(pid, 0) // Throws if there is no such process.
  return { folder, pid }
}

function assertGone({ folder, pid }: Traces): void {
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  assert.ok(!existsSync(folder))
}
