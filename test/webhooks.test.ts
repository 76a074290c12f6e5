/** Webhooks of an account: set only by its admins, and sent every event of its jobs, signed, also of deleted jobs. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { wav } from '../src/audio/testing/media.ts'
import type { AccountWebhook } from '../src/contract/callbacks.ts'
import type { DeliveryPage } from '../src/contract/deliveries.ts'
import type { CreatedShare } from '../src/contract/shares.ts'
import { WEBHOOK_EVENTS } from '../src/contract/webhook-events.ts'
import { said, transcriptionOf } from '../src/text/testing/utterances.ts'
import { TestEndpoint } from './support/callback-endpoint.ts'
import { Client } from './support/client.ts'
import { addHeardJob } from './support/heard-job.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { runService } from './support/running-service.ts'
import { serveTwoAccounts } from './support/two-accounts.ts'
import { until } from './support/until.ts'

const PATH = '/v2/settings/webhooks'
const hook = (id: string, url: string, events: readonly string[] = WEBHOOK_EVENTS) => ({ id, url, events })

onEitherStore('webhooks of an account', (fresh) => {
  test('are sent every event of its jobs, also when a job is deleted', async (t) => {
    const database = await fresh()
    const world = await serveTwoAccounts(database)
    t.after(async () => world.close())
    const { client, stranger } = world
    const endpoint = await TestEndpoint.listen(t)
    const items = [hook('all', endpoint.url('/200')), hook('deleted', endpoint.url('/204'), ['job.deleted'])]
    await client.send('PUT', PATH, { body: { items } })
    await stranger.create({ audio_url: endpoint.url('/404') })

    const place = { dataDir: world.service.dataDir, databaseUrl: database.url }
    const audio = {
      audio: wav({}),
      filename: 'a.wav',
      seconds: 1,
      transcription: transcriptionOf(said('Hi.')),
    }
    const id = await addHeardJob(client, place, audio)
    const path = `/v2/jobs/${id}`
    const { utterances } = transcriptionOf(said('Hello.'))
    const ok = async <Body = null>(verb: string, to: string, body?: object) => {
      const answer = await client.send<Body>(verb, to, body && { body, headers: { 'if-match': '"0"' } })
      assert.ok(answer.status < 300, String(answer.bytes))
      return answer.body
    }
    await ok('PUT', `${path}/transcript`, { utterances })
    const share = await ok<CreatedShare>('POST', `${path}/shares`, {})
    await ok('DELETE', `${path}?trash=true`)
    await ok('POST', `/v2/trash/${id}/restore`)
    await ok('DELETE', `${path}?trash=true`)
    await ok('DELETE', `/v2/trash/${id}`)
    const failing = await client.create({ audio_url: endpoint.url('/404') })
    const { body: live } = await client.send<{ id: string; url: string }>('POST', '/v2/live', { body: {} })
    const socket = new WebSocket(live.url)
    await once(socket, 'open')
    socket.send('{"type":"stop_recording"}')
    await once(socket, 'close')

    const bodyOf = (event: AccountWebhook['event'], job: string, more: object = {}) =>
      JSON.stringify({ event, account: 'default', payload: { id: job, ...more } })
    const deletions = [true, false].map((in_trash) => bodyOf('job.deleted', id, { in_trash }))
    const expected = [
      bodyOf('transcription.created', id),
      bodyOf('transcription.success', id),
      bodyOf('job.corrected', id, { revision: 1 }),
      bodyOf('job.shared', id, { share_id: share.id }),
      ...deletions,
      bodyOf('job.deleted', id, { in_trash: true }),
      bodyOf('job.restored', id),
      bodyOf('transcription.created', failing),
      bodyOf('transcription.error', failing),
      ...WEBHOOK_EVENTS.filter((event) => event.startsWith('live.')).map((event) => bodyOf(event, live.id)),
    ].toSorted()
    const sent = await until(
      () => endpoint.on('/200'),
      (all) => all.length >= expected.length,
    )
    assert.deepEqual(sent.map(({ body }) => body).toSorted(), expected)
    await until(() => endpoint.on('/204').length === 3)
    assert.deepEqual(
      new Set(endpoint.on('/204').map(({ body }) => body)),
      new Set(deletions),
      'the other has these alone',
    )
    const ids = endpoint.received.flatMap(({ headers }) => headers['webhook-id'] ?? [])
    assert.equal(new Set(ids).size, expected.length + 3)
    const { body: own } = await client.get<{ secret: string }>('/v2/callback-secret')
    for (const { body, headers } of sent)
      new Webhook(own.secret).verify(body, headers as Record<string, string>)

    const { body: listed } = await client.get<DeliveryPage>('/v2/deliveries')
    const shown = listed.items.filter(({ job_id }) => job_id === id)
    assert.equal(shown.length, 11, 'the job is deleted, and its reports are not')
    const erased = shown.find(({ event, url }) => event === 'job.deleted' && url.endsWith('/200'))
    assert.ok(erased)
    const again = `${path}/deliveries/${erased.id}`
    const { body: signed } = await client.send<AccountWebhook>('POST', `${again}/sign`)
    assert.equal(signed.event, 'job.deleted')
    await ok('POST', `${again}/redeliver`)
    await until(() => endpoint.on('/200').length === expected.length + 1)
    const { body: ofJob } = await client.get<DeliveryPage>(`/v2/jobs/${failing}/deliveries`)
    assert.equal(ofJob.items.length, 2)
  })
})

suite('webhooks of an account', () => {
  test('never lead to a private address, and cannot be set with the scope write alone', async (t) => {
    let writing = ''
    const service = await runService({}, async ({ accounts, keys }) => {
      const account = await accounts.ensure('default')
      writing = (await keys.create(account, 'writing', { scopes: ['read', 'write', 'live'] })).key
    })
    t.after(async () => service.close())
    const client = await Client.of(service)
    for (const url of [
      'http://127.0.0.1/',
      'http://[::1]:9/',
      'https://localhost',
      'http://169.254.169.254/',
    ]) {
      const items = [hook('a', 'https://example.com/'), hook('b', url)]
      const { message } = await client.refused(422, 'PUT', PATH, { body: { items } })
      assert.match(message, /^items\.1\.url: must not lead to a private or reserved address/)
    }
    const writer = client.as(writing)
    const body = { items: [hook('a', 'https://example.com/')] }
    await writer.refused(403, 'PUT', PATH, { body })
    assert.equal((await client.send('PUT', PATH, { body })).status, 200)
    await writer.refused(403, 'DELETE', PATH)
    assert.deepEqual((await writer.get(PATH)).body, body)
  })
})
