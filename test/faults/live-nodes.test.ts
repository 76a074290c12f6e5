/**
 * Live sessions survive the loss of nodes, and move between nodes: no acknowledged byte is lost, and no message changes.
 *
 * The services are processes that share a PostgreSQL database and a folder for audio, behind a load balancer if
 * HAProxy is installed. TEST_LIVE_NODES_SESSIONS is the number of sessions that run while nodes are lost; similar variables
 * set their seconds, and the numbers of nodes, kills, freezes and hops.
 */
import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { quantile } from '../../bench/list/measure.ts'
import { random } from '../../bench/list/random.ts'
import { kennedyBeginning } from '../../src/speech/testing/speech.ts'
import { Client } from '../support/client.ts'
import { DEFAULT_AUDIO, encoded } from '../support/live-audio.ts'
import { SessionClient } from '../support/live-client.ts'
import { allFlags } from '../support/live-flags.ts'
import { wrongWords } from '../support/live-words.ts'
import { balanceLoad, NO_LOAD_BALANCER } from '../support/load-balancer.ts'
import { freePort } from '../support/programs.ts'
import { ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { freshDatabase, throwawayPostgres } from '../support/throwaway-postgres.ts'
import { until } from '../support/until.ts'

const scale = (name: string, small: number) => Number(process.env[`TEST_LIVE_NODES${name}`] ?? small)
const NODES = scale('', 2)
const SESSIONS = scale('_SESSIONS', 4)
const SECONDS = scale('_SECONDS', 10)
const KILLS = scale('_KILLS', 1)
const FREEZES = scale('_FREEZES', 1)
const HOPS = scale('_HOPS', 4)

/** On a busy machine, a node may not get to extend a shorter lease. */
const LEASE_SECONDS = 5
/** Milliseconds between two attempts to connect. */
const RETRY_MS = 100
/** Bytes of a chunk, and of the audio that is generated at a time. */
const CHUNK = 8_000
const PIECE = 64_000
const ENGLISH = { language_config: { languages: ['en'] } }

const postgres = await throwawayPostgres('quick')
after(async () => {
  if ('url' in postgres) await postgres.stop()
})

interface Node {
  readonly service: ServiceProcess
  readonly client: Client
  readonly scratch: string
}

/** Plays audio until all of it is acknowledged, over as many connections as that takes. */
async function playThrough(
  session: SessionClient,
  audio: Uint8Array,
  reconnect: () => Promise<void>,
  atRealTime = false,
): Promise<void> {
  for (let more = audio; ; more = Buffer.alloc(0)) {
    try {
      return await session.play(more, { atRealTime, chunk: CHUNK })
    } catch (error) {
      if (!(error as Error).message.startsWith('closed while sending')) throw error
      await reconnect()
    }
  }
}

/** Connects until a node accepts. The connection may close again if another node has the session. */
async function reconnected(
  session: SessionClient,
  address: () => string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const { closedWith } = session.socket
    assert.ok([null, 1006, 1011, 1012, 1013].includes(closedWith?.code ?? null), JSON.stringify(closedWith))
    await delay(RETRY_MS)
    session.goTo(address())
    if (await session.connect().then(() => true, () => false)) return // oxfmt-ignore
  }
}

suite('live sessions', { skip: 'missing' in postgres && postgres.missing }, () => {
  const dataDir = temporaryFolder()
  let database: { url: string; stop: () => Promise<void> }
  let nodes: Node[] = []

  async function startNode(port: string): Promise<Node> {
    const scratch = temporaryFolder()
    const service = await ServiceProcess.start(null, dataDir, {
      PORT: port,
      SCRATCH_DIR: scratch,
      DATABASE_URL: database.url,
      NODE_LEASE_SECONDS: String(LEASE_SECONDS),
      LIVE_SESSIONS: String(SESSIONS + 2),
      LIVE_RESUME_SECONDS: '20',
      DRAIN_SECONDS: '0',
    })
    return { service, client: await Client.of(service), scratch }
  }

  before(async () => {
    if ('missing' in postgres) return
    database = await freshDatabase(postgres.url)
    // A node that is lost comes back on the same port.
    for (let i = 0; i < NODES; i++) nodes.push(await startNode(`${await freePort()}`))
  })
  after(async () => {
    await Promise.all(nodes.map(async ({ service }) => service.end('SIGKILL')))
    await database.stop()
  })

  const node = (i: number) => nodes[i] ?? assert.fail()
  const portOf = ({ service }: Node) => new URL(service.url).port

  test('move to the node to which their clients connect, from one that is alive or shuts down', async (t) => {
    const audio = await encoded([kennedyBeginning.samples], DEFAULT_AUDIO)
    const session = await SessionClient.start(node(0).client, {
      ...ENGLISH,
      messages_config: allFlags(true),
    })
    const playOn = async (i: number, bytes: Uint8Array) => {
      session.moveTo(node(i).client, node(i).service.url)
      await playThrough(session, bytes, async () => reconnected(session, () => node(i).service.url, t.signal))
    }
    await playOn(0, audio.subarray(0, 64_000))
    const left = session.socket
    session.moveTo(node(1).client, node(1).service.url)
    await session.connect()
    await playOn(1, audio.subarray(64_000, 100_000))
    assert.equal(await left.closed(), 1012)
    const ended = node(1).service.end('SIGTERM')
    assert.equal(await session.socket.closed(), 1012)
    await playOn(0, audio.subarray(100_000))
    // Checks that no message has changed.
    await session.end()
    assert.ok((await session.fileData()).equals(audio), 'the file is what was sent')
    assert.ok(wrongWords(kennedyBeginning, session.finals()) <= 1)
    assert.equal(await ended, 0)
    nodes = nodes.with(1, await startNode(portOf(node(1))))
  })

  test('can be cancelled on any node', async () => {
    const session = await SessionClient.start(node(0).client, ENGLISH)
    await session.play(Buffer.alloc(32_000))
    const { status } = await node(1).client.send('POST', `/v2/jobs/${session.id}/cancel`)
    assert.equal(status, 202)
    assert.equal(await session.socket.closed(), 4499)
    const { error_code } = await session.job()
    assert.equal(error_code, 499)
  })

  test('lose no acknowledged byte to kills with loss of the disk, freezes and hops', async (t) => {
    const balancer = NO_LOAD_BALANCER ? null : await balanceLoad(t, nodes.map(({ service }) => service.url)) // oxfmt-ignore
    const rng = random(12)
    const address = () => balancer?.url ?? node(rng.below(NODES)).service.url
    const client = await Client.of({ url: address(), key: node(0).service.key })
    const db = new pg.Client({ connectionString: database.url })
    await db.connect()
    t.after(async () => db.end())
    const sessions = await Promise.all(
      Array.from({ length: SESSIONS }, async () => SessionClient.create(client, ENGLISH)),
    )
    const abandoned = await SessionClient.start(node(0).client, ENGLISH)
    /** Milliseconds from the loss of a connection to the first frame of the next, by what ended it. */
    const reopened = { hop: [] as number[], death: [] as number[], again: [] as number[] }
    const hopping = new Set<SessionClient>()
    let isOver = false

    await Promise.all(sessions.map(async (session) => session.connect()))
    const playing = sessions.map(async (session, i) => {
      const noise = random(100 + i)
      let lostAt: number | null = null
      let cause: keyof typeof reopened = 'death'
      const settle = () => {
        const at = session.socket.frames[0]?.at
        if (lostAt === null || at === undefined) return
        reopened[cause].push(at - lostAt)
        lostAt = null
      }
      const reconnect = async () => {
        settle()
        if (lostAt === null) cause = hopping.delete(session) ? 'hop' : 'death'
        else if (session.socket.closedWith?.code !== 1013) cause = 'again'
        lostAt ??= performance.now()
        await reconnected(session, address, t.signal)
      }
      for (let sent = 0; sent < SECONDS * 32_000 || !isOver; sent += PIECE) {
        const piece = Buffer.from(Int16Array.from({ length: PIECE / 2 }, () => noise.below(40) - 20).buffer)
        await playThrough(session, piece, reconnect, true)
        settle()
      }
    })

    const ownedBy = async (owner: string) => {
      const { rows } = await db.query<{ job_id: string }>('select job_id from live_sessions where owner = $1', [owner]) // oxfmt-ignore
      const ids = new Set(rows.map((row) => row.job_id))
      return sessions.filter(({ id }) => ids.has(id))
    }
    const buried = async (id: string) => {
      const query = async () => db.query('select from nodes where id = $1 and dead = 0', [id])
      await until(async () => (await query()).rowCount === 0)
    }
    const lose = async (i: number, isKill: boolean) => {
      const { service, scratch } = node(i)
      if (!isKill) {
        process.kill(service.pid, 'SIGSTOP')
        const id = readFileSync(join(scratch, 'node'), 'utf8')
        const connected = await ownedBy(id)
        // Some clients give up at once, some wait.
        for (const [n, session] of connected.entries()) if (n % 2 === 0) session.socket.cut()
        await buried(id)
        process.kill(service.pid, 'SIGCONT')
        await service.exited()
      } else await service.end('SIGKILL')
      rmSync(scratch, { recursive: true, force: true })
      nodes = nodes.with(i, await startNode(portOf(node(i))))
    }
    const losing = (async () => {
      const all = KILLS + FREEZES
      const interval = (SECONDS * 1000) / (all + 1)
      const begin = performance.now()
      for (let n = 0; n < all; n++) {
        await delay(Math.max(0, begin + (n + 0.5) * interval - performance.now()))
        // Freezes are spread evenly among the kills, the first of which takes the abandoned session.
        await lose(n % NODES, Math.floor(((n + 1) * FREEZES) / all) === Math.floor((n * FREEZES) / all))
      }
    })()
    let moved = 0
    const hoppingAll = (async () => {
      for (let hop = 0; hop < HOPS; hop++) {
        const session = sessions[rng.below(SESSIONS)] ?? assert.fail()
        const owner = async () => (await db.query<{ owner: string }>('select owner from live_sessions where job_id = $1', [session.id])).rows[0]?.owner // oxfmt-ignore
        const from = await owner()
        if (session.socket.isOpen) {
          hopping.add(session)
          session.socket.cut()
        }
        await delay((SECONDS * 1000) / HOPS)
        if ((await owner()) !== from) moved++
      }
    })()
    const leaving = assert.rejects(abandoned.play(Buffer.alloc(32_000 * 600, 1), { atRealTime: true }), /closed while sending/) // oxfmt-ignore
    const disturbing = Promise.all([losing, hoppingAll]).finally(() => (isOver = true))
    await Promise.all([disturbing, leaving, ...playing])

    for (const session of sessions) {
      do {
        if (!session.socket.isOpen) await reconnected(session, address, t.signal)
        session.stop()
      } while ((await session.socket.closed()) !== 1000)
    }
    for (const session of [...sessions, abandoned]) {
      session.moveTo(client, address())
      // Checks that the job is done, and that its file has everything acknowledged and nothing that was not sent.
      await session.finished()
    }
    report(t, reopened, moved)
  })
})

function report(
  t: TestContext,
  { hop, death, again }: Record<'hop' | 'death' | 'again', number[]>,
  moved: number,
): void {
  const of = (ms: number[]) => `p50 ${quantile(ms, 0.5).toFixed(0)}, p95 ${quantile(ms, 0.95).toFixed(0)} ms`
  t.diagnostic(
    `${SESSIONS} sessions, ${KILLS} kills, ${FREEZES} freezes, ${moved} of ${HOPS} cuts changed the node`,
  )
  if (hop.length > 0) t.diagnostic(`${hop.length} times reopened after a cut: ${of(hop)}`)
  if (death.length > 0) t.diagnostic(`${death.length} times reopened after the loss of a node: ${of(death)}`)
  if (again.length > 0)
    t.diagnostic(`${again.length} times reopened after several losses in a row: ${of(again)}`)
}
