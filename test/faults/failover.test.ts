/**
 * A standby of PostgreSQL takes the place of the primary, which is killed or frozen, in the middle of jobs and of a live session.
 * DATABASE_URL names both.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { serveAudio } from '../support/audio-server.ts'
import { Client } from '../support/client.ts'
import { SessionClient } from '../support/live-client.ts'
import { descendantsOf } from '../support/process-table.ts'
import { SILENCE } from '../support/sample.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { change, folderOf, NO_STANDBY, query, STANDBY, startStandby, urlOf } from '../support/standby.ts'
import { type OwnPostgres, startServer } from '../support/throwaway-postgres.ts'
import { until } from '../support/until.ts'

/** Bytes of audio that are played while the primary is lost: four seconds. */
const AUDIO = Buffer.from(Int16Array.from({ length: 64_000 }, (_, i) => (i * 7919) % 41).buffer)
const ENGLISH = { language_config: { languages: ['en'] } }

interface World {
  readonly primary: OwnPostgres
  readonly standby: OwnPostgres
  readonly env: Readonly<Record<string, string>>
  readonly shared: string
  readonly serving: ServiceProcess
  readonly working: ServiceProcess
  readonly client: Client
  /** Of the jobs that were acknowledged. */
  readonly acknowledged: string[]
  /** Creates jobs until the test ends or `stop` is called. */
  readonly stop: () => Promise<void>
}

async function world(t: TestContext, isSynchronous: boolean): Promise<World> {
  const primary = await startServer('machine')
  if ('missing' in primary) throw new Error(primary.missing)
  t.after(primary.stop)
  const standby = await startStandby(primary)
  t.after(standby.stop)
  if (isSynchronous) await change(primary.url, 'synchronous_standby_names', STANDBY)
  const shared = temporaryFolder()
  const env = { DATABASE_URL: urlOf(standby, primary), ALLOW_PRIVATE_URLS: '1', LIVE_RESUME_SECONDS: '60' }
  const scratch = () => ({ ...env, SCRATCH_DIR: temporaryFolder() })
  const serving = await ServiceProcess.start(t, shared, { ...scratch(), ROLES: 'serve' })
  const working = await ServiceProcess.start(t, shared, scratch(), 'work')
  const client = await Client.of(serving)
  const audio_url = await serveAudio(t, SILENCE)
  const acknowledged: string[] = []
  let isOver = false
  const creating = (async () => {
    while (!isOver) {
      const answer = await client.send<{ id: string }>('POST', '/v2/pre-recorded', {
        body: { audio_url, ...ENGLISH },
      })
      if (answer.status === 201) acknowledged.push(answer.body.id)
      else {
        assert.equal(answer.status, 503, String(answer.bytes))
        assert.ok(Number(answer.headers.get('retry-after')) > 0)
      }
      await delay(20)
    }
  })()
  const stop = async () => {
    isOver = true
    await creating
  }
  t.after(stop)
  return { primary, standby, env, shared, serving, working, client, acknowledged, stop }
}

const isReady = async ({ url }: ServiceProcess) => (await fetch(`${url}/ready`)).ok
const promote = async ({ url }: OwnPostgres) => query(url, 'select pg_promote()')
const jobsIn = async ({ url }: OwnPostgres) => query<{ id: string }>(url, 'select id from jobs order by id')

function signalAll({ url }: OwnPostgres, signal: NodeJS.Signals): void {
  const pid = Number.parseInt(readFileSync(join(folderOf(url), 'data/postmaster.pid'), 'utf8'), 10)
  for (const one of [pid, ...descendantsOf(pid).map((child) => child.pid)]) process.kill(one, signal)
}

suite('a standby of PostgreSQL that is promoted', { skip: NO_STANDBY }, () => {
  for (const loss of ['killed', 'frozen'] as const)
    test(`loses nothing if it is synchronous and the primary is ${loss}, which nobody writes to when it is back`, async (t) => {
      const { primary, standby, serving, working, client, acknowledged, stop, shared, env } = await world(
        t,
        true,
      )
      const session = await SessionClient.start(client, ENGLISH)
      const playing = session.play(AUDIO, { atRealTime: true })
      await until(() => acknowledged.length >= 3 && session.acknowledged > 32_000)
      if (loss === 'killed') await primary.kill()
      else {
        signalAll(primary, 'SIGSTOP')
        t.after(() => signalAll(primary, 'SIGCONT'))
      }
      const before = acknowledged.length
      const lostAt = performance.now()
      await promote(standby)
      await until(() => acknowledged.length >= before + 3)
      t.diagnostic(`jobs were accepted again after ${Math.round(performance.now() - lostAt)} ms`)
      await playing
      await session.end()
      assert.ok((await session.fileData()).equals(AUDIO), 'the file is what was sent')

      await t.test('the one that was replaced', async () => {
        if (loss === 'killed') {
          // Without this, it would acknowledge no commit without its standby.
          await primary.start()
          await change(primary.url, 'synchronous_standby_names', '')
        } else signalAll(primary, 'SIGCONT')
        const old = await jobsIn(primary)
        if (loss === 'killed') {
          await standby.kill()
          await until(async () => !(await isReady(serving)))
        }
        const answered = client.answered
        await until(() => client.answered > answered + 3)
        assert.deepEqual(await jobsIn(primary), old)
        if (loss === 'killed') await standby.start()
        for (const node of [serving, working]) await until(async () => isReady(node))
      })
      await stop()
      for (const id of acknowledged) assert.equal((await client.ended(id)).status, 'done')
      for (const node of [serving, working]) assert.equal(await node.end('SIGTERM'), 0, node.stderr)
      const checked = await scriptorium(['check'], { DATA_DIR: shared, ...env })
      assert.equal(checked.code, 0, checked.stdout + checked.stderr)
    })
})
