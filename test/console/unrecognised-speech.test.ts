/** Unrecognised speech, shown in the console in a browser. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Transcription } from '../../src/contract/transcript.ts'
import { browserMissing } from '../support/browser.ts'
import { addTalk } from '../support/console-jobs.ts'
import { findings, fits, openConsole } from '../support/console-page.ts'

suite('speech that was not recognised', { skip: browserMissing }, async () => {
  let partly: string
  let wholly: string
  const { service, page, problems } = await openConsole({
    fill: async (store) => {
      const spans = [
        { start: 41.9, end: 46, channel: 0 },
        { start: 51, end: 58.4, channel: 0 },
      ]
      partly = await addTalk(store, 'talk.wav', spans)
      wholly = await addTalk(store, 'clear.wav')
    },
  })

  test('is named above the transcript, and marked in the audio', async () => {
    await page.goto(`${service.url}/console/jobs/${partly}`)
    const line = page.getByText('12 s of speech not recognised, at')
    await line.waitFor()
    await line.getByRole('button', { name: 'Play from 0:51' }).waitFor()
    const wave = (await page.locator('.waveform').boundingBox())!
    const spans = page.locator('.waveform [title^="Speech not recognised"]')
    assert.equal(await spans.count(), 2)
    assert.equal(await spans.nth(0).getAttribute('title'), 'Speech not recognised, 0:41 to 0:46')
    const second = (await spans.nth(1).boundingBox())!
    assert.ok(Math.abs((second.x - wave.x) / wave.width - 51 / 60) < 0.01)
    assert.ok(Math.abs(second.width / wave.width - 7.4 / 60) < 0.01)
    assert.deepEqual(await findings(page), [])
    await page.setViewportSize({ width: 320, height: 700 })
    assert.ok(await fits(page))
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('is marked in its place, where what was said can be typed', async () => {
    await page.goto(`${service.url}/console/jobs/${partly}`)
    const gaps = page.locator('.transcript > .gap')
    await gaps.nth(1).waitFor()
    // Behind what is said before it.
    assert.equal(await page.locator('.transcript > :last-child').getAttribute('class'), 'paragraph gap')
    await gaps.nth(1).getByText('7 seconds of speech without words').waitFor()
    await gaps.nth(1).getByRole('button', { name: 'Type what was said' }).click()
    await page.keyboard.type('See you on Monday.')
    // Leaving it saves it.
    await page.getByLabel('Find in the transcript').click()
    await page.locator('[data-index]', { hasText: 'See you on Monday.' }).waitFor()
    assert.equal(await gaps.count(), 1)
    const saved = await service.request(`/v2/jobs/${partly}/transcript`)
    const { utterances } = (await saved.json()) as Transcription
    const typed = utterances.at(-1)!
    assert.deepEqual([typed.text, typed.start, typed.end], ['See you on Monday.', 51, 58.4])
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: 'Undo' }).click()
    await gaps.nth(1).waitFor()
  })

  test('is not mentioned where there is none', async () => {
    await page.goto(`${service.url}/console/jobs/${wholly}`)
    await page.getByText('Good morning, and thank you').waitFor()
    assert.equal(await page.getByText('speech not recognised').count(), 0)
    assert.deepEqual(problems, [])
  })
})
