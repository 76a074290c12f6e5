/**
 * Live sessions of a node on PostgreSQL that has lost its last commits, as after the promotion of an asynchronous standby: the
 * database and the node reconcile by themselves. `failover.test.ts` loses a primary.
 */
import assert from 'node:assert/strict'
import { after, suite, test, type TestContext } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { CLOSE } from '../../src/live/connection.ts'
import type { LiveSettings } from '../../src/live/sessions.ts'
import { LiveWorld } from '../../src/live/testing/live-world.ts'
import { changeStatus } from '../../src/store/jobs/job-status.ts'
import type { Schema } from '../../src/store/schema.ts'
import { dialectOf } from '../support/store-place.ts'
import { temporaryFolder } from '../support/scriptorium.ts'
import { freshDatabase, throwawayPostgres } from '../support/throwaway-postgres.ts'
import { until } from '../support/until.ts'

const server = await throwawayPostgres('quick')
after(async () => ('url' in server ? server.stop() : undefined))

/** Half a second of audio. */
const part = (value: number) => Buffer.alloc(16_000, value)
const SILENCE = part(0)

async function world(t: TestContext, settings: Partial<LiveSettings>) {
  if ('missing' in server) throw new Error(server.missing)
  const { url, stop } = await freshDatabase(server.url)
  t.after(stop)
  const node = async () => {
    const dialect = dialectOf({ dataDir: temporaryFolder(), databaseUrl: url })
    const made = await LiveWorld.make(settings, dialect)
    t.after(async () => made.close())
    return { made, dialect }
  }
  const { made, dialect } = await node()
  const open = async () => {
    const session = await made.create()
    const client = made.connect(session.token)
    await client.send(part(1))
    await client.acknowledged(16_000)
    return { ...session, client }
  }
  return { world: made, db: dialect.db, open, node }
}

/** Breaks the connections over which nodes learn of changes, as the loss of a primary does. */
const breakConnections = async (db: Kysely<Schema>) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'scriptorium listen %'`.execute(db)

async function loseStart(db: Kysely<Schema>, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('live_sessions').set({ owner: null }).where('job_id', '=', id).execute()
    const job = await trx.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await changeStatus(trx, job, 'queued')
  })
}

suite('a node whose database has forgotten', { skip: 'missing' in server && server.missing }, () => {
  test('a session closes it; one whose end was forgotten ends again, and others continue', async (t) => {
    const { world: made, db, open } = await world(t, { resumeSeconds: 0 })
    const [forgotten, kept, ended] = [await open(), await open(), await made.create()]
    const sessions = db.selectFrom('live_sessions').where('job_id', '=', kept.id)
    const { owner } = await sessions.select('owner').executeTakeFirstOrThrow()
    assert.ok(owner !== null && (await made.store.live.start(ended.id, owner)))
    await db.deleteFrom('live_sessions').where('job_id', '=', forgotten.id).execute()

    assert.equal(await forgotten.client.closed(), CLOSE.restarting)
    assert.equal(await made.connect(forgotten.token).closed(), CLOSE.badToken)
    assert.equal((await made.ended(ended.id)).status, 'done')
    await kept.client.send({ type: 'stop_recording' })
    assert.equal(await kept.client.closed(), CLOSE.done)
    assert.equal((await made.job(kept.id)).file?.audio_duration, 0.5)
  })

  test('the start of an open session starts it again, before any node concludes that nobody connected', async (t) => {
    const connectSeconds = 3
    const { world: made, db, open, node } = await world(t, { connectSeconds })
    const { id, client } = await open()
    await node() // It would end the session as well.
    const createdAt = Date.parse((await made.job(id)).created_at)
    await until(() => Date.now() > createdAt + connectSeconds * 1000)
    await loseStart(db, id)
    await breakConnections(db)
    const { status, error_code } = await until(
      async () => made.job(id),
      (seen) => seen.status !== 'queued',
    )
    assert.deepEqual({ status, error_code }, { status: 'processing', error_code: null })
    await client.send(part(2))
    await client.acknowledged(32_000)
    await client.send({ type: 'stop_recording' })
    assert.equal(await client.closed(), CLOSE.done)
    assert.equal((await made.job(id)).file?.audio_duration, 1)
  })

  test('the start of a session that another node has taken over refuses its audio from then on', async (t) => {
    const { world: made, db, open, node } = await world(t, {})
    const { id, token, client } = await open()
    await loseStart(db, id)
    const { made: other } = await node()
    const again = other.connect(token)
    await again.send(part(2))
    await again.acknowledged(32_000)
    await client.send(part(3))
    assert.equal(await client.closed(), CLOSE.restarting)
    assert.equal(client.ofType('audio_chunk').at(-1)?.data?.byte_range[1], 16_000)
    await again.send({ type: 'stop_recording' })
    assert.equal(await again.closed(), CLOSE.done)
    const job = await made.ended(id)
    assert.ok((await other.file(job)).subarray(-32_000).equals(Buffer.concat([part(1), part(2)])))
  })

  test('the start of a cancelled session closes it as cancelled', async (t) => {
    const { world: made, db, open } = await world(t, {})
    const { id, client } = await open()
    await loseStart(db, id)
    assert.equal(await made.sessions.cancel(id), true)
    assert.equal(await client.closed(), CLOSE.cancelled)
    assert.equal((await made.job(id)).file?.audio_duration, 0.5)
  })

  for (const [what, isRestored, isFollowed] of [
    ['stores it again, and another takes over', true, true],
    ['and ends too leaves silence in its place', false, true],
    ['and ends too continues after what is left', false, false],
  ] as const)
    test(`audio ${what}`, async (t) => {
      const { world: made, db, open } = await world(t, {})
      const { id, token, client } = await open()
      /** Positions of what is stored. */
      const rows = async (table: 'live_audio' | 'live_lines') =>
        (await db.selectFrom(table).select('position').where('job_id', '=', id).orderBy('position').execute()).map(({ position }) => position) // oxfmt-ignore
      const before = { live_audio: await rows('live_audio'), live_lines: await rows('live_lines') }
      await client.send(part(2))
      await client.acknowledged(32_000)
      await until(async () => (await rows('live_lines')).length > before.live_lines.length)
      const lost = { live_audio: await rows('live_audio'), live_lines: await rows('live_lines') }
      const lose = async () => {
        for (const table of ['live_audio', 'live_lines'] as const) {
          const positions = lost[table].filter((position) => !before[table].includes(position))
          await db.deleteFrom(table).where('job_id', '=', id).where('position', 'in', positions).execute()
        }
      }
      if (isRestored) await lose()
      if (isFollowed) {
        await client.send(part(3))
        await client.acknowledged(48_000)
      }
      if (isRestored) {
        await breakConnections(db)
        await until(async () => (await rows('live_audio')).includes(16_000))
      }
      await made.sessions.close(0)
      assert.equal(await client.closed(), CLOSE.restarting)
      if (!isRestored) await lose()
      await made.restart()
      const again = made.connect(token)
      await again.send(part(4))
      const audio = [part(1), isRestored ? part(2) : SILENCE, part(3), part(4)]
      if (!isFollowed) audio.splice(1, 2)
      await again.acknowledged(audio.length * 16_000)
      await again.send({ type: 'stop_recording' })
      assert.equal(await again.closed(), CLOSE.done)
      const job = await made.ended(id)
      assert.deepEqual([job.status, job.file?.audio_duration], ['done', audio.length / 2])
      assert.ok((await made.file(job)).subarray(-audio.length * 16_000).equals(Buffer.concat(audio)))
    })
})
