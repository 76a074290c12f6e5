/** A service that goes away and comes back: nobody has to load the page again. */
import { suite, test } from 'node:test'
import { browserMissing, launchBrowser } from '../support/browser.ts'
import { fillWithConsoleJobs } from '../support/console-jobs.ts'
import { follow, signIn, watchedPage } from '../support/console-page.ts'
import { runService } from '../support/running-service.ts'

suite('the console while the service cannot be reached', { skip: browserMissing }, () => {
  test('shows a job that was opened meanwhile as soon as the service is back', async (t) => {
    const service = await runService({}, async (store) => fillWithConsoleJobs(store, 1))
    t.after(async () => service.close())
    const answer = await service.request('/v2/jobs?limit=1&fields=id')
    const { items } = (await answer.json()) as { items: { id: string }[] }
    const browser = await launchBrowser()
    t.after(async () => browser.close())
    const context = await browser.newContext()
    const { page } = await watchedPage(context)
    await signIn(page, service)
    await context.setOffline(true)
    await follow(page, `jobs/${items[0]?.id}`)
    const banner = page.getByText('The service cannot be reached')
    await banner.waitFor()
    await page.getByRole('heading', { name: 'The job could not be loaded' }).waitFor()
    await context.setOffline(false)
    await page.locator('.transcript').waitFor()
    await banner.waitFor({ state: 'detached' })
  })
})
