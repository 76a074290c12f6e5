/** The Live screen, with real speech from a fake microphone. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { LiveJob } from '../../src/contract/job.ts'
import { kennedyEnd } from '../../src/speech/testing/speech.ts'
import { browserMissing, microphoneOf } from '../support/browser.ts'
import { proxyTo } from '../support/breakable-proxy.ts'
import { findings, fits, serviceAndBrowser, signIn, watchedPage } from '../support/console-page.ts'
import { until } from '../support/until.ts'

/** A host name of the service that browsers do not consider secure. */
const INSECURE_HOST = 'scriptorium.test'

suite('the Live screen', { skip: browserMissing }, async () => {
  const { service, browser } = await serviceAndBrowser({
    args: [...microphoneOf(kennedyEnd.samples), `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`],
  })
  const proxy = await proxyTo(service.url)
  after(async () => proxy.close())
  const { page, problems } = await watchedPage(await browser.newContext({ reducedMotion: 'reduce' }))
  await signIn(page, { url: proxy.url, key: service.key })

  const finals = () => page.locator('.spoken [role=log] p')
  const open = async (path: string) => page.goto(`${proxy.url}/console/${path}`)

  const record = async () => {
    await page.getByRole('button', { name: 'Start recording' }).waitFor()
    await page.keyboard.press('r')
  }

  /** Ends the recording. @returns its job */
  const stop = async (): Promise<LiveJob> => {
    await page.keyboard.press('r')
    const link = page.getByRole('link', { name: 'Open the job' })
    await link.waitFor()
    const id = (await link.getAttribute('href'))?.split('/').at(-1)
    return (await (await service.request(`/v2/live/${id}`)).json()) as LiveJob
  }
  /** Seconds shown by the counter. */
  const recorded = async () => {
    const text = await page.locator('.recording-time').getAttribute('datetime')
    return Number(/^PT(.*)S$/.exec(text ?? '')?.[1])
  }
  /** Fails unless the job has all counted audio, and the words on the screen. */
  const check = async ({ status, file, result }: LiveJob) => {
    assert.equal(status, 'done')
    assert.equal(file?.audio_duration?.toFixed(1), (await recorded()).toFixed(1))
    const shown = (await finals().allInnerTexts()).join(' ')
    assert.equal(shown, result?.transcription?.full_transcript)
    // The recording may begin within the first word.
    assert.match(shown, /you can do for your country/i)
  }

  test('speech is transcribed while it is spoken, paused, and kept as a job', async () => {
    await open('live?language=en')
    await record()
    await page.locator('.spoken .partial').first().waitFor()
    assert.ok(Number(await page.getByRole('meter').getAttribute('aria-valuenow')) > 0)
    await finals()
      .getByText(/country/)
      .first()
      .waitFor()
    await page.waitForURL(/[?&]job=/)

    await page.getByRole('button', { name: 'Pause' }).click()
    await page.locator('.recording .status', { hasText: 'Paused' }).waitFor()
    // The pause ends the utterance.
    await page.locator('.spoken .partial').waitFor({ state: 'detached' })
    const pausedAt = await recorded()
    assert.deepEqual(await findings(page), [])
    await page.setViewportSize({ width: 320, height: 640 })
    assert.ok(await fits(page))
    await page.setViewportSize({ width: 1280, height: 800 })
    assert.equal(await recorded(), pausedAt)

    // The recording continues while another screen is shown.
    await page.keyboard.press('p')
    await page.locator('.recording .status', { hasText: 'Recording' }).waitFor()
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('img', { name: 'recording' }).waitFor()
    await page.getByRole('link', { name: 'Live recording' }).click()
    await page.locator('.recording .status', { hasText: 'Recording' }).waitFor()
    await check(await stop())
    await page.getByRole('link', { name: 'Open the job' }).click()
    await page
      .locator('.transcript')
      .getByText(/country/)
      .first()
      .waitFor()
  })

  test('a microphone that is unplugged during a pause is replaced', async () => {
    await open('live?language=en')
    await page.getByRole('button', { name: 'Start recording' }).waitFor()
    await page.evaluate(`{
      const { mediaDevices } = navigator
      const open = mediaDevices.getUserMedia.bind(mediaDevices)
      window.opened = []
      mediaDevices.getUserMedia = async (wanted) => {
        const stream = await open(wanted)
        window.opened.push(...stream.getTracks())
        return stream
      }
    }`)
    await record()
    await until(recorded, (seconds) => seconds > 0)
    await page.keyboard.press('p')
    await page.locator('.recording .status', { hasText: 'Paused' }).waitFor()
    // What the browser does when a microphone is unplugged.
    await page.evaluate(`{
      const [track] = window.opened
      track.stop()
      track.dispatchEvent(new Event('ended'))
    }`)
    await page.getByText('The microphone was unplugged').waitFor()
    const pausedAt = await recorded()
    await page.keyboard.press('p')
    await until(recorded, (seconds) => seconds > pausedAt)
    assert.equal(await page.evaluate('window.opened.length'), 2)
    assert.equal((await stop()).status, 'done')
  })

  test('a broken connection loses nothing', async () => {
    await open('live?language=en')
    await record()
    await finals().first().waitFor()
    proxy.breakOff()
    await page.getByText('There is no connection').waitFor()
    const shown = await finals().count()
    assert.deepEqual(await findings(page), [])
    // Longer than the first attempts to reconnect.
    const brokenAt = await recorded()
    await until(recorded, (seconds) => seconds >= brokenAt + 1)
    proxy.restore()
    await page.locator('.recording .status', { hasText: 'Recording' }).waitFor()
    await finals().nth(shown).waitFor()
    await check(await stop())
  })

  test('a recording that is not open here links to its job', async () => {
    await page.reload()
    await page.getByText('This recording is not open here').waitFor()
    assert.deepEqual(await findings(page), [])
    await page.getByRole('link', { name: 'Open its job' }).click()
    await page.locator('.transcript').waitFor()
  })

  test('missing requirements are shown in advance, and a microphone can be tested', async () => {
    await open('live')
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('meter').waitFor()
    const level = async () => Number(await page.getByRole('meter').getAttribute('aria-valuenow'))
    await until(level, (percent) => percent > 0)
    const microphone = page.getByLabel('Microphone', { exact: true }).and(page.locator('select'))
    await until(
      async () => microphone.locator('option').count(),
      (count) => count > 1,
    )
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: 'Stop the test' }).click()
    await page.getByRole('meter').waitFor({ state: 'detached' })
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      assert.ok(await fits(page), `${width} px`)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByLabel('Spoken languages').fill('germ')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove German' }).waitFor()
    await page.waitForURL(/language=de/)
    await page.getByLabel('Kind of recording').selectOption({ label: 'Interview' })
    await page.getByText('Not available in live recordings: Speakers').waitFor()
  })

  test('moments are marked by a key, with a note, and saved with the job', async () => {
    await open('live?language=en&preset=text')
    await record()
    await finals().first().waitFor()
    await page.keyboard.press('m')
    const note = page.getByLabel(/^Note on the mark at/)
    await note.fill('the famous line')
    await note.press('Enter')
    await page.locator('.spoken-mark', { hasText: 'the famous line' }).waitFor()
    assert.deepEqual(await findings(page), [])
    const { post_session_metadata: metadata } = await stop()
    const { marks } = metadata as { marks: { time: number; note: string }[] }
    assert.deepEqual(
      marks.map((mark) => mark.note),
      ['the famous line'],
    )
    assert.ok(marks[0]!.time > 0 && marks[0]!.time <= (await recorded()))
    await page.getByRole('link', { name: /^Mark at/ }).click()
    // The job has it as well, in the player and in a list.
    const markInWave = page.locator('.own-mark')
    await markInWave.click()
    const slider = page.getByLabel('Position')
    assert.equal(await slider.inputValue(), String(Math.floor(marks[0]!.time)))
    await page.getByRole('button', { name: 'Marks' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'the famous line' })
    await row.getByRole('button', { name: /^Play from/ }).waitFor()
    assert.deepEqual(await findings(page), [])
    await row.getByRole('button', { name: /^Remove the mark/ }).click()
    await markInWave.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await markInWave.waitFor()
  })

  test('the text follows until the user scrolls up, and its size is remembered', async () => {
    await open('live?language=en&preset=text')
    await page.setViewportSize({ width: 390, height: 500 })
    await record()
    for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Larger text' }).click()
    const isAtEnd = async () =>
      page.evaluate(`(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight > clientHeight &&
        scrollTop + clientHeight > scrollHeight - 2)(document.querySelector('.spoken'))`)
    await until(isAtEnd, Boolean)
    await page.evaluate(`document.querySelector('.spoken').scrollTo(0, 0)`)
    const newest = page.getByRole('button', { name: 'Jump to the latest' })
    await newest.waitFor()
    assert.deepEqual(await findings(page), [])
    assert.ok(await fits(page))
    const shown = await finals().count()
    await finals().nth(shown).waitFor()
    assert.equal(await page.evaluate(`document.querySelector('.spoken').scrollTop`), 0)
    await newest.click()
    await newest.waitFor({ state: 'detached' })
    await until(isAtEnd, Boolean)
    await stop()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    assert.equal(await page.evaluate(`localStorage.getItem('scriptorium-live-text-size')`), 'xl')
    await page.evaluate(`localStorage.removeItem('scriptorium-live-text-size')`)
  })

  for (const [error, title] of [
    ['NotAllowedError', 'Access to the microphone was denied'],
    ['NotFoundError', 'No microphone found'],
    ['NotReadableError', 'The microphone is not responding'],
  ] as const)
    test(`says what to do: ${title.toLowerCase()}`, async () => {
      await open('live')
      await page.evaluate(
        `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${error}'))`,
      )
      await page.getByRole('button', { name: 'Start recording' }).click()
      await page.getByRole('heading', { name: title }).waitFor()
      assert.deepEqual(await findings(page), [])
    })

  test('says that the microphone needs HTTPS', async () => {
    const url = `http://${INSECURE_HOST}:${new URL(service.url).port}`
    // Browsers report that they ignore a header there.
    const { page: insecure } = await watchedPage(page.context())
    await signIn(insecure, { url, key: service.key })
    await insecure.goto(`${url}/console/live`)
    // Before anything is pressed.
    await insecure.getByRole('heading', { name: 'The microphone needs HTTPS' }).waitFor()
    assert.deepEqual(await findings(insecure), [])
  })

  test('revoking the key ends the recording, and shows the sign-in', async () => {
    const created = await service.request('/v2/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'borrowed' }),
    })
    const { id, key } = (await created.json()) as { id: string; key: string }
    await page.context().clearCookies()
    await signIn(page, { url: proxy.url, key })
    await open('live')
    await record()
    await page.locator('.recording .status', { hasText: 'Recording' }).waitFor()
    await service.request(`/v2/keys/${id}`, { method: 'DELETE' })
    await page.getByText('the key that opened the session was revoked').waitFor()
    await page.getByRole('link', { name: 'Open the job' }).click()
    await page.getByText('I have a key').waitFor()
  })

  test('nothing else went wrong', () => {
    // The browser reports each attempt to reconnect.
    const unexpected = problems.filter((problem) => !problem.startsWith('WebSocket connection to'))
    assert.deepEqual(unexpected, [])
  })
})
