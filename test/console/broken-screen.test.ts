/** Views with unexpected data break nothing but themselves, and can be left. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { browserMissing } from '../support/browser.ts'
import { fillWithConsoleJobs } from '../support/console-jobs.ts'
import { findings, follow, openConsole } from '../support/console-page.ts'

suite('an unexpected view', { skip: browserMissing }, () => {
  test('with an unknown language shows it unchanged, and can be left', async () => {
    const { page, problems } = await openConsole({ fill: async (store) => fillWithConsoleJobs(store, 1) })
    await follow(page, 'jobs?language=a_b')
    await page.getByRole('button', { name: /Remove the filter.*a_b/ }).click()
    await page.locator('.row-link').waitFor()
    assert.deepEqual(problems, [])

    // Something between the browser and the service answers instead.
    await page.route('**/v2/jobs?*', async (route) => route.fulfill({ json: { items: [{}] } }))
    await follow(page, 'jobs?status=done')
    await page.getByRole('heading', { name: 'Something went wrong on this screen' }).waitFor()
    assert.deepEqual(await findings(page), [])
    assert.equal(problems.length > 0, true)
    await page.unroute('**/v2/jobs?*')
    await page.getByRole('link', { name: 'Go to the jobs' }).click()
    await page.locator('.row-link').waitFor()
  })
})
