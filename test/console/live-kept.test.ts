/** Recordings kept in the browser: during a reload, an outage, with a full disk, and with a second tab. */
import assert from 'node:assert/strict'
import { after, beforeEach, suite, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { Job, LiveJob } from '../../src/contract/job.ts'
import { kennedyEnd } from '../../src/speech/testing/speech.ts'
import { proxyTo } from '../support/breakable-proxy.ts'
import { browserMissing, microphoneOf } from '../support/browser.ts'
import { findings, fits, serviceAndBrowser, signIn, watchedPage } from '../support/console-page.ts'
import { until } from '../support/until.ts'

/** Seconds after which the service ends a session without its client. */
const RESUME_SECONDS = 3

suite('a recording kept in the browser', { skip: browserMissing }, async () => {
  let context: BrowserContext
  let page: Page
  const { service, browser } = await serviceAndBrowser({
    env: { LIVE_RESUME_SECONDS: String(RESUME_SECONDS) },
    args: microphoneOf(kennedyEnd.samples),
  })
  const proxy = await proxyTo(service.url)
  after(async () => proxy.close())
  beforeEach(async () => {
    proxy.restore()
    context = await browser.newContext({ reducedMotion: 'reduce' })
    ;({ page } = await watchedPage(context))
    await signIn(page, { url: proxy.url, key: service.key })
    await page.goto(`${proxy.url}/console/live?language=en&preset=text`)
  })

  const status = (text: string) => page.locator('.recording .status', { hasText: text })
  const finals = () => page.locator('.spoken [role=log] p')
  const record = async () => {
    await page.getByRole('button', { name: 'Start recording' }).click()
    await finals().first().waitFor()
  }
  const recorded = async () => {
    const text = await page.locator('.recording-time').getAttribute('datetime')
    return Number(/^PT(.*)S$/.exec(text ?? '')?.[1])
  }
  const jobOf = async <Any extends Job>(link: string): Promise<Any> => {
    const href = await page.getByRole('link', { name: link }).getAttribute('href')
    const read = async () =>
      (await (await service.request(`/v2/jobs/${href?.split('/').at(-1)}`)).json()) as Any
    return until(read, ({ status: state }) => state === 'done' || state === 'error')
  }
  const kept = async () =>
    page.evaluate(`new Promise((resolve) => {
      indexedDB.open('scriptorium-live').onsuccess = ({ target }) => {
        target.result.transaction('recordings').objectStore('recordings').count().onsuccess = (counted) => {
          target.result.close()
          resolve(counted.target.result)
        }
      }
    })`)

  test('a reload loses no word, and the recording continues', async () => {
    await record()
    const shown = await recorded()
    await page.reload()
    const goOn = page.getByRole('button', { name: /^Resume the recording of/ })
    await goOn.waitFor()
    assert.ok((await recorded()) >= shown, 'nothing is forgotten')
    await finals().first().waitFor()
    assert.deepEqual(await findings(page), [])
    await page.setViewportSize({ width: 320, height: 640 })
    assert.ok(await fits(page))
    await page.setViewportSize({ width: 1280, height: 800 })
    await goOn.click()
    await status('Recording').waitFor()
    const resumedAt = await recorded()
    await until(recorded, (seconds) => seconds >= resumedAt + 1)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    const job = await jobOf<LiveJob>('Open the job')
    assert.equal(job.status, 'done')
    assert.equal(job.file?.audio_duration?.toFixed(1), (await recorded()).toFixed(1))
    assert.equal((await finals().allInnerTexts()).join(' '), job.result?.transcription?.full_transcript)
    await until(kept, (count) => count === 0)
  })

  test('a second tab does not take over while the first is open', async () => {
    await record()
    const { page: second } = await watchedPage(context)
    await second.goto(`${proxy.url}/console/live`)
    await second.getByRole('button', { name: 'Start recording' }).waitFor()
    const seen = await recorded()
    await until(recorded, (seconds) => seconds >= seen + 1)
    assert.ok(await status('Recording').isVisible())
    await page.close()
    await second.getByRole('button', { name: 'Finish and send what was recorded' }).click()
    await second.getByRole('link', { name: 'Open the job' }).waitFor()
  })

  test('after a long outage, the rest becomes a separate job', async () => {
    await record()
    proxy.breakOff()
    await page.getByText('There is no connection').waitFor()
    const brokenAt = await recorded()
    await until(recorded, (seconds) => seconds >= brokenAt + RESUME_SECONDS + 3)
    proxy.restore()
    await page.getByText('The connection was lost for too long').waitFor()
    assert.deepEqual(await findings(page), [])
    // The kept audio survives a reload, too.
    const detachedAt = await recorded()
    await until(recorded, (seconds) => seconds >= detachedAt + 0.5)
    await page.reload()
    await page.getByRole('heading', { name: /of this recording is not in the job yet/ }).waitFor()
    assert.deepEqual(await findings(page), [])
    const whole = await recorded()
    await page.getByRole('button', { name: 'Transcribe it as a separate job' }).click()
    const rest = await jobOf('Open that job')
    const session = await jobOf('Open the job')
    assert.equal(rest.status, 'done')
    const lengths = [session, rest].map(({ file }) => file?.audio_duration ?? 0)
    // Audio whose acknowledgement was in transit is in both.
    const twice = lengths[0]! + lengths[1]! - whole
    assert.ok(twice > -0.05 && twice < 0.5, `${twice} s more than was recorded`)
    await until(kept, (count) => count === 0)
  })

  test('a full disk pauses the recording, and what was recorded is sent', async () => {
    await record()
    // As a browser with a full disk does: the quota that DevTools can set does not affect the database.
    await page.evaluate(`{
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...given) {
        const request = put.apply(this, given)
        if (this.name === 'audio') this.transaction.abort()
        return request
      }
    }`)
    await page.getByText('no more space').waitFor()
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: 'Finish and send what was recorded' }).click()
    const job = await jobOf<LiveJob>('Open the job')
    assert.equal(job.status, 'done')
    assert.equal(job.file?.audio_duration?.toFixed(1), (await recorded()).toFixed(1))
  })

  test('signing out leaves nothing in the browser', async () => {
    await record()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('I have a key').waitFor()
    await until(kept, (count) => count === 0)
  })
})
