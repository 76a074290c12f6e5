/** Many sessions that end at once leave room for other requests to the database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFlags } from '../../test/support/live-flags.ts'
import { until } from '../../test/support/until.ts'
import { LiveWorld } from './testing/live-world.ts'

const SESSIONS = 20
/** Sessions that are stored concurrently. */
const AT_ONCE = 4

test('sessions that end at once are stored a few at a time, with accounts taking turns', async (t) => {
  const world = await LiveWorld.make()
  t.after(async () => world.close())
  const { live, accounts } = world.store
  const other = await accounts.ensure('other')
  const started: string[] = []
  let running = 0
  let most = 0
  const held = Promise.withResolvers<void>()
  const finish = live.finish.bind(live)
  live.finish = async (...given) => {
    started.push(given[0])
    most = Math.max(most, ++running)
    await held.promise
    try {
      return await finish(...given)
    } finally {
      running--
    }
  }
  const close = async (account?: number) => {
    const { id, token } = await world.create({ messages_config: allFlags(true) }, account)
    const client = world.connect(token)
    await client.until(() => client.ofType('start_session').length > 0)
    return { id, client }
  }
  const many = await Promise.all(Array.from({ length: SESSIONS }, async () => close()))
  const one = await close(other)

  for (const { client } of many) await client.send({ type: 'stop_recording' })
  const isMade = ({ client }: typeof one) => client.ofType('post_final_transcript').length > 0
  await until(() => many.every(isMade) && started.length >= AT_ONCE)
  await one.client.send({ type: 'stop_recording' })
  await until(() => isMade(one))
  held.resolve()
  for (const { client } of [...many, one]) assert.equal(await client.closed(), 1000)

  assert.equal(most, AT_ONCE)
  // Not necessarily the next one: it may still have been reading its journal.
  assert.ok(started.indexOf(one.id) < SESSIONS / 2, 'the other account does not wait for all of them')
  for (const { id } of many) assert.equal((await world.job(id)).status, 'done')
})
