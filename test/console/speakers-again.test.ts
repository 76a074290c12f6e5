/** Diarizing again in a browser: the warning, the result, and that it can be undone. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { wav } from '../../src/audio/testing/media.ts'
import { packed } from '../../src/speech/speakers/kept-voices.ts'
import { speakersAgain } from '../../src/speech/speakers/speakers-again.ts'
import { madeVoices } from '../../src/speech/speakers/testing/made-voices.ts'
import { said, transcriptionOf } from '../../src/text/testing/utterances.ts'
import type { Job } from '../../src/contract/job.ts'
import { browserMissing } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { findings, fits, openConsole } from '../support/console-page.ts'
import { addHeardJob } from '../support/heard-job.ts'

/** Utterances of three persons. */
const RECOGNISED = [
  said('one two three four five six seven eight nine ten', { start: 0 }),
  said('eleven twelve thirteen fourteen fifteen', { start: 20 }),
]
const VOICES = madeVoices(RECOGNISED, [
  [2, 0, 5],
  [1, 5, 10],
  [0, 20, 25],
])

suite('the speakers of a job', { skip: browserMissing }, () => {
  test('are told apart again, and restored', async () => {
    const { service, page, problems } = await openConsole()
    const client = await Client.of(service)
    const add = async (voices?: Uint8Array) =>
      addHeardJob(
        client,
        { dataDir: service.dataDir, databaseUrl: null },
        {
          ...{ audio: wav({}), filename: 'call.wav', seconds: 30, voices },
          transcription: transcriptionOf(...(await speakersAgain(RECOGNISED, VOICES, { min: 2, max: 2 }))),
          request: { diarization: true },
        },
      )
    const id = await add(packed(VOICES))
    const names = { 0: 'Anna', 1: 'Ben' }
    await client.send('PATCH', `/v2/jobs/${id}`, { body: { speaker_names: names } })
    const openDialog = async (job: string) => {
      await page.goto(`${service.url}/console/jobs/${job}`)
      await page.getByLabel('Actions').click()
      await page.getByRole('button', { name: 'Wrong number of speakers?' }).click()
      await page.getByRole('dialog').getByText('Corrected words are kept.').waitFor()
    }
    const dialog = page.getByRole('dialog')
    const speakers = page.locator('.speakers li')
    await openDialog(id)
    assert.deepEqual(await findings(page), [])
    await page.setViewportSize({ width: 320, height: 700 })
    assert.ok(await fits(page))
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByLabel('Number of speakers').selectOption('3')
    await dialog.getByRole('button', { name: 'Detect speakers' }).click()
    await page.getByText('3 speakers detected.').waitFor()
    await speakers.nth(2).waitFor()
    const detailsOf = async () => (await client.get<Job>(`/v2/jobs/${id}`)).body.details
    assert.equal((await detailsOf()).revision, 1)
    await page.keyboard.press('Control+z')
    await speakers.nth(2).waitFor({ state: 'detached' })
    await speakers.getByText('Anna').waitFor()
    await speakers.getByText('Ben').waitFor()
    const { speaker_names, revision } = await detailsOf()
    assert.deepEqual([speaker_names, revision], [names, 2])
    await page.keyboard.press('Control+Z')
    await speakers.nth(2).waitFor()

    await openDialog(await add())
    await dialog.getByRole('button', { name: 'Detect speakers' }).click()
    await dialog.getByRole('alert').getByText('The voices of this recording were not kept.').waitFor()
    assert.deepEqual(problems, [])
  })
})
