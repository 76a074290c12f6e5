/** Transcribing a recording again in a browser: the options, the differences, and that accepting them can be undone. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Job } from '../../src/contract/job.ts'
import type { Transcription } from '../../src/contract/transcript.ts'
import { speechServer, transcribes } from '../../src/speech/testing/speech-server.ts'
import { browserMissing } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { findings, fits, openConsole } from '../support/console-page.ts'
import { cutSample } from '../support/sample.ts'

let heard = 'We met mister smith in leads.'
const server = await speechServer({ after }, () => {
  const words = heard.split(' ').map((word, i) => ({ word, start: 0.2 + i * 0.3, end: 0.4 + i * 0.3 }))
  return transcribes({ task: 'transcribe', language: 'english', duration: 2.4, text: heard, words })
})

suite('a recording', { skip: browserMissing }, () => {
  test('is transcribed again, compared, accepted, and restored', async () => {
    const SPEECH = { SPEECH_URL: server.url, SPEECH_MODEL: 'big', SPEECH_LANGUAGES: 'en' }
    const { service, page, problems } = await openConsole({ env: SPEECH })
    const client = await Client.of(service)
    const { audio_url } = await client.upload(cutSample(0, 2.4), 'leeds.wav')
    const id = await client.create({ audio_url, language_config: { languages: ['en'] } })
    const { result } = await client.ended(id)
    const { start, end } = result?.transcription?.utterances[0] ?? assert.fail('it speaks')
    const corrected = [{ start, end, channel: 0, text: 'We met mister Smythe in leads.' }]
    const sent = { body: { utterances: corrected }, headers: { 'if-match': '*' } }
    await client.send('PUT', `/v2/jobs/${id}/transcript`, sent)
    heard = 'We met Mister Smits in Leeds.'
    const text = async () =>
      (await client.get<Transcription>(`/v2/jobs/${id}/transcript`)).body.full_transcript

    await page.goto(`${service.url}/console/jobs/${id}`)
    await page.getByLabel('Actions').click()
    await page.getByRole('button', { name: 'Transcribe again' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your corrections are kept.').waitFor()
    assert.deepEqual(await findings(page), [])
    await dialog.getByRole('button', { name: 'Transcribe' }).click()
    await page.getByText('New transcript: 2 words differ').waitFor()
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: 'Review' }).click()
    await dialog.locator('del').first().waitFor()
    assert.deepEqual(await dialog.locator('del').allTextContents(), ['mister', 'leads.'])
    assert.deepEqual(await dialog.locator('ins').allTextContents(), ['Mister', 'Leeds.'])
    assert.deepEqual(await findings(page), [])
    await page.setViewportSize({ width: 320, height: 700 })
    assert.ok(await fits(page))
    await page.setViewportSize({ width: 1280, height: 800 })
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('The new transcript is in use.').waitFor()
    assert.equal(await text(), 'We met Mister Smythe in Leeds.')
    await page.getByText('New transcript: 2 words differ').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await page.getByText('We met mister Smythe in leads.').waitFor()
    assert.equal(await text(), 'We met mister Smythe in leads.')
    assert.equal((await client.get<Job>(`/v2/jobs/${id}`)).body.details.revision, 3)
    assert.deepEqual(problems, [])
  })
})
