/** An evening of two people and a stranger, each in a separate browser, from the invitation to the end of a shared link. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { piped, synthesised, wav } from '../../src/audio/testing/media.ts'
import type { CreatedInvitation } from '../../src/contract/invitations.ts'
import type { RevisionPage } from '../../src/contract/revisions.ts'
import { browserMissing } from '../support/browser.ts'
import { Client } from '../support/client.ts'
import { transcriptOf } from '../support/console-jobs.ts'
import { serviceAndBrowser, watchedPage } from '../support/console-page.ts'
import { addHeardJob } from '../support/heard-job.ts'
import { until } from '../support/until.ts'

const RATE = 16_000
const SECONDS = 60
const LINES = [
  'Good evening, and thank you for coming.',
  'The delivery was two palets short.',
  'We shall send the rest tomorrow.',
]

suite('an evening', { skip: browserMissing }, async () => {
  const problems: string[] = []
  const { service, browser } = await serviceAndBrowser()
  const client = await Client.of(service)
  const url = service.url.replace('127.0.0.1', 'localhost')
  const samples = await piped(...synthesised(['0.2*sin(2*PI*220*t)'], RATE, SECONDS), '-f', 's16le')
  const audio = Buffer.concat([wav({ dataBytes: samples.length }, 0), samples])
  const place = { dataDir: service.dataDir, databaseUrl: null }
  const heard = { audio, filename: 'call.wav', seconds: SECONDS, transcription: transcriptOf(LINES) }
  const job = await addHeardJob(client, place, heard)

  const newPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    const watched = await watchedPage(context)
    watched.page.on('close', () => problems.push(...watched.problems))
    return watched.page
  }
  const join = async (page: Page, link: string, name: string) => {
    await page.goto(link.replace('127.0.0.1', 'localhost'))
    await page.getByLabel('Your name').fill(name)
    await page.getByRole('button', { name: 'Join', exact: true }).click()
  }
  const jobs = (page: Page) => page.getByRole('heading', { name: 'Jobs', exact: true })
  const openJob = async (page: Page) => {
    await page.goto(`${url}/console/jobs/${job}`)
    await page.locator('.transcript [data-index]').first().waitFor()
  }

  test('goes from the invitation to the end of the shared link', async () => {
    const admin = await newPage()
    const { body } = await client.send<CreatedInvitation>('POST', '/v2/invitations', {
      body: { role: 'admin' },
    })
    await join(admin, body.url, 'Ada')
    await admin.getByRole('button', { name: 'Not now' }).click()
    await admin.getByRole('link', { name: 'Members' }).click()
    await admin.getByRole('button', { name: 'Invite somebody' }).click()
    await admin.getByLabel('Role', { exact: true }).selectOption('editor')
    await admin.getByRole('button', { name: 'Create the link' }).click()
    const invitation = await admin.getByLabel('Link', { exact: true }).inputValue()

    const guest = await newPage()
    const device = await guest.context().newCDPSession(guest)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...({ protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const),
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    await join(guest, invitation, 'Bo')
    await guest.getByRole('button', { name: 'Add a passkey' }).click()
    await jobs(guest).waitFor()
    await guest.getByRole('button', { name: 'Sign out' }).click()
    await guest.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await jobs(guest).waitFor()

    await openJob(guest)
    for (const _ of ['to the first', 'to the second']) await guest.keyboard.press('ArrowDown')
    await guest.keyboard.press('e')
    await guest
      .getByRole('group', { name: 'Paragraph' })
      .getByLabel('Text')
      .fill('The delivery was two pallets short.')
    await guest.keyboard.press('Control+Enter')
    await guest.locator('[data-index="1"]', { hasText: 'The delivery was two pallets short.' }).waitFor()
    await guest.getByRole('group', { name: 'Paragraph' }).waitFor({ state: 'detached' })
    const [newest] = (await client.get<RevisionPage>(`/v2/jobs/${job}/revisions`)).body.items
    assert.deepEqual([newest?.revision, newest?.by?.kind, newest?.by?.name], [1, 'user', 'Bo'])

    await guest.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = guest.getByRole('dialog')
    await dialog.getByLabel('From').fill('0:00')
    await dialog.getByLabel('To', { exact: true }).fill('0:20')
    await dialog.getByRole('button', { name: 'Create the link' }).click()
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue()

    const stranger = await newPage({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
    await stranger.goto(link)
    await stranger.getByText('The delivery was two pallets short.').waitFor()
    const duration = await until(
      async () => stranger.evaluate<number | null>(`document.querySelector('audio')?.duration || null`),
      (seconds) => seconds !== null,
    )
    assert.ok(Math.abs((duration ?? 0) - 20) < 0.2, `the audio has ${duration} s`)
    assert.deepEqual(await stranger.context().cookies(), [])

    await admin.goto(`${url}/console/members`)
    await admin.getByRole('button', { name: 'Remove Bo' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await admin.getByText('Bo is no longer a member.').waitFor()

    assert.equal((await stranger.reload())?.status(), 404)
    assert.equal(await stranger.getByText('pallets').count(), 0)
    await guest.goto(`${url}/console/jobs`)
    await guest.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await guest.getByText('was removed, is for another address').waitFor()
    assert.equal(await jobs(guest).count(), 0)
    for (const page of [admin, guest, stranger]) await page.close()
    assert.deepEqual(problems, [])
  })
})
