/** The log and the audit log say who changed what, and reveal nothing that their readers may not see. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { wav } from '../src/audio/testing/media.ts'
import type { Who } from '../src/contract/who.ts'
import type { ConsoleSession } from '../src/contract/console-session.ts'
import { SCOPES } from '../src/contract/scopes.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import type { AuditPage } from '../src/contract/audit.ts'
import { Client } from './support/client.ts'
import { CommandHost } from './support/command-host.ts'
import { runService, type RunningService } from './support/running-service.ts'
import { until } from './support/until.ts'

/** A marker in everything that the client writes. */
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

  test('names the key that made the request, but contains no key and no secret', async () => {
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

suite('the audit', () => {
  let service: RunningService
  let operator: Client
  let admin: Client

  before(async () => {
    let key = ''
    service = await runService({}, async ({ accounts, keys }) => {
      const grant = { scopes: SCOPES }
      key = (await keys.create(await accounts.ensure('team-a'), PRIVATE, grant)).key
    })
    operator = await Client.of(service)
    admin = operator.as(key)
  })
  after(async () => service.close())

  const listed = async (client: Client, query = '') =>
    (await client.get<AuditPage>(`/v2/audit?${query}`)).body
  const operationsOf = ({ items }: AuditPage) => items.map(({ operation }) => operation)

  test('contains the log of an account before the answer is sent, except for what keys create often', async () => {
    const { body: key } = await admin.send<{ id: string; key: string }>('POST', '/v2/keys', {
      body: { name: 'laptop' },
    })
    const body = { audio_url: 'https://nowhere.invalid/a.wav' }
    const { body: job } = await admin.send<{ id: string }>('POST', '/v2/pre-recorded', { body })
    await admin.ended(job.id)
    await admin.send('DELETE', `/v2/pre-recorded/${job.id}`)
    await admin.send('DELETE', `/v2/keys/${key.id}`)
    const page = await listed(admin)
    assert.deepEqual(
      page.items.map(({ operation, account, details, address, by }) => [
        ...[operation, account, details, address],
        by?.name,
      ]),
      [
        ['revokeKey', 'team-a', { id: key.id, name: 'laptop' }, '127.0.0.1', PRIVATE],
        ['deletePreRecorded', 'team-a', { id: job.id }, '127.0.0.1', PRIVATE],
        ['createKey', 'team-a', { id: key.id, name: 'laptop' }, '127.0.0.1', PRIVATE],
      ],
    )
    const lines = service.log.filter((line) => line['msg'] === 'audit' && line['key'] === page.items[0]?.key)
    assert.deepEqual(
      new Set(lines.map((line) => line['request_id'])).difference(
        new Set(page.items.map((item) => item.request_id)),
      ).size,
      1,
      'the job, which only the log has',
    )
    const text = JSON.stringify(page)
    for (const secret of [key.key, service.key]) assert.ok(!text.includes(secret))

    assert.deepEqual(operationsOf(await listed(admin, 'operation=createKey&operation=revokeKey')), [
      'revokeKey',
      'createKey',
    ])
    assert.deepEqual(operationsOf(await listed(admin, `by=${key.id}`)), [])
    const first = await listed(admin, `limit=2&by=${page.items[0]?.by?.id}&after_date=2025-01-01`)
    const second = await listed(admin, new URL(first.next ?? '').searchParams.toString())
    assert.deepEqual([...first.items, ...second.items], page.items)
    assert.equal(second.next, null)
    for (const query of ['operation=a+b', 'after_date=soon', 'cursor=1', 'limit=0', 'by=%00'])
      await admin.refused(400, 'GET', `/v2/audit?${query}`)
  })

  test('shows operators any account and events of no account, and admins only their own', async () => {
    for (const account of ['default', 'team-a', '*', 'nobody'])
      await admin.refused(403, 'GET', `/v2/audit?account=${encodeURIComponent(account)}`)
    await operator.refused(404, 'GET', '/v2/audit?account=nobody')
    const wrong = `${PRIVATE}-wrong-key`
    await operator.as(null).refused(401, 'POST', '/console/session', { body: { key: wrong } })
    const all = await listed(operator, 'account=*')
    assert.deepEqual(
      [all.items[0]?.operation, all.items[0]?.account, all.items[0]?.by, all.items[0]?.details],
      ['refuseSignIn', null, null, { way: 'createSession' }],
    )
    assert.ok(!JSON.stringify([all, service.log]).includes(wrong))
    assert.deepEqual(await listed(operator, 'account=team-a'), await listed(admin))
    assert.ok(!operationsOf(await listed(operator)).includes('refuseSignIn'))
  })

  test('records a limited number of refused sign-ins per minute', async (t) => {
    const many = await runService({ TRUST_PROXY: '1' })
    t.after(async () => many.close())
    for (let i = 0; i < 80; i++) {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${i}.1` }
      const body = JSON.stringify({ key: `wrong-${i}` })
      const { status } = await many.request('/console/session', { method: 'POST', headers, body })
      assert.equal(status, 401)
    }
    const client = await Client.of(many)
    const { items } = await listed(client, 'account=*&operation=refuseSignIn')
    assert.equal(items.length, 60)
    assert.equal(many.log.filter(({ operation }) => operation === 'refuseSignIn').length, 80)
  })

  test('records what an operator changes on the command line', async (t) => {
    const host = new CommandHost()
    t.after(() => host.close())
    const run = async (...args: string[]) => {
      const { code, stderr } = await host.run({ args, env: { DATA_DIR: service.dataDir } })
      assert.equal(code, 0, stderr)
    }
    await run('accounts', 'create', 'team-b')
    await run('keys', 'create', 'script', '--account', 'team-b')
    await run('accounts', 'limits', 'team-b', '--open-jobs', '3')
    await run('accounts', 'retention', 'team-b', '--audio-days', '3')
    await run('users', 'invite', '--account', 'team-b', '--role', 'viewer')
    await run('keys', 'list')
    assert.deepEqual(operationsOf(await listed(operator, 'account=team-b&by=operator')), [
      ...['createInvitation', 'setRetention', 'updateAccount', 'createKey', 'createAccount'],
    ])
    await run('accounts', 'delete', 'team-b', '--confirm', 'team-b')
    const ended = async () => {
      const { items } = await listed(operator, 'account=*&operation=endAccountDeletion')
      return items[0]
    }
    assert.equal((await until(ended))?.details['name'], 'team-b')
    const left = (await listed(operator, 'account=*')).items.filter(
      ({ account, details }) => account === 'team-b' || details['name'] === 'team-b',
    )
    assert.deepEqual(
      left.map(({ operation, by }) => [operation, by?.kind]),
      [
        ['endAccountDeletion', undefined],
        ['deleteAccount', 'operator'],
      ],
    )
  })
})

test('the audit log has a line for jobs that leave the trash at its storage limit', async (t) => {
  const service = await runService({}, async (store) => {
    const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
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
    await store.accounts.change(account, { limits: { storage_gb: 0.001 } })
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
