/** The screens of an account other than its jobs: deliveries, keys and usage, and the state of the service. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { listenHttp } from '../../src/platform/net/testing/loopback-server.ts'
import { browserMissing } from '../support/browser.ts'
import { addDeliveries } from '../support/console-deliveries.ts'
import { findings, fits, openConsole, signIn } from '../support/console-page.ts'

/** One more than fits on a page. */
const DELIVERIES = 51

suite('the screens of an account', { skip: browserMissing }, async () => {
  let standardKey = ''
  const receiver = await listenHttp({ after }, (_request, response) => response.end('thank you'))
  const { service, page, problems } = await openConsole({
    env: { ALLOW_PRIVATE_URLS: '1' },
    fill: async (store, dialect) => {
      await addDeliveries(store, dialect, {
        url: `http://127.0.0.1:${receiver.port}/callback`,
        count: DELIVERIES,
      })
      const account = await store.accounts.ensure('default')
      standardKey = (await store.keys.create(account, 'laptop')).key
    },
  })

  const open = async (path: string, ready: string) => {
    await page.goto(`${service.url}/console/${path}`)
    await page.locator(ready).first().waitFor()
  }

  test('deliveries are listed by state, over several pages, at a URL of their own', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    const rows = page.locator('.deliveries-table tbody tr')
    await rows.nth(49).waitFor()
    assert.equal(await rows.count(), 50)
    assert.match(await rows.first().innerText(), /^Delivered\s+transcription\.error\s+POST http:.*\s+Job /)
    await page.getByRole('button', { name: 'Older' }).click()
    await page.waitForURL(/[?&]after=/)
    await page.getByRole('button', { name: 'Older', disabled: true }).waitFor()
    assert.equal(await rows.count(), 1)
    await page.goBack()
    await rows.nth(49).waitFor()

    await page.getByRole('button', { name: 'Failed' }).click()
    await page.waitForURL(/[?&]state=failed$/)
    await page.reload()
    await rows.first().getByText('503').last().waitFor()
    const states = await page.locator('.deliveries-table td:first-child').allInnerTexts()
    assert.deepEqual(new Set(states), new Set(['Failed']))
    await rows.first().getByRole('link').click()
    await page.getByText('<h1>Service Unavailable</h1>').first().waitFor()
  })

  test('a failed delivery is sent again, and its row shows the answer', async () => {
    await open('deliveries', '.deliveries-table time')
    const row = page.locator('.deliveries-table tbody tr', { hasText: 'Failed' }).first()
    const job = await row.getByRole('link').getAttribute('title')
    await row.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('The callback will be sent again.').waitFor()
    const sent = page.locator('.deliveries-table tbody tr', { has: page.getByTitle(job ?? '') })
    await sent.getByText('200 thank you').last().waitFor()
    await sent.getByText('8 attempts').last().waitFor()
    await sent.getByText('Delivered').first().waitFor()
  })

  test('a key is created, shown once, and revoked', async () => {
    await open('keys', '.table .action')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('SERVICE_KEY')
    await page.keyboard.press('Enter')
    await page.getByText('The name is reserved for the configured key').waitFor()
    await page.getByLabel('Name').fill('<b>build</b>')
    await page.getByLabel('Open live sessions').uncheck()
    await page.getByLabel('Expires').selectOption('In 90 days')
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const key = await page.getByLabel('Key', { exact: true }).inputValue()
    const status = async () =>
      (await fetch(`${service.url}/v2/jobs`, { headers: { 'x-service-key': key } })).status
    assert.equal(await status(), 200)
    assert.deepEqual(await findings(page), [])
    await page.reload()
    const row = page.locator('.table tbody tr', { hasText: '<b>build</b>' })
    await row.waitFor()
    assert.equal(await page.getByLabel('Key', { exact: true }).count(), 0)
    assert.match(await row.innerText(), /read, write\s[^]*\b20\d\d\b/)

    const own = page.locator('.table tbody tr', { hasText: 'This session' })
    assert.equal(await own.getByRole('button').count(), 0)
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByText('<b>build</b>').waitFor()
    assert.deepEqual(await findings(page), [])
    assert.equal(await status(), 200)
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await row.waitFor({ state: 'detached' })
    assert.equal(await status(), 401)
  })

  test('the callback secret is shown on demand, and rotated', async () => {
    await open('keys', '.table .action')
    assert.equal(await page.getByLabel('Secret', { exact: true }).count(), 0)
    await page.getByRole('button', { name: 'Show the secret' }).click()
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
    assert.match(secret, /^whsec_/)
    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    await page.getByRole('dialog').getByText('For 24 hours').waitFor()
    await page.getByRole('button', { name: 'Rotate', exact: true }).click()
    assert.equal(await page.getByRole('textbox', { name: 'Previous secret' }).inputValue(), secret)
    assert.notEqual(await page.getByLabel('Secret', { exact: true }).inputValue(), secret)
  })

  test('a webhook is added with the chosen events, and removed', async () => {
    const url = 'https://example.com/hook'
    await open('keys', '.webhooks .actions')
    await page.getByText('There are no webhooks.').waitFor()
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill('ftp://example.com')
    await dialog.getByRole('button', { name: 'Add a webhook' }).click()
    await dialog.getByText('must be an http:// or https:// URL').waitFor()
    await dialog.getByLabel('URL').fill(url)
    await dialog.getByLabel('A link was created').uncheck()
    assert.deepEqual(await findings(page), [])
    await dialog.getByRole('button', { name: 'Add a webhook' }).click()
    const row = page.locator('.webhooks li', { hasText: url })
    await row.getByText('A transcript was corrected').waitFor()
    assert.equal(await row.getByText('A link was created').count(), 0)
    assert.deepEqual(await findings(page), [])
    await row.getByRole('button', { name: `Remove the webhook ${url}` }).click()
    await dialog.getByText(url).waitFor()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('There are no webhooks.').waitFor()
  })

  test('the usage of the range in the URL is shown as charts and as a table', async () => {
    const today = new Date().toISOString().slice(0, 10)
    await open('system?from=2025-01-01&to=2025-01-31', '.chart')
    await page.getByRole('img', { name: 'Jobs by day: none' }).waitFor()
    await page.getByRole('button', { name: '7 days' }).click()
    await page.getByRole('img', { name: new RegExp(`^Failures by day: peak ${DELIVERIES} on `) }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('to'), null)
    assert.equal(await page.locator('.chart').first().locator('g').count(), 7)
    await page.getByText('As a table').click()
    await page.getByRole('row', { name: `${today} ${DELIVERIES} 0 ${DELIVERIES}` }).waitFor()
    await page.getByLabel('From').fill('2020-01-01')
    await page.getByText('must be less than 366 days before').waitFor()
  })

  test('the state of the service is shown', async () => {
    await open('system', '.system-facts')
    await page.getByRole('button', { name: 'Service', exact: true }).click()
    await page.getByText('SQLite').waitFor()
    await page.getByText(/^Disk, .* free$/).waitFor()
    await page.getByText('answers requests').waitFor()
  })

  test('a key without the scope admin sees what it may, and who can create an admin key', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, { url: service.url, key: standardKey })
    await open('keys', '.state')
    await page.getByText('This needs a key with the scope admin').waitFor()
    assert.equal(await page.getByText('scriptorium keys').count(), 0)
    await open('system', '.chart')
    await page.getByRole('img', { name: /^Jobs by day/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Service', exact: true }).count(), 0)
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(page, service)
  })

  test('there are no accessibility findings, and nothing scrolls sideways', async () => {
    for (const [path, ready] of [
      ['deliveries', '.deliveries-table time'],
      ['deliveries?state=waiting', '.deliveries-table time'],
      ['deliveries?after=unknown', '.failure'],
      ['keys', '.table .action'],
      ['system', '.system-facts'],
      ['system?tab=service', '.nodes'],
    ] as const) {
      await open(path, ready)
      assert.deepEqual(await findings(page), [], path)
      await page.setViewportSize({ width: 320, height: 640 })
      assert.ok(await fits(page), path)
      await page.setViewportSize({ width: 1280, height: 800 })
    }
  })

  test('nothing else went wrong', () => assert.deepEqual(problems, []))
})
