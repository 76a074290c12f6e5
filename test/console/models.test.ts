/** Models in the console: how operators pull, accept, try and remove them. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { browserMissing } from '../support/browser.ts'
import { findings, fits, openConsole } from '../support/console-page.ts'
import { NAME, OF_REPOSITORY, STUCK, tonesHub } from '../support/pulls.ts'

/** Time for loading two models, one after the other, even on a busy machine. */
const TRIAL_MS = 200_000

/** Where to save screenshots, for developers of the screen. */
const PICTURES = process.env['TEST_PICTURES']

suite('the models', { skip: browserMissing }, async () => {
  const { url } = await tonesHub({ after }, [STUCK], 'cc-by-nc-4.0')
  const { service, page, problems } = await openConsole({ env: { MODELS_URL: url } })
  await page.goto(`${service.url}/console/system?tab=models`)
  await page.getByRole('heading', { name: 'All models' }).waitFor()

  const picture = async (name: string) => {
    if (PICTURES === undefined) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${PICTURES}${name}-${colorScheme}.png`, fullPage: true })
    }
  }
  const dialog = () => page.getByRole('dialog')
  const row = (name: string) =>
    page
      .getByRole('table', { name: /^Models: / })
      .getByRole('row')
      .filter({ hasText: name })

  test('are listed with the languages they are used for, their fit for the machine, and figures in words', async () => {
    await page.getByRole('row', { name: 'Files English moonshine Comes with the service' }).waitFor()
    assert.match(
      await row('parakeet-v3').innerText(),
      /25 languages · about 2 % of words wrong in English · 670 MB · CC-BY-4\.0/,
    )
    await row('parakeet-v3').getByText('Details').click()
    await row('parakeet-v3').getByText('Published by others').waitFor()
    assert.deepEqual(await findings(page), [])
    await picture('list')
    await page.setViewportSize({ width: 320, height: 640 })
    assert.ok(await fits(page))
    await picture('list-narrow')
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  test('one with a restricted licence is pulled once that is accepted', async () => {
    await page.getByRole('button', { name: 'Pull moonshine-tiny-ja' }).click()
    await dialog().getByText('allows commercial use only after registration').waitFor()
    assert.deepEqual(await findings(page), [])
    await picture('licence')
    await dialog().getByRole('button', { name: 'Cancel' }).click()

    await page.getByLabel('Model', { exact: true }).fill('some model')
    await page.keyboard.press('Enter')
    await page.getByText('must be the name of a model, or a repository').waitFor()
    await page.getByLabel('Model', { exact: true }).fill(OF_REPOSITORY.model)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `${NAME} could not be pulled` }).waitFor()
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: `The licence of ${NAME}` }).click()
    await dialog().getByText('cc-by-nc-4.0').waitFor()
    await dialog().getByRole('button', { name: 'Accept and pull' }).click()
    await page.getByRole('progressbar', { name: `Progress of ${NAME}` }).waitFor()
    assert.ok(await page.getByRole('button', { name: 'Pull parakeet-v3' }).first().isDisabled())
    assert.deepEqual(await findings(page), [])
    await picture('pulling')
    await page.getByRole('button', { name: `Stop pulling ${NAME}` }).click()
    await row(NAME).waitFor({ state: 'detached' })
  })

  test('one is tried on the sample beside the model used without it, and removed', async () => {
    await page.getByLabel('Model', { exact: true }).fill(OF_REPOSITORY.model)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `The licence of ${NAME}` }).click()
    await dialog().getByRole('button', { name: 'Accept and pull' }).click()
    await page.getByText(`${NAME} is installed, and used from the next job on.`).waitFor()
    await page.getByRole('row', { name: `Files English ${NAME} Pulled, with the highest priority` }).waitFor()
    assert.match(await row(NAME).innerText(), /× as fast as speech here[^]*In use/)
    await page.getByRole('button', { name: `Try ${NAME}` }).click()
    assert.deepEqual(await findings(page), [])
    await dialog().getByRole('button', { name: 'Use the sample' }).click()
    await dialog().getByText('Both are transcribing').waitFor()
    await dialog()
      .getByText(/places? differs?:/)
      .first()
      .waitFor({ timeout: TRIAL_MS })
    await dialog().getByText('What each recognised').click()
    await dialog().getByText('Welcome to').last().waitFor()
    assert.deepEqual(await findings(page), [])
    await picture('trial')
    await page.setViewportSize({ width: 320, height: 640 })
    assert.ok(await fits(page))
    await picture('trial-narrow')
    await page.setViewportSize({ width: 1280, height: 720 })
    await dialog().getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: `Remove ${NAME}` }).click()
    await dialog().getByText(`New jobs will not use “${NAME}”`).waitFor()
    await dialog().getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The model was removed.').waitFor()
    await row(NAME).waitFor({ state: 'detached' })
    assert.deepEqual(problems, [])
  })
})
