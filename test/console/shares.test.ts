/** Sharing in the console, and what somebody with the link sees, also on a phone and on paper. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { piped, synthesised, wav } from '../../src/audio/testing/media.ts'
import type { CreatedShare, ShareList } from '../../src/contract/shares.ts'
import { browserMissing } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { transcriptOf } from '../support/console-jobs.ts'
import { findings, fits, openConsole, watchedPage } from '../support/console-page.ts'
import { addHeardJob } from '../support/heard-job.ts'
import { pdfPages } from '../support/pdf-text.ts'
import { until } from '../support/until.ts'

const RATE = 16_000
const SECONDS = 30
const LINES = [
  'Good morning, and thank you for taking the time today.',
  'Of course. I have been looking forward to it, to be honest.',
  'Before we begin with the invoice, is there anything else?',
  'Only one thing: the delivery was two pallets short.',
]
const TALK = transcriptOf(LINES)
const ARABIC = transcriptOf(['صباح الخير وشكرا لكم', 'شكرا جزيلا'])
const MARKUP = '<img src=x onerror=alert(1)>'

suite('sharing a transcript', { skip: browserMissing }, async () => {
  const samples = await piped(...synthesised(['0.2*sin(2*PI*220*t)'], RATE, SECONDS), '-f', 's16le')
  const audio = Buffer.concat([wav({ dataBytes: samples.length }, 0), samples])
  const { service, browser, page, problems } = await openConsole({
    options: { permissions: ['clipboard-read', 'clipboard-write'] },
  })
  const client = await Client.of(service)

  const add = async (transcription = TALK, title = 'Call with Hartmann & Sons', request: object = {}) => {
    const place = { dataDir: service.dataDir, databaseUrl: null }
    const heard = { audio, filename: 'call.wav', seconds: SECONDS, transcription, request }
    const id = await addHeardJob(client, place, heard)
    const details = { title, speaker_names: { 0: 'Anna' } }
    assert.equal((await client.send('PATCH', `/v2/jobs/${id}`, { body: details })).status, 200)
    return id
  }
  const share = async (id: string, body: object = {}) =>
    (await client.send<CreatedShare>('POST', `/v2/jobs/${id}/shares`, { body })).body
  const shares = async (id: string) => (await client.get<ShareList>(`/v2/jobs/${id}/shares`)).body.items
  const openJob = async (id: string) => {
    await page.goto(`${service.url}/console/jobs/${id}`)
    await page.locator('.transcript [data-index]').first().waitFor()
  }
  const job = await add()
  await openJob(job)

  /** Opens a link as somebody who is not signed in. */
  async function opened(url: string, options: Parameters<Browser['newContext']>[0] = {}) {
    const own = await browser.newContext({ reducedMotion: 'reduce', ...options })
    await own.grantPermissions(['clipboard-read', 'clipboard-write'])
    const violations: string[] = []
    await own.exposeBinding('reportViolation', (_source, text: string) => void violations.push(text))
    await own.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(event.violatedDirective + ' ' + event.blockedURI))`)
    const watched = await watchedPage(own)
    await watched.page.goto(url)
    await watched.page.locator('.transcript [data-index]').first().waitFor()
    return {
      page: watched.page,
      close: async () => {
        assert.deepEqual([...watched.problems, ...violations], [])
        assert.deepEqual(await own.cookies(), [])
        await own.close()
      },
    }
  }
  const focused = async (element: Locator) => element.and(element.page().locator(':focus')).waitFor()
  const copied = async (of: Page) => of.evaluate('navigator.clipboard.readText()')
  const highlighted = async (of: Page, name: string) =>
    of.evaluate<string[]>(
      `[...(CSS.highlights.get('${name}') ?? [])].map(({ startContainer, startOffset, endOffset }) =>
        startContainer.data.slice(startOffset, endOffset))`,
    )

  test('makes a link to the selection, which is listed and can be revoked', async () => {
    assert.equal(await page.getByRole('button', { name: 'Share this part' }).count(), 0)
    // From the second word of the second utterance to the end of the third.
    await page.evaluate(`{
      const texts = document.querySelectorAll('.transcript [data-index]')
      getSelection().setBaseAndExtent(texts[1].firstChild, 3, texts[2].firstChild, texts[2].firstChild.length)
    }`)
    await page.getByRole('button', { name: 'Share this part' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share this transcript' })
    const words = TALK.utterances.map((one) => one.words)
    const [first, last] = [words[1]?.[1], words[2]?.at(-1)]
    await dialog.getByLabel('Allow downloads').check()
    await dialog.getByRole('button', { name: 'Create the link' }).click()
    const link = dialog.getByLabel('Link', { exact: true })
    const url = await link.inputValue()
    await focused(link)
    await dialog.getByText('The link was created.').waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    // The message is not hidden behind the dialog.
    await dialog.getByText('Copied.').waitFor()
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    assert.match(url, new RegExp(`^${service.url}/shared/[\\w-]{43}$`))
    const [made = assert.fail()] = await shares(job)
    assert.deepEqual(
      [made.audio, made.download, made.redacted, made.from, made.to],
      [true, true, false, ...[first?.start, last?.end].map((time) => Number(time?.toFixed(3)))],
    )
    const days = (Date.parse(made.expires_at ?? '') - Date.now()) / 86_400_000
    assert.ok(days > 29.9 && days < 30)
    await dialog.getByText('not opened').waitFor()
    assert.deepEqual(await findings(page), [])

    const guest = await opened(url)
    assert.deepEqual(await guest.page.locator('[data-index]').allInnerTexts(), [
      'course. I have been looking forward to it, to be honest.',
      LINES[2],
    ])
    await guest.close()

    // The selection still exists.
    await dialog.getByRole('button', { name: 'Create another link' }).click()
    assert.ok(await dialog.getByLabel('Allow downloads').isChecked())
    await focused(dialog.getByLabel('From'))
    assert.notEqual(await dialog.getByLabel('From').inputValue(), '')

    const revoke = dialog.getByRole('button', { name: /^Revoke the link to/ })
    const asked = page.getByRole('dialog', { name: 'Revoke this link?' })
    await revoke.click()
    assert.deepEqual(await findings(page), [])
    await asked.getByRole('button', { name: 'Keep' }).click()
    assert.equal((await shares(job)).length, 1)
    await revoke.click()
    await asked.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByRole('heading', { name: 'Links' }).waitFor({ state: 'detached' })
    await dialog.getByText('The link was revoked.').waitFor({ state: 'attached' })
    await focused(dialog.getByRole('button', { name: 'Close' }))
    assert.deepEqual(await shares(job), [])
    assert.equal((await fetch(url)).status, 404)
    await dialog.getByRole('button', { name: 'Close' }).click()
    assert.deepEqual(problems, [])
  })

  test('says what is wrong with a range', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const make = dialog.getByRole('button', { name: 'Create the link' })
    const [from, to] = [dialog.getByLabel('From'), dialog.getByLabel('To', { exact: true })]
    for (const wrong of ['one', '1:75', '1:60:00']) {
      await from.fill(wrong)
      await make.click()
      await dialog.getByText(`“${wrong}” is not a time`).waitFor()
      assert.equal(await from.getAttribute('aria-invalid'), 'true')
    }
    await from.fill('0:10')
    await to.fill('0:05')
    await make.click()
    await dialog.getByText('“To” must be after “From”.', { exact: true }).waitFor()
    await focused(to)
    assert.deepEqual(await findings(page), [])
    await to.fill('1:05')
    await make.click()
    await dialog.getByText('“To” must not be after the end of the audio, 0:30.', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  test('offers only the redacted text of a redacted job, unless the other is chosen', async () => {
    const redaction = { entity_types: ['EMAIL_ADDRESS'], processed_text_type: 'MARKER' }
    const redacted = await add(TALK, 'Redacted', { pii_redaction: true, pii_redaction_config: redaction })
    await openJob(redacted)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = page.getByRole('dialog')
    assert.equal(await dialog.getByLabel('Include the audio').isDisabled(), true)
    await dialog.getByRole('button', { name: 'Create the link' }).click()
    await dialog.getByLabel('Link', { exact: true }).waitFor()
    const [made] = await shares(redacted)
    assert.deepEqual([made?.redacted, made?.audio], [true, false])
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  test('copies the text, with or without speakers and times', async () => {
    await openJob(job)
    const copies = async (expected: RegExp) => {
      await page.getByText('Export', { exact: true }).click()
      await page.getByRole('button', { name: 'Copy the text' }).click()
      await until(
        async () => copied(page),
        (text) => expected.test(String(text)),
      )
    }
    await copies(/^Anna: Good morning, and/)
    await page.getByText('Export', { exact: true }).click()
    await page.getByLabel('Speaker names').uncheck()
    await page.getByLabel('Timestamps in text documents').check()
    await page.getByText('Export', { exact: true }).click()
    await copies(/^00:00:00 Good morning, and/)
  })

  test('prints the transcript of a job, and nothing of the console', async () => {
    await openJob(job)
    await page.emulateMedia({ colorScheme: 'dark' })
    const pages = pdfPages(await page.pdf({ format: 'A4', preferCSSPageSize: true }))
    const text = pages.join(' ').replaceAll(/\s+/g, ' ')
    for (const shown of ['Call with Hartmann & Sons', 'Anna', 'Speaker 2', 'pallets', '1 / 1', '202'])
      assert.ok(text.includes(shown), `${shown} is not in ${text}`)
    assert.doesNotMatch(text, /Jobs|Export|Share|Delete|Sign out|Speed|Find in/)
    assert.equal(pages.length, 1)
  })

  test('shows the transcript beside its audio on a phone, to read, hear, search and copy', async () => {
    const id = await add()
    const { url } = await share(id, { download: true })
    const guest = await opened(url, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
    const { page: phone } = guest
    await until(
      async () => phone.title(),
      (title) => title === 'Call with Hartmann & Sons',
    )
    await phone.locator('audio:not([hidden])').waitFor()
    assert.ok(await fits(phone))
    assert.deepEqual(await findings(phone), [])
    await until(
      async () => (await shares(id))[0]?.opened_count,
      (count) => count === 1,
    )

    // A pressed utterance is played, and the spoken word is marked.
    await phone.getByText('pallets').tap()
    await until(
      async () => highlighted(phone, 'spoken'),
      ([word]) => word !== undefined && LINES[3]!.includes(word),
    )
    assert.equal(await phone.evaluate(`document.querySelector('audio').paused`), false)
    await phone.getByRole('button', { name: 'Play from 0:00' }).press('Enter')
    await until(
      async () => highlighted(phone, 'spoken-utterance'),
      ([spoken]) => spoken === LINES[0],
    )

    await phone.getByLabel('Find in the transcript').fill('the')
    await phone.locator('.search-count', { hasText: '1 of 3' }).waitFor()
    await until(
      async () => highlighted(phone, 'match'),
      (texts) => texts.join() === 'the,the,the',
    )
    await phone.getByRole('button', { name: 'Next match' }).click()
    await phone.locator('.search-count', { hasText: '2 of 3' }).waitFor()

    await phone.getByRole('button', { name: 'Copy' }).click()
    await phone.getByText('Copied.').waitFor()
    assert.match(
      String(await copied(phone)),
      /^Call with Hartmann & Sons\n\nAnna: Good morning, .*\n\nSpeaker 2: Of/,
    )
    await phone.getByText('Download', { exact: true }).click()
    assert.ok(await fits(phone))
    assert.deepEqual(await findings(phone), [])
    const text = phone.getByRole('link', { name: 'Text', exact: true })
    await phone.keyboard.press('Escape')
    await text.waitFor({ state: 'hidden' })
    for (const [name, file] of [
      ['Text', '.txt'],
      ['Audio', '.m4a'],
    ] as const) {
      await phone.getByText('Download', { exact: true }).click()
      const download = phone.waitForEvent('download')
      await phone.getByRole('link', { name, exact: true }).click()
      assert.ok((await download).suggestedFilename().endsWith(file))
      await text.waitFor({ state: 'hidden' })
    }
    await guest.close()
  })

  test('plays the audio once it is available again', async () => {
    const { url } = await share(job)
    const guest = await opened(url)
    const { page: own } = guest
    await own.locator('audio:not([hidden])').waitFor()
    await own.route('**/audio', async (route) =>
      route.request().resourceType() === 'media' ? route.abort() : route.continue(),
    )
    await own.reload()
    await own.getByText('The audio cannot be played.').waitFor()
    assert.deepEqual(await findings(own), [])
    await own.unroute('**/audio')
    await own.getByRole('button', { name: 'Try again' }).click()
    await own.locator('audio:not([hidden])').waitFor()
    await until(
      async () => own.evaluate<number>(`document.querySelector('audio').readyState`),
      (state) => state > 0,
    )
    await guest.close()
  })

  test('is printed as a document', async () => {
    const { url } = await share(job)
    const guest = await opened(url)
    const pages = pdfPages(await guest.page.pdf({ format: 'A5' }))
    const text = pages.join(' ').replaceAll(/\s+/g, ' ')
    for (const shown of ['Hartmann', 'Speaker 2', 'pallets', '1 / '])
      assert.ok(text.includes(shown), `${shown} is not in ${text}`)
    assert.doesNotMatch(text, /Find|Copy|Print/)
    await guest.close()
  })

  test('is written in its own direction, and shows markup as text', async () => {
    const { url } = await share(await add(ARABIC, MARKUP), { audio: false })
    const guest = await opened(url)
    assert.equal(await guest.page.locator('h1').innerText(), MARKUP)
    assert.equal(await guest.page.locator('img, audio').count(), 0)
    const side = `((text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      return range.getBoundingClientRect().right - text.closest('.paragraph-text').getBoundingClientRect().right
    })(document.querySelector('[data-index]'))`
    assert.ok(Math.abs(await guest.page.evaluate<number>(side)) < 2)
    assert.deepEqual(await findings(guest.page), [])
    await guest.close()
  })

  test('says in a sentence that a link is invalid', async () => {
    const own = await browser.newPage()
    const answer = await own.goto(`${service.url}/shared/${'x'.repeat(43)}`)
    assert.equal(answer?.status(), 404)
    await own.getByText('This link is not valid').waitFor()
    assert.deepEqual(await findings(own), [])
    await own.close()
  })
})
