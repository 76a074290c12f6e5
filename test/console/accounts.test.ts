/** What operators do with accounts in the console, and members with waiting and failed jobs. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { browserMissing } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { findings, fits, openConsole } from '../support/console-page.ts'
import { SILENCE } from '../support/sample.ts'

suite('the accounts of the service in the console', { skip: browserMissing }, async () => {
  let failed = ''
  const { service, page, problems } = await openConsole({
    fill: async ({ accounts, jobs, work }) => {
      const account = await accounts.ensure('default')
      const job = { kind: 'pre-recorded', customMetadata: null, requestParams: {}, fileId: null } as const
      failed = (await jobs.create(account, job)).id
      await work.finish(failed, { status: 'error', code: 500, message: 'The recogniser crashed.' })
      await accounts.change(account, { paused: true })
      const team = await accounts.ensure('Team & Töchter')
      await accounts.change(team, { limits: { open_jobs: 10, storage_gb: 0.5 } })
      await jobs.create(team, job)
      await accounts.change(team, { paused: true })
    },
  })

  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  const openAccounts = async () => {
    await page.goto(`${service.url}/console/system?tab=accounts`)
    await rowOf('Team').waitFor()
  }

  test('are created, limited, paused, and deleted once their name is typed', async () => {
    await openAccounts()
    await page.getByLabel('Name of the new account').fill('Sales')
    await page.getByRole('button', { name: 'Create account' }).click()
    await rowOf('Sales').waitFor()
    await page.getByRole('button', { name: 'Edit Sales' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Stored GB', { exact: true }).selectOption('At most')
    await dialog.getByLabel('Stored GB: at most').fill('0.5')
    await dialog.getByLabel('Priority').fill('2')
    assert.deepEqual(await findings(page), [])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await rowOf('Sales').getByText('0 of 0.5').waitFor()
    await page.getByRole('button', { name: 'Pause Sales' }).click()
    await rowOf('Sales')
      .getByText(/^Paused/)
      .waitFor()
    await page.getByRole('button', { name: 'Resume Sales' }).click()
    await rowOf('Sales')
      .getByText(/^Active/)
      .waitFor()
    await page.getByRole('button', { name: 'Edit Sales' }).click()
    assert.equal(await dialog.getByLabel('Priority').inputValue(), '2')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    const erase = dialog.getByRole('button', { name: 'Delete account' })
    assert.ok(await erase.isDisabled())
    await dialog.getByLabel('Its name, to confirm').fill('Sales')
    assert.deepEqual(await findings(page), [])
    await erase.click()
    await page.getByText('Sales is being deleted.').waitFor()
    await page.getByRole('button', { name: 'Edit default' }).click()
    await dialog.waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Delete account' }).count(), 0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  test('are shown in both themes and on a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1100, 320]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        await openAccounts()
        assert.deepEqual(await findings(page), [])
        assert.ok(await fits(page), `${width} px`)
        const shots = process.env['TEST_SHOTS']
        if (shots !== undefined) await page.screenshot({ path: `${shots}-${colorScheme}-${width}.png` })
      }
    await page.setViewportSize({ width: 1100, height: 800 })
  })

  test('a failed job runs again, and a waiting one is moved to the front', async () => {
    await page.goto(`${service.url}/console/jobs/${failed}`)
    await page.getByText('The recogniser crashed.').waitFor()
    await page.getByRole('button', { name: 'Try again', exact: true }).click()
    await page.getByText('The recogniser crashed.').waitFor({ state: 'detached' })
    const client = await Client.of(service)
    const { audio_url } = await client.upload(SILENCE)
    await client.create({ audio_url })
    const last = await client.create({ audio_url })
    await page.goto(`${service.url}/console/jobs/${last}`)
    await page.locator('header.job-header details.menu summary').click()
    const first = page.getByRole('button', { name: 'Process this first' })
    assert.deepEqual(await findings(page), [])
    await first.click()
    await page.getByText('This file will be processed next.').waitFor()
    await first.waitFor({ state: 'detached' })
    assert.deepEqual(problems, [])
  })
})
