/** The console in a browser: what its URL contains, and what it must not do. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { browserMissing } from '../support/browser.ts'
import { fillWithConsoleJobs } from '../support/console-jobs.ts'
import { findings, fits, serviceAndBrowser, watchedPage } from '../support/console-page.ts'

const JOBS = 70
suite('the console', { skip: browserMissing }, async () => {
  const { service, browser } = await serviceAndBrowser({
    env: { ALLOW_PRIVATE_URLS: '1' },
    fill: async (store) => {
      await fillWithConsoleJobs(store, JOBS)
    },
  })
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const { page, problems } = await watchedPage(context)

  test('refuses an invalid key, and signs in with a valid one', async () => {
    await page.goto(service.url)
    await page.getByLabel('Service key').fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('This key is not valid').waitFor()
    await page.getByLabel('Service key').fill(service.key)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Jobs' }).waitFor()
    await page.getByRole('link', { name: 'All hands 2025-06-12.m4a' }).first().waitFor()
  })

  test('keeps the view in the URL', async () => {
    await page.goto(`${service.url}/console/jobs`)
    await page.getByRole('button', { name: /^Failed/ }).click()
    await page.waitForURL(/[?&]status=error/)
    await page.getByText('the audio is longer than 135 minutes').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('pallets')
    await page.waitForURL(/[?&]q=pallets/)
    await page.getByText('No matching jobs').waitFor()
    await page.goBack()
    await page.getByText('the audio is longer than 135 minutes').first().waitFor()
    await page.reload()
    await page.getByText('the audio is longer than 135 minutes').first().waitFor()
    assert.equal(await page.locator('.status[data-status=done]').count(), 0)
  })

  test('filters by chosen tags, and by a tag of a job', async () => {
    const answer = await service.request('/v2/jobs?status=done&limit=2&fields=id')
    const { items } = (await answer.json()) as { items: { id: string }[] }
    for (const [i, { id }] of items.entries()) {
      const body = JSON.stringify({ tags: i === 0 ? ['team, all', 'urgent'] : ['team, all'] })
      const headers = { 'content-type': 'application/json' }
      await service.request(`/v2/jobs/${id}`, { method: 'PATCH', headers, body })
    }
    const all = async (count: number) =>
      page.getByRole('button', { name: `All ${count}`, exact: true }).waitFor()
    await page.goto(`${service.url}/console/jobs`)
    await page.locator('.filter-menus').getByText('Tags').click()
    for (const [tag, count] of [
      ['team, all', 2],
      ['urgent', 1],
    ] as const) {
      await page.getByRole('button', { name: `${tag} ${count}` }).click()
      await all(count)
    }
    await page.reload()
    await all(1)
    await page.getByRole('button', { name: 'Remove the filter Tag: urgent' }).click()
    await all(2)
    assert.deepEqual(new URL(page.url()).searchParams.getAll('tag'), ['team, all'])
    await page.goto(`${service.url}/console/jobs/${items[0]?.id}`)
    await page.getByRole('link', { name: 'urgent' }).click()
    await all(1)
    assert.deepEqual(await findings(page), [])
  })

  test('says why a job failed, and retries it with changes', async () => {
    await page.goto(`${service.url}/console/jobs?status=error`)
    await page.locator('.row-link').first().click()
    await page.getByRole('heading', { name: 'This job failed' }).waitFor()
    await page.getByRole('link', { name: 'Try again with changes' }).click()
    await page.getByRole('heading', { name: 'Try again with changes' }).waitFor()
    assert.ok(await page.getByRole('checkbox', { name: /^Speakers/ }).isChecked())
    await page.getByText('The same with curl').click()
    await page.getByText('"diarization": true').waitFor()
  })

  test('deletes several jobs, by keyboard', async () => {
    await page.goto(`${service.url}/console/jobs?status=done`)
    const names = page.locator('.row-link')
    await names.first().waitFor()
    const total = async () =>
      (await page.getByRole('button', { name: /^Done \d/ }).innerText()).match(/\d+/)?.[0]
    const shown = Number(await total())
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByText('2 selected').waitFor()
    // Once it is known how long the trash keeps them.
    await page.locator('button:enabled', { hasText: 'Move to the trash' }).press('Enter')
    await page.getByText('2 jobs moved to the trash.').waitFor()
    await page.getByRole('button', { name: `Done ${shown - 2}` }).waitFor()
  })

  test('has no accessibility findings', async () => {
    const job = await page.evaluate(`fetch('/v2/jobs?status=done&limit=1&fields=id')
        .then((answer) => answer.json())
        .then(({ items }) => items[0].id)`)
    const failed = await page.evaluate(`fetch('/v2/jobs?status=error&limit=1&fields=id')
        .then((answer) => answer.json())
        .then(({ items }) => items[0].id)`)
    for (const [path, ready] of [
      ['jobs', '.row-link'],
      ['jobs?q=nothing', '.state'],
      ['jobs?q=delivery', '.job-matches a'],
      ['jobs?kind=live', '.row-link'],
      ['new', '.preset-card'],
      [`jobs/${String(job)}`, '.transcript'],
      [`jobs/${String(job)}?tab=summary`, '.prose'],
      [`jobs/${String(job)}?tab=request`, '.results'],
      [`jobs/${String(job)}?tab=deliveries`, '.state'],
      [`jobs/${String(failed)}`, '.failure'],
      ['jobs/unknown', '.state'],
      ['nowhere', '.state'],
    ] as const) {
      await page.goto(`${service.url}/console/${path}`)
      await page.locator(ready).first().waitFor()
      assert.deepEqual(await findings(page), [], path)
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    assert.deepEqual(await findings(page), [], 'help')
    await page.keyboard.press('Escape')
    await page.goto(`${service.url}/console/jobs`)
    // An unfinished job: it would be cancelled.
    await page.goto(`${service.url}/console/jobs?status=queued`)
    await page.getByRole('checkbox').nth(1).check()
    await page.getByRole('button', { name: 'Move to the trash' }).click()
    await page.getByRole('dialog').waitFor()
    assert.deepEqual(await findings(page), [], 'deletion')
    await page.keyboard.press('Escape')
    await page.goto(`${service.url}/console/jobs/${String(job)}`)
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 })
      // On phones, it is in a menu.
      if (width < 720) await page.locator('summary[aria-label=Actions]').click()
      await page.getByText('Export', { exact: true }).click()
      await page.getByRole('link', { name: 'Word document' }).waitFor()
      assert.deepEqual(await findings(page), [], `export, ${width} px`)
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('fits a width of 320 px without scrolling sideways', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['jobs', 'new']) {
      await page.goto(`${service.url}/console/${path}`)
      await page.locator('.row-link, .preset-card').first().waitFor()
      assert.ok(await fits(page), path)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('signs out', async () => {
    await page.goto(`${service.url}/console/jobs`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Service key').waitFor()
    assert.deepEqual(await findings(page), [])
    assert.equal((await context.request.get(`${service.url}/v2/jobs`)).status(), 401)
  })

  test('stays small: 90 KB of script and 11 KB of styles, compressed', async () => {
    const html = await (
      await context.request.get(`${service.url}/console/jobs`, { headers: { accept: 'text/html' } })
    ).text()
    const of = async (pattern: RegExp) => {
      const assets = [...html.matchAll(pattern)].map(async ([, path = '']) => {
        const asset = await fetch(new URL(path, `${service.url}/console/jobs`))
        assert.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable')
        return asset.bytes()
      })
      return Promise.all(assets)
    }
    const scripts = await of(/(?:src|rel="modulepreload" href)="([^"]+\.js)"/g)
    for (const [assets, limit] of [
      [scripts, 90_000],
      [await of(/rel="stylesheet" href="([^"]+)"/g), 11_000],
    ] as const) {
      const size = assets.reduce((sum, asset) => sum + gzipSync(asset).length, 0)
      assert.ok(size > 0 && size <= limit, `${size} bytes`)
    }
    // Imports that would be loaded only after the script, one after the other.
    const imports = scripts.flatMap((script) => [
      ...Buffer.from(script)
        .toString()
        .matchAll(/(?:from|import)"\.\/([^"]+)"/g),
    ])
    for (const [, name = ''] of imports) assert.ok(html.includes(name), `${name} is not preloaded`)
  })

  test('breaks no rule of its content security policy, and has no error', () => {
    assert.deepEqual(problems, [])
  })
})
