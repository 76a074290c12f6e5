/** The console in unusual conditions: enlarged, without motion, without a trash, and without events. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import type { JobCreated } from '../../clients/typescript/src/types.ts'
import { browserMissing } from '../support/browser.ts'
import { addTalk, fillWithConsoleJobs } from '../support/console-jobs.ts'
import { findings, fits, follow, serviceAndBrowser, signIn, watchedPage } from '../support/console-page.ts'

const SCREENS = ['jobs', 'jobs/trash', 'new', 'live', 'deliveries', 'members', 'keys', 'system', 'me']

suite('the console in unusual conditions', { skip: browserMissing }, async () => {
  let talk: string
  const { service, browser } = await serviceAndBrowser({
    env: { TRASH_DAYS: '0' },
    fill: async (store) => {
      await fillWithConsoleJobs(store, 12)
      talk = await addTalk(store)
    },
  })

  const signedIn = async (options: BrowserContextOptions) => {
    const watched = await watchedPage(await browser.newContext(options))
    await signIn(watched.page, service)
    return watched
  }

  test('can be enlarged to 200 % in a window of 1280 pixels', async () => {
    const { page, problems } = await signedIn({
      viewport: { width: 640, height: 400 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
    })
    for (const path of [...SCREENS, `jobs/${talk}`]) {
      await follow(page, path)
      await page.locator('main h1').first().waitFor()
      assert.ok(await fits(page), path)
      assert.deepEqual(await findings(page), [], path)
      // Fixed and sticky elements leave room for the rest.
      const rest = await page.evaluate<number>(`innerHeight - [...document.querySelectorAll('body *')]
        .filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position))
        .reduce((sum, one) => sum + one.getBoundingClientRect().height, 0)`)
      assert.ok(rest > 100, `${path}: ${rest} px are left`)
    }
    assert.deepEqual(problems, [])
    await page.context().close()
  })

  test('moves nothing for users who prefer reduced motion', async () => {
    const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
      const { page } = await signedIn({ reducedMotion })
      // Until then, the screen is loading, which is shown by motion.
      await page.route('**/v2/members*', () => {})
      await follow(page, 'members')
      await page.locator('main h1').waitFor()
      const names = await page.evaluate<string[]>(`(() => {
        const longest = (list) => Math.max(...list.split(',').map((one) => parseFloat(one) * (one.includes('ms') ? 1 : 1000)))
        return [...document.querySelectorAll('body *')].filter((one) => {
          const { animationName, animationDuration, transitionDuration } = getComputedStyle(one)
          return (animationName !== 'none' && longest(animationDuration) > 1) || longest(transitionDuration) > 1
        }).map((one) => one.outerHTML.slice(0, 80))
      })()`)
      await page.context().close()
      return names
    }
    assert.notDeepEqual(await moving('no-preference'), [])
    assert.deepEqual(await moving('reduce'), [])
  })

  test('shows a job that was created elsewhere when events are unavailable', async () => {
    const { page } = await watchedPage(await browser.newContext())
    let refused = 0
    await page.route('**/v2/events*', async (route) => {
      refused += 1
      await route.abort()
    })
    await signIn(page, service)
    await page.locator('.row-link').first().waitFor()
    const body = JSON.stringify({ audio_url: 'https://example.invalid/nobody-told-us.mp3' })
    const headers = { 'content-type': 'application/json' }
    const answer = await service.request('/v2/pre-recorded', { method: 'POST', headers, body })
    const { id } = (await answer.json()) as JobCreated
    await page.locator(`a[href$="/jobs/${id}"]`).waitFor()
    assert.ok(refused > 0)
    await page.context().close()
  })

  test('says that jobs are deleted for good where there is no trash', async () => {
    const { page, problems } = await signedIn({ reducedMotion: 'reduce' })
    await follow(page, `jobs/${talk}`)
    await page.locator('summary[aria-label=Actions]').click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/are deleted for good/).waitFor()
    assert.deepEqual(await findings(page), [])
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 job deleted.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
    assert.equal((await service.request(`/v2/jobs/${talk}`)).status, 404)
    await page.locator('tbody input[type=checkbox]').first().check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByText(/are deleted for good/).waitFor()
    await dialog.getByRole('button', { name: 'Keep' }).click()
    await follow(page, 'jobs/trash')
    await page.getByText('This service does not keep deleted jobs.').waitFor()
    assert.deepEqual(problems, [])
    await page.context().close()
  })
})
