/** Passkeys in a browser, by the code of the console, with the virtual authenticator of Chromium's debugging protocol. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import type { ConsoleSession } from '../../src/contract/console-session.ts'
import type { Me } from '../../src/contract/me.ts'
import type { Passkey } from '../../src/contract/passkeys.ts'
import type { CreatedInvitation } from '../../src/contract/invitations.ts'
import { browserMissing } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { serviceAndBrowser, type WatchedPage, watchedPage } from '../support/console-page.ts'
import { balanceLoad, NO_LOAD_BALANCER } from '../support/load-balancer.ts'
import { type RunningService, runService } from '../support/running-service.ts'
import { freshDatabase, throwawayPostgres } from '../support/throwaway-postgres.ts'

const SOURCE = {
  contents: `
    import { startLanguage } from './languages/language.ts'
    export * from './passkeys.ts'
    void startLanguage()`,
  resolveDir: fileURLToPath(new URL('../../src/console', import.meta.url)),
}

/** A device with a screen lock, which confirms at once. */
const DEVICE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

/** Result of a function of `src/console/passkeys.ts`. */
interface Outcome<Value> {
  readonly value?: Value
  readonly error?: string
}

const DONE = { value: undefined }

interface Answer<Body> {
  readonly status: number
  readonly body: Body
}

/** A page of the console at a URL, with its own device. */
class Visitor {
  readonly #page: Page
  readonly #devices: CDPSession
  readonly #device: string
  readonly problems: readonly string[]

  private constructor({ page, problems }: WatchedPage, devices: CDPSession, device: string) {
    this.#page = page
    this.problems = problems
    this.#devices = devices
    this.#device = device
  }

  static async at(url: string, context: BrowserContext): Promise<Visitor> {
    const watched = await watchedPage(context)
    const { page } = watched
    await page.goto(`${url}/console`)
    const { outputFiles } = await build({
      ...{ stdin: SOURCE, bundle: true, write: false, format: 'iife', globalName: 'passkeys' },
      // At the URL of the console's bundle, from which the bundle derives that of the service.
      define: { 'import.meta.url': JSON.stringify(`${url}/console/assets/main.js`) },
      footer: { js: 'globalThis.passkeys = passkeys' },
    })
    await stop()
    await page.evaluate(outputFiles[0]?.text ?? '')
    const devices = await context.newCDPSession(page)
    await devices.send('WebAuthn.enable')
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE })
    return new Visitor(watched, devices, authenticatorId)
  }

  async fetch<Body>(method: string, path: string, body?: object): Promise<Answer<Body>> {
    const headers = { 'x-console': '1', ...(body !== undefined && { 'content-type': 'application/json' }) }
    const init = JSON.stringify({ method, headers, body: JSON.stringify(body) })
    return this.#page.evaluate(`fetch(${JSON.stringify(path)}, ${init}).then(async (answer) => {
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
    })`)
  }

  async call<Value>(expression: string): Promise<Outcome<Value>> {
    return this.#page.evaluate(`Promise.resolve(passkeys.${expression})
      .then((value) => ({ value }), (error) => ({ error: error.name + ': ' + error.message }))`)
  }

  async joins(invitation: CreatedInvitation, name: string): Promise<void> {
    const token = new URL(invitation.url).hash.slice(1)
    const { status } = await this.fetch('POST', '/console/invitation/accept', { token, name })
    assert.equal(status, 200)
  }

  /** The signed-in user; null for nobody. */
  async session(): Promise<ConsoleSession | null> {
    const { status, body } = await this.fetch<ConsoleSession>('GET', '/console/session')
    return status === 401 ? null : body
  }

  async signsOut(): Promise<void> {
    assert.equal((await this.fetch('DELETE', '/console/session')).status, 200)
    assert.equal(await this.session(), null)
  }

  /** Whether the device verifies its user. */
  async recognises(isUserVerified: boolean): Promise<void> {
    await this.#devices.send('WebAuthn.setUserVerified', { ...this.#of, isUserVerified })
  }

  async passkeys() {
    return (await this.#devices.send('WebAuthn.getCredentials', this.#of)).credentials
  }

  /** Replaces a passkey by a copy, as another device with the same passkey would have it. */
  async putsBack(credential: Awaited<ReturnType<Visitor['passkeys']>>[number]): Promise<void> {
    await this.#devices.send('WebAuthn.clearCredentials', this.#of)
    await this.#devices.send('WebAuthn.addCredential', { ...this.#of, credential })
  }

  get #of() {
    return { authenticatorId: this.#device }
  }
}

const invite = async (admin: Client) =>
  (await admin.send<CreatedInvitation>('POST', '/v2/invitations', { body: { role: 'editor' } })).body

/** Adds a passkey, signs out and in with it, removes it, and can no longer sign in. */
async function evening(visitor: Visitor, admin: Client): Promise<void> {
  await visitor.joins(await invite(admin), 'Anna')
  assert.deepEqual(await visitor.call('isPasskeySupported()'), { value: true })
  const added = await visitor.call<Passkey>('addPasskey()')
  assert.match(added.value?.name ?? JSON.stringify(added), /^Chrom\w+ on Linux$/)
  assert.deepEqual(await visitor.call('addPasskey()'), {
    error: 'PasskeyError: You already have a passkey on this device.',
  })

  for (let i = 0; i < 2; i++) {
    await visitor.signsOut()
    assert.deepEqual(await visitor.call('signInWithPasskey()'), DONE)
    assert.partialDeepStrictEqual(await visitor.session(), {
      ...{ account: 'default', role: 'editor' },
      who: { kind: 'user', name: 'Anna' },
    })
  }

  const { body: me } = await visitor.fetch<Me>('GET', '/v2/me')
  assert.equal(me.passkeys.length, 1)
  assert.equal((await visitor.fetch('DELETE', `/v2/me/passkeys/${me.passkeys[0]?.id}`)).status, 204)
  await visitor.signsOut()
  assert.match((await visitor.call('signInWithPasskey()')).error ?? '', /: this passkey is not valid/)
  assert.equal(await visitor.session(), null)
  assert.deepEqual(visitor.problems, [])
}

suite('passkeys in the console', { skip: browserMissing }, async () => {
  const { service, browser } = await serviceAndBrowser()
  const url = service.url.replace('127.0.0.1', 'localhost')
  const admin = await Client.of(service)

  const visit = async (at: string) => Visitor.at(at, await browser.newContext())

  test('are added, sign in, and no longer do once they are removed', async () => {
    await evening(await visit(url), admin)
  })

  test('work on two PostgreSQL nodes, one of which sends the challenge and the other gets the answer', async (t) => {
    if (NO_LOAD_BALANCER !== false) return t.skip(NO_LOAD_BALANCER)
    const postgres = await throwawayPostgres('quick')
    if ('missing' in postgres) return t.skip(postgres.missing)
    const database = await freshDatabase(postgres.url)
    const nodes: RunningService[] = []
    t.after(async () => {
      for (const node of nodes) await node.close()
      await database.stop()
      await postgres.stop()
    })
    for (let i = 0; i < 2; i++)
      nodes.push(
        await runService({ TRUST_PROXY: '1' }, undefined, { url: database.url, drop: async () => {} }),
      )
    const balancer = await balanceLoad(
      t,
      nodes.map((node) => node.url),
    )
    const visitor = await visit(balancer.url.replace('127.0.0.1', 'localhost'))
    await evening(visitor, await Client.of(nodes[0]!))
    const nodesOf = (path: string) =>
      nodes
        .flatMap(({ log }, node) =>
          log.filter((line) => line['path'] === path).map(({ time }) => ({ time, node })),
        )
        .toSorted((a, b) => Number(a.time) - Number(b.time))
        .map(({ node }) => node)
    const asked = nodesOf('/console/passkeys/options')
    const heard = nodesOf('/console/passkeys/sign-in')
    assert.ok(
      asked.some((node, i) => node !== heard[i]),
      `asked by ${asked.join()}, heard by ${heard.join()}`,
    )
  })

  test('cannot be used on a device that does not verify its user', async () => {
    const visitor = await visit(url)
    await visitor.joins(await invite(admin), 'Bob')
    await visitor.recognises(false)
    const cancelled = {
      error: 'PasskeyError: No passkey was used: you cancelled, it took too long, or none was found.',
    }
    assert.deepEqual(await visitor.call('addPasskey()'), cancelled)
    await visitor.recognises(true)
    assert.ok((await visitor.call<Passkey>('addPasskey()')).value)
    await visitor.signsOut()
    await visitor.recognises(false)
    assert.deepEqual(await visitor.call('signInWithPasskey()'), cancelled)
    assert.equal(await visitor.session(), null)
  })

  test('that were copied to another device are refused once the other is used', async () => {
    const visitor = await visit(url)
    await visitor.joins(await invite(admin), 'Cleo')
    await visitor.call('addPasskey()')
    const [copy] = await visitor.passkeys()
    assert.ok(copy)
    await visitor.signsOut()
    assert.deepEqual(await visitor.call('signInWithPasskey()'), DONE)
    await visitor.signsOut()
    await visitor.putsBack(copy)
    assert.match((await visitor.call('signInWithPasskey()')).error ?? '', /: this passkey is not valid/)
  })

  test('work at host names only, as the console says at an IP address', async () => {
    const visitor = await visit(service.url)
    await visitor.joins(await invite(admin), 'Dora')
    for (const attempt of ['addPasskey()', 'signInWithPasskey()'])
      assert.match(
        (await visitor.call(attempt)).error ?? '',
        /IP address: open the console at a host name, such as localhost/,
      )
  })
})
