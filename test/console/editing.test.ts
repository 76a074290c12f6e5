/** A transcript that is corrected in a browser: what is saved, what is shown, and that nothing typed is lost. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Job } from '../../src/contract/job.ts'
import type { Transcription } from '../../src/contract/transcript.ts'
import { browserMissing, launchBrowser } from '../support/browser.ts'
import { addTalk } from '../support/console-jobs.ts'
import { findings, fits, signIn, watchedPage } from '../support/console-page.ts'
import { type RunningService, runService } from '../support/running-service.ts'
import { until } from '../support/until.ts'

suite('correcting a transcript in the console', { skip: browserMissing }, () => {
  let service: RunningService
  let browser: Browser
  let page: Page
  /** A job of each test. */
  const jobs: string[] = []
  let problems: string[]
  /** Whose audio has expired. */
  let silent: string

  before(async () => {
    service = await runService({}, async (store) => {
      silent = await addTalk(store)
      const account = await store.accounts.ensureAccount('default')
      await store.retention.removeExpired({ what: 'audio', of: { account, days: 0 } }, 1)
      for (let i = 0; i < 12; i++) jobs.push(await addTalk(store))
    })
    browser = await launchBrowser()
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    ;({ page, problems } = await watchedPage(context))
    await signIn(page, service)
  })
  after(async () => {
    await browser.close()
    await service.close()
  })

  /** Opens a job that no other test has. @returns its id */
  const open = async (query = '') => {
    const id = jobs.pop() ?? assert.fail('each test has a job')
    await page.goto(`${service.url}/console/jobs/${id}${query}`)
    await page.locator('.transcript [data-index]').first().waitFor()
    return id
  }
  const utterances = () => page.locator('.transcript [data-index]')
  const form = () => page.getByRole('form', { name: 'Utterance' })
  const text = () => form().getByLabel('Text')
  const jobOf = async (id: string) => (await (await service.request(`/v2/jobs/${id}`)).json()) as Job
  const transcriptOf = async (id: string) =>
    (await (await service.request(`/v2/jobs/${id}/transcript`)).json()) as Transcription
  /** What someone else saves meanwhile. */
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
  /** Edits an utterance by the keys of the transcript. */
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
    // The next doubtful word is found by the mark, which the player moves elsewhere.
    const shown = async () => page.evaluate<string>('document.activeElement.textContent')
    await page.keyboard.press('n')
    const first = await shown()
    await page.keyboard.press('n')
    await page.keyboard.press('n')
    assert.notEqual(await shown(), first)
    assert.deepEqual(await findings(page), [])
  })

  test('title, tags and names of speakers are changed in place, everywhere, and taken back', async () => {
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
          if (parentElement.closest('form') === null) window.changed.push(parentElement.dataset.index)
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
    // The focus is where it was, so that the next key goes on from there.
    await page.keyboard.press('e')
    assert.equal(await text().inputValue(), 'Of course. I had been looking forward to it.')
    await text().fill('lost')
    await page.keyboard.press('Escape')
    await page
      .locator('.utterance')
      .nth(1)
      .getByRole('button', { name: /^Play/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Control+z')
    await utterances().nth(1).filter({ hasText: 'I have been' }).waitFor()
    assert.equal((await transcriptOf(id)).full_transcript, recognised.full_transcript)
    assert.equal((await jobOf(id)).details.revision, 2)
  })

  test('an utterance is given to another speaker, divided, merged and removed', async () => {
    const id = await open()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('s')
    await page.getByLabel('Speaker', { exact: true }).selectOption('Speaker 3')
    await page.keyboard.press('Control+Enter')
    await page.locator('.speakers').getByRole('button', { name: 'Speaker 3' }).waitFor()
    await page.keyboard.press('e')
    await text().press('Home')
    for (let i = 0; i < 'Good morning, '.length; i++) await page.keyboard.press('ArrowRight')
    await form().getByRole('button', { name: 'Split' }).click()
    await utterances()
      .nth(1)
      .filter({ hasText: /^and thank you/ })
      .waitFor()
    const [first, second] = (await transcriptOf(id)).utterances
    assert.deepEqual([first?.text, first?.end, second?.start], ['Good morning,', 1.4, 1.4])
    assert.deepEqual([first?.speaker, second?.speaker], [2, 2])
    await page.keyboard.press('e')
    await form().getByRole('button', { name: 'Merge' }).click()
    await utterances()
      .nth(0)
      .filter({ hasText: /time today\.$/ })
      .waitFor()
    await page.keyboard.press('e')
    await text().fill('')
    await page.keyboard.press('Enter')
    await utterances()
      .nth(0)
      .filter({ hasText: /^Of course/ })
      .waitFor()
    for (let i = 0; i < 4; i++) await page.keyboard.press('Control+z')
    await page.locator('.speakers').getByRole('button', { name: 'Speaker 3' }).waitFor({ state: 'detached' })
    await utterances()
      .nth(0)
      .filter({ hasText: /^Good morning, and thank you/ })
      .waitFor()
  })

  test('utterances of one speaker are read as a paragraph, and edited on their own', async () => {
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
    assert.equal(await page.locator('.paragraph > .speaker').count(), 1)
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
    // The times of all but the first are seen once they have the focus.
    await page.locator('.utterance').first().getByRole('button', { name: /^Play/ }).focus()
    const opacity = `getComputedStyle(document.querySelectorAll('.utterance > .seek-button')[1]).opacity`
    assert.equal(await page.evaluate(opacity), '0')
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.evaluate(opacity), '1')
    await page.keyboard.press('s')
    await page.getByLabel('Speaker', { exact: true }).selectOption('Speaker 2')
    await page.keyboard.press('Control+Enter')
    await until(async () => (await page.locator('.paragraph').count()) === 3)
    assert.equal(await paragraphs.nth(1).locator('[data-index]').innerText(), all[1]?.text)
    assert.deepEqual(await findings(page), [])
  })

  test('a change of someone else is kept beside another one, and shown where both are of one utterance', async () => {
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
    assert.equal(await text().inputValue(), 'Mine again.')
    assert.deepEqual(await findings(page), [])
    await form().getByRole('button', { name: 'Save mine' }).click()
    await utterances().nth(1).filter({ hasText: 'Mine again.' }).waitFor()

    await page.keyboard.press('e')
    await text().fill('Mine once more.')
    await correct(id, 1, 'Theirs at last.')
    await page.keyboard.press('Enter')
    await form().getByRole('button', { name: 'Use theirs' }).click()
    await utterances().nth(1).filter({ hasText: 'Theirs at last.' }).waitFor()
    // What the other change replaced is not brought back.
    await page.keyboard.press('Control+z')
    await page.getByText('Someone else has changed this part').waitFor()
    assert.match((await transcriptOf(id)).full_transcript, /^Theirs\. Theirs at last\. So,/)
  })

  test('a button reacts also when it is pressed just before the page scrolls', async () => {
    await open()
    const button = await page.locator('.edit-button').first().boundingBox()
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

  test('what cannot be saved stays, and is saved once the service is back', async () => {
    await open()
    await edit(0, 'Good evening.')
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await form()
      .getByText(/^http.* cannot be reached\.$/)
      .waitFor()
    assert.equal(await text().inputValue(), 'Good evening.')
    await page.context().setOffline(false)
    await text().press('Enter')
    await utterances().nth(0).filter({ hasText: 'Good evening.' }).waitFor()
    // There is no place for the reason beside the text.
    await edit(1, 'Not at all.')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Jobs' }).first().click()
    await page.getByText(/^The correction was not saved\. http.* cannot be reached\.$/).waitFor()
    await page.context().setOffline(false)
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
    assert.equal(await page.locator('.edit-button').count(), 0)
    assert.deepEqual(await findings(page), [])
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.waitForURL(new RegExp(`${id}$`))
    await utterances().nth(0).filter({ hasText: 'First.' }).waitFor()
    await page.locator('.edit-button').first().waitFor()
    assert.equal((await jobOf(id)).details.revision, 3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await utterances().nth(0).filter({ hasText: 'Second.' }).waitFor()
  })

  test('a link leads to its words, from which one goes to the others', async () => {
    await open('?q=the&t=13')
    /** @param place the index of an utterance, and a place in its text */
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

  test('doubtful words are gone to by a key, unless single keys are turned off', async () => {
    await open()
    await page.keyboard.press('n')
    const status = page.locator('[role=status]').filter({ hasText: /^for$/ })
    await status.waitFor({ state: 'attached' })
    await page.keyboard.press('?')
    const help = page.getByRole('dialog')
    for (const name of ['Edit the utterance', 'Change its speaker', 'Next doubtful word', 'Undo'])
      await help.getByText(name, { exact: true }).waitFor()
    await help.getByLabel('Use single-key shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    await help.getByLabel('Use single-key shortcuts').check()
    assert.equal(await form().count(), 0)
    await page.keyboard.press('Escape')
  })

  test('every result has its place, and one that failed says why', async () => {
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
