/** Guessing keys costs the service little, reveals little, and locks nobody out. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../src/contract/error.ts'
import { invalidKey, type RequestError } from '../../src/http/errors.ts'
import { SecretCheck } from '../../src/http/authentication/secret-check.ts'
import { Client } from '../support/client.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { type RunningService, runService } from '../support/running-service.ts'

/** Wrong keys per minute for which one network gets a 401. */
const TOLD = 10
const FLOOD = 60

onEachStore('wrong keys', (fresh) => {
  let service: RunningService
  let client: Client

  before(async () => {
    service = await runService({ TRUST_PROXY: '1' }, undefined, await fresh())
    client = (await Client.of(service)).as(null)
  })
  after(async () => service.close())

  const signIn = async (key: string, from: string) =>
    client.send<ErrorBody>('POST', '/console/session', {
      body: { key },
      headers: { 'x-forwarded-for': from },
    })
  const list = async (key: string, from: string) =>
    client.send<ErrorBody>('GET', '/v2/jobs', { headers: { 'x-service-key': key, 'x-forwarded-for': from } })

  for (const [what, send, network] of [
    ['to sign in', signIn, '2001:db8:0:1'],
    ['for the API', list, '2001:db8:0:2'],
  ] as const) {
    test(`${what}, 60 at once: one network is told of 10, and the right key gets in all the same`, async () => {
      const keys = Array.from({ length: FLOOD }, (_, i) => `wrong-${i}`)
      // An IPv6 network has more addresses than could be counted.
      const flood = Promise.all(keys.map(async (key, i) => send(key, `${network}::${i + 1}`)))
      assert.equal((await send(service.key, `${network}::ffff`)).status, 200)
      const refused = await flood
      const told = refused.filter(({ status }) => status === 401)
      assert.equal(told.length, TOLD)
      for (const { status, headers, body } of refused.filter((one) => !told.includes(one))) {
        assert.equal(status, 429)
        assert.match(body.message, /key/)
        const seconds = Number(headers.get('retry-after'))
        assert.ok(seconds >= 1 && seconds <= 60, String(seconds))
      }
      assert.equal((await send('wrong', `${network}::1`)).status, 429)
      for (let i = 0; i < 3; i++) assert.equal((await send(service.key, `${network}::1`)).status, 200)
      assert.equal((await send('wrong', '192.0.2.1')).status, 401)
    })
  }

  test('do not lock out a right key that was never used, which waits for its turn', async () => {
    const from = '192.0.2.2'
    for (let i = 0; i < TOLD; i++) await list(`first-${i}`, from)
    const flood = Array.from({ length: 200 }, async (_, i) => list(`more-${i}`, from))
    assert.equal((await signIn(service.key, from)).status, 200)
    for (const { status } of await Promise.all(flood)) assert.equal(status, 429)
  })
})

test('at most 1,000 keys of a network that has sent too many wrong ones wait to be looked up', async () => {
  let lookups = 0
  const secrets = new SecretCheck()
  const keys = {
    find: async () => {
      lookups++
      return null
    },
    refusal: invalidKey,
  }
  // Requests whose clients have gone take no time.
  const request = { ip: '192.0.2.1', socket: { destroyed: true } } as FastifyRequest
  const refusal = async () =>
    secrets.find('wrong', request, keys).then(
      () => 200,
      (error: unknown) => (error as RequestError).status,
    )
  for (let i = 0; i < TOLD; i++) assert.equal(await refusal(), 401)
  const statuses = await Promise.all(Array.from({ length: 1_005 }, refusal))
  assert.deepEqual([...new Set(statuses)], [429])
  assert.equal(lookups, TOLD + 1_000)
  await refusal()
  assert.equal(lookups, TOLD + 1_001, 'later keys are looked up again')
})
