/**
 * Nodes on one PostgreSQL database are restarted one by one under load: no request fails, every job ends once, and live
 * sessions lose nothing.
 *
 * TEST_ROLLING_RESTARTS sets how often each of two nodes that serve and two that work is restarted. By default, only one node
 * works, and one of each role is restarted.
 */
import assert from 'node:assert/strict'
import { after, suite, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from '../support/client.ts'
import { serveAudio } from '../support/audio-server.ts'
import { SessionClient } from '../support/live-client.ts'
import { balanceLoad, type LoadBalancer, NO_LOAD_BALANCER } from '../support/load-balancer.ts'
import { freePort } from '../support/programs.ts'
import { randomFrom } from '../support/random.ts'
import { SILENCE } from '../support/sample.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { throwawayPostgres } from '../support/throwaway-postgres.ts'

const SEED = 1
const SERVING = 2
/** How often each node is restarted; null in the short form. */
const ROUNDS = Number(process.env['TEST_ROLLING_RESTARTS'] ?? 0) || null
const WORKING = ROUNDS === null ? 1 : 2
const ENGLISH = { language_config: { languages: ['en'] } }
/** Clients that send one request after another. */
const CLIENTS = 2

const postgres = await throwawayPostgres('quick')
after(async () => {
  if ('url' in postgres) await postgres.stop()
})
const skip = 'missing' in postgres ? postgres.missing : NO_LOAD_BALANCER

/** Starts nodes on the database, with a shared folder for audio. */
function startNodes(t: TestContext, database: string) {
  const shared = temporaryFolder()
  return async (roles: string, port = '0') =>
    ServiceProcess.start(t, shared, {
      DATABASE_URL: database,
      SCRATCH_DIR: temporaryFolder(),
      ROLES: roles,
      PORT: port,
      ALLOW_PRIVATE_URLS: '1',
      TRUST_PROXY: '1',
      DRAIN_SECONDS: '1',
      UNREADY_SECONDS: '2',
    })
}

suite('a rolling restart', { skip }, () => {
  test('fails no request, ends every job once, and closes live connections only to be resumed', async (t) => {
    assert.ok('url' in postgres)
    const start = startNodes(t, postgres.url)
    const serving: ServiceProcess[] = []
    const working: ServiceProcess[] = []
    // One after another: the first one migrates the database. Each keeps its port over restarts.
    while (serving.length < SERVING) serving.push(await start('serve', `${await freePort()}`))
    while (working.length < WORKING) working.push(await start('work,callbacks'))
    const balancer = await balanceLoad(
      t,
      serving.map(({ url }) => url),
    )
    const client = await Client.of({ url: balancer.url, key: serving[0]?.key ?? null })
    const ended = new Map<string, number>()
    const stop = async (node: ServiceProcess) => {
      assert.equal(await node.end('SIGTERM'), 0, node.stderr)
      for (const { msg, job } of node.log)
        if (msg === 'job done' || msg === 'job failed')
          ended.set(String(job), (ended.get(String(job)) ?? 0) + 1)
    }

    const over = new AbortController()
    const created: string[] = []
    const audio = await serveAudio(t, SILENCE)
    const sessions: Promise<number[]>[] = []
    // One after another, and before other requests, so that the load balancer gives each node one.
    while (sessions.length < SERVING) {
      const session = await SessionClient.start(client, ENGLISH)
      sessions.push(speak(session, over.signal))
    }
    const requests = Array.from({ length: CLIENTS }, async (_, i) => {
      while (!over.signal.aborted) {
        // Every other client uploads.
        const audio_url = i % 2 === 0 ? (await client.upload(SILENCE)).audio_url : audio
        const id = await client.create({ audio_url, ...ENGLISH })
        created.push(id)
        assert.equal((await client.get('/v2/pre-recorded?limit=50')).status, 200)
        await client.jobThatIs(id, 'done')
      }
    })
    const restarts = [
      restartEach(serving, over.signal, stop, start, balancer),
      restartEach(working, over.signal, stop, async () => start('work,callbacks')),
    ]
    const restarting = Promise.all(restarts).finally(() => over.abort())
    const [closes] = await Promise.all([Promise.all(sessions), restarting, ...requests]).finally(() =>
      over.abort(),
    )
    for (const node of [...working, ...serving]) await stop(node)
    t.diagnostic(`${created.length} jobs, ${client.answered} requests, live closes: ${closes.join(' | ')}`)
    assert.ok(closes.flat().length > 0, 'a live session was interrupted')
    assert.deepEqual(
      closes.flat().filter((code) => code !== 1012 && code !== 1013),
      [],
    )
    assert.deepEqual([...ended.keys()].toSorted(), created.toSorted())
    assert.deepEqual(
      [...ended].filter(([, times]) => times !== 1),
      [],
    )
  })
})

/** Restarts nodes in turn, those behind a load balancer on the same port. */
async function restartEach(
  nodes: ServiceProcess[],
  over: AbortSignal,
  stop: (node: ServiceProcess) => Promise<void>,
  start: (roles: string, port: string) => Promise<ServiceProcess>,
  balancer?: LoadBalancer,
): Promise<void> {
  const restarts = ROUNDS === null ? 1 : ROUNDS * nodes.length
  for (let restart = 0; restart < restarts && !over.aborted; restart++) {
    const i = restart % nodes.length
    const node = nodes[i] ?? assert.fail()
    await stop(node)
    await balancer?.sees(i, 'DOWN')
    nodes[i] = await start('serve', new URL(node.url).port)
    await balancer?.sees(i, 'UP')
  }
}

/** Sends audio until the signal, and resumes the session whenever its connection is closed. @returns the close codes */
async function speak(session: SessionClient, over: AbortSignal): Promise<number[]> {
  const closes: number[] = []
  const next = randomFrom(SEED)
  /** Fails unless all that was sent is acknowledged, over one connection or several. */
  const play = async (audio: Buffer): Promise<void> => {
    try {
      await session.play(audio)
    } catch (error) {
      if (session.socket.isOpen) throw error
      closes.push(await session.socket.closed())
      await delay(100) // As clients do between two attempts.
      await session.connect()
      await play(Buffer.alloc(0))
    }
  }
  while (!over.aborted) {
    // After a reconnection, the service finds the position by comparing audio, which must not repeat itself.
    await play(Buffer.from(Int16Array.from({ length: 4_000 }, () => next() * 20).buffer))
    await delay(250) // The duration of that audio.
  }
  await session.end()
  return closes
}
