/**
 * Nodes on one PostgreSQL database are restarted one by one under load: no request fails, and every job ends once.
 *
 * TEST_ROLLING_RESTARTS sets the number of restarts: 20 or more before a release.
 */
import assert from 'node:assert/strict'
import { after, suite, test, type TestContext } from 'node:test'
import { Client } from './support/client.ts'
import { serveAudio } from './support/audio-server.ts'
import { balanceLoad, NO_LOAD_BALANCER } from './support/load-balancer.ts'
import { SILENCE } from './support/sample.ts'
import { ServiceProcess, temporaryFolder } from './support/scriptorium.ts'
import { throwawayPostgres } from './support/throwaway-postgres.ts'

const RESTARTS = Number(process.env['TEST_ROLLING_RESTARTS'] ?? 1)
const NODES = 2
/** Clients that send one request after another. */
const CLIENTS = 2

const postgres = await throwawayPostgres('quick')
after(async () => {
  if ('url' in postgres) await postgres.stop()
})
const skip = 'missing' in postgres ? postgres.missing : NO_LOAD_BALANCER

/** Starts a node on the database, with a folder for audio that all share. */
function startNodes(t: TestContext, database: string) {
  const shared = temporaryFolder()
  return async (env: Record<string, string> = {}) =>
    ServiceProcess.start(t, shared, {
      DATABASE_URL: database,
      SCRATCH_DIR: temporaryFolder(),
      ALLOW_PRIVATE_URLS: '1',
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '5',
      UNREADY_SECONDS: '2',
      ...env,
    })
}

suite('a rolling restart', { skip }, () => {
  test('fails no request, and ends every job once', async (t) => {
    assert.ok('url' in postgres)
    const start = startNodes(t, postgres.url)
    const nodes = [await start()] // the first one migrates the database
    while (nodes.length < NODES) nodes.push(await start())
    const urls = nodes.map(({ url }) => url)
    const balancer = await balanceLoad(t, urls)
    const audio = await serveAudio(t, SILENCE)
    const client = await Client.of({ url: balancer.url, key: nodes[0]?.key ?? null })
    const ended = new Map<string, number>()
    const count = ({ log }: ServiceProcess) => {
      for (const { msg, job } of log)
        if (msg === 'job done' || msg === 'job failed')
          ended.set(String(job), (ended.get(String(job)) ?? 0) + 1)
    }

    const created: string[] = []
    let isOver = false
    const traffic = Array.from({ length: CLIENTS }, async (_, i) => {
      while (!isOver) {
        // Every other request uses an upload.
        const audio_url = i === 0 ? (await client.upload(SILENCE)).audio_url : audio
        const id = await client.create({ audio_url, language_config: { languages: ['en'] } })
        created.push(id)
        const list = await client.get<{ items: { id: string }[] }>('/v2/pre-recorded?limit=50')
        assert.equal(list.status, 200, String(list.bytes))
        await client.jobThatIs(id, 'done')
      }
    })
    const restarting = (async () => {
      for (let restart = 0; restart < RESTARTS; restart++) {
        const i = restart % NODES
        const node = nodes[i] ?? assert.fail()
        assert.equal(await node.end('SIGTERM'), 0, node.stderr)
        await balancer.sees(i, 'DOWN', 1 + Math.floor(restart / NODES))
        count(node)
        const { port } = new URL(node.url)
        nodes[i] = await start({ PORT: port })
        await balancer.sees(i, 'UP', 1 + Math.floor(restart / NODES))
      }
    })().finally(() => (isOver = true))
    await Promise.all([restarting, ...traffic])
    for (const node of nodes) {
      assert.equal(await node.end('SIGTERM'), 0, node.stderr)
      count(node)
    }
    t.diagnostic(`${created.length} jobs, ${client.answered} requests`)
    assert.deepEqual([...ended.keys()].toSorted(), created.toSorted())
    assert.deepEqual(
      [...ended].filter(([, times]) => times !== 1),
      [],
    )
  })
})
