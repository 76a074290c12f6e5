/**
 * What a first-time user of the console wants to do, in order. The user finds controls by their visible names, as people and screen
 * readers do, and reads no help: a step whose words do not explain themselves fails.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { packageFile } from '../../src/speech/testing/speech.ts'
import { browserMissing } from '../support/browser.ts'
import { findings, openConsole } from '../support/console-page.ts'
import { until } from '../support/until.ts'

const RECORDINGS = [
  'en-US_Broadband_sample1.wav',
  'en-US_Broadband_sample2.wav',
  'Us_English_Narrowband_Sample_1.wav',
].map((name) => packageFile('@ibm-watson/speech-to-text-nodejs', `public/audio/${name}`))

/** Milliseconds that everything may take at machine speed, without recognition. */
const MOST_MS = 180_000
/** Seconds that recognition may take, on a busy machine. */
const RECOGNISED_SECONDS = 220

/** A person using the page. */
class Person {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async sees(text: string | RegExp): Promise<Locator> {
    const seen = this.#page.getByText(text).filter({ visible: true }).first()
    await seen.waitFor()
    return seen
  }

  /** Presses a button, link or choice with this name. */
  async presses(name: string | RegExp): Promise<void> {
    const { button, link, radio, summary } = {
      button: this.#page.getByRole('button', { name }),
      link: this.#page.getByRole('link', { name }),
      radio: this.#page.getByRole('radio', { name }),
      summary: this.#page.locator('summary').filter({ hasText: name }),
    }
    await button.or(link).or(radio).or(summary).filter({ visible: true }).first().click()
  }

  /** Replaces the contents of the field that has the focus. */
  async types(text: string): Promise<void> {
    await this.#page.keyboard.press('Control+a')
    await this.#page.keyboard.type(text)
    await this.#page.keyboard.press('Enter')
  }

  /** Drops files from the desktop. */
  async drops(paths: readonly string[]): Promise<void> {
    const files = paths.map((path) => ({
      name: basename(path),
      base64: readFileSync(path).toString('base64'),
    }))
    await this.#page.evaluate(`{
      const dataTransfer = new DataTransfer()
      for (const { name, base64 } of ${JSON.stringify(files)}) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
        dataTransfer.items.add(new File([bytes], name, { type: 'audio/wav' }))
      }
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }`)
  }

  async downloads(action: () => Promise<void>): Promise<string> {
    const [file] = await Promise.all([this.#page.waitForEvent('download'), action()])
    return file.suggestedFilename()
  }

  async pastes(): Promise<string> {
    return this.#page.evaluate<string>('navigator.clipboard.readText()')
  }
}

suite('a first-time user of the console', { skip: browserMissing }, () => {
  test('gets three meetings transcribed, corrects the names, quotes a paragraph and downloads a Word file', async (t) => {
    const { page, problems } = await openConsole({
      options: { locale: 'en-GB', permissions: ['clipboard-read', 'clipboard-write'] },
    })
    const person = new Person(page)
    const began = performance.now()

    // “Here are three recordings of meetings.”
    await person.drops(RECORDINGS)
    await person.presses(/^Meeting/)
    await person.presses('Transcribe 3 files')

    // “Are they done?”
    await person.presses(/^Jobs$/)
    const submitted = performance.now()
    await until(
      async () => page.getByRole('row').filter({ hasText: 'Done' }).count(),
      (done) => done === 3,
      RECOGNISED_SECONDS,
    )
    const recognised = performance.now()
    await person.presses(basename(RECORDINGS[0]!))

    // “The first one is Michael.”
    await person.presses('Speaker 1')
    await page.getByRole('textbox', { name: /name/i }).filter({ visible: true }).first().click()
    await person.types('Michael')
    await person.sees('Michael')

    // “I want to send somebody what he said.”
    await page.locator('.paragraph').first().hover()
    await person.presses(/^Copy quote/)
    await person.sees('Copied.')
    assert.match(await person.pastes(), /Michael/)

    // “And all of it as a Word file.”
    await person.presses('Export')
    assert.match(await person.downloads(async () => person.presses('Word document')), /\.docx$/)

    await page.keyboard.press('Escape')

    const took = performance.now() - recognised + submitted - began
    t.diagnostic(`${Math.round(took / 1000)} s`)
    assert.ok(took < MOST_MS, `${took} ms`)
    assert.deepEqual(await findings(page), [])
    assert.deepEqual(problems, [])
  })
})
