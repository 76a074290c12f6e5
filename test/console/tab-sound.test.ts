/** The sound of another tab, shared with the Live screen as a browser shares it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { LiveJob } from '../../src/contract/job.ts'
import { kennedyEnd } from '../../src/speech/testing/speech.ts'
import { writeWav } from '../../src/speech/testing/wav-file.ts'
import { browserMissing, launchBrowser } from '../support/browser.ts'
import { signIn, watchedPage } from '../support/console-page.ts'
import { runService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/scriptorium.ts'

suite('the sound of a tab', { skip: browserMissing }, () => {
  test('becomes a transcript', async (context) => {
    const service = await runService()
    context.after(async () => service.close())
    const path = join(temporaryFolder(), 'speech.wav')
    writeWav(path, kennedyEnd.samples)
    const speech = readFileSync(path)
    const tab = createServer(({ url }, response) => {
      const isSpeech = url === '/speech.wav'
      response.setHeader('content-type', isSpeech ? 'audio/wav' : 'text/html')
      response.end(isSpeech ? speech : '<title>Talk</title><audio src=/speech.wav loop autoplay></audio>')
    }).listen(0, '127.0.0.1')
    context.after(() => tab.close())
    await once(tab, 'listening')
    // The tab is chosen without a prompt, and a muted browser would share silence.
    const browser = await launchBrowser(['--auto-select-tab-capture-source-by-title=Talk'], ['--mute-audio'])
    context.after(async () => browser.close())
    const session = await browser.newContext({ reducedMotion: 'reduce' })
    const talk = await session.newPage()
    await talk.goto(`http://127.0.0.1:${(tab.address() as AddressInfo).port}`)
    const { page, problems } = await watchedPage(session)
    await signIn(page, service)
    await page.goto(`${service.url}/console/live?language=en&preset=text`)
    await page.getByRole('radio', { name: /^Audio of a tab/ }).check()
    await page.getByRole('button', { name: 'Start recording' }).click()
    await page
      .locator('.spoken [role=log] p')
      .getByText(/country/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    const link = page.getByRole('link', { name: 'Open the job' })
    await link.waitFor()
    const id = (await link.getAttribute('href'))?.split('/').at(-1)
    const job = (await (await service.request(`/v2/live/${id}`)).json()) as LiveJob
    assert.match(job.result?.transcription?.full_transcript ?? '', /country/)
    // Chromium reports this when a tab is shared, though no camera was requested.
    const others = problems.filter((problem) => !problem.includes('camera is not allowed'))
    assert.deepEqual(others, [])
  })
})
