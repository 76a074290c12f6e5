/** The reference in a browser: what a reader finds, reads and sends there. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Request } from 'playwright-core'
import { browserMissing } from '../support/browser.ts'
import { findings, fits, serviceAndBrowser, signIn, watchedPage } from '../support/console-page.ts'

const SAMPLE = fileURLToPath(new URL('../../samples/welcome.wav', import.meta.url))
const VIEWS = [
  '',
  'operations/listJobs',
  'operations/createPreRecorded',
  'operations/upload',
  'operations/createLive',
  'operations/getMe',
  'events/callback.transcription.success',
  'types/LiveServerFrame',
  'guides/callbacks',
  'guides/features',
  'guides/errors',
  'nowhere',
]

suite('the reference', { skip: browserMissing }, async () => {
  const requests: Request[] = []
  const { service, browser } = await serviceAndBrowser()
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const { page, problems } = await watchedPage(context)
  page.on('request', (request) => requests.push(request))

  /** Waits until the page is drawn and handles keys. */
  const drawn = async (): Promise<void> =>
    page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
  const open = async (path: string): Promise<void> => {
    await page.goto(`${service.url}/docs/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await drawn()
  }
  const send = async (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
  const answered = async (status: number): Promise<void> =>
    page.getByRole('region', { name: 'Response' }).getByRole('status').getByText(`${status} `).waitFor()
  const unfold = async (): Promise<void> => {
    await page.evaluate(`document.querySelectorAll('main details').forEach((one) => (one.open = true))`)
    await drawn()
  }

  test('sends a request with a typed key, and forgets the key', async () => {
    await open('operations/listJobs')
    await send('Send')
    await answered(401)
    await page.getByLabel('Service key').fill(service.key)
    await send('Send')
    await answered(200)
    await page.reload()
    assert.equal(await page.getByLabel('Service key').inputValue(), '')
    assert.ok(!(await page.evaluate<string>('JSON.stringify({ ...localStorage })')).includes(service.key))
  })

  test('finds an operation, and sends it with the console session, by keyboard alone', async () => {
    await signIn(page, service)
    await open('')
    // In the same task, so that no key press is lost.
    const focused = await page.evaluate<string>(`(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))
      return document.activeElement.type
    })()`)
    assert.equal(focused, 'search')
    await page.keyboard.type('list jobs')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${service.url}/docs/operations/listJobs`)
    await page.getByText('Sent with your console session').waitFor()
    const current = () =>
      page.evaluate<string>(
        'document.activeElement.textContent.slice(0, 40) + document.activeElement.tagName',
      )
    for (let i = 0; (await current()) !== 'SendBUTTON'; i++) {
      assert.ok(i < 60, 'the button cannot be reached')
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await answered(200)
    const sent = requests.findLast((one) => one.url().includes('/v2/jobs'))
    // Nothing that the reader did not type.
    assert.equal(sent?.url(), `${service.url}/v2/jobs`)
    assert.equal(sent.headers()['x-console'], '1')
    assert.equal(sent.headers()['x-console-account'], 'default')
    assert.deepEqual(await findings(page), [], 'answer')
  })

  test('sends a file, a body and parameters, and says what is missing', async () => {
    await open('operations/upload')
    await page.getByLabel('audio', { exact: true }).setInputFiles(SAMPLE)
    await send('Send POST')
    await answered(200)
    const shown = await page.getByRole('group', { name: 'Response' }).innerText()
    const { audio_url } = JSON.parse(shown) as { audio_url: string }
    await open('operations/createPreRecorded')
    await page.getByLabel('Body').fill('{')
    await send('Send POST')
    await page.getByText('body: this is not JSON').waitFor()
    await page.getByLabel('Body').fill(JSON.stringify({ audio_url }))
    await send('Send POST')
    await answered(201)
    const { id } = JSON.parse(await page.getByRole('group', { name: 'Response' }).innerText()) as {
      id: string
    }
    await open('operations/getJob')
    await send('Send')
    await page.getByText('id: must be filled in').waitFor()
    await page.getByLabel('id', { exact: true }).fill(id)
    await send('Send')
    await answered(200)
    await open('operations/downloadJob')
    await page.getByLabel('id', { exact: true }).fill(id)
    await send('Send')
    await answered(200)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the response' }).click()
    assert.deepEqual(readFileSync(await (await download).path()), readFileSync(SAMPLE))
  })

  test('shows requests that work unchanged', async () => {
    await open('operations/listJobs')
    await page.getByText(/^\d+ optional parameters$/).click()
    await page.getByLabel('status', { exact: true }).fill('done\nprocessing\nqueued')
    await page.getByLabel('limit', { exact: true }).fill('1')
    const example = page.getByRole('group', { name: 'Example', exact: true })
    const text = async (language: string): Promise<string> => {
      await page.getByRole('button', { name: language, exact: true }).click()
      return example.innerText()
    }
    const env = { PATH: process.env['PATH'], KEY: service.key }
    const run = async (command: string, args: string[]): Promise<string> =>
      (await promisify(execFile)(command, args, { env })).stdout
    assert.equal((JSON.parse(await run('sh', ['-c', await text('curl')])) as { items: [] }).items.length, 1)
    const client = fileURLToPath(new URL('../../clients/typescript/src/index.ts', import.meta.url))
    const program = (await text('TypeScript')).replace('@scriptorium/client', client)
    assert.match(await run(process.execPath, ['--input-type=module', '-e', program]), /items: \[/)
    if ((await run('python3', ['-c', 'import requests']).catch(() => null)) !== null)
      assert.match(await run('python3', ['-c', await text('Python')]), /^200 \{.*"items":\[\{/)
  })

  test('has guides, whose links lead to headings that exist', async () => {
    await open('')
    const links = await page.locator('nav[aria-label=Contents] a[href*="/docs/guides/"]').all()
    const guides = await Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''))
    assert.ok(guides.length >= 20)
    const headings = new Map<string, string[]>()
    const targets = new Set<string>()
    for (const guide of guides) {
      await page.goto(guide)
      await page.locator('article h1').waitFor()
      assert.ok((await page.locator('article').innerText()).length > 1_000, guide)
      assert.ok(await fits(page), guide)
      const [ids, hrefs] = await page.evaluate<[string[], string[]]>(
        `[[...document.querySelectorAll('article [id]')].map(({ id }) => id),
          [...document.querySelectorAll('article a')].map(({ href }) => href)]`,
      )
      headings.set(guide, ids)
      for (const href of hrefs) targets.add(href)
    }
    const inside = [...targets].filter((target) => target.startsWith(`${service.url}/docs/guides/`))
    assert.ok(inside.length > 50)
    for (const target of inside) {
      const [guide = '', heading] = target.split('#')
      assert.ok(headings.has(guide), target)
      assert.ok(heading === undefined || headings.get(guide)?.includes(heading), target)
    }
  })

  test('opens at a heading, and searches guides', async () => {
    await open('guides/callbacks#verifying-a-signature')
    await page.locator('#verifying-a-signature:focus').waitFor()
    await page.getByLabel('Search the reference').fill('redirect not followed')
    await page.getByRole('list', { name: 'Results' }).getByText('Guarantees').first().click()
    await page.locator('#guarantees:focus').waitFor()
    assert.equal(page.url(), `${service.url}/docs/guides/callbacks#guarantees`)
  })

  test('links operations to types, and back', async () => {
    await open('operations/createLive')
    await page.getByRole('link', { name: 'LiveServerFrame' }).first().click()
    await page.getByRole('heading', { name: 'LiveServerFrame' }).waitFor()
    await page.getByText('TranscriptMessage', { exact: true }).click()
    await page
      .getByText('Whether the transcript is final.')
      .or(page.getByText('fields of data'))
      .first()
      .waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Open a live session' }).waitFor()
  })

  test('has no accessibility findings, expanded, at any width', async () => {
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      for (const view of VIEWS) {
        await open(view)
        await unfold()
        assert.ok(await fits(page), `${view}, ${width} px`)
        if (width !== 320) assert.deepEqual(await findings(page), [], `${view}, ${width} px`)
      }
    }
    await page.setViewportSize({ width: 390, height: 800 })
    await open('operations/listJobs')
    await page.keyboard.press('/')
    await page.getByRole('button', { name: 'Contents', expanded: true }).waitFor()
    await page.getByLabel('Search the reference').fill('webhook')
    await page.getByRole('list', { name: 'Results' }).getByRole('link').first().waitFor()
    assert.deepEqual(await findings(page), [], 'results')
    await page.getByRole('list', { name: 'Results' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Contents', expanded: false }).waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('stays small: 45 KB of script and 10 KB of styles, compressed', async () => {
    const html = await (await fetch(`${service.url}/docs`, { headers: { accept: 'text/html' } })).text()
    for (const [pattern, limit] of [
      [/src="([^"]+\.js)"/, 45_400],
      [/href="([^"]+\.css)"/, 10_000],
    ] as const) {
      const asset = await fetch(new URL(pattern.exec(html)?.[1] ?? '', `${service.url}/docs`))
      const size = gzipSync(await asset.bytes()).length
      assert.ok(size > 0 && size <= limit, `${size} bytes`)
    }
  })

  test('contacts no other host, breaks no rule of its content security policy, and has no error', () => {
    const foreign = requests.map((one) => one.url()).filter((url) => !url.startsWith(`${service.url}/`))
    assert.deepEqual(
      foreign.filter((url) => !/^(?:data|blob):/.test(url)),
      [],
    )
    assert.deepEqual(problems, [])
  })
})
