/** What operators see and change about the processes of the service. One service on each store, which is the only node. */
import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { after, before, test } from 'node:test'
import type { JobProgress } from '../src/contract/progress.ts'
import type { Readiness } from '../src/contract/readiness.ts'
import type { System } from '../src/contract/system.ts'
import { Client } from './support/client.ts'
import { onEachStore } from './support/on-each-store.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { SILENCE } from './support/sample.ts'
import { scriptorium } from './support/scriptorium.ts'
import { until } from './support/until.ts'

onEachStore('the only node', (fresh) => {
  let service: RunningService
  let client: Client
  /** A client of another account. */
  let stranger: Client

  before(async () => {
    let theirs = ''
    const fill: Parameters<typeof runService>[1] = async (store) => {
      const other = await store.accounts.ensure('other')
      theirs = (await store.keys.create(other, 'theirs', { scopes: ['admin'] })).key
    }
    service = await runService({ NODE_LEASE_SECONDS: '2' }, fill, await fresh())
    client = await Client.of(service)
    stranger = client.as(theirs)
  })
  after(async () => service.close())

  const node = async () => (await client.get<System>('/v2/system')).body.nodes[0] ?? assert.fail()
  const tell = async (state: string) => {
    const { status } = await client.send('PATCH', `/v2/system/nodes/${(await node()).id}`, {
      body: { state },
    })
    assert.equal(status, 204)
  }
  const ready = async () => (await client.get<Readiness>('/ready')).body
  const opened = async () => (await client.send('POST', '/v2/live')).status
  const commandLine = async (...args: string[]) =>
    scriptorium(['nodes', ...args], { DATA_DIR: service.dataDir, ...service.databaseEnv })

  test('reports its state', async () => {
    const { health, ...rest } = await until(node, (one) => one.health !== null)
    assert.partialDeepStrictEqual(rest, { host: hostname(), pid: process.pid, state: 'running', files: 0 })
    assert.partialDeepStrictEqual(health, { max_files: 1, max_live_sessions: null, failing: [] })
    assert.ok(health !== null && health.memory_bytes > 50_000_000)
    assert.ok(health.memory_total_bytes > health.memory_bytes)
    assert.ok((health.scratch_free_bytes ?? 0) > 0 && (health.audio_free_bytes ?? 0) > 0)
    const age = Date.now() - Date.parse(rest.last_beat)
    assert.ok(age < 10_000, `${age} ms`)
  })

  test('takes nothing new while it is paused, says why files wait, and resumes', async () => {
    await tell('paused')
    await until(opened, (status) => status === 503)
    assert.partialDeepStrictEqual(await ready(), {
      ready: true,
      checks: { capacity: false, accepting: true },
    })
    const { audio_url } = await client.upload(SILENCE)
    const id = await client.create({ audio_url })
    const { body } = await client.get<JobProgress>(`/v2/jobs/${id}/progress`)
    assert.partialDeepStrictEqual(body, { status: 'queued', queue_position: 0, waiting_for: 'process' })
    await tell('running')
    await client.jobThatIs(id, 'processing', 'done')
    await client.ended(id)
    assert.equal(await opened(), 201)
  })

  test('is not ready while it drains, and still answers', async () => {
    await tell('draining')
    await until(ready, (probe) => !probe.ready)
    assert.equal((await node()).state, 'draining')
    assert.equal((await client.get('/v2/jobs')).status, 200)
    await tell('running')
    await until(ready, (probe) => probe.ready)
  })

  test('follows the command line too, which waits until it has done so', async () => {
    const drained = await commandLine('drain', hostname(), '--wait')
    assert.deepEqual([drained.code, drained.stderr], [0, ''])
    assert.equal((await ready()).checks.accepting, false)
    const { id } = await node()
    const { stdout } = await commandLine('list')
    assert.match(stdout, new RegExp(`^NODE .*\\n${id} .* draining +0 +0 +0 +0 `))
    await tell('running')
    await until(ready, (probe) => probe.ready)
    const unknown = await commandLine('pause', 'nowhere')
    assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
    assert.match(unknown.stderr, /^There is no node nowhere: "scriptorium nodes list"/)
  })

  test('accepts valid states only, and only from operators', async () => {
    const path = `/v2/system/nodes/${(await node()).id}`
    const paused = { body: { state: 'paused' } }
    await stranger.refused(403, 'PATCH', path, paused)
    await client.refused(404, 'PATCH', `/v2/system/nodes/${crypto.randomUUID()}`, paused)
    await client.refused(400, 'PATCH', path, { body: { state: 'late' } })
    assert.equal((await node()).state, 'running')
  })
})
