/**
 * `npm run screenshots -- <folder>` starts a service with temporary data and takes pictures of every screen of the console, in
 * both themes and at a width of 320 px.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { CreatedInvitation } from '../src/contract/invitations.ts'
import { kennedy, packageFile } from '../src/speech/testing/speech.ts'
import { launchBrowser, microphoneOf } from '../test/support/browser.ts'
import { Client } from '../test/support/client.ts'
import { addDeliveries } from '../test/support/console-deliveries.ts'
import { addTalk, fillWithConsoleJobs } from '../test/support/console-jobs.ts'
import { follow, signIn } from '../test/support/console-page.ts'
import { runService } from '../test/support/running-service.ts'
import { SAMPLE_PATH } from '../test/support/sample.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: npm run screenshots -- <folder>')
mkdirSync(folder, { recursive: true })

const THEMES = ['light', 'dark'] as const
const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 320, height: 640 } } as const

let standardKey = ''
const service = await runService({}, async (store, dialect) => {
  await addDeliveries(store, dialect, { url: 'https://hooks.example.com/transcripts', count: 12 })
  await fillWithConsoleJobs(store, 70)
  await addTalk(store)
  standardKey = (await store.keys.create(await store.accounts.ensure('default'), 'laptop')).key
})
const interview = await transcribeInterview()
// Not the sample of the repository: live recognition does not know the name in it.
const browser = await launchBrowser(microphoneOf(kennedy.samples))
try {
  for (const theme of THEMES)
    for (const [size, viewport] of Object.entries(SIZES)) {
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' })
      await takeAll(context, join(folder, `${theme}-${size}`))
      await context.close()
    }
} finally {
  await browser.close()
  await service.close()
}

/** Transcribes a real conversation, for the picture in README.md. @returns the id of its job */
async function transcribeInterview(): Promise<string> {
  const client = await Client.of(service)
  const recording = packageFile(
    '@ibm-watson/speech-to-text-nodejs',
    'public/audio/en-US_Broadband_sample1.wav',
  )
  const { audio_url } = await client.upload(readFileSync(recording), 'interview.wav')
  const id = await client.create({
    audio_url,
    diarization: true,
    diarization_config: { number_of_speakers: 2 },
    summarization: true,
    named_entity_recognition: true,
    sentiment_analysis: true,
    subtitles: true,
  })
  await client.ended(id)
  await client.send('PATCH', `/v2/jobs/${id}`, {
    body: {
      title: 'Interview on artificial intelligence',
      tags: ['podcast'],
      speaker_names: { 0: 'Michael', 1: 'David' },
    },
  })
  return id
}

/** @param prefix of the file names */
async function takeAll(context: BrowserContext, prefix: string): Promise<void> {
  const page = await context.newPage()
  const take = async (name: string) => page.screenshot({ path: `${prefix}-${name}.png` })
  const open = async (path: string, ready: string) => {
    await page.goto(`${service.url}/console/${path}`)
    await page.locator(ready).first().waitFor()
  }
  await open('jobs', '.entrance summary')
  await take('sign-in')
  await signIn(page, service)
  await page.locator('.row-link').first().waitFor()

  await open('new', '.preset-card')
  await page.locator('input[type=file]').setInputFiles(SAMPLE_PATH)
  await take('new')
  await page.getByRole('button', { name: /^Transcribe/ }).click()
  await page.locator('.uploads li').waitFor()
  await take('uploaded')
  await page.locator('.uploads a').click()
  await page.locator('.transcript').waitFor()
  await page.goto(`${page.url()}?t=9`)
  await page.locator('.player').getByText('0:09').waitFor()
  await take('job-audio')

  const wave = page.waitForResponse(
    (response) => response.url().endsWith('/peaks') && response.status() === 200,
  )
  await open(`jobs/${interview}?t=13.5`, '.transcript')
  await wave
  await page.locator('.player').getByText('0:13').waitFor()
  await take('conversation')

  await open('jobs', '.row-link')
  await take('jobs')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await take('jobs-selected')
  await page.keyboard.press('Escape')
  await open('jobs?status=done&kind=pre-recorded&from=2020-01-01', '.row-link')
  await take('jobs-filtered')
  // The jobs uploaded above are first in the list.
  await page.locator('.row-link', { hasText: 'Customer call' }).first().click()
  await page.locator('.transcript').waitFor()
  await take('job')
  for (const tab of [
    'Summary',
    'Chapters',
    'Names and places',
    'Mood',
    'Translation',
    'Subtitles',
    'Request',
    'Deliveries',
  ]) {
    await page.getByRole('button', { name: tab, exact: true }).click()
    await page.locator('.prose, .results, .state').first().waitFor()
    await take(`job-${tab.toLowerCase()}`)
  }
  await page.getByRole('button', { name: 'Transcript', exact: true }).click()
  await page.getByLabel('Find in the transcript').fill('the')
  await page.locator('.search-count').waitFor()
  await take('job-find')
  await page.getByRole('button', { name: 'Edit the paragraph at 0:05' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Of course. I look forward to it.')
  await take('job-edit')
  await page.keyboard.press('Enter')
  await page.locator('.paragraph-form').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Revisions' }).click()
  await page.locator('.revisions').waitFor()
  await take('job-revisions')
  await page.getByRole('button', { name: 'Show revision 0' }).click()
  await page.locator('.revision-banner').waitFor()
  await take('job-revision')
  await open('jobs?status=error', '.row-link')
  await page.locator('.row-link').first().click()
  await page.locator('.failure').waitFor()
  await take('job-failed')
  await open('jobs?q=the+delivery', '.job-matches a')
  await take('jobs-found')
  await open('jobs?q=nothing+at+all', '.state')
  await take('jobs-empty')
  await open('live?language=en', 'text=Start recording')
  await take('live-start')
  await page.getByRole('button', { name: 'Start recording' }).click()
  await page.locator('.spoken [role=log] p').nth(1).waitFor()
  await page.locator('.spoken .partial').first().waitFor()
  await take('live-recording')
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('link', { name: 'Open the job' }).waitFor()
  await take('live-ended')
  await page.reload()
  await page.getByText('This recording is not open here').waitFor()
  await take('live-elsewhere')
  await page.evaluate(
    `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
  )
  await page.getByRole('button', { name: 'New recording' }).click()
  await page.locator('.failure').waitFor()
  await take('live-refused')
  await open('deliveries', '.deliveries-table time')
  await take('deliveries')
  await open('deliveries?state=delivered&job_id=00000000-0000-4000-8000-000000000000', '.failure')
  await take('deliveries-failure')
  await open('keys', '.table .action')
  await take('keys')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill('build server')
  await take('keys-create')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'Show the secret' }).click()
  await page.getByLabel('Secret', { exact: true }).waitFor()
  await take('keys-created')
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  await take('keys-rotate')
  await page.keyboard.press('Escape')
  await open('system', '.system-facts')
  await take('system')
  await page.getByText('As a table').click()
  await open('system?tab=service', '.nodes')
  await take('system-service')
  await page.keyboard.press('?')
  await take('help')
  await page.keyboard.press('Escape')
  await page.route('**/v2/**', async (route) => route.abort())
  await page.goto(`${service.url}/console/jobs`)
  await page.locator('.failure').waitFor()
  await take('unreachable')
  await page.unroute('**/v2/**')
  await page.route('**/v2/**', () => {})
  await page.goto(`${service.url}/console/jobs`)
  await page.locator('.skeleton').first().waitFor()
  await take('jobs-loading')

  await page.unroute('**/v2/**')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, { url: service.url, key: standardKey })
  await open('keys', '.state')
  await take('keys-not-admin')
  await takePeople(page, take)
}

/** Takes pictures of the pages for people, as somebody who joins sees them. */
async function takePeople(page: Page, take: (name: string) => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto(await invitationLink('anna.lind@example.org'))
  await page.getByLabel('Your name').waitFor()
  await take('join')
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByRole('button', { name: 'Not now' }).waitFor()
  await take('join-passkey')
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.locator('.row-link').first().waitFor()
  await follow(page, 'members')
  await page.locator('.table .action').first().waitFor()
  await take('members')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('E-mail (optional)').fill('ben@example.org')
  await take('members-invite')
  await page.getByRole('button', { name: 'Create the link' }).click()
  await page.getByLabel('Link', { exact: true }).waitFor()
  await take('members-invited')
  await page
    .getByRole('button', { name: /^Devices of/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('columnheader').first().waitFor()
  await take('members-devices')
  await page.keyboard.press('Escape')
  await follow(page, 'me')
  await page.getByRole('heading', { name: /^My keys/ }).waitFor()
  await page.getByText('This device').waitFor()
  await take('me')
}

async function invitationLink(email: string): Promise<string> {
  const answer = await service.request('/v2/invitations', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'admin', email }),
  })
  // Browsers offer passkeys only for host names, not for addresses.
  return ((await answer.json()) as CreatedInvitation).url.replace('127.0.0.1', 'localhost')
}
