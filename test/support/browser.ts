/**
 * Chromium, for tests of the console. They wait for the state of scripts with `until` and `page.evaluate`, not with `waitForFunction`,
 * which is subject to the policy of the page: it may evaluate only the first text.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { writeWav } from '../../src/speech/testing/wav-file.ts'
import { temporaryFolder } from './scriptorium.ts'

/** Where Debian installs it; `.ci/run` installs it if it is missing. */
const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const executablePath = process.env['TEST_CHROMIUM'] ?? PATHS.find((path) => existsSync(path))

/** Why tests that need a browser are skipped; false if they are not. */
export const browserMissing =
  executablePath === undefined && 'Chromium is not installed: apt-get install chromium, or set TEST_CHROMIUM'

/** @param more arguments of the browser @param unwanted arguments that Playwright would add */
export async function launchBrowser(
  more: readonly string[] = [],
  unwanted: readonly string[] = [],
): Promise<Browser> {
  // Its sandbox needs a user other than root.
  const args = [
    ...more,
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--autoplay-policy=no-user-gesture-required',
  ]
  return chromium.launch({ executablePath: executablePath ?? '', args, ignoreDefaultArgs: [...unwanted] })
}

/** Arguments for a browser whose microphone plays these samples in a loop. */
export function microphoneOf(samples: Float32Array): string[] {
  const path = join(temporaryFolder(), 'speech.wav')
  writeWav(path, samples)
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${path}`,
  ]
}
