/**
 * Live sessions of a node on PostgreSQL that has lost its last commits, as when an asynchronous standby was promoted: the database and the
 * node agree again by themselves. `failover.test.ts` loses a primary.
 */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { CLOSE } from '../../src/live/connection.ts'
import { LiveWorld } from '../../src/live/testing/live-world.ts'
import { dialectOf } from '../support/store-place.ts'
import { temporaryFolder } from '../support/scriptorium.ts'
import { freshDatabase, throwawayPostgres } from '../support/throwaway-postgres.ts'

const server = await throwawayPostgres('quick')
after(async () => ('url' in server ? server.stop() : undefined))

suite('a node whose database has forgotten', { skip: 'missing' in server && server.missing }, () => {
  test('a session closes it; one whose end was forgotten ends again, and others go on', async (t) => {
    if ('missing' in server) throw new Error(server.missing)
    const { url, stop } = await freshDatabase(server.url)
    const dialect = dialectOf({ dataDir: temporaryFolder(), databaseUrl: url })
    const world = await LiveWorld.make({ resumeSeconds: 0 }, dialect)
    t.after(async () => {
      await world.close()
      await stop()
    })
    const open = async () => {
      const session = await world.create()
      const client = world.connect(session.token)
      await client.send(new Uint8Array(32_000))
      await client.acknowledged(32_000)
      return { ...session, client }
    }
    const [forgotten, kept, ended] = [await open(), await open(), await world.create()]
    const sessions = dialect.db.selectFrom('live_sessions').where('job_id', '=', kept.id)
    const { owner } = await sessions.select('owner').executeTakeFirstOrThrow()
    assert.ok(owner !== null && (await world.store.live.start(ended.id, owner)))
    await dialect.db.deleteFrom('live_sessions').where('job_id', '=', forgotten.id).execute()

    assert.equal(await forgotten.client.closed(), CLOSE.restarting)
    assert.equal(await world.connect(forgotten.token).closed(), CLOSE.badToken)
    assert.equal((await world.ended(ended.id)).status, 'done')
    await kept.client.send({ type: 'stop_recording' })
    assert.equal(await kept.client.closed(), CLOSE.done)
    assert.equal((await world.job(kept.id)).file?.audio_duration, 1)
  })
})
