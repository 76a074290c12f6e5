/** Callbacks end to end: requested, delivered, listed, redelivered, and signed with the secret that the CLI prints. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Delivery, DeliveryPage } from '../src/contract/deliveries.ts'
import type { LiveJob } from '../src/contract/job.ts'
import { Client } from './support/client.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { TestEndpoint } from './support/callback-endpoint.ts'
import { runService } from './support/running-service.ts'
import { SILENCE } from './support/sample.ts'
import { scriptorium } from './support/scriptorium.ts'
import { until } from './support/until.ts'

onEitherStore('callbacks of the service', (fresh) => {
  test('are delivered for files and live sessions, are visible only to their account, and can be redelivered', async (t) => {
    let strangersKey = ''
    const service = await runService(
      { ALLOW_PRIVATE_URLS: '1', CALLBACK_RETRY_SECONDS: '0' },
      async ({ accounts, keys }) => {
        strangersKey = (await keys.create(await accounts.ensure('other'), 'theirs')).key
      },
      await fresh(),
    )
    t.after(async () => service.close())
    const client = await Client.of(service)
    const stranger = client.as(strangersKey)
    const endpoint = await TestEndpoint.listen(t)
    const ended = async (request: object) => {
      const id = await client.create({ language_config: { languages: ['en'] }, ...request })
      const delivery = await until(
        async () => (await client.get<DeliveryPage>(`/v2/jobs/${id}/deliveries`)).body.items[0],
        (first) => first !== undefined && first.state !== 'waiting',
      )
      return { id, delivery: delivery! }
    }

    const { audio_url } = await client.upload(SILENCE)
    const done = await ended({ audio_url, callback_url: endpoint.url('/200'), custom_metadata: { a: 1 } })
    const [one] = endpoint.on('/200')
    assert.ok(one)
    const job = await client.job(done.id)
    const expected = {
      id: done.id,
      event: 'transcription.success',
      payload: job.result,
      custom_metadata: { a: 1 },
    }
    assert.deepEqual(JSON.parse(one.body), expected)
    assert.equal(done.delivery.attempts[0]?.answer, 'this is 200')

    const failed = await ended({ audio_url: endpoint.url('/404'), callback_url: endpoint.url('/500') })
    assert.deepEqual(
      failed.delivery.attempts.map(({ status }) => status),
      [500, 500],
    )
    const path = `/v2/jobs/${failed.id}/deliveries`
    const again = `${path}/${failed.delivery.id}/redeliver`
    endpoint.answer = (_one, response) => void response.writeHead(204).end()
    assert.equal((await client.send<Delivery>('POST', again)).status, 202)
    const delivered = await until(
      async () => (await client.get<DeliveryPage>(`${path}?state=delivered`)).body.items[0],
      (first) => first !== undefined,
    )
    assert.deepEqual(
      delivered.attempts.map(({ status }) => status),
      [500, 500, 204],
    )
    assert.deepEqual((await client.get<DeliveryPage>(`${path}?state=failed`)).body.items, [])

    const live = await client.send<{ id: string; url: string }>('POST', '/v2/live', {
      body: { callback: true, callback_config: { url: endpoint.url('/live') } },
    })
    const socket = new WebSocket(live.body.url)
    await once(socket, 'open')
    socket.send('{"type":"stop_recording"}')
    await once(socket, 'close')
    await until(() => endpoint.on('/live').length >= 6)
    assert.deepEqual(
      endpoint.on('/live').map(({ body }) => (JSON.parse(body) as { event: string }).event),
      [
        'start_session',
        'start_recording',
        'end_recording',
        'post_transcript',
        'post_final_transcript',
        'end_session',
      ].map((type) => `live.${type}`),
    )
    const first = await client.get<DeliveryPage>(`/v2/jobs/${live.body.id}/deliveries?limit=4`)
    const rest = await client.get<DeliveryPage>(first.body.next ?? '')
    assert.equal(rest.body.next, null)
    const listed = [...first.body.items, ...rest.body.items].map((shown) => shown.id)
    assert.deepEqual(
      listed,
      endpoint.on('/live').map(({ headers }) => headers['webhook-id']),
    )

    const { id, delivery } = done
    const signed = async (jobId: string, deliveryId = `${jobId}_end`) =>
      client.send('POST', `/v2/jobs/${jobId}/deliveries/${deliveryId}/sign`)
    assert.equal((await signed(id)).bytes.toString(), one.body)
    assert.equal((await signed(failed.id)).bytes.toString(), endpoint.on('/500')[0]?.body)
    const [started] = endpoint.on('/live')
    const message = await signed(live.body.id, String(started?.headers['webhook-id']))
    assert.equal(message.bytes.toString(), started?.body)

    // The end of a job whose request names no URL, signed as its callback would be.
    const quiet = await client.create({
      audio_url,
      language_config: { languages: ['en'] },
      custom_metadata: { a: 1 },
    })
    const { result: payload } = await client.ended(quiet)
    assert.deepEqual((await signed(quiet)).body, { ...expected, id: quiet, payload })
    const broken = await client.create({ audio_url: endpoint.url('/404') })
    const { error_code: code, error_message: why } = await client.ended(broken)
    assert.deepEqual((await signed(broken)).body, {
      id: broken,
      event: 'transcription.error',
      error: { code, message: why },
      custom_metadata: null,
    })
    const { body: begun } = await client.send<{ id: string; url: string }>('POST', '/v2/live', { body: {} })
    await client.refused(404, 'POST', `/v2/jobs/${begun.id}/deliveries/${begun.id}_end_session/sign`)
    await client.send('POST', `/v2/jobs/${begun.id}/cancel`)
    const end = async () => (await client.get<LiveJob>(`/v2/jobs/${begun.id}`)).body.completed_at
    const created_at = await until(end)
    assert.deepEqual((await signed(begun.id, `${begun.id}_end_session`)).body, {
      id: begun.id,
      event: 'live.end_session',
      payload: { session_id: begun.id, created_at, type: 'end_session' },
    })
    for (const other of [`${begun.id}_end`, `${quiet}_end_session`])
      await client.refused(404, 'POST', `/v2/jobs/${other.split('_', 1)[0]}/deliveries/${other}/sign`)
    await stranger.refused(404, 'POST', `/v2/jobs/${quiet}/deliveries/${quiet}_end/sign`)

    for (const [verb, where] of [
      ['GET', `/v2/jobs/${id}/deliveries`],
      ['POST', `/v2/jobs/${id}/deliveries/${delivery.id}/sign`],
      ['POST', `/v2/jobs/${id}/deliveries/${delivery.id}/redeliver`],
    ] as const) {
      await stranger.refused(404, verb, where)
      await client.refused(404, verb, where.replace(id, '00000000-0000-4000-8000-000000000000'))
      await client.refused(404, verb, where.replace(id, '%00'))
    }
    for (const unknown of ['no', '%00', failed.delivery.id, 'x'.repeat(1_000)]) {
      await client.refused(404, 'POST', `/v2/jobs/${id}/deliveries/${unknown}/redeliver`)
      await client.refused(404, 'POST', `/v2/jobs/${id}/deliveries/${unknown}/sign`)
    }
    for (const query of ['limit=0', 'limit=1001', 'state=gone', 'after=%00']) {
      await client.refused(400, 'GET', `/v2/jobs/${id}/deliveries?${query}`)
    }

    const env = { DATA_DIR: service.dataDir, ...service.databaseEnv }
    const secret = await scriptorium(['keys', 'secret'], env)
    assert.deepEqual([secret.code, secret.stderr], [0, ''])
    new Webhook(secret.stdout.trim()).verify(one.body, one.headers as Record<string, string>)
    const rotated = await scriptorium(['keys', 'secret', '--rotate'], env)
    assert.notEqual(rotated.stdout, secret.stdout)
    assert.equal((await scriptorium(['keys', 'secret'], env)).stdout, rotated.stdout)
    await scriptorium(['keys', 'create', 'theirs', '--account', 'other'], env)
    const theirs = await scriptorium(['keys', 'secret', '--account', 'other'], env)
    assert.match(theirs.stdout, /^whsec_\S+\n$/)
    assert.notEqual(theirs.stdout, rotated.stdout)
    await client.send('POST', again)
    await until(() => endpoint.on('/500').length >= 4)
    const fetched = await signed(failed.id)
    for (const { stdout } of [secret, rotated]) {
      const last = endpoint.on('/500').at(-1)
      assert.ok(last)
      new Webhook(stdout.trim()).verify(last.body, last.headers as Record<string, string>)
      new Webhook(stdout.trim()).verify(fetched.bytes.toString(), Object.fromEntries(fetched.headers))
    }
  })
})
