/** Browsers keep the cookies of a sign-in that leads to another site and back. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { browserMissing } from '../support/browser.ts'
import { serviceAndBrowser } from '../support/console-page.ts'
import { OidcIssuer } from '../support/oidc-issuer.ts'

suite('sign-in at an issuer, in a browser', { skip: browserMissing }, async () => {
  const issuer = await OidcIssuer.start()
  after(async () => issuer.close())
  const { service, browser } = await serviceAndBrowser({
    env: { ...issuer.env, OIDC_DEFAULT: 'team-a:editor' },
  })
  /** To browsers, a different site from 127.0.0.1, where the issuer is. */
  const url = service.url.replace('127.0.0.1', 'localhost')
  issuer.register({ publicUrl: url, url: service.url })
  issuer.people.set('anna', { name: 'Anna' })

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
    // Already signed in at the issuer: it shows no page, and the other site leads back.
    await page.goto(`${url}/console/issuer/start?return=jobs`)
    await page.waitForURL(`${url}/console/jobs`)
    await context.close()
  })
})
