/** What people do in the console: join, sign in again, manage members, and see only what their role allows. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { CreatedInvitation } from '../../src/contract/invitations.ts'
import type { Role } from '../../src/contract/roles.ts'
import { browserMissing } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { addDeliveries } from '../support/console-deliveries.ts'
import { addTalk, fillWithConsoleJobs } from '../support/console-jobs.ts'
import { pressAll } from '../support/console-controls.ts'
import { findings, fits, follow, serviceAndBrowser, watchedPage } from '../support/console-page.ts'

/** A device with a screen lock, which confirms at once. */
const DEVICE = {
  ...({ protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const),
  ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
}

/** Only the name of the issuer is needed here: test/console/issuer.test.ts signs in there. */
const SIGN_IN = {
  OIDC_ISSUER: 'http://localhost:9',
  OIDC_CLIENT_ID: 'scriptorium',
  OIDC_NAME: 'Example & Sons',
  SIGN_IN_CONTACT: 'it@example.org',
}

const PHONE = { width: 320, height: 640 }
const DESK = { width: 1280, height: 800 }

suite('people in the console', { skip: browserMissing }, async () => {
  let otherKey = ''
  const problems: string[] = []
  const { service, browser } = await serviceAndBrowser({
    env: SIGN_IN,
    fill: async (store, dialect) => {
      await fillWithConsoleJobs(store, 3)
      await addTalk(store)
      await addDeliveries(store, dialect, { url: 'https://example.com/', count: 3 })
      const { accounts, keys } = store
      otherKey = (await keys.create(await accounts.ensure('other'), 'theirs', { scopes: ['admin'] })).key
    },
  })
  /** Passkeys work at host names only. */
  const url = service.url.replace('127.0.0.1', 'localhost')
  const client = await Client.of(service)

  const newPage = async (context?: BrowserContext) => {
    const watched = await watchedPage(context ?? (await browser.newContext({ reducedMotion: 'reduce' })))
    watched.page.on('close', () => problems.push(...watched.problems))
    return watched.page
  }
  /** @returns the link, at the host name of the service */
  const invite = async (role: Role, email: string | null = null, key = service.key) => {
    const { body } = await client
      .as(key)
      .send<CreatedInvitation>('POST', '/v2/invitations', { body: { role, email } })
    return body.url.replace('127.0.0.1', 'localhost')
  }
  const joined = async (role: Role, name: string) => {
    const page = await newPage()
    await page.goto(await invite(role))
    await page.getByLabel('Your name').fill(name)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await page.getByRole('button', { name: 'Not now' }).click()
    await jobsOf(page).waitFor()
    return page
  }
  const jobsOf = (page: Page) => page.getByRole('heading', { name: 'Jobs', exact: true })
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const memberOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

  test('a guest joins by a link, adds a passkey, and signs in with it', async () => {
    const ada = await newPage()
    await ada.goto(await invite('admin', 'ada.lovelace@example.org'))
    assert.equal(await ada.getByLabel('Your name').inputValue(), 'Ada Lovelace')
    await ada.getByRole('button', { name: 'Join', exact: true }).click()
    await ada.getByText('the only way back in is another invitation').waitFor()
    assert.deepEqual(await findings(ada), [])
    await ada.getByRole('button', { name: 'Not now' }).click()
    await jobsOf(ada).waitFor()

    await ada.getByRole('link', { name: 'Members' }).click()
    await ada.getByText('The last admin must stay one').waitFor()
    assert.equal(await ada.getByRole('button', { name: 'Remove Ada Lovelace' }).count(), 0)
    await ada.getByRole('button', { name: 'Invite somebody' }).click()
    await ada.getByLabel('E-mail (optional)').fill('not an address')
    await ada.getByLabel('E-mail (optional)').fill('info@example.org')
    assert.deepEqual(await findings(ada), [])
    await ada.getByRole('button', { name: 'Create the link' }).click()
    const link = (await ada.getByLabel('Link', { exact: true }).inputValue()).replace(
      '127.0.0.1',
      'localhost',
    )
    assert.deepEqual(await findings(ada), [])
    await ada.reload()
    await memberOf(ada, 'info@example.org').waitFor()
    assert.equal(await ada.getByLabel('Link', { exact: true }).count(), 0)

    const bo = await newPage()
    const token = new URL(link).hash.slice(1)
    const urls: string[] = []
    bo.on('request', (request) => urls.push(request.url()))
    const devices = await bo.context().newCDPSession(bo)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE })
    await bo.goto(link)
    await bo.getByRole('heading', { name: 'Join “default” as viewer' }).waitFor()
    await bo.getByText('Ada Lovelace invites you').waitFor()
    assert.equal(new URL(bo.url()).hash, '')
    assert.equal(await bo.evaluate('history.length'), 2)
    assert.deepEqual(await findings(bo), [])
    await bo.setViewportSize(PHONE)
    assert.ok(await fits(bo))
    await bo.setViewportSize(DESK)
    await bo.getByLabel('Your name').fill('Bo')
    await bo.getByRole('button', { name: 'Join', exact: true }).click()
    await bo.getByRole('button', { name: 'Add a passkey' }).click()
    await jobsOf(bo).waitFor()
    const sent = urls.filter(
      (one) => one.slice(link.indexOf('#')).includes(token) || one.split('#')[0]?.includes(token),
    )
    assert.deepEqual(sent, [])

    await bo.getByRole('link', { name: 'New' }).waitFor({ state: 'detached' })
    await bo.getByRole('link', { name: 'Me', exact: true }).click()
    await bo
      .getByRole('button', { name: /^Chrom\w+ on Linux$/ })
      .first()
      .waitFor()
    await bo.getByRole('link', { name: 'Deliveries' }).click()
    await bo.getByRole('button', { name: 'Sign out' }).click()
    await bo.getByText('For access, ask it@example.org').waitFor()
    const first = bo.locator('.entrance .button').first()
    assert.equal(await first.innerText(), 'Sign in with Example & Sons')
    const start = `${url}/console/issuer/start?return=deliveries`
    assert.equal(await first.getAttribute('href'), start)
    assert.deepEqual(await findings(bo), [])
    await bo.getByRole('button', { name: 'Sign in with a passkey' }).click()
    // The requested page.
    await bo.getByRole('heading', { name: 'Deliveries' }).waitFor()
    await bo.close()

    const late = await newPage()
    await late.goto(link)
    await late
      .getByText('It was used or withdrawn, or has expired. Ask the person who sent it for a new one.')
      .waitFor()
    assert.deepEqual(await findings(late), [])
    await late.reload()
    await late.getByText('Open your invitation link again').waitFor()
    await late.close()

    await ada.reload()
    await ada.getByRole('button', { name: 'Devices of Bo' }).click()
    await dialogOf(ada)
      .getByRole('button', { name: /^Sign out Chrom/ })
      .click()
    await dialogOf(ada).getByText('Nowhere.').waitFor()
    await ada.close()
  })

  test('says whom to ask for access, and offers no passkey at an IP address', async () => {
    const page = await newPage()
    for (const [base, passkeys] of [
      [url, 1],
      [service.url, 0],
    ] as const) {
      await page.goto(`${base}/console/?problem=no_access`)
      await page
        .getByText('You do not have access yet. Ask it@example.org for it, then sign in again.')
        .waitFor()
      assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), passkeys)
    }
    await page.close()
  })

  test('a person who joins and loses the answer has joined', async () => {
    for (const isAway of [false, true]) {
      const page = await newPage()
      await page.goto(await invite('viewer'))
      await page.getByLabel('Your name').waitFor()
      await page.route('**/console/invitation/accept', async (route) => {
        await route.fetch()
        await route.abort()
      })
      if (isAway) await page.route('**/console/session', async (route) => route.abort())
      await page.getByLabel('Your name').fill('Lou')
      const join = page.getByRole('button', { name: 'Join', exact: true })
      await join.click()
      if (isAway) {
        await page.getByText('cannot be reached').waitFor()
        await page.unrouteAll()
        await join.click()
      }
      await page.getByRole('button', { name: 'Not now' }).click()
      await jobsOf(page).waitFor()
      await page.close()
    }
  })

  test('a changed role shows and hides controls, and a removal signs out', async () => {
    const ada = await joined('admin', 'Ada the second')
    const cy = await joined('viewer', 'Cy')
    const change = async (role: string) => {
      await ada.goto(`${url}/console/members`)
      const chosen = ada.getByLabel('Role of Cy', { exact: true })
      await chosen.selectOption(role)
      // Nothing changes before it is confirmed.
      assert.notEqual(await chosen.inputValue(), role)
      await dialogOf(ada).getByRole('button', { name: 'Change' }).click()
      await ada.getByText(`The role of Cy is now ${role}.`).waitFor()
      await cy.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    }
    assert.equal(await cy.getByRole('link', { name: 'New' }).count(), 0)
    await change('editor')
    await cy.getByRole('link', { name: 'New' }).first().waitFor()
    assert.equal(await cy.getByRole('link', { name: 'Members' }).count(), 0)

    await cy.locator('.row-link').first().click()
    await cy.locator('summary[aria-label=Actions]').click()
    await cy.getByRole('button', { name: 'Move to the trash' }).waitFor()
    // The page does not know yet.
    await cy.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true })`)
    await change('viewer')
    await cy.getByRole('button', { name: 'Move to the trash' }).click()
    await cy.getByText('this needs the role editor or admin').waitFor()
    await cy.getByRole('button', { name: 'Move to the trash' }).waitFor({ state: 'detached' })
    await cy.evaluate(`delete document.hidden`)

    await ada.getByRole('button', { name: 'Remove Cy' }).click()
    await dialogOf(ada).getByText('the keys, devices and shared links').waitFor()
    assert.deepEqual(await findings(ada), [])
    await dialogOf(ada).getByRole('button', { name: 'Remove' }).click()
    await ada.getByText('Cy is no longer a member.').waitFor()
    await cy.getByRole('link', { name: 'Jobs' }).first().click()
    await cy.getByText('I have a key').waitFor()
    assert.equal(await cy.locator('.side').count(), 0)
    await cy.close()
    await ada.close()
  })

  test('a viewer sees no control that would be refused, anywhere', async () => {
    const page = await joined('viewer', 'Vi')
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() === 403)
        refused.push(`${answer.request().method()} ${new URL(answer.url()).pathname}`)
    })
    const pages = await pagesOf(client)
    await crawl(page, 'jobs', '.side')
    await follow(page, 'jobs')
    for (const keys of ['gn', 'gl', 'gm', 'gk']) for (const key of keys) await page.keyboard.press(key)
    assert.equal(new URL(page.url()).pathname, '/console/jobs')
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x.wav'))
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    })()`)
    assert.equal(await page.locator('.drop-target, .uploads').count(), 0)
    for (const path of pages) await crawl(page, path)
    assert.deepEqual(refused.splice(0), [])

    // Proves that a refused control would have been found: the page is made to show those of an admin.
    await page.route('**/console/session', async (route) => {
      const answer = await route.fetch()
      const scopes = ['read', 'write', 'live', 'admin']
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), scopes } })
    })
    await page.goto(`${url}/console/${pages.at(-1)}`)
    await crawl(page, pages.at(-1) ?? '')
    for (const one of ['PATCH', 'PUT'])
      assert.ok(
        refused.some((request) => request.startsWith(one)),
        refused.join(),
      )
    await page.close()
  })

  test('a URL that needs another role says which', async () => {
    const page = await joined('viewer', 'Uma')
    for (const [path, role] of [
      ['new', 'editor or admin'],
      ['live', 'editor or admin'],
      ['members', 'admin'],
      ['keys', 'admin'],
    ] as const) {
      await page.goto(`${url}/console/${path}`)
      await page.getByText(`This needs the role ${role}`, { exact: true }).waitFor()
      assert.deepEqual(await findings(page), [], path)
      assert.equal(await page.locator(`.side nav a[href$="/${path}"]`).count(), 0)
    }
    await page.close()
  })

  test('people change their name, and have keys of their own', async () => {
    const page = await joined('editor', 'Di')
    await follow(page, 'me')
    await page.getByText('once you sign out, you need another invitation to get back in').waitFor()
    await page.getByRole('button', { name: 'Di', exact: true }).click()
    await page.keyboard.type('Di Prince')
    await page.keyboard.press('Enter')
    await page.locator('.side-account').getByText('Di Prince').waitFor()

    await page.getByRole('button', { name: 'Create a key' }).click()
    assert.equal(await dialogOf(page).getByText('Administer the account').count(), 0)
    await page.getByLabel('Name').fill('script')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const key = await page.getByLabel('Key', { exact: true }).inputValue()
    const elsewhere = await newPage()
    await elsewhere.goto(`${url}/console/me`)
    await elsewhere.getByText('I have a key').click()
    await elsewhere.getByLabel('Service key').fill(key)
    await elsewhere.keyboard.press('Enter')
    await elsewhere.getByText('Sign in as yourself').waitFor()
    await elsewhere.getByText('Key of Di Prince').waitFor()
    assert.equal(await elsewhere.getByRole('link', { name: 'Me', exact: true }).count(), 0)

    assert.deepEqual(await findings(page), [])
    await page.setViewportSize(PHONE)
    assert.ok(await fits(page))
    await page.setViewportSize(DESK)
    await page.getByRole('button', { name: 'Revoke script' }).click()
    await dialogOf(page).getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The key “script” was revoked.').waitFor()
    await elsewhere.getByRole('link', { name: 'Jobs' }).click()
    await elsewhere.getByText('I have a key').waitFor()
    await elsewhere.close()
    await page.close()
  })

  test('the keys of an account show their owners, and the members fit a phone', async () => {
    const page = await joined('admin', 'Ed')
    await follow(page, 'me')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('of Ed')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByLabel('Key', { exact: true }).waitFor()
    await follow(page, 'keys')
    await page.getByRole('row', { name: /^of Ed\s.*\bEd\b/ }).waitFor()
    await page
      .getByRole('row', { name: /\bThe account\b/ })
      .first()
      .waitFor()
    await follow(page, 'members')
    await memberOf(page, 'Ed').getByText('(you)').waitFor()
    assert.deepEqual(await findings(page), [])
    await page.setViewportSize(PHONE)
    assert.ok(await fits(page))
    assert.deepEqual(await findings(page), [])
    await page.close()
  })

  test('people with several accounts switch between them, in all pages of the browser', async () => {
    const page = await joined('admin', 'Flo')
    await page.goto(await invite('editor', null, otherKey))
    await page.getByRole('button', { name: 'Join as Flo' }).click()
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByText('No jobs yet').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Members' }).count(), 0)
    const second = await newPage(page.context())
    await second.goto(`${url}/console/jobs`)
    await second.getByText('No jobs yet').waitFor()
    await second.locator('.side').getByLabel('Account', { exact: true }).selectOption('default')
    for (const one of [second, page]) {
      await one.locator('.row-link').first().waitFor()
      await one.getByRole('link', { name: 'Members' }).waitFor()
      assert.equal(await one.locator('.side').getByLabel('Account', { exact: true }).inputValue(), 'default')
    }

    // What a page has begun for one account never ends in another that is chosen in the meantime, even before the page knows.
    const sending = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await page.route('**/v2/upload', async (route) => {
      sending.resolve()
      await held.promise
      await route.continue().catch(() => {})
    })
    const drop = `(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'secret.wav'))
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    })()`
    await page.evaluate(drop)
    await page.getByRole('button', { name: 'Transcribe', exact: true }).click()
    await sending.promise
    await second.locator('.side').getByLabel('Account', { exact: true }).selectOption('other')
    await second.getByText('No jobs yet').waitFor()
    held.resolve()
    await page.getByText('You switched accounts, so this was not sent.').waitFor()
    assert.equal(await page.locator('.uploads').getByRole('button', { name: 'Try again' }).count(), 0)
    await page.unroute('**/v2/upload')
    const answer = await page.evaluate(`fetch('${url}/v2/jobs', {
      headers: { 'x-console': '1', 'x-console-account': 'default' },
    }).then(({ status }) => status)`)
    assert.equal(answer, 409)
    const { body } = await client.as(otherKey).send<{ items: unknown[] }>('GET', '/v2/jobs')
    assert.deepEqual(body.items, [])

    await second.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('I have a key').waitFor()
    await second.close()
    await page.close()
  })

  test('nothing else went wrong', () => assert.deepEqual(problems, []))
})

/** The views of the console, including that of a finished job. */
async function pagesOf(client: Client): Promise<readonly string[]> {
  const idOf = async (status: string) => {
    const { body } = await client.send<{ items: { id: string }[] }>(
      'GET',
      `/v2/jobs?status=${status}&limit=1`,
    )
    return body.items[0]?.id ?? assert.fail()
  }
  const [done, failed] = [await idOf('done'), await idOf('error')]
  const tabs = ['request', 'deliveries', 'revisions'].map((tab) => `jobs/${done}?tab=${tab}`)
  return [
    ...[
      'jobs',
      'jobs?q=delivery',
      'jobs?q=nothing',
      'deliveries',
      'system',
      'me',
      'new',
      'live',
      'members',
      'keys',
    ],
    ...[
      `jobs/${failed}`,
      `jobs/${failed}?tab=deliveries`,
      ...tabs,
      `jobs/${done}?revision=0`,
      `jobs/${done}`,
    ],
  ]
}

/** Uses every control of a view, and every key. */
async function crawl(page: Page, path: string, part = '#main'): Promise<void> {
  await pressAll(page, page.locator(part), async () => follow(page, path))
  for (const keys of ['e', 's', 'x', 'Control+z', 'r', 'p']) await page.keyboard.press(keys)
}
