/** A passkey signs in only its user, only on the pages where it was made, and once for each challenge of the service. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ConsoleSession } from '../src/contract/console-session.ts'
import { MAX_PASSKEYS } from '../src/contract/passkeys.ts'
import type { Me } from '../src/contract/me.ts'
import type { Passkey } from '../src/contract/passkeys.ts'
import type { CreatedInvitation } from '../src/contract/invitations.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import type { Store } from '../src/store/open-store.ts'
import { Client } from './support/client.ts'
import { onEachStore } from './support/on-each-store.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { type Lies, SoftwarePasskey } from './support/software-passkey.ts'
import { dialectOf, type StorePlace, withDialect } from './support/store-place.ts'

const ORIGIN = 'https://scribe.example.org'
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

interface Options {
  readonly challenge: string
  readonly user: { readonly id: string }
}

/** Address of a request: after some wrong passkeys from one address, the answer no longer says that they are wrong. */
const newAddress = (
  (count) => () =>
    `10.0.${count >> 8}.${count++ & 255}`
)(0)

/** Headers as a proxy sends them. @param origin of the page */
const from = (origin: string) => ({
  'x-forwarded-proto': new URL(origin).protocol.slice(0, -1),
  'x-forwarded-host': new URL(origin).host,
  'x-forwarded-for': newAddress(),
  'user-agent': CHROME,
})

onEachStore('a passkey', (fresh) => {
  let nodes: RunningService[]
  let admin: Client
  /** URLs to begin and to end at: with PostgreSQL, two different nodes. */
  let [first, last]: Client[] = []
  let place: StorePlace
  let store: Store

  before(async () => {
    const database = await fresh()
    const env = { TRUST_PROXY: '1' }
    nodes = [await runService(env, undefined, database)]
    if (database.url !== null)
      nodes.push(await runService(env, undefined, { url: database.url, drop: async () => {} }))
    const clients = await Promise.all(nodes.map(async (node) => Client.of(node)))
    admin = clients[0]!
    first = admin.as(null)
    last = clients.at(-1)!.as(null)
    place = { dataDir: nodes[0]!.dataDir, databaseUrl: database.url }
    store = await openTestStore(dialectOf(place))
  })
  after(async () => {
    await store.close()
    for (const node of nodes.toReversed()) await node.close()
  })

  /** Signs in a new user. @returns the headers of their requests */
  async function guest(name: string, origin = ORIGIN): Promise<Record<string, string>> {
    const { body } = await admin.send<CreatedInvitation>('POST', '/v2/invitations', {
      body: { role: 'editor' },
    })
    const token = new URL(body.url).hash.slice(1)
    const headers = from(origin)
    const answer = await first!.send('POST', '/console/invitation/accept', { body: { token, name }, headers })
    assert.equal(answer.status, 200, String(answer.bytes))
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return { ...headers, cookie, 'x-console': '1' }
  }

  const began = async (headers: Record<string, string>) =>
    (await first!.send<Options>('POST', '/v2/me/passkeys/options', { headers })).body
  const add = async (headers: Record<string, string>, body: object) =>
    last!.send<Passkey>('POST', '/v2/me/passkeys', { headers, body })
  /** Adds a passkey to a user. */
  async function added(headers: Record<string, string>, origin = ORIGIN): Promise<SoftwarePasskey> {
    const passkey = new SoftwarePasskey(origin)
    const answer = await add(headers, passkey.made(await began(headers)))
    assert.equal(answer.status, 201, String(answer.bytes))
    return passkey
  }

  const asked = async () =>
    (await first!.send<Options>('POST', '/console/passkeys/options', { headers: from(ORIGIN) })).body
  const send = async (body: object, origin = ORIGIN) =>
    last!.send<ConsoleSession>('POST', '/console/passkeys/sign-in', { headers: from(origin), body })
  const signIn = async (passkey: SoftwarePasskey, lies?: Lies) => send(passkey.used(await asked(), lies))

  /** Every refusal is the same, so that it reveals nothing. */
  async function refused(answer: ReturnType<typeof send>, why: string): Promise<void> {
    const { status, bytes, headers } = await answer
    assert.equal(status, 401, why)
    assert.match(
      String(bytes),
      /"this passkey is not valid: it was removed, is for another address, or /,
      why,
    )
    assert.equal(headers.getSetCookie().length, 0, why)
  }

  const me = async (headers: Record<string, string>) => (await last!.get<Me>('/v2/me', headers)).body

  test('signs in its user until it is removed', async () => {
    const anna = await guest('Anna')
    const options = await began(anna)
    assert.partialDeepStrictEqual(options, {
      rp: { id: 'scribe.example.org' },
      user: { name: 'Anna', displayName: 'Anna' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const passkey = new SoftwarePasskey(ORIGIN)
    const { status, body } = await add(anna, passkey.made(options))
    assert.deepEqual(
      [status, body.id, body.name, body.last_used_at],
      [201, passkey.id, 'Chrome on Linux', null],
    )
    assert.partialDeepStrictEqual(await began(anna), { excludeCredentials: [{ id: passkey.id }] })

    const signedIn = await signIn(passkey)
    assert.equal(signedIn.status, 200, String(signedIn.bytes))
    assert.partialDeepStrictEqual(signedIn.body, {
      ...{ account: 'default', accounts: ['default'], role: 'editor' },
      who: { kind: 'user', name: 'Anna' },
    })
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const there = { ...from(ORIGIN), cookie, 'x-console': '1' }
    const [listed] = (await me(there)).passkeys
    assert.ok(listed?.last_used_at)
    const removed = await first!.send('DELETE', `/v2/me/passkeys/${passkey.id}`, { headers: there })
    assert.equal(removed.status, 204)
    assert.deepEqual((await me(there)).passkeys, [])
    await refused(signIn(passkey), 'removed')
  })

  test('does not sign in a user without memberships', async () => {
    const eve = await guest('Eve')
    const passkey = await added(eve)
    const begun = await began(eve)
    const { id } = await me(eve)
    assert.equal((await admin.send('DELETE', `/v2/members/${id}`)).status, 204)
    await refused(signIn(passkey), 'no user')
    assert.equal((await add(eve, new SoftwarePasskey(ORIGIN).made(begun))).status, 401)
    assert.equal(await store.passkeys.find(passkey.id), null)
  })

  test('answers one challenge once, even if it is sent twice at once', async () => {
    const passkey = await added(await guest('Bob'))
    const answer = passkey.used(await asked())
    const statuses = await Promise.all(
      [send(answer), send(answer), send(answer)].map(async (one) => (await one).status),
    )
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 401, 401],
    )
    await refused(send(answer), 'replayed')
    // A failed attempt uses up the challenge too.
    const options = await asked()
    await refused(send(passkey.used(options, { isVerified: false })), 'not verified')
    await refused(send(passkey.used(options)), 'tried before')

    const late = await asked()
    await withDialect(place, async ({ db }) =>
      db.updateTable('sign_in_challenges').set({ expires_at: Date.now() }).execute(),
    )
    await refused(send(passkey.used(late)), 'too late')
  })

  test('is refused if anything about the origin, the user or the signed data is wrong', async () => {
    const anna = await guest('Anna')
    const [passkey, other] = [await added(anna), await added(await guest('Otto'))]
    const [strange, unknown] = [new SoftwarePasskey(ORIGIN), new SoftwarePasskey(ORIGIN)]
    const lies: Record<string, Lies> = {
      'another page': { origin: 'https://evil.example.org' },
      'another port': { origin: `${ORIGIN}:8443` },
      'plain HTTP': { origin: ORIGIN.replace('https', 'http') },
      'another host': { rpId: 'example.org' },
      'a frame of another page': { topOrigin: 'https://evil.example.org' },
      'no check of the user': { isVerified: false },
      'another key': { key: strange.key },
      'the passkey of another user': { id: other.id },
      'another user': { userHandle: Buffer.from('anna').toString('base64url') },
      'what makes a passkey': { type: 'webauthn.create' },
    }
    for (const [why, lie] of Object.entries(lies)) await refused(signIn(passkey, lie), why)
    await refused(
      signIn(unknown, { userHandle: Buffer.from((await me(anna)).id).toString('base64url') }),
      'unknown',
    )
    await refused(send(passkey.used({ challenge: 'AAAA' })), 'never asked')
    await refused(send(passkey.used(await began(anna))), 'asked for something else')
    const valid = passkey.used(await asked())
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
      const response = { ...valid.response, [part]: 'e30' }
      await refused(send({ ...valid, response }), `${part} that cannot be read`)
    }
    assert.equal((await signIn(passkey)).status, 200)
  })

  test('is refused when a page on another port names its own host in the request', async () => {
    const passkey = await added(await guest('Ida'))
    const origin = `${ORIGIN}:8443`
    await refused(send(passkey.used(await asked(), { origin }), origin), 'a host that was made up')
  })

  test('that was copied is detected by its counter', async () => {
    const passkey = await added(await guest('Cleo'))
    assert.equal((await signIn(passkey)).status, 200)
    const { counter } = passkey
    await refused(signIn(passkey, { counter }), 'the same count')
    await refused(signIn(passkey, { counter: counter - 1 }), 'a lower count')
    await refused(signIn(passkey, { counter: 0 }), 'no count any more')
    const [one, another] = [await asked(), await asked()]
    const both = [one, another].map((options) => passkey.used(options, { counter: counter + 10 }))
    const statuses = await Promise.all(both.map(async (answer) => (await send(answer)).status))
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 401],
    )
  })

  test('of a device without a counter signs in repeatedly', async () => {
    const dora = await guest('Dora')
    const passkey = new SoftwarePasskey(ORIGIN)
    assert.equal((await add(dora, passkey.made(await began(dora), { counter: 0 }))).status, 201)
    for (let i = 0; i < 2; i++) assert.equal((await signIn(passkey, { counter: 0 })).status, 200)
  })

  test('is added once, by the user who began it, on a page of the service, with a device that verifies its user', async () => {
    const [anna, otto] = [await guest('Anna'), await guest('Otto')]
    const passkey = new SoftwarePasskey(ORIGIN)
    const refusal = async (headers: Record<string, string>, body: object) => {
      const { validation_errors } = await last!.refused(400, 'POST', '/v2/me/passkeys', { headers, body })
      assert.match(String(validation_errors), /^response: does not answer a challenge/)
    }
    await refusal(otto, passkey.made(await began(anna)))
    await refusal(anna, passkey.made({ ...(await began(anna)), ...(await asked()) }))
    for (const lie of [
      { origin: 'https://evil.example.org' },
      { rpId: 'example.org' },
      { isVerified: false },
      { type: 'webauthn.get' },
    ])
      await refusal(anna, passkey.made(await began(anna), lie))
    const made = passkey.made(await began(anna))
    assert.equal((await add(anna, made)).status, 201)
    await refusal(anna, made)
    // A device that lies about the id of its passkey cannot take it over.
    const copy = new SoftwarePasskey(ORIGIN, passkey.id)
    assert.equal((await add(otto, copy.made(await began(otto)))).status, 409)
    assert.equal((await signIn(passkey)).status, 200)
    assert.deepEqual((await me(otto)).passkeys, [])
  })

  test('belongs to a signed-in user, not to a key', async () => {
    for (const path of ['/v2/me/passkeys/options', '/v2/me/passkeys']) {
      const body = new SoftwarePasskey(ORIGIN).made({ challenge: 'AAAA', user: { id: '' } })
      await admin.refused(403, 'POST', path, { body })
      await first!.refused(401, 'POST', path, { body })
    }
  })

  test('needs a host name: at an IP address, the answer says so', async () => {
    const anna = await guest('Anna', 'http://127.0.0.1')
    for (const origin of ['http://127.0.0.1', 'https://[::1]:8443']) {
      for (const [path, more] of [
        ['/console/passkeys/options', {}],
        ['/v2/me/passkeys/options', anna],
      ] as const) {
        if (more === anna && origin !== 'http://127.0.0.1') continue
        const headers = { ...more, ...from(origin) }
        const { validation_errors } = await first!.refused(400, 'POST', path, { headers })
        assert.match(String(validation_errors), /^host: .*localhost, or set PUBLIC_URL/)
      }
    }
  })

  test(`is one of ${MAX_PASSKEYS} at most, also when many are added at once`, async () => {
    const fay = await guest('Fay')
    const { id: user } = await me(fay)
    const filler = (i: number) => ({
      ...{ credentialId: `fay-${i}`, user, origin: ORIGIN, name: 'x', counter: 0, transports: [] },
      publicKey: new Uint8Array(1),
    })
    for (let i = 2; i < MAX_PASSKEYS; i++) assert.equal(await store.passkeys.add(filler(i)), null)
    const options = await Promise.all(Array.from({ length: 4 }, async () => began(fay)))
    const answers = await Promise.all(
      options.map(async (one) => add(fay, new SoftwarePasskey(ORIGIN).made(one))),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 201, 409, 409],
    )
    assert.equal((await me(fay)).passkeys.length, MAX_PASSKEYS)
    await first!.refused(409, 'POST', '/v2/me/passkeys/options', { headers: fay })
  })

  test('that is wrong repeatedly from one address is rate-limited', async () => {
    const headers = from(ORIGIN)
    const unknown = new SoftwarePasskey(ORIGIN)
    const statuses: number[] = []
    for (let i = 0; i < 12; i++) {
      const body = unknown.used(await asked(), { userHandle: 'AAAA' })
      statuses.push((await last!.send('POST', '/console/passkeys/sign-in', { headers, body })).status)
    }
    assert.deepEqual([statuses.slice(0, 10).every((status) => status === 401), statuses.at(-1)], [true, 429])
  })
})
