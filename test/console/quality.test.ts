/** What corrections say about recognition, in the console: proposed words, and error rates of models. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { AccountVocabulary } from '../../src/contract/settings.ts'
import { browserMissing } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { findings, fits, follow, openConsole } from '../support/console-page.ts'
import { addTalks, correctTalk } from '../support/corrected-talks.ts'

/** Where to save screenshots, for developers of the screens. */
const PICTURES = process.env['TEST_PICTURES']

suite('what corrections say', { skip: browserMissing }, async () => {
  let ids: string[] = []
  const { service, page, problems } = await openConsole({
    fill: async (store) => {
      ids = await addTalks(store)
    },
  })
  const client = await Client.of(service)
  for (const id of ids.slice(1)) await correctTalk(client, id)

  const picture = async (name: string) => {
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}${name}.png`, fullPage: true })
  }

  test('shows which words to add, where they are misheard, and adds them', async () => {
    await follow(page, 'new')
    const proposed = page.getByRole('region', { name: 'Corrected often' })
    await proposed.getByText('in 3 transcripts · heard as cooper netties').click()
    await proposed
      .getByText('Transcripts with “cooper netties” so far: 4. Only new ones are affected.')
      .waitFor()
    await proposed.getByRole('link', { name: /deploy cooper netties, part 0/ }).waitFor()
    const link = await proposed.getByRole('link', { name: '4', exact: true }).getAttribute('href')
    assert.equal(link, `${service.url}/console/jobs?q=cooper+netties`)
    assert.deepEqual(await findings(page), [])
    assert.equal(await fits(page), true)
    await picture('proposed')
    await proposed.getByRole('button', { name: 'Add Kubernetes' }).click()
    await proposed.waitFor({ state: 'detached' })
    const answer = await service.request('/v2/settings/vocabulary')
    assert.deepEqual(((await answer.json()) as AccountVocabulary).words, ['Kubernetes'])
  })

  test('shows how many words of a model were wrong', async () => {
    await page.goto(`${service.url}/console/system?tab=models`)
    await page.getByText(/here: 1\.7% of 1,071 corrected words wrong in English/).waitFor()
    await picture('models')
    assert.deepEqual(problems, [])
  })
})
