/** People and accounts on the command line, beside a running service. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { ConsoleSession } from '../src/contract/console-session.ts'
import type { CreatedLiveSession } from '../src/contract/live-request.ts'
import { listenHttp } from '../src/platform/net/testing/loopback-server.ts'
import { Client } from './support/client.ts'
import { CommandHost } from './support/command-host.ts'
import { LiveSocket } from './support/live-socket.ts'
import { sessionOf } from './support/person.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { until } from './support/until.ts'

const GINA = { issuer: 'https://id.example.org', subject: '1', name: 'Gina', email: 'gina@example.org' }
const TWINS = ['Twin@example.org', 'twin@example.org']

suite('scriptorium', () => {
  let service: RunningService
  let browser: Client
  let host: CommandHost

  before(async () => {
    host = new CommandHost()
    service = await runService({ ALLOW_PRIVATE_URLS: '1' }, async ({ accounts, grants }) => {
      await accounts.ensure('team-a')
      await grants.apply(GINA, [{ account: 'team-a', role: 'editor' }])
      for (const [i, email] of TWINS.entries())
        await grants.apply({ ...GINA, subject: `twin ${i}`, email }, [{ account: 'b', role: 'viewer' }])
    })
    browser = (await Client.of(service)).as(null)
  })
  after(async () => {
    host.close()
    await service.close()
  })

  const run = async (...args: string[]) =>
    host.run({ args, env: { DATA_DIR: service.dataDir, PUBLIC_URL: service.url } })
  /** Runs a command that must succeed. @returns its output and its messages */
  const does = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args)
    assert.equal(code, 0, stderr)
    return { lines: stdout.trimEnd().split('\n'), said: stderr }
  }
  const refuses = async (complaint: RegExp, ...args: string[]) => {
    const { code, stdout, stderr } = await run(...args)
    assert.equal(stdout, '')
    assert.match(stderr, complaint)
    assert.doesNotMatch(stderr, /\n\s+at |\.ts:\d/)
    return code
  }
  /** Opens an invitation link. @returns the cookie */
  const join = async (link: string, name: string) => {
    const [page, token] = link.split('#')
    assert.equal(page, `${service.url}/console/join`)
    const path = '/console/invitation/accept'
    return (await sessionOf(browser, { path, body: { token, name } })).cookie
  }
  const session = async (cookie: string) => browser.get<ConsoleSession>('/console/session', { cookie })

  test('users: somebody is invited, listed, changed, signed out and removed, with immediate effect', async () => {
    const invite = ['users', 'invite', 'anna@example.org', '--account', 'team-a', '--role', 'editor']
    const invited = await does(...invite, '--expires', '2d')
    assert.match(
      invited.said,
      /^Whoever accepts it first becomes editor of team-a\. It is valid until \S+Z\.\n$/,
    )
    assert.equal(invited.lines.length, 1)
    const cookie = await join(invited.lines[0] ?? '', 'Anna')
    assert.deepEqual((await session(cookie)).body.role, 'editor')

    const [head = '', anna = '', gina = '', ...others] = (await does('users', 'list', '-a', 'team-a')).lines
    assert.match(head, /^ID +NAME +E-MAIL +ACCOUNT +ROLE +SOURCE +LAST SEEN +SIGNS IN WITH$/)
    assert.match(anna, /^\S{36} +Anna +anna@example\.org +team-a +editor +invitation +\S+Z$/)
    assert.match(gina, /^\S{36} +Gina +gina@example\.org +team-a +editor +group +https:\S+$/)
    assert.deepEqual(others, [])

    await does('users', 'role', 'Anna@Example.org', '--account', 'team-a', '--role', 'admin')
    assert.equal((await session(cookie)).body.role, 'admin')
    const demoted = await does('users', 'role', 'anna@example.org', '-a', 'team-a', '-r', 'viewer')
    assert.match(
      demoted.said,
      /^team-a now has no admin: invite one with "scriptorium users invite --account team-a/,
    )

    const { lines: devices } = await does('users', 'devices', 'anna@example.org')
    assert.match(devices[1] ?? '', /^\S{36} .*Z +\S+Z$/)
    await does('users', 'sign-out', 'anna@example.org', devices[1]?.split(' ')[0] ?? '')
    await browser.refused(401, 'GET', '/console/session', { headers: { cookie } })

    const removed = await does('users', 'remove', 'anna@example.org')
    assert.match(removed.said, /^Anna \(\S{36}\) is no longer a user\.\n$/)
  })

  test('users: roles from groups are explained, and ambiguous users are refused', async () => {
    const role = ['users', 'role', 'gina@example.org', '--account', 'team-a', '--role', 'viewer']
    assert.equal(await refuses(/higher role in team-a from a group/, ...role), 1)
    const removed = await does('users', 'remove', 'gina@example.org', '--account', 'team-a')
    assert.match(removed.said, /the next sign-in at the identity provider restores it/)
    // A user from an issuer with the same address is neither meant nor hidden.
    const link = await does('users', 'invite', 'twin@example.org', '-a', 'team-a', '-r', 'viewer')
    await join(link.lines[0] ?? '', 'Local')
    assert.match((await does('users', 'remove', 'twin@example.org')).said, /^Local /)
    const several = /^Several users have the address twin@example\.org: .*: \S{36}, \S{36}\n$/
    await refuses(several, 'users', 'remove', 'twin@example.org')
  })

  test('users: impossible requests are refused before anything is done', async () => {
    for (const [args, code] of [
      [['--role', 'viewer', '--expires', '31d'], 2],
      [['anna', '--role', 'viewer'], 2],
      [['--role', 'viewer', '--account', 'team-z'], 1],
    ] as const) {
      const refused = await run('users', 'invite', ...args)
      assert.deepEqual([refused.code, refused.stdout], [code, ''], args.join(' '))
    }
  })

  test('accounts: one is deleted with what is in progress, once its name is confirmed', async (t) => {
    const client = browser.as((await does('keys', 'create', 'app', '--account', 'gone')).lines[0] ?? '')
    const fetching = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<void>()
    const { port } = await listenHttp(t, (_request, response) => {
      response.once('close', aborted.resolve)
      fetching.resolve()
    })
    const id = await client.create({ audio_url: `http://127.0.0.1:${port}/talk.wav` })
    await fetching.promise
    const { body: live } = await client.send<CreatedLiveSession>('POST', '/v2/live', { body: {} })
    const socket = await LiveSocket.open(live.url)
    const cookie = await join(
      (await does('users', 'invite', '-a', 'gone', '-r', 'admin')).lines[0] ?? '',
      'Gil',
    )

    assert.equal(await refuses(/--confirm with the name/, 'accounts', 'delete', 'gone'), 2)
    assert.equal(await refuses(/nothing was deleted/, 'accounts', 'delete', 'gone', '--confirm', 'b'), 1)
    await refuses(/cannot be deleted/, 'accounts', 'delete', 'default', '--confirm', 'default')
    assert.equal((await client.get(`/v2/jobs/${id}`)).status, 200)
    await does('accounts', 'delete', 'gone', '--confirm', 'gone')

    await client.refused(401, 'GET', `/v2/jobs/${id}`)
    await browser.refused(401, 'GET', '/console/session', { headers: { cookie } })
    assert.equal(await socket.closed(), 4401)
    await aborted.promise
    const deleted = () => service.log.filter(({ operation }) => operation === 'endAccountDeletion')
    await until(deleted, ({ length }) => length === 1)
    await does('accounts', 'create', 'gone')
    assert.deepEqual(
      service.log.filter(({ level }) => Number(level) >= 50),
      [],
    )
  })

  test('accounts: without a running service, a deletion is shown as pending, and the name stays taken', async () => {
    const env = { DATA_DIR: temporaryFolder() }
    const there = async (...args: string[]) => host.run({ args, env })
    await there('accounts', 'create', 'gone')
    const deleted = await there('accounts', 'delete', 'gone', '--confirm', 'gone')
    assert.match(deleted.stdout, /The service deletes its data in the background, or when it is next started/)
    assert.match((await there('accounts', 'list')).stdout, /^gone .*being deleted$/m)
    const { code, stderr } = await there('keys', 'create', 'app', '--account', 'gone')
    assert.deepEqual([code, stderr.split(':')[0]], [1, 'The account gone is being deleted'])
  })
})
