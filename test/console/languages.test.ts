/** The interface in each language: accessible, no wider than a phone, and with local formats of numbers and dates. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { browserMissing } from '../support/browser.ts'
import { addTalk, fillWithConsoleJobs } from '../support/console-jobs.ts'
import { findings, fits, follow, serviceAndBrowser, watchedPage } from '../support/console-page.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 800 },
]

const LANGUAGES = {
  de: { signIn: 'Anmelden', jobs: 'Jobs', created: /vor \d|jetzt/ },
  fr: { signIn: 'Se connecter', jobs: 'Tâches', created: /il y a|maintenant|-\d/ },
  es: { signIn: 'Iniciar sesión', jobs: 'Trabajos', created: /hace|ahora/ },
}

suite('the console in another language', { skip: browserMissing }, async () => {
  const { service, browser } = await serviceAndBrowser({
    fill: async (store) => {
      await fillWithConsoleJobs(store, 12)
      await addTalk(store)
    },
  })
  const answer = await service.request('/v2/jobs?status=done&limit=1&fields=id')
  const { items } = (await answer.json()) as { items: { id: string }[] }
  const job = items[0]!.id

  for (const [language, { signIn, jobs, created }] of Object.entries(LANGUAGES))
    test(`is accessible and fits in every view: ${language}`, async (t) => {
      const context = await browser.newContext({ locale: language, reducedMotion: 'reduce' })
      t.after(async () => context.close())
      const { page, problems } = await watchedPage(context)
      await page.goto(`${service.url}/console/jobs`)
      await page.getByRole('heading', { name: signIn, exact: true }).waitFor()
      assert.equal(await page.locator('html').getAttribute('lang'), language)
      assert.deepEqual(await findings(page), [], 'sign-in')
      await page.locator('input[type=password]').fill(service.key)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: jobs, exact: true }).waitFor()
      await page.locator('.row-link').first().waitFor()
      assert.match(await page.locator('time').first().innerText(), created)
      for (const [path, ready] of [
        ['jobs', '.row-link'],
        ['new', 'form'],
        ['live', 'h1'],
        ['deliveries', '.state'],
        ['members', '.state'],
        ['keys', 'tbody th'],
        ['system', '.chart'],
        ['system?tab=service', '.nodes'],
        [`jobs/${job}`, '.transcript'],
        [`jobs/${job}?tab=request`, '.results'],
      ] as const) {
        await follow(page, path)
        await page.locator(ready).first().waitFor()
        for (const size of SIZES) {
          await page.setViewportSize(size)
          assert.deepEqual(await findings(page), [], `${path}, ${size.width} px`)
          assert.ok(await fits(page), `${path} fits ${size.width} px`)
        }
      }
      assert.deepEqual(problems, [])
    })

  test('is chosen in the console, and remembered', async (t) => {
    const context = await browser.newContext({ locale: 'en-GB' })
    t.after(async () => context.close())
    const { page } = await watchedPage(context)
    await page.goto(`${service.url}/console/jobs`)
    await page.getByLabel('Service key').fill(service.key)
    await page.keyboard.press('Enter')
    await page.getByLabel('Language', { exact: true }).selectOption('Français')
    await page.getByRole('heading', { name: 'Tâches', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Tâches', exact: true }).waitFor()
    await page.getByLabel('Langue', { exact: true }).selectOption('English')
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor()
    // On a phone, too, however long its words are.
    await page.setViewportSize({ width: 320, height: 700 })
    await page.locator('summary[aria-label="Account and language"]').click()
    await page.locator('.menu').getByLabel('Language', { exact: true }).selectOption('Deutsch')
    await page.locator('summary[aria-label="Konto und Sprache"]').waitFor()
    assert.ok(await fits(page))
    assert.deepEqual(await findings(page), [])
  })
})
