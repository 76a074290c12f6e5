/** Correcting a transcript in a browser: what is saved, what is shown, and that no input is lost. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Job } from '../../src/contract/job.ts'
import type { Transcription } from '../../src/contract/transcript.ts'
import { browserMissing } from '../support/browser.ts'
import { addTalk } from '../support/console-jobs.ts'
import { findings, fits, follow, openConsole } from '../support/console-page.ts'
import { until } from '../support/until.ts'

suite('correcting a transcript in the console', { skip: browserMissing }, async () => {
  /** A job for each test. */
  const jobs: string[] = []
  /** A job whose audio has expired. */
  let silent: string
  const { service, page, problems } = await openConsole({
    fill: async (store) => {
      silent = await addTalk(store)
      const account = await store.accounts.ensure('default')
      await store.retention.removeExpired({ what: 'audio', of: { account, days: 0 } }, 1)
      for (let i = 0; i < 25; i++) jobs.push(await addTalk(store))
    },
  })

  /** Opens a job that no other test uses. @returns its id */
  const open = async (query = '') => {
    const id = jobs.pop() ?? assert.fail('each test has a job')
    await page.goto(`${service.url}/console/jobs/${id}${query}`)
    await page.locator('.transcript [data-index]').first().waitFor()
    return id
  }
  const utterances = () => page.locator('.transcript [data-index]')
  const form = () => page.getByRole('group', { name: 'Paragraph' })
  const text = () => form().getByLabel('Text')
  const jobOf = async (id: string) => (await (await service.request(`/v2/jobs/${id}`)).json()) as Job
  const transcriptOf = async (id: string) =>
    (await (await service.request(`/v2/jobs/${id}/transcript`)).json()) as Transcription
  /** Saves a correction of somebody else. */
  const correct = async (id: string, index: number, corrected: string) => {
    const { utterances: all } = await transcriptOf(id)
    const sent = all.map(({ words: _words, confidence: _confidence, ...one }, i) =>
      i === index ? { ...one, text: corrected } : one,
    )
    const answer = await service.request(`/v2/jobs/${id}/transcript`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'if-match': '*' },
      body: JSON.stringify({ utterances: sent }),
    })
    assert.equal(answer.status, 200)
  }
  /** Edits a paragraph with the keys of the transcript. */
  const edit = async (index: number, typed: string) => {
    for (let i = 0; i <= index; i++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('e')
    await text().fill(typed)
  }

  test('whose audio has expired is shown without a player, and says so', async () => {
    await page.goto(`${service.url}/console/jobs/${silent}`)
    await page.getByText(/^The audio was deleted at the end of its retention, on /).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Play', exact: true }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Download the audio' }).count(), 0)
    // The next doubtful word is found from the mark, which the player would move.
    const shown = async () => page.evaluate<string>('document.activeElement.textContent')
    await page.keyboard.press('n')
    const first = await shown()
    await page.keyboard.press('n')
    await page.keyboard.press('n')
    assert.notEqual(await shown(), first)
    assert.deepEqual(await findings(page), [])
  })

  test('title, tags and speaker names are changed in place, everywhere, and undone', async () => {
    const id = await open()
    await page.getByRole('heading', { level: 1 }).getByRole('button').click()
    await page.getByLabel('title').fill('Complaint about a delivery')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Complaint about a delivery' }).waitFor()
    await page.getByRole('button', { name: 'Add a tag' }).click()
    await page.keyboard.type('urgent')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove the tag urgent' }).waitFor()
    // At a label in the text, and in the list of speakers.
    await page.locator('.transcript').getByRole('button', { name: 'Speaker 1' }).first().click()
    await page.keyboard.type('Anna')
    await page.keyboard.press('Enter')
    await page.locator('.speakers').getByRole('button', { name: 'Anna' }).waitFor()
    assert.equal(await page.locator('.transcript').getByRole('button', { name: 'Anna' }).count(), 3)
    await page.locator('.speakers').getByRole('button', { name: 'Speaker 2' }).click()
    await page.keyboard.type('Nobody')
    await page.keyboard.press('Escape')
    const { details } = await jobOf(id)
    const { changed_by, ...changed } = details
    assert.equal(changed_by?.name, 'SERVICE_KEY')
    assert.deepEqual(changed, {
      title: 'Complaint about a delivery',
      tags: ['urgent'],
      speaker_names: { 0: 'Anna' },
      revision: 0,
    })
    await page.keyboard.press('Control+z')
    await page.locator('.speakers').getByRole('button', { name: 'Speaker 1' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Remove the tag urgent' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await page.getByRole('heading', { name: 'Customer call' }).waitFor()
    const { changed_by: _, ...undone } = (await jobOf(id)).details
    assert.deepEqual(undone, { title: null, tags: [], speaker_names: {}, revision: 0 })
  })

  test('an utterance keeps the times of its words, and nothing else is drawn again', async () => {
    const id = await open()
    const recognised = await transcriptOf(id)
    await page.evaluate(`(() => {
      window.changed = []
      new MutationObserver((all) => {
        for (const { target: { parentElement } } of all)
          if (parentElement?.closest('[data-index]') != null) window.changed.push(parentElement.dataset.index)
      }).observe(document.querySelector('.transcript'), { characterData: true, subtree: true })
    })()`)
    await edit(1, 'Of course. I had been looking forward to it.')
    await page.keyboard.press('Enter')
    await utterances().nth(1).filter({ hasText: 'had been' }).waitFor()
    assert.deepEqual(await page.evaluate('window.changed'), ['1'])
    const [, saved] = (await transcriptOf(id)).utterances
    assert.deepEqual(
      saved?.words.slice(4).map(({ start }) => start),
      recognised.utterances[1]?.words.slice(4, 9).map(({ start }) => start),
    )
    // The focus is where it was, so that keys continue from there.
    await page.keyboard.press('e')
    assert.equal(await text().innerText(), 'Of course. I had been looking forward to it.')
    await text().fill('lost')
    await page.keyboard.press('Escape')
    await page
      .locator('.paragraph')
      .nth(1)
      .getByRole('button', { name: /^Play/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Control+z')
    await utterances().nth(1).filter({ hasText: 'I have been' }).waitFor()
    assert.equal((await transcriptOf(id)).full_transcript, recognised.full_transcript)
    assert.equal((await jobOf(id)).details.revision, 2)
  })

  test('a paragraph is split by Enter, given to another speaker, joined by Backspace and removed', async () => {
    const id = await open()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('e')
    await text().press('Home')
    for (let i = 0; i < 'Good morning, '.length; i++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Speaker 1' })
    await panel.getByText('Who speaks from here?').waitFor()
    assert.deepEqual(await findings(page), [])
    await panel.getByRole('button', { name: 'New speaker' }).click()
    await page.locator('.speakers').getByRole('button', { name: 'Speaker 3' }).waitFor()
    const [first, second] = (await transcriptOf(id)).utterances
    assert.deepEqual([first?.text, first?.end, second?.start], ['Good morning,', 1.4, 1.4])
    assert.deepEqual([first?.speaker, second?.speaker], [0, 2])
    assert.match(second?.text ?? '', /^and thank you/)
    // Editing continues with the following text.
    await text()
      .filter({ hasText: /^and thank you/ })
      .waitFor()
    await page.keyboard.press('Backspace')
    await page.locator('.speakers').getByRole('button', { name: 'Speaker 3' }).waitFor({ state: 'detached' })
    // Editing continues where the two meet.
    await text().filter({ hasText: 'Good morning, and thank you' }).waitFor()
    await page.keyboard.type('everyone, ')
    await page.keyboard.press('Control+Enter')
    await utterances().nth(1).filter({ hasText: 'everyone, and thank you' }).waitFor()
    await page.keyboard.press('e')
    await text().fill('')
    await page.keyboard.press('Enter')
    await utterances()
      .nth(0)
      .filter({ hasText: /^Of course/ })
      .waitFor()
    for (let i = 0; i < 5; i++) await page.keyboard.press('Control+z')
    const recognised = /^Good morning, and thank you/
    await utterances().nth(0).filter({ hasText: recognised }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Undo' }).isEnabled(), false)
    for (let i = 0; i < 5; i++) await page.keyboard.press('Control+Shift+Z')
    await utterances()
      .nth(0)
      .filter({ hasText: /^Of course/ })
      .waitFor()
    assert.equal(await page.getByRole('button', { name: 'Redo' }).isEnabled(), false)
  })

  test('text typed after Enter is kept, and continues in the next paragraph, whoever speaks it', async () => {
    const id = await open()
    const texts = async () => (await transcriptOf(id)).utterances.map((one) => one.text)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('e')
    await text().press('Home')
    for (let i = 0; i < 'Good morning,'.length; i++) await page.keyboard.press('ArrowRight')
    const held = Promise.withResolvers<void>()
    await page.route('**/transcript', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await page.locator('.editable[aria-busy=true]').waitFor()
    await page.keyboard.type('dear all, ')
    held.resolve()
    const panel = page.getByRole('dialog', { name: 'Speaker 1' })
    await panel.getByRole('button', { name: 'Speaker 1' }).and(page.locator(':focus')).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    assert.match((await texts()).slice(0, 2).join('|'), /^Good morning,[|]dear all, and thank you/)
    await page.keyboard.press('Escape')
    await text().filter({ hasText: 'Good morning, dear all,' }).waitFor()
    await page.keyboard.type('very ')
    await page.keyboard.press('Control+Enter')
    await until(texts, ([, second]) => second?.startsWith('very dear all,') ?? false)
    await form().waitFor({ state: 'detached' })
    assert.equal((await texts())[0], 'Good morning,')
  })

  test('a paragraph, all that follow, or everything is given to another speaker', async () => {
    const id = await open()
    const speakers = async () => (await transcriptOf(id)).utterances.map(({ speaker }) => speaker).join('')
    const give = async (reach: string, to: string) => {
      await page.locator('.paragraph').nth(2).getByRole('button', { name: 'Speaker 1' }).click()
      const panel = page.getByRole('dialog', { name: 'Speaker 1' })
      await panel.getByLabel(reach).check()
      await panel.getByRole('button', { name: to }).click()
      await panel.waitFor({ state: 'detached' })
    }
    assert.equal(await speakers(), '010101')
    for (const [reach, to, then] of [
      ['Only this paragraph', 'New speaker', '012101'],
      ['This and all that follow', 'Speaker 2', '011111'],
      ['Everywhere', 'Speaker 2', '111111'],
    ] as const) {
      await give(reach, to)
      await until(speakers, (now) => now === then)
      await page.keyboard.press('Control+z')
      await until(speakers, (now) => now === '010101')
      await page.locator('.paragraph').nth(5).waitFor()
    }
    // In the list of speakers, they are merged.
    await page.locator('.speakers').getByRole('button', { name: 'Speaker 2' }).click()
    const panel = page.getByRole('dialog', { name: 'Speaker 2' })
    assert.deepEqual(await findings(page), [])
    await panel.getByRole('button', { name: 'Speaker 1' }).click()
    await until(speakers, (now) => now === '000000')
    await page.keyboard.press('s')
    await page.getByRole('dialog', { name: 'Speaker 1' }).getByLabel('Name').fill('Ada')
    await page.keyboard.press('Enter')
    await page.locator('.transcript').getByRole('button', { name: 'Ada' }).first().waitFor()
  })

  test('the selection is quoted, and given to another speaker', async () => {
    const id = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = async () => page.evaluate<string>('navigator.clipboard.readText()')
    await page.evaluate(`(() => {
      const [first, second] = document.querySelectorAll('.transcript [data-index]')
      getSelection().setBaseAndExtent(first.firstChild, 25, second.firstChild, 5)
    })()`)
    await page.getByRole('button', { name: 'Copy quote', exact: true }).click()
    const link = `${service.url}/console/jobs/${id}`
    await until(copied, (quote) => quote.startsWith('Speaker 1: “you for taking the time today.”'))
    assert.match(await copied(), /\nSpeaker 2: “Of course\.”\n0:02\nhttp/)
    assert.ok((await copied()).includes(link))
    await page.getByRole('button', { name: 'Said by …' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New speaker' }).click()
    await until(
      async () => (await transcriptOf(id)).utterances.map(({ text: said, speaker }) => `${speaker}${said}`),
      (said) =>
        said
          .slice(0, 4)
          .join('|')
          .startsWith('0Good morning, and thank|2you for taking the time today.|2Of course.|1I have'),
    )
    await page.locator('.paragraph').first().getByRole('button', { name: 'Speaker 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy quote', exact: true }).click()
    await until(copied, (quote) => quote === `“Good morning, and thank”\n— Speaker 1, 0:00\n${link}?t=0.6`)
  })

  test('text is found as it is written, and replaced, one match or all', async () => {
    const id = await open()
    const whole = async () => (await transcriptOf(id)).full_transcript
    await page.keyboard.press('r')
    await page.getByLabel('Find in the transcript').fill('the')
    await page.locator('.search-count', { hasText: '1 of 9' }).waitFor()
    await page.getByLabel('Whole words').uncheck()
    await page.locator('.search-count', { hasText: '1 of 10' }).waitFor()
    await page.getByLabel('Whole words').check()
    await page.getByLabel('Match case').check()
    await page.locator('.search-count', { hasText: '1 of 7' }).waitFor()
    await page.getByLabel('Replace with').fill('all the')
    await page.keyboard.press('Enter')
    // The search continues after the replacement.
    await page.locator('.search-count', { hasText: '2 of 7' }).waitFor()
    await until(whole, (now) => now.includes('taking all the time'))
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: 'Replace all' }).click()
    await page.getByText('7 places replaced.').waitFor()
    await until(
      whole,
      (now) => now.includes('taking all all the time') && now.includes('at all the warehouse'),
    )
    await page.keyboard.press('Escape')
    await page.locator('.transcript .seek-button').first().focus()
    await page.keyboard.press('Control+z')
    await until(whole, (now) => now.includes('taking all the time') && now.includes('at the warehouse'))
    await page.setViewportSize({ width: 320, height: 640 })
    assert.ok(await fits(page))
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  test('the current match is legible and distinct from the others, even on the spoken word', async () => {
    await open('?q=the&t=2')
    await page.locator('.search-count', { hasText: '1 of 9' }).waitFor()
    await page.locator('.transcript .seek-button').first().focus()
    // Without audio, only the mark of the spoken word moves.
    await onWord(page, 0, 'the', async (x, y) => page.mouse.click(x, y))
    await until(async () => page.evaluate(`CSS.highlights.get('spoken').size === 1`))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const [current, other] = [await coloursOf(page, 'current-match', 0), await coloursOf(page, 'match', 1)]
      assert.ok(current.contrast >= 4.5, `${colorScheme}: ${current.contrast}`)
      assert.ok(other.contrast >= 4.5, `${colorScheme}: ${other.contrast}`)
      assert.notEqual(current.background, other.background)
    }
    await page.emulateMedia({ colorScheme: null })
  })

  test('a double click puts the caret into the text, and a click elsewhere continues there', async () => {
    const id = await open()
    await onWord(page, 1, 'looking', async (x, y) => page.mouse.dblclick(x, y))
    await text().filter({ hasText: 'Of course. I have been looking' }).waitFor()
    await page.keyboard.type('waiting')
    const next = page.locator('[data-index="2"]')
    await next.click({ position: { x: 2, y: 12 } })
    await until(
      async () => (await transcriptOf(id)).utterances[1]?.text ?? '',
      (now) => now.includes('I have been waiting forward'),
    )
    await text().filter({ hasText: 'So, before we begin' }).waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowLeft')
    await text().filter({ hasText: 'Of course. I have been waiting' }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await form().count(), 0)
  })

  test('utterances of one speaker are shown as a paragraph, and keep their times when it is edited', async () => {
    const id = await open()
    const { utterances: all } = await transcriptOf(id)
    const sent = all.map(({ words: _words, confidence: _confidence, ...one }) => ({ ...one, speaker: 0 }))
    await service.request(`/v2/jobs/${id}/transcript`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'if-match': '*' },
      body: JSON.stringify({ utterances: sent }),
    })
    await page.reload()
    const paragraphs = page.locator('.paragraph-text')
    await paragraphs.first().waitFor()
    assert.equal(await paragraphs.count(), 1)
    assert.equal(await page.locator('.paragraph .speaker').count(), 1)
    assert.deepEqual(
      await paragraphs.locator('[data-index]').allInnerTexts(),
      all.map((one) => one.text),
    )
    await page.getByLabel('Find in the transcript').fill('looking forward')
    await until(
      async () =>
        page.evaluate(
          `[...CSS.highlights.get('match')].map(({ startContainer }) => startContainer.parentElement.dataset.index).join()`,
        ),
      (matches) => matches === '1',
    )
    await onWord(page, 1, 'honest', async (x, y) => page.mouse.dblclick(x, y))
    await page.keyboard.type('frank')
    await page.keyboard.press('Control+Enter')
    await utterances().nth(1).filter({ hasText: 'to be frank.' }).waitFor()
    const saved = (await transcriptOf(id)).utterances
    assert.deepEqual(
      saved.map(({ start, end }) => [start, end]),
      all.map(({ start, end }) => [start, end]),
    )
    assert.deepEqual(
      saved.map((one) => one.text),
      all.map((one) => one.text.replace('honest', 'frank')),
    )
    assert.deepEqual(await findings(page), [])
  })

  test('eight speakers have legible colours, and a long name stays on one line', async () => {
    const id = await open()
    const { utterances: all } = await transcriptOf(id)
    const words = all.flatMap((one) => one.words).slice(0, 8)
    const sent = words.map(({ word, start, end }, speaker) => ({
      start,
      end,
      channel: 0,
      speaker,
      text: word.trim(),
    }))
    const headers = { 'content-type': 'application/json', 'if-match': '*' }
    await service.request(`/v2/jobs/${id}/transcript`, {
      ...{ method: 'PUT', headers },
      body: JSON.stringify({ utterances: sent }),
    })
    const name = 'Annabel Featherstonehaugh-Whitcombe of Lower Slaughter'
    await service.request(`/v2/jobs/${id}`, {
      ...{ method: 'PATCH', headers },
      body: JSON.stringify({ speaker_names: { 0: name } }),
    })
    await page.reload()
    await page.locator('.paragraph').nth(7).waitFor()
    assert.deepEqual(await findings(page), [])
    const colours = await page.evaluate(
      `new Set([...document.querySelectorAll('.speaker-button')].map((one) => getComputedStyle(one).color)).size`,
    )
    assert.equal(colours, 8)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      for (const button of await page.getByRole('button', { name }).all())
        assert.ok(((await button.boundingBox())?.height ?? 0) < 30, `${width} px`)
      assert.ok(await fits(page))
    }
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  test('a concurrent change is kept beside another, and shown where both affect one utterance', async () => {
    const id = await open()
    await edit(1, 'Mine.')
    await correct(id, 0, 'Theirs.')
    await page.keyboard.press('Enter')
    await utterances().nth(1).filter({ hasText: 'Mine.' }).waitFor()
    await utterances().nth(0).filter({ hasText: 'Theirs.' }).waitFor()

    await page.keyboard.press('e')
    await text().fill('Mine again.')
    await correct(id, 1, 'Theirs as well.')
    await page.keyboard.press('Enter')
    await form().getByText('Theirs as well.').waitFor()
    assert.equal(await text().innerText(), 'Mine again.')
    assert.deepEqual(await findings(page), [])
    await form().getByRole('button', { name: 'Save mine' }).click()
    await utterances().nth(1).filter({ hasText: 'Mine again.' }).waitFor()

    await page.keyboard.press('e')
    await text().fill('Mine once more.')
    await correct(id, 1, 'Theirs at last.')
    await page.keyboard.press('Enter')
    await form().getByRole('button', { name: 'Use theirs' }).click()
    await utterances().nth(1).filter({ hasText: 'Theirs at last.' }).waitFor()
    // What the other change replaced does not come back.
    await page.keyboard.press('Control+z')
    await page.getByText('Someone else has changed this part').waitFor()
    assert.match((await transcriptOf(id)).full_transcript, /^Theirs\. Theirs at last\. So,/)
  })

  test('the user always decides which of two texts is kept', async () => {
    const id = await open()
    await edit(1, 'Mine.')
    await correct(id, 1, 'Theirs.')
    await page.keyboard.press('Enter')
    await form().getByText('Theirs.').waitFor()
    await page.locator('[data-index="3"]').click()
    await page.getByText('First choose which text to keep').waitFor()
    await text().and(page.locator(':focus')).press('Enter')
    assert.equal(await text().innerText(), 'Mine.')
    await follow(page, 'jobs')
    await page.getByText(/^What you typed is not saved yet[.] Someone else/).waitFor()
    assert.match((await transcriptOf(id)).full_transcript, / Theirs[.] So,/)
    await follow(page, `jobs/${id}`)
    await form().getByText('Theirs.').waitFor()
    assert.equal(await text().innerText(), 'Mine.')
    assert.deepEqual(await findings(page), [])
    await form().getByRole('button', { name: 'Save mine' }).click()
    await utterances().nth(1).filter({ hasText: 'Mine.' }).waitFor()
    assert.match((await transcriptOf(id)).full_transcript, / Mine[.] So,/)
  })

  test('input is saved before signing out, and kept when the session has ended', async () => {
    const id = await open()
    const order: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'DELETE') order.push('signed out')
    })
    page.on('requestfinished', (request) => {
      if (request.method() === 'PUT') order.push('saved')
    })
    await page.route('**/transcript', async (route) => {
      for (let i = 0; i < 10; i++) await page.evaluate('new Promise(requestAnimationFrame)')
      await route.continue()
    })
    await edit(0, 'Good evening.')
    await page.getByRole('button', { name: 'Sign out' }).click()
    const key = page.getByLabel('Service key')
    const signInAgain = async () => {
      await page.getByText('I have a key').waitFor()
      if (!(await key.isVisible())) await page.getByText('I have a key').click()
      await key.fill(service.key)
      await page.keyboard.press('Enter')
    }
    await signInAgain()
    await utterances().nth(0).filter({ hasText: 'Good evening.' }).waitFor()
    assert.deepEqual(order, ['saved', 'signed out'])
    await page.unrouteAll({ behavior: 'wait' })

    await edit(1, 'Not at all.')
    await page.context().clearCookies()
    await page.keyboard.press('Enter')
    await page.getByText(/^What you typed is not saved yet[.] You are no longer signed in[.]/).waitFor()
    await signInAgain()
    assert.equal(await text().innerText(), 'Not at all.')
    await text().press('Control+Enter')
    await utterances().nth(1).filter({ hasText: 'Not at all.' }).waitFor()
    assert.equal((await transcriptOf(id)).utterances[1]?.text, 'Not at all.')
  })

  test('a change that cannot be undone does not affect earlier ones, and tags of others stay', async () => {
    const id = await open()
    await page.getByRole('button', { name: 'Add a tag' }).click()
    await page.keyboard.type('urgent')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove the tag urgent' }).waitFor()
    await service.request(`/v2/jobs/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tags: ['urgent', 'theirs'] }),
    })
    await edit(1, 'Mine.')
    await page.keyboard.press('Enter')
    await utterances().nth(1).filter({ hasText: 'Mine.' }).waitFor()
    await correct(id, 1, 'Theirs.')
    await page.keyboard.press('Control+z')
    await page.getByText('Someone else has changed this part').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Remove the tag theirs' }).waitFor()
    assert.deepEqual((await jobOf(id)).details.tags, ['theirs'])
    await page.keyboard.press('Control+Shift+Z')
    await page.getByRole('button', { name: 'Remove the tag urgent' }).waitFor()
    assert.deepEqual((await jobOf(id)).details.tags, ['theirs', 'urgent'])
    assert.match((await transcriptOf(id)).full_transcript, /Theirs\./)
  })

  test('words can be typed into the search with a pause between them', async () => {
    await open()
    const field = page.getByLabel('Find in the transcript')
    await field.fill('the ')
    await page.waitForURL(/[?]q=the$/)
    await page.locator('.search-count', { hasText: '1 of 9' }).waitFor()
    await field.pressSequentially('invoice')
    await page.waitForURL(/[?]q=the\+invoice$/)
    // Another screen does not get a search that has not run yet.
    await field.fill('nothing')
    await follow(page, 'live')
    // A timer that starts later fires later.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))')
    assert.match(page.url(), /live$/)
  })

  test('a button works even when it is pressed just before the page scrolls', async () => {
    await open()
    const button = await page.locator('.paragraph-button.edit').first().boundingBox()
    assert.ok(button)
    await page.mouse.move(button.x + button.width / 2, button.y + button.height / 2)
    await page.mouse.down()
    await page.evaluate(`dispatchEvent(new Event('scroll'))`)
    await page.mouse.up()
    await form().waitFor()
    await form().getByRole('button', { name: 'Cancel' }).click()
  })

  test('a correction is saved when another screen is shown', async () => {
    const id = await open()
    await edit(1, 'Of course, and gladly.')
    await page.getByRole('link', { name: 'Jobs' }).first().click()
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor()
    await until(async () => (await transcriptOf(id)).utterances[1]?.text === 'Of course, and gladly.')
  })

  test('a correction that cannot be saved stays, and is saved once the service is back', async () => {
    await open()
    await edit(0, 'Good evening.')
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await form()
      .getByText(/^http.* cannot be reached\.$/)
      .waitFor()
    assert.equal(await text().innerText(), 'Good evening.')
    await page.context().setOffline(false)
    await text().press('Enter')
    await utterances().nth(0).filter({ hasText: 'Good evening.' }).waitFor()
    // There is no room for the reason beside the text.
    await edit(1, 'Not at all.')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Jobs' }).first().click()
    await page.getByText(/^What you typed is not saved yet[.] http.* cannot be reached[.]/).waitFor()
    await page.context().setOffline(false)
    await page.goBack()
    await text().filter({ hasText: 'Not at all.' }).press('Control+Enter')
    await utterances().filter({ hasText: 'Not at all.' }).waitFor()
  })

  test('revisions are listed, shown by their URL, and restored', async () => {
    const id = await open()
    await correct(id, 0, 'First.')
    await correct(id, 0, 'Second.')
    await page.goto(`${service.url}/console/jobs/${id}?tab=revisions`)
    await page.getByRole('row', { name: /^2 .* SERVICE_KEY 1 utterance/ }).waitFor()
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: 'Show revision 1' }).click()
    await page.waitForURL(/[?&]revision=1$/)
    await utterances().nth(0).filter({ hasText: 'First.' }).waitFor()
    await page.reload()
    await page.getByText('This is revision 1 of 2.').waitFor()
    await utterances().nth(0).filter({ hasText: 'First.' }).waitFor()
    assert.equal(await page.locator('.paragraph-button.edit').count(), 0)
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.waitForURL(new RegExp(`${id}$`))
    await utterances().nth(0).filter({ hasText: 'First.' }).waitFor()
    await page.locator('.paragraph-button.edit').first().waitFor()
    assert.equal((await jobOf(id)).details.revision, 3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await utterances().nth(0).filter({ hasText: 'Second.' }).waitFor()
  })

  test('a link leads to its words, and from there to the others', async () => {
    await open('?q=the&t=13')
    /** @param place the index of an utterance, and an offset in its text */
    const currentIs = async (place: string) =>
      until(
        async () =>
          page.evaluate(`[...(CSS.highlights.get('current-match') ?? [])].map(({ startContainer, startOffset }) =>
            startContainer.parentElement.dataset.index + ':' + startOffset).join()`),
        (current) => current === place,
      )
    const count = async (shown: string) => page.locator('.search-count', { hasText: shown }).waitFor()
    await count('2 of 9')
    await currentIs('2:25')
    await until(async () => page.evaluate(`CSS.highlights.get('match').size === 9`))
    await page.keyboard.press('/')
    await page.keyboard.press('Enter')
    await count('3 of 9')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Shift+Enter')
    await count('1 of 9')
    await page.getByRole('button', { name: 'Previous match' }).click()
    await count('9 of 9')
    await currentIs('5:49')
    await page.getByLabel('Find in the transcript').fill('the invoice')
    await page.waitForURL(/[?]q=the\+invoice$/)
    await count('1 of 1')
    await page.getByLabel('Find in the transcript').fill('nothing')
    await count('No match')
    assert.deepEqual(await findings(page), [])
  })

  test('a key moves to the next doubtful word, unless single-key shortcuts are off', async () => {
    await open()
    await page.keyboard.press('n')
    const status = page.locator('[role=status]').filter({ hasText: /^for$/ })
    await status.waitFor({ state: 'attached' })
    await page.keyboard.press('?')
    const help = page.getByRole('dialog')
    for (const name of [
      'Edit the paragraph',
      'Speaker of the paragraph',
      'Next uncertain word',
      'Undo',
      'Redo',
    ])
      await help.getByText(name, { exact: true }).waitFor()
    await help.getByLabel('Use single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    await help.getByLabel('Use single-key shortcuts').check()
    assert.equal(await form().count(), 0)
    await page.keyboard.press('Escape')
  })

  test('every result has its place, and a failed one says why', async () => {
    await open()
    await page.getByText('Extracted facts: the language model does not answer').waitFor()
    for (const [tab, content] of [
      ['Summary', 'The new contract comes first'],
      ['Chapters', 'A short delivery'],
      ['Names and places', 'the warehouse'],
      ['Mood', 'Negative · disappointment'],
      ['Translation', 'German'],
      ['Subtitles', '00:00:00,600 -->'],
      ['More results', 'This failed: the language model does not answer'],
      ['Request', 'The same with curl'],
    ] as const) {
      await page.getByRole('button', { name: tab, exact: true }).click()
      await page.locator('.job-panel').getByText(content).first().waitFor()
      assert.deepEqual(await findings(page), [], tab)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    for (const tab of await page.locator('.tab').all()) {
      await tab.click()
      assert.ok(await fits(page), await tab.innerText())
    }
    assert.deepEqual(problems, [])
  })
})

/** Uses the pointer on a word of the transcript. @param index of its utterance */
async function onWord(
  page: Page,
  index: number,
  word: string,
  use: (x: number, y: number) => Promise<void>,
): Promise<void> {
  const { x, y } = await page.evaluate<{ x: number; y: number }>(`(() => {
    const text = document.querySelectorAll('.transcript [data-index]')[${index}].firstChild
    const range = new Range()
    range.setStart(text, text.data.indexOf(${JSON.stringify(word)}))
    range.setEnd(text, range.startOffset + 3)
    const { x, y, width, height } = range.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2 }
  })()`)
  await use(x, y)
}

/** The visible background of a mark, and the contrast of the text on it. @param index of the mark */
async function coloursOf(
  page: Page,
  mark: string,
  index: number,
): Promise<{ background: string; contrast: number }> {
  const clip = await page.evaluate<{ x: number; y: number; width: number; height: number }>(`(() => {
    const { startContainer, startOffset, endOffset } = [...CSS.highlights.get('${mark}')][${index}]
    const range = new Range()
    range.setStart(startContainer, startOffset)
    range.setEnd(startContainer, endOffset)
    const { x, y, width, height } = range.getBoundingClientRect()
    return { x, y, width, height }
  })()`)
  const picture = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${picture}'
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    const counts = new Map()
    for (let i = 0; i < data.length; i += 4) {
      const colour = data.slice(i, i + 3).join()
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    const luminance = (colour) => {
      const [r, g, b] = colour.split(',').map((part) => {
        const share = part / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const [background] = [...counts].toSorted((a, b) => b[1] - a[1])[0]
    const contrasts = [...counts.keys()].map((colour) => {
      const [light, dark] = [luminance(colour), luminance(background)].toSorted((a, b) => b - a)
      return (light + 0.05) / (dark + 0.05)
    })
    return { background, contrast: Math.max(...contrasts) }
  })()`)
}
