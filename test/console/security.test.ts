/** Text of others is shown as text, and no session sees more than its account, or outlives its key. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listenHttp } from '../../src/platform/net/testing/loopback-server.ts'
import { browserMissing } from '../support/browser.ts'
import { addDeliveries } from '../support/console-deliveries.ts'
import { addDoneJob } from '../support/console-jobs.ts'
import { follow, serviceAndBrowser, signIn, watchedPage } from '../support/console-page.ts'
import { until } from '../support/until.ts'

const ADMIN = { scopes: ['admin'] } as const
const MARKUP = '<script>alert(1)</script><img src=x onerror=alert(2)>'
const BIDI = '\u202Egnp.exe'
const HOSTILE = {
  filename: MARKUP + BIDI,
  metadata: { [MARKUP]: MARKUP, url: 'javascript:alert(3)', long: 'x'.repeat(1_000_000) },
  // In words of 99 characters: Chromium takes seconds to wrap a single word of a megabyte.
  lines: [MARKUP, BIDI, 'x'.repeat(10_000), `${'x'.repeat(99)} `.repeat(10_000).trim()],
  text: MARKUP,
}

suite('the console, with hostile text and other accounts', { skip: browserMissing }, async () => {
  /** Violations of the content security policy, and of trusted types. */
  const violations: string[] = []
  let hostileJob = ''
  let strangersKey = ''
  let hostileKey = ''
  const { service, browser } = await serviceAndBrowser({
    fill: async (store, dialect) => {
      await addDeliveries(store, dialect, { url: 'https://example.com/', count: 2, text: MARKUP })
      hostileJob = await addDoneJob(store, HOSTILE)
      const { accounts, keys } = store
      hostileKey = (await keys.create(await accounts.ensure('default'), HOSTILE.filename, ADMIN)).key
      strangersKey = (await keys.create(await accounts.ensure('other'), 'theirs', ADMIN)).key
    },
  })
  const failed = await service.request('/v2/jobs?status=error&limit=1')
  const failedJob = ((await failed.json()) as { items: { id: string }[] }).items[0]?.id ?? ''
  const changed = await service.request(`/v2/jobs/${hostileJob}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: MARKUP + BIDI, tags: [MARKUP], speaker_names: { 0: MARKUP } }),
  })
  assert.equal(changed.status, 200)

  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await context.exposeBinding('reportViolation', (_source, text: string) => void violations.push(text))
  await context.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    reportViolation(event.violatedDirective + ' ' + event.blockedURI))`)
  const { page, problems } = await watchedPage(context)
  await signIn(page, { url: service.url, key: hostileKey })

  const open = async (path: string) => follow(page, path)

  test('shows markup as text on every screen, and executes none of it', async () => {
    const metadata = encodeURIComponent(JSON.stringify({ [MARKUP]: MARKUP }))
    const tabs = [
      'summary',
      'chapters',
      'entities',
      'sentiment',
      'translation',
      'results',
      'request',
      'revisions',
    ]
    for (const [path, ready] of [
      ['jobs', '.row-link'],
      [`jobs?metadata=${metadata}`, '.tag'],
      [`jobs?q=${encodeURIComponent(MARKUP)}`, '.row-link, .state'],
      [`jobs/${hostileJob}`, '.transcript'],
      ...tabs.map((tab) => [`jobs/${hostileJob}?tab=${tab}`, '.job-panel > *'] as const),
      [`jobs/${failedJob}`, '.failure'],
      [`jobs/${failedJob}?tab=deliveries`, '.attempts'],
      [`new?from=${hostileJob}`, '.option'],
      ['deliveries', '.deliveries-table time'],
      ['keys', '.table .action'],
      ['system', '.system-facts'],
    ] as const) {
      await open(path)
      await page.locator(ready).first().waitFor()
      // The name of the key is in the shell, also where nothing else is hostile.
      await page.getByText(MARKUP).first().waitFor()
      assert.equal(await page.locator('#app :is(img, script, iframe)').count(), 0, path)
      assert.deepEqual([...problems, ...violations], [], path)
    }
    await open(`jobs/${failedJob}?tab=deliveries`)
    await page.locator('.attempts', { hasText: MARKUP }).first().waitFor()
  })

  test('isolates text that changes the direction of writing', async () => {
    for (const [path, place] of [
      ['jobs', '.row-link bdi'],
      ['keys', '.table bdi'],
      [`jobs/${hostileJob}`, 'h1 bdi'],
    ] as const) {
      await open(path)
      await page.locator(place, { hasText: BIDI }).first().waitFor()
    }
    await page.locator('.speaker', { hasText: MARKUP }).first().waitFor()
    assert.equal(await page.locator('.transcript [data-index]').first().innerText(), MARKUP)
    const direction = await page.evaluate(
      `getComputedStyle(document.querySelectorAll('.transcript [data-index]')[1]).unicodeBidi`,
    )
    assert.equal(direction, 'plaintext')
  })

  test('shows the names of files to upload as text', async () => {
    await open('new')
    await page.locator('input[type=file]').setInputFiles({
      name: HOSTILE.filename,
      mimeType: 'audio/wav',
      buffer: Buffer.from('no audio'),
    })
    await page.locator('.source-list', { hasText: MARKUP }).waitFor()
    await page.getByRole('button', { name: 'Transcribe', exact: true }).first().click()
    await page.locator('.uploads .problem').waitFor()
    assert.match(await page.locator('.uploads').innerText(), /<script>/)
    assert.equal(await page.locator('#app :is(img, script, iframe)').count(), 0)
  })

  test('has a policy that markup and scripts would break', async () => {
    assert.deepEqual([...problems, ...violations], [])
    const { page: own, problems: blocked } = await watchedPage(context)
    await own.goto(`${service.url}/console/jobs`)
    await assert.rejects(own.evaluate(`void (document.body.innerHTML = '<b>text</b>')`), /TrustedHTML/)
    await own.evaluate(
      `document.body.append(Object.assign(document.createElement('img'), { src: 'https://example.com/x' }))`,
    )
    await until(() => violations.length >= 2)
    assert.match(
      violations.splice(0).join(),
      /require-trusted-types-for trusted-types-sink,img-src https:\/\/example\.com/,
    )
    assert.equal(blocked.length, 2)
    await own.close()
  })

  test('shows a session of another account nothing of it', async () => {
    const other = await browser.newContext()
    const { page: theirs } = await watchedPage(other)
    await signIn(theirs, { url: service.url, key: strangersKey })
    await theirs.getByText('No jobs yet').waitFor()
    for (const [path, text] of [
      [`jobs/${hostileJob}`, 'Job not found'],
      [`jobs/${hostileJob}?tab=deliveries`, 'Job not found'],
      [`new?from=${hostileJob}`, 'The options could not be loaded'],
      ['deliveries', 'No deliveries yet'],
      [`deliveries?job_id=${failedJob}`, 'The deliveries could not be loaded'],
      ['jobs?q=script', 'No matching jobs'],
      ['keys', 'theirs'],
      ['system', 'Jobs by day: none'],
    ] as const) {
      await follow(theirs, path)
      await theirs.locator('.main').getByText(text).or(theirs.getByLabel(text)).first().waitFor()
      assert.ok(!(await theirs.locator('#app').innerText()).includes('script>'), path)
    }
    for (const path of [
      '',
      '/file',
      '/transcript',
      '/playback',
      '/peaks',
      '/export?format=txt',
      '/deliveries',
    ]) {
      const answer = await other.request.get(`${service.url}/v2/jobs/${hostileJob}${path}`)
      assert.equal(answer.status(), 404, path)
    }
    await other.close()
  })

  test('does not let a page on another port of its host use its cookie', async (t) => {
    const elsewhere = await listenHttp(t, (_request, answer) => void answer.end('<!doctype html>'))
    const other = await context.newPage()
    await other.goto(`http://127.0.0.1:${elsewhere.port}/`)
    // These are not requested by the console itself.
    const paths = ['transcript', 'transcript.txt', 'file'].map((name) => `/v2/jobs/${hostileJob}/${name}`)
    const from = service.log.length
    for (const path of paths) {
      const outcome = await other.evaluate(
        async (url) =>
          fetch(url, { mode: 'no-cors', credentials: 'include' }).then(
            () => 'read',
            () => 'blocked',
          ),
        `${service.url}${path}`,
      )
      assert.equal(outcome, 'blocked', path)
    }
    await other.evaluate(`new Promise((resolve) => {
      const audio = new Audio('${service.url}${paths[2]}')
      audio.addEventListener('error', resolve)
    })`)
    const answers = () =>
      service.log.slice(from).filter(({ msg, path }) => msg === 'request' && paths.includes(String(path)))
    await until(() => answers().length > paths.length)
    assert.equal(answers().length, paths.length + 1)
    for (const { path, status } of answers()) assert.equal(status, 401, String(path))
    await other.close()
  })

  test('ends the sessions of a key that is revoked, at once', async () => {
    const other = await browser.newContext()
    const { page: revoked } = await watchedPage(other)
    await open('keys')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByLabel('Name').fill('lost laptop')
    await page.keyboard.press('Enter')
    const key = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue()
    await signIn(revoked, { url: service.url, key })
    await page.getByRole('button', { name: 'Revoke lost laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The key “lost laptop” was revoked.').waitFor()
    assert.equal((await other.request.get(`${service.url}/v2/jobs`)).status(), 401)
    // The page polls for changes by itself.
    await revoked.getByText('I have a key').waitFor()
    assert.equal(await revoked.getByRole('link').count(), 0)
    await other.close()
  })

  test('has broken no rule of its policy', () => assert.deepEqual([...problems, ...violations], []))
})
