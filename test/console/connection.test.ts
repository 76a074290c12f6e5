/** A service that becomes unreachable and comes back: nobody has to reload the page. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { proxyTo } from '../support/breakable-proxy.ts'
import { browserMissing } from '../support/browser.ts'
import { fillWithConsoleJobs } from '../support/console-jobs.ts'
import { follow, openConsole, serviceAndBrowser, signIn, watchedPage } from '../support/console-page.ts'
import { SILENCE } from '../support/sample.ts'

suite('the console while the service cannot be reached', { skip: browserMissing }, () => {
  test('shows a job that was opened in the meantime as soon as the service is back', async () => {
    const { service, context, page } = await openConsole({
      fill: async (store) => fillWithConsoleJobs(store, 1),
    })
    const answer = await service.request('/v2/jobs?limit=1&fields=id')
    const { items } = (await answer.json()) as { items: { id: string }[] }
    await context.setOffline(true)
    await follow(page, `jobs/${items[0]?.id}`)
    const banner = page.getByText('The service cannot be reached')
    await banner.waitFor()
    await page.getByRole('heading', { name: /could not be loaded/ }).waitFor()
    await context.setOffline(false)
    await page.locator('.transcript').waitFor()
    await banner.waitFor({ state: 'detached' })
  })

  test('keeps files that are being uploaded, and sends each of them once', async (t) => {
    const { service, browser } = await serviceAndBrowser()
    const proxy = await proxyTo(service.url)
    t.after(async () => proxy.close())
    const { page } = await watchedPage(await browser.newContext())
    await signIn(page, { url: proxy.url, key: service.key })
    const uploaded: string[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/v2/upload')) uploaded.push(response.url())
    })
    // The answer to the first request for a job gets lost; the second request is told to wait.
    let requests = 0
    await page.route('**/v2/pre-recorded', async (route) => {
      requests += 1
      if (requests === 1) {
        await route.fetch()
        proxy.breakOff()
        await route.abort('connectionreset')
      } else if (requests === 2)
        await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { message: 'Busy.' } })
      else await route.continue()
    })
    await follow(page, 'new')
    await page
      .locator('input[type=file]')
      .setInputFiles(
        [1, 2, 3, 4, 5].map((i) => ({ name: `${i}.wav`, mimeType: 'audio/wav', buffer: SILENCE })),
      )
    await page.getByRole('button', { name: 'Transcribe 5 files' }).first().click()
    await page.getByText('The service cannot be reached').waitFor()
    const tray = page.getByRole('region', { name: 'Uploads' })
    await tray.getByText('Waiting to be sent').first().waitFor()
    assert.equal(await tray.getByText('Try again').count(), 0)
    const before = uploaded.length
    proxy.restore()
    await page.getByRole('heading', { name: 'All done' }).waitFor()
    const answer = await service.request('/v2/jobs?fields=id')
    assert.equal(((await answer.json()) as { items: unknown[] }).items.length, 5)
    // Files that the service already had were not uploaded again.
    assert.ok(before >= 1 && uploaded.length === 5, `${uploaded.length} uploads`)
  })

  test('names a file that can no longer be read, and retries several at once', async (t) => {
    const { page } = await openConsole()
    const path = join(mkdtempSync(join(tmpdir(), 'upload-')), 'gone.wav')
    t.after(() => rmSync(dirname(path), { recursive: true }))
    writeFileSync(path, SILENCE)
    await follow(page, 'new')
    await page.locator('input[type=file]').setInputFiles(path)
    await page.getByRole('button', { name: 'Remove gone.wav' }).waitFor()
    rmSync(path)
    await page.getByRole('button', { name: 'Transcribe', exact: true }).first().click()
    await page.getByText('The file can no longer be read').first().waitFor()
    assert.equal(await page.getByText('The service cannot be reached').count(), 0)
    await page.getByRole('button', { name: 'Remove gone.wav' }).click()

    // An error of unknown duration is for the user to retry.
    let isBroken = true
    await page.route('**/v2/pre-recorded', async (route) =>
      isBroken ? route.fulfill({ status: 502, body: '' }) : route.continue(),
    )
    await follow(page, 'new')
    await page
      .locator('input[type=file]')
      .setInputFiles([1, 2].map((i) => ({ name: `${i}.wav`, mimeType: 'audio/wav', buffer: SILENCE })))
    await page.getByRole('button', { name: 'Transcribe 2 files' }).first().click()
    const all = page.getByRole('button', { name: 'Try all again' })
    await all.waitFor()
    isBroken = false
    await all.click()
    await page.getByRole('heading', { name: 'All done' }).waitFor()
  })
})
