/** Callbacks are recorded, signed, delivered, retried and given up, with endpoints of every kind. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { webUrl } from '../src/contract/common.ts'
import { preRecordedCallback } from '../src/contract/callbacks.ts'
import { createGuardedSend } from '../src/platform/net/guarded-send.ts'
import { HOSTILE, resolve } from '../src/platform/net/testing/hostile-urls.ts'
import { CallbackWorld } from './support/callback-world.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { TestEndpoint } from './support/callback-endpoint.ts'
import { until } from './support/until.ts'

const SOME_ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const FAILED = { status: 'error', code: 422, message: 'This is no "audio".' } as const

/** The body as sent, without insignificant white space. */
const golden = (name: string): string =>
  JSON.stringify(JSON.parse(readFileSync(new URL(`golden/${name}.json`, import.meta.url), 'utf8')))

onEitherStore('callbacks of pre-recorded jobs', (fresh) => {
  test('have the bodies of the golden files and the requested method', async (t) => {
    const world = await CallbackWorld.make(t, fresh)
    const endpoint = await TestEndpoint.listen(t)
    const url = endpoint.url('/200')
    const asked = [
      [await world.endedJob({ callback: true, callback_config: { url } }), 'POST', 'transcription.success'],
      [
        await world.endedJob({ callback: true, callback_config: { url, method: 'PUT' } }, FAILED),
        'PUT',
        'transcription.error',
      ],
      [await world.endedJob({ callback_url: url }), 'POST', 'transcription.success'],
    ] as const
    for (const [id, method, event] of asked) {
      const [delivery] = await world.settled(id)
      assert.partialDeepStrictEqual(delivery, { event, url, method, state: 'delivered', nextAt: null })
      const [one, ...more] = endpoint.received.filter(({ body }) => body.includes(id))
      assert.equal(more.length, 0)
      assert.ok(one)
      assert.equal(one.method, method)
      assert.equal(one.headers['content-type'], 'application/json')
      assert.equal(one.headers['webhook-id'], delivery?.id)
      preRecordedCallback.parse(JSON.parse(one.body))
      assert.equal(one.body.replaceAll(id, SOME_ID), golden(`callback-${event}`))
    }
    const none = [
      await world.endedJob({}),
      await world.endedJob({ callback: false, callback_config: { url } }),
    ]
    for (const id of none) assert.deepEqual(await world.deliveries(id), [])
  })

  test('wait while their process drains, which delivers them once it resumes', async (t) => {
    let isTaking = false
    let looks = 0
    const world = await CallbackWorld.make(t, fresh, {
      isTaking: () => {
        looks++
        return isTaking
      },
    })
    const endpoint = await TestEndpoint.listen(t)
    const id = await world.endedJob({ callback_url: endpoint.url('/200') })
    world.dispatcher.wake()
    await until(() => looks > 0)
    assert.partialDeepStrictEqual(await world.deliveries(id), [{ state: 'waiting', attempts: [] }])
    isTaking = true
    world.dispatcher.wake()
    await world.settled(id)
    assert.equal(endpoint.received.length, 1)
  })

  test('are signed with the secret of the account and, for a day, with the previous one too', async (t) => {
    const world = await CallbackWorld.make(t, fresh)
    const { accounts } = world.store
    const endpoint = await TestEndpoint.listen(t)
    const callback_url = endpoint.url('/200')
    await world.settled(await world.endedJob({ callback_url }))
    const [first = ''] = await accounts.callbackSecrets(world.account)
    assert.match(first, /^whsec_[\w+/]{43}=$/)
    assert.equal(
      await accounts.rotateCallbackSecret(world.account),
      (await accounts.callbackSecrets(world.account))[0],
    )
    await world.settled(await world.endedJob({ callback_url }))
    const [second = '', ...old] = await accounts.callbackSecrets(world.account)
    assert.deepEqual(old, [first])

    const [before, after] = endpoint.received
    assert.ok(before && after)
    const isOf = (secret: string, { body, headers }: typeof before) => {
      try {
        return typeof new Webhook(secret).verify(body, headers as Record<string, string>) === 'object'
      } catch {
        return false
      }
    }
    assert.deepEqual([isOf(first, before), isOf(second, before)], [true, false])
    assert.deepEqual([isOf(first, after), isOf(second, after)], [true, true])
    assert.equal(isOf(second, { ...after, body: after.body.replace('acme', 'evil') }), false)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 24 * 3_600_000 + 1 })
    assert.deepEqual(await accounts.callbackSecrets(world.account), [second])
  })

  test('are delivered, retried or given up depending on the endpoint', async (t) => {
    const world = await CallbackWorld.make(t, fresh, { timeoutMs: 2_000 })
    const endpoint = await TestEndpoint.listen(t)
    /** For each path: the final state, the number of attempts, the status of each, and part of the answer or the error. */
    const expected = {
      '/200': ['delivered', 1, 200, 'this is 200'],
      '/204': ['delivered', 1, 204, ''],
      '/301': ['failed', 3, 301, ''],
      '/404': ['failed', 3, 404, 'this is 404'],
      '/410': ['failed', 1, 410, 'this is 410'],
      '/429': ['failed', 3, 429, 'later'],
      '/500': ['failed', 3, 500, 'this is 500'],
      '/nul': ['failed', 3, 500, 'a\uFFFDb\u{1F600}'],
      '/hang': ['failed', 3, null, 'The endpoint did not answer within 2 seconds.'],
      '/drip': ['delivered', 1, 200, 'x'],
      '/drip-head': ['failed', 3, null, 'The endpoint did not answer within 2 seconds.'],
      '/reset': ['failed', 3, null, 'The endpoint closed the connection before it answered.'],
      '/huge': ['delivered', 1, 200, 'x'.repeat(1024)],
    } as const
    const ended = Object.keys(expected).map(
      async (path) => [path, await world.endedJob({ callback_url: endpoint.url(path) })] as const,
    )
    for (const [path, id] of await Promise.all(ended)) {
      const [delivery] = await world.settled(id)
      assert.ok(delivery)
      const { state, attempts } = delivery
      const [end, tries, status, text] = expected[path as keyof typeof expected]
      assert.deepEqual([path, state, attempts.length], [path, end, tries])
      for (const attempt of attempts) {
        // A second part of the body may arrive in time.
        const shown = path === '/drip' ? attempt.answer?.slice(0, 1) : (attempt.answer ?? attempt.error)
        assert.deepEqual([attempt.status, shown], [status, text])
      }
      const ids = endpoint.on(path).map(({ headers }) => headers['webhook-id'])
      assert.deepEqual(new Set(ids), new Set([delivery.id]), 'the same in every attempt')
      assert.equal(ids.length, tries)
    }
    assert.deepEqual(endpoint.on('/elsewhere'), [], 'a redirect is not followed')
    const [first, second] = endpoint.on('/429')
    assert.ok(first && second && second.at - first.at >= 1_000, 'Retry-After was one second')
    await endpoint.left()
  })

  test('to an unreachable endpoint fail with an error that shows no IP address', async (t) => {
    const world = await CallbackWorld.make(t, fresh)
    const urls = {
      'http://localhost:9/hook': /^The endpoint refused the connection/,
      'http://does-not-exist.invalid/hook': /^The host name of the endpoint is not known|no valid response/,
      'http://user:secret@localhost/hook': /must begin with http.*must not contain a user name or password/,
    }
    for (const [callback_url, reason] of Object.entries(urls)) {
      const [delivery] = await world.settled(await world.endedJob({ callback_url }))
      assert.equal(delivery?.state, 'failed')
      assert.equal(delivery.attempts.length, callback_url.includes('@') ? 1 : 3)
      assert.match(delivery.attempts.at(-1)?.error ?? '', reason)
    }
  })

  test('never reach a private address, whatever the URL, on any attempt', async (t) => {
    const world = await CallbackWorld.make(t, fresh, {
      send: createGuardedSend({ allowPrivate: false, resolve }),
      concurrency: { total: 100, perEndpoint: 100 },
    })
    const trap = await TestEndpoint.listen(t)
    const port = new URL(trap.url('/')).port
    const urls = HOSTILE.map((spelling) => spelling.replaceAll('PORT', port))
    // Some are refused when the job is created.
    const accepted = urls.filter((url) => webUrl.safeParse(url).success)
    assert.ok(accepted.length >= 60, String(accepted.length))
    const jobs = await Promise.all(accepted.map(async (callback_url) => world.endedJob({ callback_url })))
    for (const id of jobs) {
      const [delivery] = await world.settled(id)
      assert.equal(delivery?.state, 'failed')
      for (const { status, error } of delivery.attempts) {
        assert.equal(status, null)
        assert.match(error ?? '', /private or reserved address|must not contain a user name or password/)
      }
    }
    assert.equal(trap.connections, 0)
  })

  test('are deleted with their job', async (t) => {
    const world = await CallbackWorld.make(t, fresh, { schedule: { delays: [60_000], jitter: 0 } })
    const endpoint = await TestEndpoint.listen(t)
    const id = await world.endedJob({ callback_url: endpoint.url('/500') })
    await until(async () => (await world.deliveries(id))[0]?.attempts.length === 1)
    await world.store.jobs.delete(world.account, id, null)
    const page = { state: null, after: null, limit: 1 }
    assert.equal(await world.store.deliveryLog.ofJob(world.account, id, page), null)
    assert.deepEqual((await world.store.deliveries.waitingEndpoints()).endpoints, [])
  })
})
