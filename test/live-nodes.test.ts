/**
 * A live session survives its node, and moves between nodes: no acknowledged byte is lost, and nothing that was sent changes.
 *
 * Slow: services are started as processes, on a PostgreSQL database and a folder for audio that they share.
 */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { kennedyBeginning } from '../src/recognition/testing/speech.ts'
import { Client } from './support/client.ts'
import { DEFAULT_AUDIO, encoded } from './support/live-audio.ts'
import { SessionClient } from './support/live-client.ts'
import { allFlags } from './support/live-flags.ts'
import { wrongWords } from './support/live-words.ts'
import { ServiceProcess, temporaryFolder } from './support/scriptorium.ts'
import { freshDatabase, throwawayPostgres } from './support/throwaway-postgres.ts'

/** How often a node is killed. */
const KILLS = Number(process.env['TEST_LIVE_NODES_KILLS'] ?? 1)
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

suite('a live session', { skip: 'missing' in postgres && postgres.missing }, () => {
  const dataDir = temporaryFolder()
  let database: { url: string; stop: () => Promise<void> }
  let audio: Buffer<ArrayBuffer>
  /** The first is killed next. */
  let nodes: Node[]

  async function startNode(): Promise<Node> {
    const scratch = temporaryFolder()
    const service = await ServiceProcess.start(null, dataDir, {
      SCRATCH_DIR: scratch,
      DATABASE_URL: database.url,
      NODE_LEASE_SECONDS: '2',
      LIVE_RESUME_SECONDS: '3',
      DRAIN_SECONDS: '0',
    })
    return { service, client: await Client.of(service), scratch }
  }

  before(async () => {
    if ('missing' in postgres) return
    database = await freshDatabase(postgres.url)
    audio = await encoded([kennedyBeginning.samples], DEFAULT_AUDIO)
    nodes = await Promise.all([startNode(), startNode()])
  })
  after(async () => {
    await Promise.all(nodes.map(async ({ service }) => service.end('SIGKILL')))
    await database.stop()
  })

  const first = () => nodes[0] ?? assert.fail()
  const second = () => nodes[1] ?? assert.fail()

  /** Reconnects to a node until that has the session. */
  async function continueOn({ client, service }: Node, session: SessionClient): Promise<void> {
    const acknowledged = session.received.length
    for (;;) {
      session.moveTo(client, service.url)
      await session.connect().catch(() => {})
      const { socket } = session
      socket.send(new Uint8Array())
      await socket.until(
        () => session.received.length > acknowledged || session.repeated > 0 || !socket.isOpen,
      )
      if (socket.isOpen) return
      assert.ok([1011, 1012, 1013].includes(socket.closedWith?.code ?? 0), JSON.stringify(socket.closedWith))
      await delay(100)
    }
  }

  async function endAndCheck(session: SessionClient): Promise<void> {
    await session.play(Buffer.alloc(0))
    // It checks that no message has changed.
    await session.end()
    assert.ok((await session.fileData()).equals(audio), 'the file is what was sent')
    assert.ok(wrongWords(kennedyBeginning, session.finals()) <= 1)
  }

  test('moves to the node to which its client connects, while its node is alive', async () => {
    const session = await SessionClient.start(first().client, { ...ENGLISH, messages_config: allFlags(true) })
    await session.play(audio.subarray(0, 100_000))
    const left = session.socket
    await continueOn(second(), session)
    assert.equal(await left.closed(), 1012)
    await session.play(audio.subarray(100_000, 200_000))
    await continueOn(first(), session)
    await session.play(audio.subarray(200_000))
    await endAndCheck(session)
  })

  test('is cancelled from any node', async () => {
    const session = await SessionClient.start(first().client, ENGLISH)
    await session.play(audio.subarray(0, 32_000))
    const { status } = await second().client.send('POST', `/v2/jobs/${session.id}/cancel`)
    assert.equal(status, 202)
    assert.equal(await session.socket.closed(), 4499)
    const { error_code } = await session.job()
    assert.equal(error_code, 499)
  })

  test('is given to other nodes by a node that shuts down', async () => {
    const session = await SessionClient.start(first().client, ENGLISH)
    await session.play(audio.subarray(0, 100_000))
    const ended = first().service.end('SIGTERM')
    assert.equal(await session.socket.closed(), 1012)
    await continueOn(second(), session)
    await session.play(audio.subarray(100_000))
    await endAndCheck(session)
    assert.equal(await ended, 0)
    nodes = [second(), await startNode()]
  })

  test('continues on another node after kill -9, without the disk of its own', async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const [resumed, abandoned] = [
        await SessionClient.start(first().client, { ...ENGLISH, messages_config: allFlags(true) }),
        await SessionClient.start(first().client, ENGLISH),
      ]
      const playing = [resumed, abandoned].map(async (session) =>
        assert.rejects(session.play(audio, { atRealTime: true }), /closed while sending/),
      )
      await resumed.socket.until(() => resumed.acknowledged > ((kill % 8) + 6) * 16_000)
      const { service, scratch } = first()
      await service.end('SIGKILL')
      rmSync(scratch, { recursive: true })
      await Promise.all(playing)
      abandoned.moveTo(second().client, second().service.url)
      await continueOn(second(), resumed)
      await endAndCheck(resumed)
      // Taken up without its client; `finished` checks that its file has all that was acknowledged.
      await abandoned.finished()
      nodes = [second(), await startNode()]
    }
  })
})
