/** The list of jobs in a browser, as used by somebody with many of them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { browserMissing } from '../support/browser.ts'
import { fillWithConsoleJobs } from '../support/console-jobs.ts'
import { findings, fits, follow, openConsole, signIn, watchedPage } from '../support/console-page.ts'
import { until } from '../support/until.ts'

const JOBS = 60

suite('the list of jobs', { skip: browserMissing }, async () => {
  const { service, browser, page, problems } = await openConsole({
    env: { ALLOW_PRIVATE_URLS: '1' },
    fill: async (store) => {
      const account = await store.accounts.ensure('default')
      const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
      const { id } = await store.jobs.create(account, job)
      await store.work.finish(id, { status: 'error', code: 500, message: 'The recogniser crashed.' })
      await fillWithConsoleJobs(store, JOBS - 1)
    },
    options: { acceptDownloads: true },
  })

  const rows = () => page.locator('.row-link')
  const open = async (path: string) => {
    await follow(page, path)
    await page.locator('table.jobs[aria-busy=false] .row-link').first().waitFor()
  }
  const select = async (...places: number[]) => {
    for (const place of places) await page.locator('tbody input[type=checkbox]').nth(place).check()
  }
  const tab = async (name: string) => page.getByRole('button', { name, exact: true }).waitFor()

  test('shows recognisable details: length, language, speakers and the first words', async () => {
    await open('jobs?status=done')
    const row = page.locator('tbody tr').first()
    await row.getByText('English · 2 speakers').waitFor()
    await row.getByText('Good morning, and thank you').waitFor()
  })

  test('is filtered by tags, language and date, each of them in the URL and removable', async () => {
    await open('jobs?status=done')
    await select(0, 1)
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByText('Tags').click()
    await bar.getByLabel('Add a tag').fill('weekly')
    await page.keyboard.press('Enter')
    await page.getByText('2 jobs have the tag weekly.').waitFor()
    await open('jobs')
    const filters = page.locator('.filter-menus')
    await filters.getByText('Tags').click()
    await page.getByRole('button', { name: 'weekly 2' }).click()
    await tab('All 2')
    await filters.getByText('Language').click()
    await page.getByRole('button', { name: /^English/ }).click()
    await filters.getByText('Date').click()
    await page.getByRole('button', { name: 'Today' }).click()
    await tab('All 2')
    assert.deepEqual(await findings(page), [])
    await page.keyboard.press('Escape')
    const { search } = new URL(page.url())
    assert.equal(search, '?tag=weekly&language=en&period=today')
    await page.reload()
    await tab('All 2')
    for (const name of ['English', 'Today', 'Tag: weekly'])
      await page.getByRole('button', { name: `Remove the filter ${name}` }).click()
    await page.getByRole('button', { name: 'All 60' }).waitFor()
  })

  test('is filtered by the cause of failures, when failed jobs are shown', async () => {
    await open('jobs?status=error')
    const menu = page.locator('.filter-menus').getByText('Failure', { exact: true })
    await menu.click()
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: 'Failed by the service (5xx)', exact: true }).click()
    await tab('Failed 1')
    await page.getByText('The recogniser crashed.').waitFor()
    assert.equal(new URL(page.url()).search, '?status=error&error_code=5xx')
    await page.getByRole('button', { name: 'Failed by the request (4xx)', exact: true }).click()
    await tab('Failed 7')
    assert.equal(await page.getByText('The recogniser crashed.').count(), 0)
    await page.getByRole('button', { name: 'Remove the filter Failed by the request (4xx)' }).click()
    await tab('Failed 8')
    await page.getByRole('button', { name: /^Done/ }).click()
    await menu.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 320, height: 700 })
    await open('jobs')
    await menu.waitFor()
    assert.ok(await fits(page))
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('saves filters as a view, which is renamed, opened and deleted', async () => {
    await open('jobs?status=done&tag=weekly&from=2020-01-02')
    const views = page.locator('.filter-menus').getByText('Views', { exact: true })
    await views.click()
    await page.getByLabel('Save these filters as').fill('Weeklies')
    await page.route('**/v2/settings/views', async (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.fallback(),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.notice').waitFor()
    // The name is kept, so that it can be saved again.
    assert.equal(await page.getByLabel('Save these filters as').inputValue(), 'Weeklies')
    await page.unroute('**/v2/settings/views')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The view Weeklies was saved.').waitFor()
    await page.getByRole('button', { name: 'Rename the view Weeklies' }).click()
    await page.getByLabel('Rename the view Weeklies').fill('Every week')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('button', { name: 'Every week', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await open('jobs')
    await page.getByRole('button', { name: 'All 60' }).waitFor()
    await views.click()
    await page.getByRole('button', { name: 'Every week', exact: true }).click()
    await tab('Done 2')
    assert.equal(new URL(page.url()).searchParams.get('from'), '2020-01-02')
    await page.keyboard.press('Escape')
    await views.click()
    await page.getByRole('button', { name: 'Delete the view Every week' }).click()
    await page.getByText('A view is a named set of filters').waitFor()
  })

  test('moves jobs to the trash and back: the counts follow', async () => {
    await open('jobs?tag=weekly')
    await tab('Done 2')
    await select(0, 1)
    await page.getByRole('button', { name: 'Move to the trash' }).click()
    await page.getByText('2 jobs moved to the trash.').waitFor()
    await page.getByText('No matching jobs').waitFor()
    await tab('Done 0')
    await page.getByRole('button', { name: 'Undo' }).click()
    await tab('Done 2')
    await select(0)
    await page.getByRole('button', { name: 'Move to the trash' }).click()
    await tab('Done 1')
    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByText('kept here for 7 days').waitFor()
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: /^Restore/ }).click()
    await page.getByText('The trash is empty').waitFor()
    await open('jobs?tag=weekly')
    await tab('Done 2')
  })

  test('exports several transcripts as one ZIP', async () => {
    await open('jobs?tag=weekly')
    await select(0, 1)
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByText('Export').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('link', { name: 'Text' }).click(),
    ])
    assert.equal(
      readFileSync(await download.path())
        .subarray(0, 2)
        .toString(),
      'PK',
    )
  })

  test('retries several failed jobs, and says for how many that failed', async () => {
    await open('jobs?status=error')
    await select(0, 1)
    const refusal = { status: 429, json: { message: 'too many requests' } }
    await page.route('**/v2/jobs/*/requeue', async (route) => route.fulfill(refusal), { times: 1 })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 job is queued again.').waitFor()
    await page.getByRole('alert').getByText('Failed for 1 job: too many requests').waitFor()
  })

  test('deletes nothing before it knows whether there is a trash', async () => {
    const path = '**/v2/trash?limit=1'
    await page.route(path, async (route) => route.abort())
    await open('jobs?status=done')
    await select(0)
    const move = page.getByRole('button', { name: 'Move to the trash' })
    await move.waitFor()
    assert.ok(await move.isDisabled())
    await page.unroute(path)
    // It is asked again.
    await move.and(page.locator(':enabled')).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
  })

  test('shows a job that others create at once, without polling', async () => {
    // A clock applies to a whole context.
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    await context.clock.install()
    const { page: own, problems: ownProblems } = await watchedPage(context)
    await signIn(own, service)
    await own.locator('.row-link').first().waitFor()
    await own.waitForLoadState('networkidle')
    await context.clock.pauseAt(Date.now() + 3_600_000)
    const requests: string[] = []
    own.on('request', (request) => {
      // Scripts are loaded once.
      if (request.url().includes('/v2/')) requests.push(request.url())
    })
    await context.clock.runFor(60_000)
    assert.deepEqual(requests, [])
    const body = JSON.stringify({ audio_url: 'http://127.0.0.1:9/', custom_metadata: { room: 'pushed' } })
    await service.request('/v2/pre-recorded', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await own.getByText('room: pushed').waitFor()
    // It fails at once: events that occur while the console rests are delivered later, not lost.
    assert.ok(requests.length <= 7, requests.join('\n'))
    await context.clock.runFor(10_000)
    await own
      .getByText(/ECONNREFUSED|refused|cannot be/)
      .first()
      .waitFor()
    assert.deepEqual(ownProblems, [])
    await context.close()
  })

  test('counts unseen finished jobs in the title, also beyond the first few, and after a reload', async () => {
    const waiting: ServerResponse[] = []
    const source = createServer((_request, response) => void waiting.push(response)).listen(0, '127.0.0.1')
    await once(source, 'listening')
    const { port } = source.address() as AddressInfo
    await follow(page, 'new')
    await page.getByLabel('Or from the web').focus()
    const urls = [1, 2, 3, 4, 5].map((i) => `http://127.0.0.1:${port}/${i}.mp3`)
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', ${JSON.stringify(urls.join('\n'))})
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })()`)
    let created = 0
    page.on('response', (response) => {
      if (response.url().endsWith('/v2/pre-recorded')) created += 1
    })
    await page.getByRole('button', { name: 'Transcribe 5 files' }).click()
    await until(() => created === urls.length && waiting.length > 0)
    const kept = async () => page.evaluate<string>('JSON.stringify({ ...sessionStorage })')
    await until(async () => /awaited/.test(await kept()) && (await kept()).split('.mp3').length > urls.length)
    await page.reload()
    await rows().first().waitFor()
    const see = async (isHidden: boolean) =>
      page.evaluate(`(() => {
        Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      })()`)
    await see(true)
    source.on('request', (_request, response: ServerResponse) => response.writeHead(404).end())
    for (const response of waiting) response.writeHead(404).end()
    await until(async () => (await page.title()).startsWith('(5) '))
    await see(false)
    await until(async () => !(await page.title()).startsWith('('))
    source.close()
  })

  test('shows the first filters again, even if the answer for others arrives after they are chosen', async () => {
    await open('jobs?status=done')
    const isBusy = await page.evaluate(`(async () => {
      const { fetch } = window
      const [others, release, again] = [0, 0, 0].map(() => Promise.withResolvers())
      window.fetch = async (url, options) => {
        const answer = await fetch(url, options)
        const [, status] = /status=(error|done).*limit=50/.exec(url) ?? []
        if (status === 'done') again.resolve()
        if (status !== 'error') return answer
        const text = await answer.text()
        others.resolve()
        await release.promise
        return Object.defineProperty(answer, 'text', { value: async () => text })
      }
      const show = (status) => {
        history.pushState(null, '', '/console/jobs?status=' + status)
        dispatchEvent(new PopStateEvent('popstate'))
      }
      show('error')
      await others.promise
      show('done')
      // Drawn in the same task, before the effects of what is drawn.
      for (let i = 0; i < 20; i++) await null
      release.resolve()
      await again.promise
      for (let i = 0; i < 3; i++) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      window.fetch = fetch
      return document.querySelector('table.jobs').ariaBusy
    })()`)
    assert.equal(isBusy, 'false')
    assert.equal(await page.locator('.row-link .status[data-status=error]').count(), 0)
  })

  test('fits a phone, with all tabs and every row', async () => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${service.url}/console/jobs`)
      await rows().first().waitFor()
      const outside = await page.evaluate(`[...document.querySelectorAll('main *')]
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5).map((one) => one.outerHTML.slice(0, 120))`)
      assert.deepEqual(outside, [], `${width} px`)
      assert.ok(await fits(page), `${width} px`)
      assert.deepEqual(await findings(page), [])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('breaks no rule of its content security policy, and has no error', () => {
    assert.deepEqual(problems, [])
  })
})
