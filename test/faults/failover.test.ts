/**
 * A PostgreSQL standby takes the place of the primary, which is killed or frozen, in the middle of jobs and of a live session.
 * DATABASE_URL names both servers.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { serveAudio } from '../support/audio-server.ts'
import { Client } from '../support/client.ts'
import { SessionClient } from '../support/live-client.ts'
import { LiveSocket } from '../support/live-socket.ts'
import { descendantsOf, signalAll } from '../support/process-table.ts'
import { SILENCE } from '../support/sample.ts'
import { long } from '../support/long.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { change, folderOf, NO_STANDBY, STANDBY, startStandby, urlOf } from '../support/standby.ts'
import { type OwnPostgres, query, startServer } from '../support/throwaway-postgres.ts'
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
  /** Ids of the acknowledged jobs. */
  readonly acknowledged: string[]
  /** Stops creating jobs, which otherwise continues until the test ends. */
  readonly stop: () => Promise<void>
}

async function world(t: TestContext, isSynchronous: boolean): Promise<World> {
  const primary = await startServer('machine')
  if ('missing' in primary) throw new Error(primary.missing)
  t.after(async () => {
    frozen.splice(0).forEach((goOn) => goOn()) // A frozen server could not be stopped.
    await primary.stop()
  })
  const standby = await startStandby(primary)
  t.after(standby.stop)
  if (isSynchronous) await change(primary.url, 'synchronous_standby_names', STANDBY)
  const shared = temporaryFolder()
  const env = {
    DATABASE_URL: urlOf(standby, primary),
    ALLOW_PRIVATE_URLS: '1',
    LIVE_RESUME_SECONDS: isSynchronous ? '60' : '5',
  }
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

/** Functions that resume frozen servers. */
const frozen: (() => void)[] = []

/** Freezes all processes of a server, as if its machine hung. */
function freeze({ url }: OwnPostgres): void {
  const pid = Number.parseInt(readFileSync(join(folderOf(url), 'data/postmaster.pid'), 'utf8'), 10)
  const all = [{ pid }, ...descendantsOf(pid)]
  signalAll(all, 'SIGSTOP')
  frozen.push(() => signalAll(all, 'SIGCONT'))
}

suite('a standby of PostgreSQL that is promoted', { skip: long.skip || NO_STANDBY }, () => {
  for (const loss of ['killed', 'frozen'] as const)
    test(`loses nothing if it is synchronous and the primary is ${loss}, and nobody writes to the old primary when it is back`, async (t) => {
      const { primary, standby, serving, working, client, acknowledged, stop, shared, env } = await world(
        t,
        true,
      )
      const session = await SessionClient.start(client, ENGLISH)
      const playing = session.play(AUDIO, { atRealTime: true })
      await until(() => acknowledged.length >= 3 && session.acknowledged > 32_000)
      if (loss === 'killed') await primary.kill()
      else freeze(primary)
      const before = acknowledged.length
      const lostAt = performance.now()
      await promote(standby)
      await until(() => acknowledged.length >= before + 3)
      t.diagnostic(`jobs were accepted again after ${Math.round(performance.now() - lostAt)} ms`)
      await playing
      await session.end()
      assert.ok((await session.fileData()).equals(AUDIO), 'the file is what was sent')

      await t.test('the old primary', async () => {
        if (loss === 'killed') await primary.start()
        else frozen.splice(0).forEach((goOn) => goOn())
        // Otherwise it would acknowledge no commit without its standby.
        await change(primary.url, 'synchronous_standby_names', '')
        // It now commits what it received before the freeze; nobody was told so.
        const others = `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
        await until(async () => (await query(primary.url, others)).length === 0)
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

  test('loses, if it is asynchronous, only what it had not received', async (t) => {
    const { primary, standby, serving, working, client, acknowledged, stop, shared, env } = await world(
      t,
      false,
    )
    const start = async () => SessionClient.start(client, ENGLISH)
    await until(() => acknowledged.length >= 3)
    const [first = ''] = acknowledged
    await client.ended(first)
    const [open, moved, ended] = [await start(), await start(), await start()]
    for (const session of [open, moved, ended]) await session.play(AUDIO)
    // From here on, the standby receives nothing.
    await change(standby.url, 'primary_conninfo', '')
    await until(async () => (await query(primary.url, 'select from pg_stat_replication')).length === 0)
    const last = acknowledged.length
    const forgotten = await start()
    for (const session of [open, moved, ended, forgotten]) await session.play(AUDIO)
    await ended.end()
    await until(() => acknowledged.length >= last + 3)
    await primary.kill()
    await promote(standby)
    const after = acknowledged.length
    await until(() => acknowledged.length >= after + 3)
    await stop()
    await open.play(AUDIO)
    await open.end()
    assert.ok((await open.fileData()).equals(Buffer.concat([AUDIO, AUDIO, AUDIO])), 'it has lost audio')
    assert.equal(await forgotten.socket.closed(), 1012)
    assert.equal(await (await LiveSocket.open(forgotten.url)).closed(), 4401)
    await ended.ended()
    assert.ok((await ended.fileData()).equals(AUDIO), 'it has other audio than the standby had received')
    // Another node takes over a session of which the database lacked a part.
    await moved.play(AUDIO)
    const scratch = { SCRATCH_DIR: temporaryFolder(), ROLES: 'serve' }
    const other = await ServiceProcess.start(t, shared, { ...env, ...scratch })
    moved.goTo(other.url)
    await moved.reconnect()
    await moved.end()
    assert.ok((await moved.fileData()).equals(Buffer.concat([AUDIO, AUDIO, AUDIO])), 'it has lost audio')
    const kept = new Set((await jobsIn(standby)).map(({ id }) => id))
    // Jobs that were created while it was cut off may be on either side.
    const lost = acknowledged.filter((id) => !kept.has(id))
    assert.ok(lost.length > 0, 'the standby had everything')
    assert.ok(kept.has(first))
    for (const id of lost) assert.equal((await client.get(`/v2/jobs/${id}`)).status, 404)
    for (const id of acknowledged.slice(after))
      assert.ok(kept.has(id), 'a job is lost that was created after the failover')
    for (const { id } of [open, moved, ended]) kept.delete(id)
    for (const id of kept) assert.equal((await client.ended(id)).status, 'done')
    for (const node of [serving, working, other]) assert.equal(await node.end('SIGTERM'), 0, node.stderr)
    const checked = await scriptorium(['check'], { DATA_DIR: shared, ...env })
    t.diagnostic(
      `${lost.length} of ${acknowledged.length} jobs were lost; check: ${checked.code} ${checked.stdout}`,
    )
  })
})
