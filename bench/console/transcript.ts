import type { CDPSession, Page } from 'playwright-core'
import { until } from '../../test/support/until.ts'
import { type Figure, median } from './figure.ts'

const ROUNDS = 5
const SECONDS = 5

/** Records when the first utterance was painted, in milliseconds since the navigation began. */
const NOTE_FIRST_PAINT = `new MutationObserver((_, observer) => {
  if (document.querySelector('.transcript [data-index]') === null) return
  observer.disconnect()
  requestAnimationFrame(() => requestAnimationFrame(() => (window.firstPaint = performance.now())))
}).observe(document, { childList: true, subtree: true })`

/** Measures how soon a transcript is shown. @param most the target, in milliseconds */
export async function measureOpening(
  page: Page,
  url: string,
  jobId: string,
  { what, most }: { readonly what: string; readonly most: number },
): Promise<Figure[]> {
  await page.addInitScript(NOTE_FIRST_PAINT)
  const paints: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`${url}/console/jobs/${jobId}`)
    await until(async () => page.evaluate('window.firstPaint'))
    paints.push(await page.evaluate<number>('window.firstPaint'))
  }
  return [{ what: `${what}: first paint, ms`, measured: median(paints), wanted: { most } }]
}

/** Measures how soon a long transcript is shown, and how many frames are drawn while it is scrolled and played. */
export async function measureTranscript(page: Page, url: string, jobId: string): Promise<Figure[]> {
  const opening = await measureOpening(page, url, jobId, { what: 'transcript', most: 1000 })
  await until(async () => page.evaluate(`document.querySelector('audio').currentSrc.endsWith('/playback')`))
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const frames = async (action: string) => draw(page, session, action)
  const idle = await frames('')
  const scrolling = await frames('window.scrollBy(0, 40)')
  await page.evaluate(`window.scrollTo(0, 0), document.querySelector('audio').play()`)
  await until(async () => page.evaluate(`document.querySelector('audio').currentTime > 1`))
  const playing = await frames('')
  const count = async (selector: string) =>
    page.evaluate<number>(`document.querySelectorAll('${selector}').length`)
  const utterances = await count('[data-index]')
  if (utterances === 0) throw new Error('the transcript has no utterances')
  return [
    ...opening,
    { what: 'transcript: idle, frames/s', measured: idle.rate, digits: 1 },
    { what: 'transcript: scrolling, frames/s', measured: scrolling.rate, digits: 1, wanted: { least: 59 } },
    { what: 'transcript: scrolling, processor ms for a frame', measured: scrolling.cpu, digits: 1 },
    { what: 'transcript: playing, frames/s', measured: playing.rate, digits: 1, wanted: { least: 59 } },
    { what: 'transcript: playing, processor ms for a frame', measured: playing.cpu, digits: 1 },
    { what: 'transcript: utterances in the DOM', measured: utterances },
    { what: 'transcript: elements in the DOM', measured: await count('*') },
  ]
}

/**
 * Draws frames for some seconds, with an action in each. @returns frames per second, and the page's processor time per
 * frame
 */
async function draw(page: Page, session: CDPSession, action: string): Promise<{ rate: number; cpu: number }> {
  const before = await busyTime(session)
  const rate = await page.evaluate<number>(`(async () => {
    const began = await new Promise(requestAnimationFrame)
    let last = began
    let count = 0
    for (; last - began < ${SECONDS * 1000}; count++) {
      ${action};
      last = await new Promise(requestAnimationFrame)
    }
    return (1000 * count) / (last - began)
  })()`)
  return { rate, cpu: ((await busyTime(session)) - before) / (rate * SECONDS) }
}

/** Processor time of the page's main thread so far, in milliseconds. */
async function busyTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
}
