/** New transcriptions: the options, in plain words, and the progress of uploads. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Route } from 'playwright-core'
import type { AccountVocabulary, Presets } from '../../src/contract/settings.ts'
import { browserMissing } from '../support/browser.ts'
import { addTalk } from '../support/console-jobs.ts'
import { findings, fits, follow, openConsole } from '../support/console-page.ts'
import { SILENCE } from '../support/sample.ts'
import { until } from '../support/until.ts'

const sound = (name: string) => ({ name, mimeType: 'audio/wav', buffer: SILENCE })

suite('a new transcription', { skip: browserMissing }, async () => {
  let talk = ''
  const { service, page, problems } = await openConsole({
    fill: async (store) => {
      talk = await addTalk(store)
    },
    options: { viewport: { width: 1280, height: 800 } },
  })

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const card = (name: string | RegExp) => page.getByRole('radio', { name })
  const choose = async (files: readonly ReturnType<typeof sound>[]) =>
    page.locator('input[type=file]').setInputFiles([...files])
  const open = async () => {
    await follow(page, 'new')
    await card(/^Meeting/).waitFor()
  }
  const openOptions = async () => {
    if (!(await page.locator('.option').first().isVisible()))
      await page.getByText('Options', { exact: true }).click()
    await page.locator('.option').first().waitFor()
  }
  /** Removes finished uploads from the list. */
  const clear = async () => {
    await page.locator('.uploads').or(page.locator('h1')).first().waitFor()
    const ended = button('Clear finished uploads')
    if (await ended.isVisible()) await ended.click()
  }
  const setting = async <Value>(name: string): Promise<Value> =>
    (await (await service.request(`/v2/settings/${name}`)).json()) as Value
  /** Requests for jobs, as sent. */
  const sentJobs = (): Record<string, unknown>[] => {
    const sent: Record<string, unknown>[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/v2/pre-recorded'))
        sent.push(request.postDataJSON() as Record<string, unknown>)
    })
    return sent
  }

  test('is one card away, with the options that the card stands for', async () => {
    await open()
    assert.ok(await card(/^Meeting.*Speakers.*Summary/).isChecked())
    await card(/^Subtitles/).check()
    await page.getByText('The same with curl').click()
    await page.getByText('"subtitles": true').waitFor()
    assert.equal(await page.getByText('"diarization": true').count(), 0)
    await page.getByText('The same with curl').click()
    // Pressed without a file, it says what is missing, and moves the focus there.
    await button('Transcribe').click()
    await page.getByText('First choose a file or add an address.').waitFor()
    await page.locator('#choose-files:focus').waitFor()
  })

  test('has presets that are saved, renamed, moved to the front, changed and deleted', async () => {
    await open()
    await card(/^Interview/).check()
    await openOptions()
    await page.getByRole('checkbox', { name: /^Mood/ }).check()
    await button('Save as a new preset').click()
    await page.getByLabel('Name of the preset').fill('Podcast')
    await page.keyboard.press('Enter')
    await card(/^Podcast.*Speakers.*Mood/).waitFor()
    await button('Make it the default').click()
    await button('Make it the default').waitFor({ state: 'detached' })
    await button('Rename').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' weekly')
    await page.keyboard.press('Enter')
    await card(/^Podcast weekly/).waitFor()
    await page.getByRole('checkbox', { name: /^Chapters/ }).check()
    await button('Save in “Podcast weekly”').click()
    await button('Save in “Podcast weekly”').waitFor({ state: 'detached' })
    const saved = await setting<Presets>('presets')
    const preset = saved.items.at(-1)
    assert.equal(preset?.name, 'Podcast weekly')
    assert.deepEqual(preset.options, {
      diarization: true,
      sentences: true,
      sentiment_analysis: true,
      chapterization: true,
    })
    assert.equal(saved.default, preset.id)
    await button('Delete').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await card(/^Podcast weekly/).waitFor({ state: 'detached' })
    assert.equal((await setting<Presets>('presets')).items.length, 4)
  })

  test('knows the vocabulary of the account', async () => {
    await open()
    const words = page.getByLabel('Words it should know')
    await words.fill('Hartmann, Okonkwo')
    await words.press('Enter')
    await button('Remove Okonkwo').waitFor()
    await words.fill('Nguyen')
    await words.press('Enter')
    await button('Remove Nguyen').waitFor()
    await button('Remove Hartmann').click()
    await button('Remove Hartmann').waitFor({ state: 'detached' })
    // Held down for too long, the key does not affect others.
    await words.focus()
    for (let i = 0; i < 3; i++) await page.keyboard.down('Backspace')
    await page.keyboard.up('Backspace')
    await words.fill('Tanaka')
    await words.press('Enter')
    await button('Remove Tanaka').waitFor()
    assert.deepEqual((await setting<AccountVocabulary>('vocabulary')).words, ['Okonkwo', 'Nguyen', 'Tanaka'])
  })

  test('has language names, numeric inputs, and rows instead of JSON', async () => {
    await open()
    await card(/^Interview/).check()
    await card(/^My own/).check()
    await page.locator('.option').first().waitFor()
    assert.equal(await page.locator('.option', { hasText: /Pii|llm|_/ }).count(), 0)
    const languages = page.getByLabel('Spoken languages')
    await languages.fill('portu')
    await languages.press('Enter')
    await languages.fill('span')
    await languages.press('Enter')
    await button('Remove Spanish').waitFor()
    // Held down, it removes one only.
    for (let i = 0; i < 3; i++) await page.keyboard.down('Backspace')
    await page.keyboard.up('Backspace')
    await button('Remove Spanish').waitFor({ state: 'detached' })
    await button('Remove Portuguese').waitFor()
    await languages.fill('klingon')
    await languages.press('Enter')
    await page.getByText('Nothing has this name.').waitFor()
    await languages.fill('')
    await page.getByRole('checkbox', { name: /^Spelling/ }).check()
    // Incomplete: nothing is sent.
    await choose([sound('spelling.wav')])
    await button('Transcribe').first().click()
    await page.getByText('This is required.').waitFor()
    await page.getByLabel('Write').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Sarah')
    await page.getByLabel(/^Instead of/).fill('Sara, "Zara, the cat"')
    await page.getByText('This is required.').waitFor({ state: 'detached' })
    await page.getByLabel('The audio').selectOption({ label: 'For a number of days' })
    await page.getByLabel('Days').fill('7')
    await page.getByLabel('Name', { exact: true }).fill('ticket')
    await page.getByLabel('Value').fill('88001')
    const sent = sentJobs()
    await button('Transcribe').first().click()
    const job = await until(
      async () => sent[0],
      (one) => one !== undefined,
    )
    const { audio_url: _audio, ...options } = job
    assert.deepEqual(options, {
      diarization: true,
      sentences: true,
      language_config: { languages: ['pt'] },
      custom_spelling: true,
      custom_spelling_config: { spelling_dictionary: { Sarah: ['Sara', 'Zara, the cat'] } },
      retention: { audio_days: 7 },
      custom_metadata: { ticket: 88001 },
    })
  })

  test('takes several URLs, and says why one cannot be added', async () => {
    await open()
    await button('Add').click()
    await page.getByText('Paste the address of a file first.').waitFor()
    const url = page.getByLabel('Or from the web')
    await url.fill('talk.mp3')
    await button('Add').click()
    await page.getByText(/This is not the address of a file/).waitFor()
    await url.fill('')
    await url.focus()
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'https://example.com/1.mp3\\nhttps://example.com/2.mp3\\n')
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })()`)
    await button('Remove https://example.com/2.mp3').click()
    await button('Remove https://example.com/1.mp3').click()
    await page.locator('.source-list').waitFor({ state: 'detached' })
  })

  test('that can only fail again is changed, not retried', async () => {
    await open()
    await card(/^Just the text/).check()
    await page.getByLabel('Or from the web').fill('http://10.0.0.7/talk.mp3')
    // A URL that was typed but not added is sent, too.
    await button('Transcribe').first().click()
    const tray = page.getByRole('region', { name: 'Uploads' })
    await tray.getByText(/in a private network/).waitFor()
    assert.equal(await tray.getByRole('button', { name: /Try again/ }).count(), 0)
    await tray.getByRole('button', { name: 'Change what is sent of http://10.0.0.7/talk.mp3' }).click()
    await button('Remove http://10.0.0.7/talk.mp3').click()
    await page
      .getByRole('region', { name: 'Uploads' })
      .getByText(/private/)
      .waitFor({ state: 'detached' })

    await choose([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no audio') }])
    await button('Transcribe').first().click()
    await tray.getByText(/The service cannot use this file/).waitFor()
    assert.equal(await tray.getByRole('button', { name: /Try again/ }).count(), 0)
    await tray.getByRole('button', { name: 'Remove notes.txt' }).click()
  })

  test('that is changed has its own options, and the files chosen in the meantime', async () => {
    await open()
    await card(/^Just the text/).check()
    await card(/^My own/).check()
    await page.getByRole('checkbox', { name: /^Spelling/ }).check()
    const write = page.getByRole('textbox', { name: 'Write' })
    await write.fill('Sarah')
    await page.getByLabel(/^Instead of/).fill('Sara')
    await page.getByLabel('Or from the web').fill('http://10.0.0.7/own.mp3')
    await button('Transcribe').first().click()
    const change = button('Change what is sent of http://10.0.0.7/own.mp3').first()
    await change.waitFor()
    await open()
    await openOptions()
    await write.fill('Zoe')
    await choose([sound('meanwhile.wav')])
    await button('Remove meanwhile.wav').waitFor()
    await change.click()
    await page.getByText('The options of http://10.0.0.7/own.mp3 now apply').waitFor()
    assert.equal(await write.inputValue(), 'Sarah')
    await button('Remove http://10.0.0.7/own.mp3').click()
    await button('Remove meanwhile.wav').click()
    await page.getByRole('checkbox', { name: /^Spelling/ }).uncheck()
  })

  test('of many files is a queue to reorder, thin out, stop and continue, from every screen', async () => {
    // Uploads stay in progress until released.
    const held: Route[] = []
    let isHeld = true
    await page.route('**/v2/upload', async (route) => {
      if (isHeld) held.push(route)
      else await route.continue()
    })
    const sent = sentJobs()
    await clear()
    await open()
    await card(/^Just the text/).check()
    await choose(Array.from({ length: 200 }, (_, i) => sound(`part-${i + 1}.wav`)))
    // They wait for users who look at something else in the meantime.
    await follow(page, 'jobs')
    await open()
    await button('Transcribe 200 files').first().click()
    await page.getByRole('heading', { name: 'Sending 200 files' }).waitFor()
    await page.getByRole('link', { name: 'Show all' }).click()
    const queue = page.getByRole('list', { name: 'On their way' })
    const names = async () =>
      queue
        .locator('.name')
        .evaluateAll((all: readonly { textContent: string }[]) => all.map(({ textContent }) => textContent))
    assert.equal((await names()).length, 200)
    // By keyboard: the focus stays with the file.
    await button('Move part-5.wav up').focus()
    await page.keyboard.press('Enter')
    await button('Move part-5.wav up').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    // The first waiting file cannot move up.
    await button('Move part-5.wav down').and(page.locator(':focus')).waitFor()
    assert.deepEqual((await names()).slice(0, 5), [
      'part-1.wav',
      'part-2.wav',
      'part-5.wav',
      'part-3.wav',
      'part-4.wav',
    ])
    await queue.getByText('part-4.wav').dragTo(queue.getByText('part-5.wav'))
    assert.deepEqual((await names()).slice(2, 5), ['part-4.wav', 'part-5.wav', 'part-3.wav'])
    assert.deepEqual(await findings(page), [])

    await button('Stop').click()
    await page.getByRole('heading', { name: 'Stopped: 200 files left' }).waitFor()
    for (const name of (await names()).slice(3)) {
      // Not by mouse, which would take minutes.
      await page.evaluate(
        `document.querySelector(${JSON.stringify(`[aria-label="Do not send ${name}"]`)}).click()`,
      )
    }
    await page.getByRole('heading', { name: 'Stopped: 3 files left' }).waitFor()
    await follow(page, 'jobs')
    isHeld = false
    assert.equal(sent.length, 0)
    await button('Continue').click()
    await page.getByRole('heading', { name: /^Transcribing|^All done/ }).waitFor()
    const tray = page.getByRole('region', { name: 'Uploads' })
    await tray.getByRole('link', { name: 'Open part-4.wav' }).waitFor()
    assert.equal(sent.length, 3)
    await page.unroute('**/v2/upload')
    await Promise.all(held.map(async (route) => route.abort().catch(() => {})))
    await page.getByRole('heading', { name: 'All done' }).waitFor()
    // It collapses by itself once nobody looks at it.
    await page.mouse.move(640, 400)
    await tray.waitFor({ state: 'detached' })
  })

  test('in progress covers no control on any screen', async () => {
    await page.route('**/v2/upload', () => {})
    await clear()
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport)
      await open()
      await choose([sound('long.wav'), sound('longer.wav')])
      await button('Transcribe 2 files').first().click()
      await page.getByRole('region', { name: 'Uploads' }).waitFor()
      for (const path of ['jobs', `jobs/${talk}`, 'new', 'system']) {
        await follow(page, path)
        await page.locator('h1').waitFor()
        await page.locator('.skeleton').first().waitFor({ state: 'detached' })
        const covered =
          await page.evaluate(`[...document.querySelectorAll('#app :is(a, button, input, select, summary)')]
          .filter((one) => one.closest('.uploads') === null)
          .filter((one) => {
            const { x, y, width, height } = one.getBoundingClientRect()
            return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.uploads')
          })
          .map(({ textContent }) => textContent)`)
        assert.deepEqual(covered, [], path)
      }
      await follow(page, 'jobs')
      for (const name of ['long.wav', 'longer.wav']) await button(`Do not send ${name}`).click()
    }
    await page.unroute('**/v2/upload')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('is accessible at every size', async () => {
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await open()
      assert.deepEqual(await findings(page), [], `folded, ${width} px`)
      await openOptions()
      const all = page.locator('.switch input:enabled')
      for (let i = 0; i < (await all.count()); i++) await all.nth(i).check()
      assert.ok(await fits(page), `${width} px`)
      assert.deepEqual(await findings(page), [], `options, ${width} px`)
      await page.reload()
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('has had no error', () => assert.deepEqual(problems, []))
})
