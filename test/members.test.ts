/** Members of accounts: who becomes one, what their role allows, and what ends with their membership. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ConsoleSession } from '../src/contract/console-session.ts'
import type { OfferedInvitation } from '../src/contract/invitations.ts'
import type { CreatedKey, KeyList } from '../src/contract/keys.ts'
import type { CreatedInvitation, InvitationList } from '../src/contract/invitations.ts'
import type { MemberList } from '../src/contract/members.ts'
import type { DeviceList, Me } from '../src/contract/me.ts'
import type { Client } from './support/client.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { invitationToken, Person, sessionOf } from './support/person.ts'
import { scriptorium } from './support/scriptorium.ts'
import { serveTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'

onEitherStore('members', (fresh) => {
  let world: TwoAccounts
  let client: Client
  let browser: Client

  before(async () => {
    world = await serveTwoAccounts(await fresh())
    client = world.client
    browser = client.as(null)
  })
  after(async () => world.close())

  const members = async () => (await client.get<MemberList>('/v2/members')).body.items

  test('join by a link, which says what it is for and works once', async () => {
    const end = new Date(Date.now() + 2 * 3_600_000).toISOString()
    const body = { role: 'editor', email: 'anna@example.org', expires_at: end }
    const { body: made } = await client.send<CreatedInvitation>('POST', '/v2/invitations', { body })
    assert.deepEqual([made.role, made.created_by.kind, made.expires_at], ['editor', 'key', end])
    const { url, ...listed } = made
    assert.deepEqual((await client.get<InvitationList>('/v2/invitations')).body.items, [listed])
    assert.equal(new URL(url).pathname, '/console/join')
    const token = new URL(url).hash.slice(1)

    for (let times = 0; times < 2; times++) {
      const looked = await browser.send<OfferedInvitation>('POST', '/console/invitation', { body: { token } })
      assert.deepEqual(
        [looked.body.account, looked.body.role, looked.body.email],
        ['default', 'editor', 'anna@example.org'],
      )
    }
    const { message } = await browser.refused(404, 'POST', '/console/issuer/start', { body: { token } })
    assert.match(message, /^no identity provider is configured: sign in with a passkey or a key$/)
    const { session } = await sessionOf(client, {
      path: '/console/invitation/accept',
      body: { token, name: '  Anna Example ' },
    })
    assert.deepEqual(
      [session.account, session.role, session.accounts, session.who.kind, session.who.name],
      ['default', 'editor', ['default'], 'user', 'Anna Example'],
    )
    const again = { body: { token, name: 'Eve' } }
    for (const path of ['/console/invitation', '/console/invitation/accept'])
      await browser.refused(404, 'POST', path, path.endsWith('accept') ? again : { body: { token } })
    assert.deepEqual((await client.get<InvitationList>('/v2/invitations')).body.items, [])
    assert.deepEqual(
      (await members()).map(({ name, email, role }) => [name, email, role]),
      [['Anna Example', 'anna@example.org', 'editor']],
    )
  })

  test('are invited for seven days, or for up to 30', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const invite = { role: 'viewer', expires_at: null }
    const { body: made } = await client.send<CreatedInvitation>('POST', '/v2/invitations', { body: invite })
    const lasts = Date.parse(made.expires_at) - Date.parse(made.created_at)
    assert.ok(Math.abs(lasts - 7 * 86_400_000) < 60_000)
    await client.send('DELETE', `/v2/invitations/${made.id}`)
    for (const [more, fault] of [
      [{ expires_at: inDays(-1) }, 'expires_at: must be in the future'],
      [{ expires_at: inDays(31) }, 'expires_at: must be at most 30 days ahead'],
      [{ email: 'Anna' }, 'email: must be an email address; leave it out if there is none'],
    ] as const) {
      const body = { ...invite, ...more }
      const { validation_errors: faults } = await client.refused(400, 'POST', '/v2/invitations', { body })
      assert.deepEqual(faults, [fault])
    }
  })

  test('cannot join by a withdrawn link', async () => {
    const token = await invitationToken(client, 'viewer')
    const [{ id } = assert.fail()] = (await client.get<InvitationList>('/v2/invitations')).body.items
    await world.stranger.refused(403, 'DELETE', `/v2/invitations/${id}`)
    assert.equal((await client.send('DELETE', `/v2/invitations/${id}`)).status, 204)
    await client.refused(404, 'DELETE', `/v2/invitations/${id}`)
    await browser.refused(404, 'POST', '/console/invitation/accept', { body: { token, name: 'Eve' } })
  })

  test('may do what their role allows, as soon as it changes', async () => {
    const bob = await Person.join(client, 'viewer', 'Bob')
    const live = async () => bob.send('POST', '/v2/live', {})
    assert.match(await bob.refused(403, 'POST', '/v2/live', {}), /the role editor or admin: an administrator/)
    assert.match(await bob.refused(403, 'GET', '/v2/members'), /the role admin/)
    const setRole = async (role: string) =>
      assert.equal((await client.send('PATCH', `/v2/members/${bob.id}`, { body: { role } })).status, 204)
    await setRole('editor')
    assert.equal((await live()).status, 201)
    assert.match(await bob.refused(403, 'GET', '/v2/keys'), /the role admin/)
    await setRole('admin')
    assert.equal((await bob.send('GET', '/v2/members')).status, 200)
    assert.equal((await bob.get<ConsoleSession>('/console/session')).role, 'admin')
    // The only admin.
    for (const [verb, body] of [
      ['PATCH', { role: 'viewer' }],
      ['DELETE', undefined],
    ] as const)
      assert.match(await bob.refused(409, verb, `/v2/members/${bob.id}`, body), /the last admin/)
    const carla = await Person.join(client, 'admin', 'Carla')
    assert.equal((await carla.send('PATCH', `/v2/members/${bob.id}`, { role: 'viewer' })).status, 204)
    await bob.refused(403, 'POST', '/v2/live', {})
    await world.stranger.refused(403, 'PATCH', `/v2/members/${bob.id}`, { body: { role: 'admin' } })
    for (const id of [world.liveJob, 'x']) {
      const body = { role: 'admin' }
      const { message } = await client.refused(404, 'PATCH', `/v2/members/${id}`, { body })
      assert.equal(message, 'member not found')
    }
  })

  test('lose sessions and keys with their membership, and a user without any is deleted', async () => {
    const dora = await Person.join(client, 'editor', 'Dora')
    const made = await dora.send<CreatedKey>('POST', '/v2/me/keys', {
      name: 'laptop',
      scopes: ['read', 'write'],
    })
    assert.equal(made.status, 201, String(made.bytes))
    const laptop = client.as(made.body.key)
    assert.equal((await laptop.get('/v2/jobs')).status, 200)
    assert.equal((await client.send('DELETE', `/v2/members/${dora.id}`)).status, 204)
    await laptop.refused(401, 'GET', '/v2/jobs')
    for (const path of ['/v2/jobs', '/console/session']) await dora.refused(401, 'GET', path)
    await client.refused(404, 'DELETE', `/v2/members/${dora.id}`)
    assert.ok(!(await members()).some(({ name }) => name === 'Dora'))
  })

  test('have keys that never allow more than their role does', async () => {
    const emil = await Person.join(client, 'editor', 'Emil')
    const refusal = await emil.send<{ validation_errors: string[] }>('POST', '/v2/me/keys', {
      name: 'root',
      admin: true,
    })
    assert.deepEqual(refusal.body.validation_errors, ['scopes: your role in the account does not have admin'])
    const { body: key } = await emil.send<CreatedKey>('POST', '/v2/me/keys', { name: 'tool' })
    const tool = client.as(key.key)
    assert.equal((await tool.send('POST', '/v2/live', { body: {} })).status, 201)
    await client.send('PATCH', `/v2/members/${emil.id}`, { body: { role: 'viewer' } })
    await tool.refused(403, 'POST', '/v2/live', { body: {} })
    assert.equal((await tool.get('/v2/jobs')).status, 200)
    await client.send('PATCH', `/v2/members/${emil.id}`, { body: { role: 'editor' } })
    assert.equal((await tool.send('POST', '/v2/live', { body: {} })).status, 201)
    const listed = (await client.get<KeyList>('/v2/keys')).body.items.find(({ id }) => id === key.id)
    assert.equal(listed?.user_id, emil.id)
    assert.deepEqual(
      (await emil.get<KeyList>('/v2/me/keys')).items.map(({ name }) => name),
      ['tool'],
    )
    assert.equal((await emil.send('DELETE', `/v2/me/keys/${key.id}`)).status, 204)
    await tool.refused(401, 'GET', '/v2/jobs')
  })

  test('gain nothing by signing in with such a key', async () => {
    const finn = await Person.join(client, 'admin', 'Finn')
    const { body: key } = await finn.send<CreatedKey>('POST', '/v2/me/keys', {
      name: 'reader',
      scopes: ['read'],
    })
    const { cookie, session } = await sessionOf(client, { path: '/console/session', body: { key: key.key } })
    assert.deepEqual([session.who.id, session.scopes], [finn.id, ['read']])
    const headers = { cookie, 'x-console': '1' }
    await browser.refused(403, 'GET', '/v2/keys', { headers })
    for (const [verb, path, body] of [
      ['GET', '/v2/me', undefined],
      ['PATCH', '/v2/me', { name: 'Eve' }],
      ['POST', '/v2/me/keys', { name: 'another' }],
    ] as const) {
      const sent = { headers, ...(body !== undefined && { body }) }
      assert.match((await browser.refused(403, verb, path, sent)).message, /not with a key/)
    }
    const token = await invitationToken(client, 'admin')
    await browser.refused(400, 'POST', '/console/invitation/accept', { headers, body: { token } })
    await client.send('DELETE', `/v2/keys/${key.id}`)
    await browser.refused(401, 'GET', '/v2/jobs', { headers })
  })

  test('get no answer that was meant for another member', async () => {
    const [one, other] = [
      await Person.join(client, 'editor', 'Ida'),
      await Person.join(client, 'editor', 'Jo'),
    ]
    const open = async ({ headers }: Person) =>
      browser.send<{ id: string }>('POST', '/v2/live', {
        headers: { ...headers, 'idempotency-key': 'hash-of-a-file' },
        body: {},
      })
    const { body: first } = await open(one)
    assert.equal((await open(one)).body.id, first.id)
    assert.equal((await open(other)).status, 422)
  })

  test('of several accounts work with one at a time', async () => {
    const gina = await Person.join(client, 'viewer', 'Gina')
    await gina.refused(404, 'PUT', '/v2/me/account', { account: 'other' })
    const { accounts } = await gina.get<Me>('/v2/me')
    assert.deepEqual(accounts, [{ name: 'default', role: 'viewer' }])
    const others = client.as(await adminKeyOf('other'))
    const { session, cookie } = await sessionOf(client, {
      path: '/console/invitation/accept',
      body: { token: await invitationToken(others, 'admin') },
      headers: gina.headers,
    })
    assert.deepEqual(
      [session.account, session.role, session.who.id, session.accounts],
      ['other', 'admin', gina.id, ['default', 'other']],
    )
    // So that a session from an issuer still ends with the one there.
    assert.equal(cookie, gina.cookie)
    const { headers } = gina
    await browser.refused(404, 'GET', `/v2/jobs/${world.liveJob}`, { headers })
    const chosen = await browser.send<ConsoleSession>('PUT', '/v2/me/account', {
      headers,
      body: { account: 'default' },
    })
    assert.deepEqual([chosen.body.account, chosen.body.role], ['default', 'viewer'])
    assert.equal((await browser.get(`/v2/jobs/${world.liveJob}`, headers)).status, 200)
    await browser.refused(403, 'GET', '/v2/keys', { headers })
  })

  test('see where they are signed in, as admins do, and can sign out there', async () => {
    const hans = await Person.join(client, 'viewer', 'Hans')
    const { items } = await hans.get<DeviceList>('/v2/me/devices')
    assert.deepEqual(
      items.map(({ is_current }) => is_current),
      [true],
    )
    const ofAdmin = (await client.get<DeviceList>(`/v2/members/${hans.id}/devices`)).body.items
    assert.deepEqual(ofAdmin, [{ ...items[0], is_current: false }])
    const path = `/v2/members/${hans.id}/devices/${items[0]?.id}`
    await world.stranger.refused(403, 'DELETE', path)
    assert.equal((await client.send('DELETE', path)).status, 204)
    await client.refused(404, 'DELETE', path)
    await hans.refused(401, 'GET', '/v2/jobs')
  })

  async function adminKeyOf(account: string): Promise<string> {
    const env = { DATA_DIR: world.service.dataDir, ...world.service.databaseEnv }
    const { stdout } = await scriptorium(['keys', 'create', 'root', '--account', account, '--admin'], env)
    return stdout.trim()
  }
})
