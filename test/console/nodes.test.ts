/** How operators see and control the processes of the service, and what others see of that. */
import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { suite, test } from 'node:test'
import { browserMissing } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { findings, fits, openConsole } from '../support/console-page.ts'
import { SILENCE } from '../support/sample.ts'

suite('the processes of the service', { skip: browserMissing }, async () => {
  const { service, page, problems } = await openConsole()

  const node = () =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: hostname() }) })
  const tell = async (action: string) => {
    await node().getByText('Actions').click()
    await node().getByRole('button', { name: action }).click()
  }

  test('are shown with their load, paused and resumed, at every size and by keyboard', async () => {
    await page.goto(`${service.url}/console/system?tab=service`)
    await node().getByText('Working').waitFor()
    await node().getByRole('meter', { name: 'Memory' }).waitFor()
    await node().getByText('answers requests, transcribes files').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const [width, height] of [
        [1280, 900],
        [320, 640],
      ] as const) {
        await page.setViewportSize({ width, height })
        await node().getByText('Actions').click()
        await node().getByRole('button', { name: 'Pause' }).waitFor()
        assert.deepEqual(await findings(page), [])
        assert.ok(await fits(page), `${width} px`)
        await page.keyboard.press('Escape')
      }
    }
    await tell('Pause')
    await node().getByText('Paused', { exact: true }).waitFor()
    await page.getByText('No process is taking files').waitFor()
    assert.deepEqual(await findings(page), [])
    await tell('Finish up')
    await node().getByText('No work is left: it can be stopped.').waitFor()
    // By keyboard.
    await node().getByText('Actions').focus()
    await page.keyboard.press('Enter')
    await node().getByRole('button', { name: 'Resume' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await node().getByText('Working').waitFor()
    assert.deepEqual(problems, [])
  })

  test('when all are paused, are the reason for a waiting job, as its page says until they resume', async () => {
    const client = await Client.of(service)
    await tell('Pause')
    await node().getByText('Paused', { exact: true }).waitFor()
    const { audio_url } = await client.upload(SILENCE)
    const id = await client.create({ audio_url })
    await page.goto(`${service.url}/console/jobs/${id}`)
    await page.getByText('Waiting: no files are being transcribed at the moment').waitFor()
    await page.goto(`${service.url}/console/system?tab=service`)
    await tell('Resume')
    await client.jobThatIs(id, 'done')
    assert.deepEqual(problems, [])
  })
})
