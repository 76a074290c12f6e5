/** Everything that a newcomer does on the first day, by mouse and by keyboard alone. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import AdmZip from 'adm-zip'
import type { Locator, Page } from 'playwright-core'
import type { Transcription } from '../../src/contract/transcript.ts'
import { listenHttp } from '../../src/platform/net/testing/loopback-server.ts'
import { browserMissing } from '../support/browser.ts'
import { serviceAndBrowser, watchedPage } from '../support/console-page.ts'
import { cutSample, SILENCE } from '../support/sample.ts'
import { until } from '../support/until.ts'

/** Two utterances. */
const SPEECH = cutSample(0, 6)

/** Number of Tab presses until an element has the focus, at most. */
const MAX_TABS = 200

suite('a newcomer', { skip: browserMissing }, async () => {
  /** Whether the audio of the failing job can be fetched. */
  let isAudioThere = false
  let callbacks = 0
  const server = await listenHttp({ after }, ({ url }, response) => {
    if (url === '/callback') callbacks += 1
    if (url === '/talk.wav') response.writeHead(isAudioThere ? 200 : 404)
    response.end(isAudioThere ? SILENCE : '')
  })
  const host = `http://127.0.0.1:${server.port}`
  const { service, browser } = await serviceAndBrowser({ env: { ALLOW_PRIVATE_URLS: '1' } })

  for (const hand of ['mouse', 'keyboard'] as const)
    test(`finds the way from signing in to signing out, by ${hand}`, async () => {
      isAudioThere = false
      await service.request('/v2/pre-recorded', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          audio_url: `${host}/talk.wav`,
          callback: true,
          callback_config: { url: `${host}/callback` },
        }),
      })
      const context = await browser.newContext({ reducedMotion: 'reduce' })
      const { page, problems } = await watchedPage(context)
      const press = hand === 'mouse' ? async (target: Locator) => target.click() : byKeyboard(page)
      const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
      const link = (name: string | RegExp) => page.getByRole('link', { name }).first()
      const [speech, silence] = [`${hand}.wav`, `${hand}, silent.wav`]

      await page.goto(service.url)
      await page.getByLabel('Service key').and(page.locator(':focus')).waitFor()
      await page.keyboard.type(service.key)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Jobs' }).waitFor()

      await press(link('New'))
      await page.getByRole('radio', { name: /^Meeting/ }).waitFor()
      const files = [
        { name: speech, mimeType: 'audio/wav', buffer: SPEECH },
        { name: silence, mimeType: 'audio/wav', buffer: SILENCE },
      ]
      if (hand === 'mouse') await drop(page, files)
      else {
        const chooser = page.waitForEvent('filechooser')
        await press(button('Choose files'))
        await (await chooser).setFiles(files)
      }
      await press(button('Transcribe 2 files'))
      const rows = page.locator('tbody tr')
      await rows.filter({ hasText: silence }).locator('.status[data-status=done]').waitFor()
      await rows.filter({ hasText: speech }).locator('.status[data-status=done]').waitFor()

      await press(rows.filter({ hasText: speech }).locator('.row-link'))
      await page.locator('.transcript [data-index]').first().waitFor()
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      const transcriptOf = async () =>
        (await (await service.request(`/v2/jobs/${id}/transcript`)).json()) as Transcription
      const { utterances } = await transcriptOf()
      const [, second] = utterances
      assert.ok(second)
      // Slow, so that it is still at the word when that is checked.
      await page.evaluate(`document.querySelector('audio').playbackRate = 0.1`)
      // By keyboard, the beginning of the paragraph that contains both.
      const word = hand === 'mouse' ? second.words[2] : utterances[0]?.words[0]
      assert.ok(word)
      if (hand === 'mouse') await clickWord(page, 1, word.word.trim())
      else
        await press(
          page
            .locator('.paragraph')
            .first()
            .getByRole('button', { name: /^Play from/ }),
        )
      const played = async () => page.evaluate<number>(`document.querySelector('audio').currentTime`)
      const time = await until(played, (seconds) => seconds > word.start - 0.15)
      assert.ok(Math.abs(time - word.start) <= 0.15, `${time} s instead of ${word.start} s`)
      await marks(page, 'spoken', word.word.trim())

      await press(page.locator('.speakers').getByRole('button', { name: 'Speaker 1' }))
      await page.keyboard.type('Anna')
      await page.keyboard.press('Enter')
      await page.locator('.transcript').getByRole('button', { name: 'Anna' }).first().waitFor()
      await press(page.locator('.paragraph').first().getByRole('button', { name: /^Edit/ }))
      await page.keyboard.press('Home')
      await page.keyboard.type('Corrected: ')
      await page.keyboard.press('Control+Enter')
      await page
        .locator('.transcript [data-index]')
        .first()
        .filter({ hasText: /^Corrected: / })
        .waitFor()
      await press(button('Undo'))
      await page.locator('.transcript [data-index]').first().filter({ hasNotText: 'Corrected' }).waitFor()

      await press(page.locator('summary', { hasText: 'Export' }))
      const download = page.waitForEvent('download')
      await press(link('Word document'))
      const document = new AdmZip(await (await download).path()).readAsText('word/document.xml')
      const text = document.replaceAll('</w:p>', '\n').replaceAll(/<[^>]*>/g, '')
      const lines = text.split('\n').map((line) => line.trim())
      for (const utterance of utterances)
        assert.ok(
          lines.some((line) => line.includes(utterance.text)),
          text,
        )
      assert.ok(lines.some((line) => line.startsWith('Anna: ')))
      if (hand === 'keyboard') await page.keyboard.press('Escape')

      await press(link('Jobs'))
      await rows.first().waitFor()
      await page.keyboard.press('/')
      const phrase = second.text.split(' ').slice(1, 4).join(' ')
      await page.keyboard.type(phrase)
      // Not the results while the phrase is typed.
      const query = String(new URLSearchParams({ q: phrase }))
      await press(page.locator(`.job-matches a[href*="${query}"]`).first())
      await page.locator('.search-count', { hasText: '1 of 1' }).waitFor()
      await marks(page, 'current-match', phrase.replace(/\W+$/, ''))
      assert.ok(Number(new URL(page.url()).searchParams.get('t')) > 0)

      await press(link('Jobs'))
      await press(button(/^Failed/))
      await rows.locator('.status[data-status=done]').first().waitFor({ state: 'detached' })
      await press(page.locator('.row-link').first())
      await page.getByRole('heading', { name: 'This job failed' }).waitFor()
      await page.getByText(/404/).first().waitFor()
      isAudioThere = true
      await press(button('Try again'))
      await page.getByText('The job is queued again.').waitFor()
      await page.locator('.job-header .status[data-status=done]').waitFor()
      await press(button('Deliveries'))
      await page.locator('.delivery .status[data-status=done]').waitFor()
      const received = callbacks
      await press(button('Send again'))
      await page.locator('.attempts tbody tr').nth(1).waitFor()
      assert.equal(callbacks, received + 1)

      await press(button('Sign out'))
      await page.getByText('I have a key').waitFor()
      assert.equal((await context.request.get(`${service.url}/v2/jobs`)).status(), 401)
      assert.deepEqual(problems, [])
      await context.close()
    })
})

/** Moves to an element by Tab, and presses it with the key for its kind. */
function byKeyboard(page: Page): (target: Locator) => Promise<void> {
  return async (target) => {
    await target.waitFor()
    const focused = target.and(page.locator(':focus'))
    for (let i = 0; i < MAX_TABS && (await focused.count()) === 0; i++) await page.keyboard.press('Tab')
    assert.equal(await focused.count(), 1, `${String(target)} is not reached by Tab`)
    await page.keyboard.press((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter')
  }
}

interface DroppedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Drops files on the page. */
async function drop(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const sent = files.map(({ name, buffer }) => ({ name, data: buffer.toString('base64') }))
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer()
    for (const { name, data } of ${JSON.stringify(sent)})
      dataTransfer.items.add(new File([Uint8Array.fromBase64(data)], name, { type: 'audio/wav' }))
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
  })()`)
}

/** Clicks on a word of the transcript. @param index of its utterance */
async function clickWord(page: Page, index: number, word: string): Promise<void> {
  const place = await page.evaluate(`(() => {
    const text = document.querySelectorAll('.transcript [data-index]')[${index}].firstChild
    const range = new Range()
    const from = text.data.indexOf(${JSON.stringify(word)})
    range.setStart(text, from)
    range.setEnd(text, from + 2)
    const { x, y, width, height } = range.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })()`)
  const { x, y } = place as { x: number; y: number }
  await page.mouse.click(x, y)
}

/** Waits until a highlight marks a text. */
async function marks(page: Page, name: string, text: string): Promise<void> {
  const marked = async () =>
    page.evaluate<string>(`[...(CSS.highlights.get('${name}') ?? [])]
      .map(({ startContainer, startOffset, endOffset }) => startContainer.data.slice(startOffset, endOffset)).join()`)
  await until(marked, (seen) => seen === text)
}
