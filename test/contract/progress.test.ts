/** GET /v2/jobs/:id/progress, against the contract. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobProgress } from '../../src/contract/progress.ts'
import { serveLateAudio } from '../support/audio-server.ts'
import type { Client } from '../support/client.ts'
import { SessionClient } from '../support/live-client.ts'
import { onEitherStore } from '../support/on-each-store.ts'
import { SILENCE } from '../support/sample.ts'
import { serveTwoAccounts, type TwoAccounts } from '../support/two-accounts.ts'

const UNKNOWN = { stage: null, fraction: null, queue_position: null, waiting_for: null, eta_seconds: null }

const progressOf = async (client: Client, id: string) =>
  (await client.get<JobProgress>(`/v2/jobs/${id}/progress`)).body

onEitherStore('progress', (fresh) => {
  let world: TwoAccounts
  let client: Client
  before(async () => {
    world = await serveTwoAccounts(await fresh(), { FETCHES: '1' })
    client = world.client
  })
  after(async () => world.close())

  test('says how many jobs of the account precede a queued one, and what is being done for the others', async (t) => {
    const late = await serveLateAudio(t, SILENCE)
    const first = await client.create({ audio_url: late.url })
    await late.asked
    const queued = [
      await client.create({ audio_url: late.url }),
      await client.create({ audio_url: late.url }),
    ]
    assert.deepEqual(await progressOf(client, first), {
      ...UNKNOWN,
      status: 'processing',
      stage: 'fetching',
      fraction: 0,
    })
    for (const [place, id] of queued.entries())
      assert.deepEqual(await progressOf(client, id), {
        ...UNKNOWN,
        status: 'queued',
        fraction: 0,
        queue_position: place,
        waiting_for: 'turn',
      })
    await client.send('POST', `/v2/jobs/${queued[0]}/cancel`)
    assert.equal((await progressOf(client, queued[1] ?? '')).queue_position, 0)
    late.answer()
    await client.ended(first)
    const ended = { ...UNKNOWN, status: 'done', fraction: 1, eta_seconds: 0 }
    assert.deepEqual(await progressOf(client, first), ended)
    assert.deepEqual(await progressOf(client, queued[0] ?? ''), { ...UNKNOWN, status: 'error' })
    await world.stranger.refused(404, 'GET', `/v2/jobs/${first}/progress`)
  })

  test('of a live session is its status', async () => {
    assert.deepEqual(await progressOf(client, world.liveJob), { ...UNKNOWN, status: 'queued' })
    const session = await SessionClient.start(client)
    await session.play(Buffer.alloc(3_200))
    assert.deepEqual(await progressOf(client, session.id), {
      ...UNKNOWN,
      status: 'processing',
      stage: 'live',
    })
    await client.send('POST', `/v2/jobs/${session.id}/cancel`)
  })
})
