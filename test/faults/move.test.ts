/**
 * A move between databases is killed anywhere, while others write to the source: the last run completes it, and nothing is lost
 * or duplicated.
 *
 * TEST_MOVE_KILLS is the number of kills in each direction, 20 or more before a release.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, suite, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { database } from '../../src/store/configured-database.ts'
import { moveIn } from '../../src/store/move/state.ts'
import type { BusyTask } from '../support/busy-store.ts'
import { Client } from '../support/client.ts'
import { SessionClient } from '../support/live-client.ts'
import { contents, envOf, faultsIn } from '../support/moved-contents.ts'
import { randomFrom } from '../support/random.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import type { StorePlace } from '../support/store-place.ts'
import { freshDatabase, throwawayPostgres } from '../support/throwaway-postgres.ts'
import { until } from '../support/until.ts'

const BUSY_STORE = fileURLToPath(new URL('../support/busy-store.ts', import.meta.url))
const KILLS = Number(process.env['TEST_MOVE_KILLS'] ?? 2)
/** Jobs that exist before the first run. */
const JOBS_BEFORE = 400
/** A run is killed within this many milliseconds of its beginning. */
const LIFE_MS = 800

const postgres = await throwawayPostgres('quick')
after(async () => {
  if ('url' in postgres) await postgres.stop()
})

/** A place without a database. */
async function emptyPlace(kind: 'sqlite' | 'postgres'): Promise<StorePlace> {
  if ('missing' in postgres) throw new Error(postgres.missing)
  const dataDir = join(temporaryFolder(), 'data')
  return { dataDir, databaseUrl: kind === 'sqlite' ? null : (await freshDatabase(postgres.url)).url }
}

suite('a move that is killed', { skip: 'missing' in postgres && postgres.missing }, () => {
  for (const [from, to] of [
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
    ['postgres', 'postgres'],
  ] as const)
    test(`from ${from} to ${to} is completed by the last run`, async (t) => {
      const source = { ...(await emptyPlace(from)), dataDir: temporaryFolder() }
      const target = await emptyPlace(to)
      const writer = busyStore(source)
      t.after(() => writer.stop())
      await until(() => writer.created.size >= JOBS_BEFORE)
      const url = target.databaseUrl ?? `sqlite:${target.dataDir}`
      const random = randomFrom(KILLS)
      let completed = 0
      for (let kill = 0; kill < KILLS; kill++) {
        let isOver = false
        const begun = async () => {
          await until(async () => isOver || (await hasBegun(source)))
          await delay(random() * LIFE_MS)
        }
        const run = scriptorium(['move', '--to', url], envOf(source), begun())
        const { code, stderr } = await run.finally(() => (isOver = true))
        if (code === 0) completed++
        else assert.deepEqual([code, stderr], [null, ''])
      }
      const last = await scriptorium(['move', '--to', url], envOf(source))
      assert.deepEqual([last.code, last.stderr], [0, ''])
      t.diagnostic(`${KILLS - completed} of ${KILLS} were killed, ${writer.created.size} jobs were created`)
      // Nobody can write any more.
      assert.match(await writer.ended, /read-only/)

      const there = await contents(target)
      assert.deepEqual(there, await contents(source))
      assert.deepEqual(await faultsIn(target), [])
      const ids = new Set(
        [...there['jobs']!, ...there['trash']!].flatMap((row) => JSON.parse(row) as unknown[]),
      )
      const lost = [...writer.created].filter((id) => !writer.deleting.has(id) && !ids.has(id))
      assert.deepEqual(lost, [])
    })
})

suite('a live session during a move', { skip: 'missing' in postgres && postgres.missing }, () => {
  test('is suspended, and continues on the other database with all its audio', async (t) => {
    const source = { dataDir: temporaryFolder(), databaseUrl: null }
    const target = await emptyPlace('postgres')
    const service = await ServiceProcess.start(t, source.dataDir, { DRAIN_SECONDS: '1' })
    const client = await Client.of(service)
    const session = await SessionClient.start(client, {})
    const [first, second] = [Buffer.alloc(64_000, 1), Buffer.alloc(32_000, 2)]
    await session.play(first)
    const moved = await scriptorium(['move', '--to', target.databaseUrl!], {
      ...envOf(source),
      DRAIN_SECONDS: '1',
    })
    assert.deepEqual([moved.code, moved.stderr], [0, ''])
    assert.equal(session.socket.closedWith?.code, 1012)
    const refused = await client.send('POST', '/v2/live', { body: {} })
    assert.equal(refused.status, 503)
    assert.equal((await client.get('/v2/jobs')).status, 200)
    assert.equal(await service.end('SIGTERM'), 0)

    const there = await ServiceProcess.start(t, source.dataDir, envOf(target))
    session.moveTo(client.at({ url: there.url, key: there.key }), there.url)
    await session.connect()
    await session.play(second)
    await session.end()
    const { bytes } = await client.at({ url: there.url, key: there.key }).get(`/v2/live/${session.id}/file`)
    assert.deepEqual(bytes.subarray(-first.length - second.length), Buffer.concat([first, second]))
    assert.deepEqual(await faultsIn({ ...target, dataDir: source.dataDir }), [])
  })
})

/** Read-only: a writer may be active. */
async function hasBegun(place: StorePlace): Promise<boolean> {
  const { db } = database(place, { readOnly: true })
  try {
    return (await moveIn(db)) !== null
  } finally {
    await db.destroy()
  }
}

/** A process that writes to the source until it no longer can. */
function busyStore(place: StorePlace) {
  const task: BusyTask = { place, accounts: ['a', 'b'], jobs: null, atOnce: 2, seed: 1 }
  const child = spawn(process.execPath, [BUSY_STORE, JSON.stringify(task)], { stdio: 'pipe' })
  child.stdin.end()
  const [created, deleting] = [new Set<string>(), new Set<string>()]
  createInterface(child.stdout).on('line', (line) => {
    const [what, id = ''] = line.split(' ')
    if (what === 'created') created.add(id)
    else if (what === 'deleting') deleting.add(id)
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  return {
    created,
    deleting,
    /** Its standard error output, once it has ended. */
    ended: once(child, 'close').then(() => stderr),
    stop: () => child.kill('SIGKILL'),
  }
}
