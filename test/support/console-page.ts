/** A page of the console in a browser, and the problems found in it. */
import { after } from 'node:test'
import axe from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { type RunningService, runService } from './running-service.ts'

/** Nothing takes this long, even on a busy machine: a hanging step fails instead of blocking the suite. */
const PATIENCE_MS = 60_000

/** Milliseconds by which frames, and what follows them, are delayed, so that users act before them, as on a busy machine. */
const FRAME_DELAY_MS = Number(process.env['TEST_FRAME_DELAY'] ?? 0)

/** What axe checks in light colours; in dark ones, only the rules about colours. */
const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const COLOURS = ['color-contrast', 'link-in-text-block']

export interface WatchedPage {
  readonly page: Page
  /** Problems so far: errors, dialogs, and violations of the content security policy. */
  readonly problems: string[]
}

export async function watchedPage(context: BrowserContext): Promise<WatchedPage> {
  const problems: string[] = []
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  if (FRAME_DELAY_MS > 0)
    await page.addInitScript(`{
      const { requestAnimationFrame } = window
      window.requestAnimationFrame = (call) => setTimeout(() => requestAnimationFrame(call), ${FRAME_DELAY_MS})
      window.cancelAnimationFrame = clearTimeout
    }`)
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') problems.push(dialog.message())
    void dialog.accept()
  })
  page.on('console', (message) => {
    // A refused request is not an error of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
  return { page, problems }
}

interface Setup {
  /** Environment of the service. */
  readonly env?: Parameters<typeof runService>[0]
  readonly fill?: Parameters<typeof runService>[1]
  /** Arguments of the browser. */
  readonly args?: readonly string[]
}

interface ConsoleSetup extends Setup {
  /** Options of the browser context. */
  readonly options?: BrowserContextOptions
}

interface ServiceAndBrowser {
  readonly service: RunningService
  readonly browser: Browser
}

interface OpenConsole extends ServiceAndBrowser, WatchedPage {
  readonly context: BrowserContext
}

/** Starts a service, and a browser for its console, until the end of the suite or the test. */
export async function serviceAndBrowser({ env, fill, args }: Setup = {}): Promise<ServiceAndBrowser> {
  const service = await runService(env, fill)
  let browser: Browser | undefined
  after(async () => {
    await browser?.close()
    await service.close()
  })
  browser = await launchBrowser(args)
  return { service, browser }
}

/** The same, with a page of the console that is signed in. */
export async function openConsole({ options, ...setup }: ConsoleSetup = {}): Promise<OpenConsole> {
  const { service, browser } = await serviceAndBrowser(setup)
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const watched = await watchedPage(context)
  await signIn(watched.page, service)
  return { service, browser, context, ...watched }
}

/** Signs in with a key, and waits for the list of jobs. */
export async function signIn(page: Page, service: { url: string; key: string }): Promise<void> {
  await typeKey(page, service)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor()
}

/** Opens the console, and types a key. */
export async function typeKey(page: Page, { url, key }: { url: string; key: string }): Promise<void> {
  await page.goto(`${url}/console/jobs`)
  await page.getByText('I have a key').waitFor()
  // It is already open if there is no other way.
  if (!(await page.getByLabel('Service key').isVisible())) await page.getByText('I have a key').click()
  await page.getByLabel('Service key').fill(key)
}

/** Shows another view as a link does, without reloading the page. @param path below `/console/` */
export async function follow(page: Page, path: string): Promise<void> {
  const url = JSON.stringify(`/console/${path}`)
  await page.evaluate(`new Promise((resolve) => {
    history.pushState(null, '', ${url})
    dispatchEvent(new PopStateEvent('popstate'))
    // Until it is drawn.
    requestAnimationFrame(() => setTimeout(resolve))
  })`)
}

/** The findings of axe in light and in dark colours, one per line. */
export async function findings(page: Page): Promise<string[]> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source)
  const all: string[] = []
  for (const [colorScheme, rules] of [
    ['dark', COLOURS],
    ['light', EVERYTHING],
  ] as const) {
    // oxfmt-ignore
    await page.emulateMedia({ colorScheme })
    // Until the page is drawn in them.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
    const found = await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(rules)} }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary)))`)
    all.push(...(found as string[]).map((line) => `${colorScheme}: ${line}`))
  }
  return all
}

/** Whether the page is no wider than the window, so that it does not scroll sideways. */
export async function fits(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth === window.innerWidth')
}
