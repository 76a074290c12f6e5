/** Browsers keep the cookies of a sign-in that leads to another site and back. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { browserMissing, launchBrowser } from '../support/browser.ts'
import { OidcIssuer } from '../support/oidc-issuer.ts'
import { type RunningService, runService } from '../support/running-service.ts'

suite('sign-in at an issuer, in a browser', { skip: browserMissing }, () => {
  let issuer: OidcIssuer
  let service: RunningService
  let browser: Browser
  /** To browsers, another site than 127.0.0.1, where the issuer is. */
  let url: string

  before(async () => {
    issuer = await OidcIssuer.start()
    service = await runService({ ...issuer.env, OIDC_DEFAULT: 'team-a:editor' })
    url = service.url.replace('127.0.0.1', 'localhost')
    issuer.register({ publicUrl: url, url: service.url })
    issuer.people.set('anna', { name: 'Anna' })
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await service.close()
    await issuer.close()
  })

  test('ends in a session whose cookie no other site can use', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${url}/console/issuer/start?return=jobs`)
    await page.locator('input').fill('anna')
    await page.getByRole('button').click()
    await page.waitForURL(`${url}/console/jobs`)
    const who = await page.evaluate(async () => {
      const answer = await fetch('/console/session')
      return ((await answer.json()) as { who: { name: string } }).who.name
    })
    assert.equal(who, 'Anna')
    const cookies = (await context.cookies()).filter(({ domain }) => domain === 'localhost')
    assert.deepEqual(
      cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite })),
      [{ httpOnly: true, sameSite: 'Strict' }],
    )
    // Already signed in at the issuer: no page is shown there, and it is the other site that leads back.
    await page.goto(`${url}/console/issuer/start?return=jobs`)
    await page.waitForURL(`${url}/console/jobs`)
    await context.close()
  })
})
