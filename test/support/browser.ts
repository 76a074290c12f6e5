/** Chromium, for tests of the console. */
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Where Debian installs it; `.ci/run` does so where it is missing. */
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const executablePath = process.env['TEST_CHROMIUM'] ?? PATHS.find((path) => existsSync(path))

/** Why tests that need a browser are skipped; false if they are not. */
export const browserMissing =
  executablePath === undefined && 'Chromium is not installed: apt-get install chromium, or set TEST_CHROMIUM'

/** @param more arguments of the browser */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  // Its sandbox needs a user other than root.
  const args = [
    ...more,
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--autoplay-policy=no-user-gesture-required',
  ]
  return chromium.launch({ executablePath: executablePath ?? '', args })
}

/**
 * Waits until an expression is true in a page. Not by `waitForFunction`, which is subject to the policy of the page: only the first
 * time that it evaluates a text is allowed.
 */
export async function until(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate<boolean>(`Boolean(${expression})`))) await delay(20)
}
