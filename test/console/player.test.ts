/** The player of a job in a browser: what it plays when, where the waveform shows it, and how it fits the page. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { piped, synthesised, wav } from '../../src/audio/testing/media.ts'
import { browserMissing } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { addTalk, transcriptOf } from '../support/console-jobs.ts'
import { findings, fits, openConsole } from '../support/console-page.ts'
import { addHeardJob } from '../support/heard-job.ts'
import { until } from '../support/until.ts'

const RATE = 16_000
const SECONDS = 60
const TALK = transcriptOf([
  'Good morning, and thank you for taking the time today.',
  'Of course. I have been looking forward to it, to be honest.',
  'Before we begin with the invoice, is there anything else?',
  'Only one thing: the delivery was two pallets short.',
])
const SILENT = 12
/** The same with a long silence in the middle. */
const TRANSCRIPTION = {
  ...TALK,
  utterances: TALK.utterances.map(({ words, start, end, ...one }, index) => {
    const later = index < 2 ? 0 : SILENT
    const moved = words.map((word) => ({ ...word, start: word.start + later, end: word.end + later }))
    return { ...one, start: start + later, end: end + later, words: moved }
  }),
}
const UTTERANCES = TRANSCRIPTION.utterances

suite('the player of a job', { skip: browserMissing }, async () => {
  const samples = await piped(...synthesised(['0.2*sin(2*PI*220*t)'], RATE, SECONDS), '-f', 's16le')
  const audio = Buffer.concat([wav({ dataBytes: samples.length }, 0), samples])
  const { service, page, problems } = await openConsole()
  const place = { dataDir: service.dataDir, databaseUrl: null }
  const recording = { audio, filename: 'call.wav', seconds: SECONDS, transcription: TRANSCRIPTION }
  const job = await addHeardJob(await Client.of(service), place, recording)

  /** Waits until an expression is true in the page. */
  const seen = async (expression: string) => until(async () => page.evaluate<boolean>(expression), Boolean)

  /** Opens the job at a time, once its audio is loaded. */
  const open = async (time = 0) => {
    const wave = page.waitForResponse((got) => got.url().endsWith('/peaks') && got.status() === 200)
    await page.goto(`${service.url}/console/jobs/${job}?t=${time}`)
    await wave
    await seen(`(() => {
      const { src, readyState, currentTime } = document.querySelector('audio')
      return src.endsWith('/playback') && readyState >= 2 && Math.abs(currentTime - ${time}) < 0.5
    })()`)
  }
  await open()
  const audioIs = async (condition: string) =>
    seen(
      `(({ currentTime, paused, playbackRate, volume, muted }) => ${condition})(document.querySelector('audio'))`,
    )
  /** Records the times that are played from now on. */
  const listen = async () =>
    page.evaluate(`(() => {
      window.heard = []
      const audio = document.querySelector('audio')
      audio.addEventListener('timeupdate', () => window.heard.push(audio.currentTime))
    })()`)
  const heard = async () => page.evaluate<number[]>('window.heard')
  const boxOf = async (selector: string) =>
    (await page.locator(selector).boundingBox()) ?? assert.fail(selector)
  /** The repeated range in seconds, as shown in the waveform. */
  const repeated = async () => {
    const [wave, span] = [await boxOf('.wave'), await boxOf('.loop-span')]
    return [span.x, span.x + span.width].map((x) => ((x - wave.x) / wave.width) * SECONDS)
  }
  const isAbout = (found: readonly number[], expected: readonly number[]) =>
    expected.forEach((time, i) =>
      assert.ok(Math.abs((found[i] ?? NaN) - time) < 0.3, `${found.join()} for ${expected.join()}`),
    )
  const repeat = () => page.getByRole('button', { name: 'Repeat' })

  test('remembers its speed and volume', async () => {
    await page.getByLabel('Speed').selectOption('2×')
    await page.keyboard.press('9')
    await page.keyboard.press('9')
    await page.keyboard.press('m')
    await audioIs('playbackRate === 2 && Math.abs(volume - 0.8) < 0.01 && muted')
    await page.getByRole('button', { name: 'Unmute' }).click()
    await open()
    await audioIs('playbackRate === 2 && Math.abs(volume - 0.8) < 0.01 && !muted')
    await page.getByRole('slider', { name: 'Volume' }).focus()
    await page.keyboard.press('End')
    await audioIs('volume === 1')
    for (const key of ['[', '[', '[', ']']) await page.keyboard.press(key)
    await audioIs('playbackRate === 1.5')
    await page.getByLabel('Speed').selectOption('1×')
  })

  test('skips silence on request, and nothing that is said', async () => {
    const [, earlier, later] = UTTERANCES
    await open((earlier?.end ?? 0) - 1)
    await page.getByRole('button', { name: 'Skip silence' }).click()
    await listen()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await audioIs(`currentTime > ${later?.start}`)
    await page.keyboard.press('Space')
    const times = await heard()
    const isIn = (from: number, to: number) => times.some((time) => time > from && time < to)
    // A frame may be late.
    assert.ok(!isIn((earlier?.end ?? 0) + 2, (later?.start ?? 0) - 0.3), times.join())
    assert.ok(isIn((earlier?.end ?? 0) - 0.9, (earlier?.end ?? 0) + 0.3), times.join())
    await page.keyboard.press('k')
    await page.locator('[aria-pressed=false]').filter({ hasText: 'Skip silence' }).waitFor()
  })

  test('repeats an utterance, a selection, and a marked range', async () => {
    const [first, second] = UTTERANCES
    await open(3)
    await page.keyboard.press('l')
    isAbout(await repeated(), [first?.start ?? 0, first?.end ?? 0])
    await listen()
    await page.keyboard.press('Space')
    await seen('window.heard.some((time, i) => time < window.heard[i - 1] - 1)')
    await page.keyboard.press('Space')
    assert.ok((await heard()).every((time) => time < (first?.end ?? 0) + 1))
    await repeat().click()
    assert.equal(await page.locator('.loop-span').count(), 0)
    await page.evaluate(`(() => {
      const text = document.querySelector('.transcript [data-index="1"]').firstChild
      getSelection().setBaseAndExtent(text, 0, text, 10)
    })()`)
    await repeat().click()
    isAbout(await repeated(), [second?.words[0]?.start ?? 0, second?.words[1]?.end ?? 0])
    await page.keyboard.press('l')
    await page.getByRole('slider', { name: 'Position' }).focus()
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'a', 'ArrowRight', 'ArrowRight', 'b'])
      await page.keyboard.press(key)
    isAbout(await repeated(), [2, 4])
    const wave = await boxOf('.wave')
    const at = (time: number) => wave.x + (time / SECONDS) * wave.width
    await page.mouse.move(at(30), wave.y + 20)
    await page.keyboard.down('Shift')
    await page.mouse.down()
    await page.mouse.move(at(40), wave.y + 20)
    await page.mouse.up()
    await page.keyboard.up('Shift')
    isAbout(await repeated(), [30, 40])
    await audioIs('Math.abs(currentTime - 30) < 0.3')
    await page.keyboard.press('l')
  })

  test('zooms around the pointer and the current time, which stays visible', async () => {
    await open()
    const wave = await boxOf('.waveform')
    const clickAt = async (share: number) => page.mouse.click(wave.x + wave.width * share, wave.y + 20)
    await clickAt(0.6)
    await page.keyboard.press('+')
    assert.ok((await boxOf('.wave')).width > 1.9 * wave.width)
    await clickAt(0.25)
    const sought = await page.evaluate<number>('document.querySelector("audio").currentTime')
    await page.mouse.move(wave.x + wave.width * 0.25, wave.y + 20)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -200)
    await page.keyboard.up('Control')
    await seen(`document.querySelector('.wave').offsetWidth > ${3 * wave.width}`)
    await clickAt(0.25)
    await audioIs(`Math.abs(currentTime - ${sought}) < 0.3`)
    await page.getByRole('slider', { name: 'Position' }).focus()
    await page.keyboard.press('End')
    const isInView = `(({ scrollLeft, clientWidth, scrollWidth }) => {
      const at = (document.querySelector('audio').currentTime / ${SECONDS}) * scrollWidth - scrollLeft
      return at >= -2 && at <= clientWidth + 2
    })(document.querySelector('.waveform'))`
    await seen(isInView)
    await page.keyboard.press('Home')
    await seen(isInView)
    await clickAt(0.97)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await seen(`document.querySelector('.waveform').scrollLeft > 0 && ${isInView}`)
    await page.keyboard.press('Space')
    assert.deepEqual(await findings(page), [])
    const out = page.getByRole('button', { name: 'Zoom out' })
    while (await out.isEnabled()) await out.click()
    assert.equal((await boxOf('.wave')).width, wave.width)
  })

  test('shows who speaks when, in the colours of the transcript', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    const lanes = `document.querySelector('.lanes')`
    const colourAt = async (time: number, lane: number) =>
      page.evaluate<string>(`(() => {
        const canvas = ${lanes}
        const [x, y] = [(${time} / ${SECONDS}) * canvas.width, ((${lane} + 0.4) / 2) * canvas.height]
        return [...canvas.getContext('2d').getImageData(x, y, 1, 1).data].join()
      })()`)
    const middleOf = (index: number) => ((UTTERANCES[index]?.start ?? 0) + (UTTERANCES[index]?.end ?? 0)) / 2
    const NONE = '0,0,0,0'
    const [one, other] = await until(
      async () => [await colourAt(middleOf(0), 0), await colourAt(middleOf(1), 1)],
      (drawn) => !drawn.includes(NONE),
    )
    assert.equal(await colourAt(middleOf(0), 1), NONE)
    assert.equal(await colourAt(middleOf(1), 0), NONE)
    const named = async (speaker: number) =>
      page.evaluate<string>(`(() => {
        const probe = document.body.appendChild(document.createElement('p'))
        probe.style.color = 'var(--speaker-${speaker})'
        return getComputedStyle(probe).color.match(/\\d+/g).join() + ',255'
      })()`)
    assert.deepEqual([one, other], [await named(1), await named(2)])
    assert.notEqual(one, other)
  })

  test('hides everything of the page below it', async () => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 500 })
      for (const scroll of [0, 150])
        assert.ok(
          await page.evaluate(`(() => {
            scrollTo(0, ${scroll})
            const { left, width } = document.querySelector('.player').getBoundingClientRect()
            return [left + 20, left + width / 2].every((x) =>
              document.elementFromPoint(x, innerHeight - 4)?.closest('.player-dock') !== null)
          })()`),
          `at ${width}, ${scroll}`,
        )
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('has one row of controls on a phone, and the others behind a button', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    const controls = page.locator('.player')
    const isSeen = async (name: string) => controls.getByRole('button', { name, exact: true }).isVisible()
    assert.deepEqual([await isSeen('Play'), await isSeen('Skip silence')], [true, false])
    const rows = await Promise.all(
      ['.play-button', '.player .time', '.player select', '.more-controls'].map(async (selector) => {
        const { y, height } = await boxOf(selector)
        return y + height / 2
      }),
    )
    assert.ok(Math.max(...rows) - Math.min(...rows) < 4, rows.join())
    await controls.getByRole('button', { name: 'More controls' }).press('Enter')
    for (const name of ['Skip silence', 'Repeat', 'Mute', 'Zoom in', 'Zoom out'])
      assert.ok(await isSeen(name), name)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      assert.ok(await fits(page), String(width))
      assert.deepEqual(await findings(page), [])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('lists its keys', async () => {
    await page.keyboard.press('?')
    const help = page.getByRole('dialog')
    for (const label of ['Repeat from here', 'Skip silence', 'Zoom in', 'Louder', 'Mute or unmute'])
      await help.getByText(label, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual(problems, [])
  })
})

suite('the page of a job on a phone', { skip: browserMissing }, () => {
  test('has its title first, its actions in a menu, and tabs that are all reachable by keyboard', async () => {
    let id = ''
    const { service, page, problems } = await openConsole({
      fill: async (store) => void (id = await addTalk(store)),
      options: { viewport: { width: 390, height: 800 } },
    })
    await page.goto(`${service.url}/console/jobs/${id}`)
    await page.locator('.transcript [data-index]').first().waitFor()
    const header = page.locator('.job-header')
    assert.equal(await header.getByRole('button', { name: 'Share' }).isVisible(), false)
    const menu = page.getByLabel('Actions')
    await menu.press('Enter')
    for (const name of ['Share', 'Move to the trash']) await header.getByRole('button', { name }).waitFor()
    await header.getByText('Export').click()
    await header.getByRole('link', { name: 'Word document' }).waitFor()
    // Controls that the menu covers can be pressed once it is closed.
    assert.deepEqual(
      (await findings(page)).filter((line) => !line.includes('partially obscured')),
      [],
    )
    assert.ok(await fits(page))
    await page.keyboard.press('Escape')
    await header.getByRole('button', { name: 'Move to the trash' }).waitFor({ state: 'hidden' })
    const tabs = page.locator('.job-bar .tab')
    await tabs.first().focus()
    const last = (await tabs.count()) - 1
    for (let i = 0; i < last; i++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/tab=revisions/)
    const { x, width } = (await tabs.nth(last).boundingBox())!
    assert.ok(x >= 0 && x + width <= 390, `${x} to ${x + width}`)
    assert.deepEqual(await findings(page), [])
    assert.deepEqual(problems, [])
  })
})
