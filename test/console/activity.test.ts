/** The screen with the activity of an account. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { randomUUID } from 'node:crypto'
import { KINDS } from '../../src/console/screens/system/activity-kinds.ts'
import { OPERATOR } from '../../src/jobs/caller.ts'
import type { AuditedChange } from '../../src/jobs/audit-log.ts'
import { browserMissing } from '../support/browser.ts'
import { findings, fits, openConsole } from '../support/console-page.ts'
import { PublishedApi } from '../support/published-api.ts'

const ANNA = { kind: 'user', id: randomUUID(), name: 'Anna' } as const
const HIGHEST = 51

suite('the activity', { skip: browserMissing }, async () => {
  let job = ''
  const { service, page, problems } = await openConsole({
    fill: async ({ accounts, audit, jobs }) => {
      const account = await accounts.ensure('default')
      const params = {
        kind: 'pre-recorded',
        customMetadata: null,
        requestParams: {},
        fileId: null,
      } as const
      job = (await jobs.create(account, params)).id
      const changes: AuditedChange[] = [
        ...Array.from({ length: HIGHEST }, () => ({ operation: 'updateMe', by: ANNA })),
        { operation: 'updateTranscript', by: ANNA, details: { id: job } },
        { operation: 'createShare', by: ANNA, details: { id: 'gone', created: randomUUID() } },
        { operation: 'deletePreRecorded', by: ANNA, details: { id: 'gone' } },
        { operation: 'deleteJobs', by: ANNA, details: { jobs: 3 } },
        { operation: 'deleteJobs', by: ANNA },
        { operation: 'revokeKey', by: OPERATOR, details: { id: randomUUID(), name: 'dashboard' } },
        { operation: 'expireTrash', details: { jobs: 1 } },
        { operation: 'fromTheFuture', by: { kind: 'key', id: randomUUID(), name: 'script' } },
      ]
      await audit.add(
        changes.map((change, i) => ({
          ...change,
          account,
          id: randomUUID(),
          age: 60_000 * (changes.length - i),
        })),
      )
      await audit.add([{ operation: 'refuseSignIn', id: randomUUID(), age: 30_000 }])
    },
  })

  const rows = () => page.getByRole('rowheader')
  const shows = async (text: string) => rows().getByText(text, { exact: true }).first().waitFor()

  test('says in sentences who did what, page by page, and links to recordings that still exist', async () => {
    await page.goto(`${service.url}/console/system`)
    await page.getByRole('button', { name: 'Activity', exact: true }).click()
    await rows().nth(49).waitFor()
    const sentences = await rows().allInnerTexts()
    assert.deepEqual(
      sentences.slice(0, 10).map((text) => text.trim()),
      [
        'The key SERVICE_KEY signed in',
        'The key script did something else: fromTheFuture',
        '1 recording left the trash for good',
        'The command line revoked the key dashboard',
        'Anna deleted many recordings',
        'Anna deleted 3 recordings',
        'Anna deleted a recording',
        'Anna shared a transcript with a link',
        'Anna corrected a transcript',
        'Anna changed their name',
      ],
    )
    const links = page.getByRole('rowheader').getByRole('link')
    assert.equal(await links.count(), 1, 'not to the one that was deleted afterwards')
    assert.match((await links.first().getAttribute('href')) ?? '', new RegExp(`/jobs/${job}$`))
    await page.getByRole('button', { name: 'Older' }).click()
    await page.waitForURL(/[?&]cursor=/)
    await page.getByRole('button', { name: 'Older', disabled: true }).waitFor()
    assert.equal(await rows().count(), HIGHEST + 9 - 50)
    await page.getByRole('button', { name: 'Newest' }).click()
    await rows().nth(49).waitFor()
  })

  test('is filtered by person and kind, also for all accounts, with the filters in the URL', async () => {
    await page.getByLabel('Who', { exact: true }).selectOption({ label: 'The command line' })
    await page.getByRole('rowheader').nth(1).waitFor({ state: 'detached' })
    await shows('The command line revoked the key dashboard')
    await page.getByLabel('What', { exact: true }).selectOption({ label: 'Shared links' })
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await rows().nth(49).waitFor()
    await page.getByLabel('What', { exact: true }).selectOption({ label: 'Sign-ins' })
    await page.getByLabel('Account', { exact: true }).selectOption({ label: 'All accounts' })
    await shows('Somebody could not sign in')
    await page.reload()
    await shows('Somebody could not sign in')
  })

  test('is accessible, and fits a phone', async () => {
    for (const path of ['tab=activity', 'tab=activity&account=*', 'tab=activity&by=nobody']) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(`${service.url}/console/system?${path}`)
      await page.locator('.table th, .state').first().waitFor()
      assert.deepEqual(await findings(page), [], path)
      await page.setViewportSize({ width: 320, height: 640 })
      assert.ok(await fits(page), path)
    }
    assert.deepEqual(problems, [])
  })

  test('has a sentence for every audited operation', async () => {
    const { document } = await PublishedApi.of(service.url)
    const known = Object.values(KINDS).flatMap((operations) => Object.keys(operations))
    assert.equal(new Set(known).size, known.length)
    // Nobody is signed in yet.
    const unaudited = [
      'beginPasskeySignIn',
      'getOfferedInvitation',
      'acceptInvitationAtProvider',
      'endSessionsOfIssuer',
    ]
    const audited = Object.values(document.paths)
      .flatMap((operations) => Object.entries(operations))
      .filter(([method, { operationId }]) => method !== 'get' && !unaudited.includes(operationId ?? ''))
      .map(([, { operationId = '' }]) => operationId)
    assert.ok(audited.length > 40)
    assert.deepEqual(
      audited.filter((operation) => !known.includes(operation)),
      [],
    )
  })
})
