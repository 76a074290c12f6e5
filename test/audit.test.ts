/** The log says who changed what, and nothing that is not for operators to read. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { wav } from '../src/audio/testing/media.ts'
import type { Who } from '../src/contract/who.ts'
import type { ConsoleSession } from '../src/contract/console-session.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import { Client } from './support/client.ts'
import { runService, type RunningService } from './support/running-service.ts'

/** In everything that the client writes. */
const PRIVATE = 'brimstone'

suite('the audit log', () => {
  let service: RunningService
  let client: Client
  let ownKey: string

  before(async () => {
    service = await runService()
    client = await Client.of(service)
    const signedIn = await client.as(null).send<ConsoleSession>('POST', '/console/session', {
      body: { key: service.key },
    })
    ownKey = signedIn.body.who.id ?? assert.fail()
  })
  after(async () => service.close())

  /** The lines since the last call. */
  function audited() {
    const lines = service.log.splice(0).filter(({ msg }) => msg === 'audit')
    return lines.map(({ level, operation, account, by, key, id, address, request_id }) => {
      assert.deepEqual([(by as Who).kind, (by as Who).id], ['key', key])
      assert.deepEqual([level, account, address], [30, 1, '127.0.0.1'])
      assert.match(String(request_id), /^G-[0-9a-f]{8}$/)
      return { operation, key, ...(id !== undefined && { id }) }
    })
  }

  test('has a line for what was created, changed, deleted and revoked, and for no other request', async () => {
    assert.deepEqual(audited(), [{ operation: 'createSession', key: ownKey }])

    const request = {
      audio_url: `https://nowhere.invalid/${PRIVATE}.wav?token=${PRIVATE}`,
      custom_metadata: { customer: PRIVATE },
    }
    const refused = { ...request, custom_metadata: PRIVATE }
    await client.refused(400, 'POST', '/v2/pre-recorded', { body: refused })
    const headers = { 'idempotency-key': `${PRIVATE}-1` }
    const created = await client.send<{ id: string }>('POST', '/v2/pre-recorded', { body: request, headers })
    assert.equal(created.status, 201, String(created.bytes))
    const { id } = created.body
    await client.send('POST', '/v2/pre-recorded', { body: request, headers })
    await client.ended(id)
    await client.send('PATCH', `/v2/jobs/${id}?x=${PRIVATE}`, { body: { title: PRIVATE } })
    await client.get(`/v2/jobs?q=${PRIVATE}`)
    await client.refused(404, 'DELETE', `/v2/pre-recorded/${ownKey}`)
    await client.send('DELETE', `/v2/pre-recorded/${id}`)
    const key = ownKey
    assert.deepEqual(audited(), [
      { operation: 'createPreRecorded', key, id },
      { operation: 'updateJob', key, id },
      { operation: 'deletePreRecorded', key, id },
    ])
  })

  test('names the key that asked, and no key or secret itself', async () => {
    const made = await client.send<{ id: string; key: string }>('POST', '/v2/keys', {
      body: { name: 'other', admin: true },
    })
    const { id, key } = made.body
    const other = client.as(key)
    const { body: live } = await other.send<{ id: string; url: string }>('POST', '/v2/live', { body: {} })
    const { body: rotated } = await other.send<{ secret: string }>('POST', '/v2/callback-secret/rotate')
    await client.send('DELETE', `/v2/keys/${id}`)
    const logged = JSON.stringify(service.log)
    assert.deepEqual(audited(), [
      { operation: 'createKey', key: ownKey, id },
      { operation: 'createLive', key: id, id: live.id },
      { operation: 'rotateCallbackSecret', key: id },
      { operation: 'revokeKey', key: ownKey, id },
    ])
    const token = new URL(live.url).searchParams.get('token') ?? ''
    for (const secret of [key, service.key, token, rotated.secret, PRIVATE]) {
      assert.ok(secret.length > 6 && !logged.includes(secret))
    }
  })
})

test('the audit log has a line for what the trash of an account gives up to its limit of storage', async (t) => {
  const service = await runService({}, async (store) => {
    const account = await store.accounts.ensureAccount(DEFAULT_ACCOUNT)
    const { id } = await store.jobs.create(account, {
      kind: 'pre-recorded',
      customMetadata: null,
      requestParams: {},
      fileId: null,
    })
    const result = {
      transcription: { full_transcript: PRIVATE.repeat(1.1e5), languages: [], utterances: [] },
    } as never
    await store.work.finish(id, { status: 'done', result })
    await store.jobs.trash(account, id, null)
    await store.limits.set(account, { storage_gb: 0.001 })
  })
  t.after(async () => service.close())
  const form = new FormData()
  form.append('audio', new Blob([wav({})]), 'talk.wav')
  assert.equal((await service.request('/v2/upload', { method: 'POST', body: form })).status, 200)
  const lines = service.log.filter(({ operation }) => operation === 'makeRoom')
  assert.deepEqual(
    lines.map(({ msg, account, jobs }) => ({ msg, account, jobs })),
    [{ msg: 'audit', account: 1, jobs: 1 }],
  )
})
