/** Title, tags and speaker names: PATCH /v2/jobs/:id, and `details` wherever a job is shown. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { OPERATOR } from '../src/jobs/caller.ts'
import type { JobDetails, JobDetailsPatch } from '../src/contract/details.ts'
import type { Job, JobPage } from '../src/contract/job.ts'
import { MAX } from '../src/contract/limits.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import type { Store } from '../src/store/open-store.ts'
import { Client } from './support/client.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { requestParams } from './support/request-params.ts'
import { type RunningService, runService } from './support/running-service.ts'

const NONE: JobDetails = { title: null, tags: [], speaker_names: {}, revision: 0, changed_by: null }
const NOBODYS_ID = '00000000-0000-4000-8000-000000000000'

onEitherStore('the details of a job', (fresh) => {
  let service: RunningService
  let client: Client
  let stranger: Client
  /** A failed job, and a live job that is queued. */
  let failed: string
  let live: string

  before(async () => {
    const fill = async ({ accounts, keys, jobs, work }: Store) => {
      await keys.ensure(await accounts.ensure('other'), 'theirs', 'their-key')
      const account = await accounts.ensure(DEFAULT_ACCOUNT)
      const create = async (kind: 'pre-recorded' | 'live') =>
        (
          await jobs.create(account, {
            kind,
            customMetadata: null,
            requestParams: requestParams(kind),
            fileId: null,
          })
        ).id
      failed = await create('pre-recorded')
      await jobs.setDetails(account, failed, { title: 'before its end' }, OPERATOR)
      await work.finish(failed, { status: 'error', code: 422, message: 'the audio cannot be used' })
      live = await create('live')
    }
    service = await runService({}, fill, await fresh())
    client = await Client.of(service)
    stranger = client.as('their-key')
  })
  after(async () => service.close())

  const shown = async (id: string) => (await client.get<Job>(`/v2/jobs/${id}`)).body.details
  const patch = async (id: string, body: JobDetailsPatch) => {
    const answer = await client.send<JobDetails>('PATCH', `/v2/jobs/${id}`, { body })
    assert.equal(answer.status, 200, String(answer.bytes))
    return answer.body
  }

  test('are empty at first, are kept when the job ends, and are a field of lists', async () => {
    assert.deepEqual(await shown(live), NONE)
    const changed = { ...NONE, title: 'before its end', changed_by: OPERATOR }
    assert.deepEqual(await shown(failed), changed)
    const { body } = await client.get<JobPage>('/v2/jobs?fields=details,status')
    assert.deepEqual(body.items, [
      { status: 'queued', details: NONE },
      { status: 'error', details: changed },
    ])
  })

  test('change by merge patch: absent stays, null removes, speaker names are merged', async () => {
    const name = fc.constantFrom('Anna', 'Bo "the" <b>', '李')
    const patches = fc.record(
      {
        title: fc.option(name),
        tags: fc.option(fc.uniqueArray(name)),
        speaker_names: fc.option(fc.dictionary(fc.constantFrom('0', '1', '99'), fc.option(name))),
      },
      { requiredKeys: [] },
    )
    const { changed_by } = await patch(live, {})
    assert.equal(changed_by?.kind, 'key')
    let expected: JobDetails = await shown(live)
    for (const change of fc.sample(patches, { numRuns: 25, seed: 16 })) {
      const { title, tags, speaker_names: names } = change
      if (title !== undefined) expected = { ...expected, title }
      if (tags !== undefined) expected = { ...expected, tags: tags ?? [] }
      if (names === null) expected = { ...expected, speaker_names: {} }
      for (const [speaker, called] of Object.entries(names ?? {})) {
        const { [speaker]: _before, ...others } = expected.speaker_names
        expected = {
          ...expected,
          speaker_names: called === null ? others : { ...others, [speaker]: called },
        }
      }
      assert.deepEqual(await patch(live, change), expected)
      assert.deepEqual(await shown(live), expected)
    }
  })

  test('of two patches at once both take effect', async () => {
    await patch(live, { speaker_names: null })
    const names = Array.from({ length: 8 }, (_, i) => [String(i), `speaker ${i}`] as const)
    await Promise.all(
      names.map(async ([speaker, called]) => patch(live, { speaker_names: { [speaker]: called } })),
    )
    assert.deepEqual((await shown(live)).speaker_names, Object.fromEntries(names))
  })

  test('are trimmed, and duplicate tags are removed', async () => {
    const given = { title: '  A talk ', tags: ['a', ' a', 'b '], speaker_names: { 3: ' Anna ' } }
    assert.partialDeepStrictEqual(await patch(failed, given), {
      title: 'A talk',
      tags: ['a', 'b'],
      speaker_names: { 3: 'Anna' },
    })
  })

  test('are limited, and each fault is named', async () => {
    const long = (length: number) => 'a'.repeat(length)
    await patch(failed, {
      title: long(MAX.title),
      tags: Array.from({ length: MAX.tags }, (_, i) => `${long(90)}${i}`),
    })
    for (const [field, body] of [
      ['title', { title: long(MAX.title + 1) }],
      ['title', { title: ' ' }],
      ['title', { title: 'a\nb' }],
      ['title', { title: 7 }],
      ['tags', { tags: Array.from({ length: MAX.tags + 1 }, String) }],
      ['tags.1', { tags: ['a', long(MAX.tag + 1)] }],
      ['tags.0', { tags: ['a\u0000'] }],
      ['speaker_names.1', { speaker_names: { 1: long(MAX.speakerName + 1) } }],
      ['speaker_names.100', { speaker_names: { 100: 'Anna' } }],
      ['speaker_names.Anna', { speaker_names: { Anna: '0' } }],
      ['speakers_names', { speakers_names: {} }],
    ] as const) {
      const { validation_errors: faults } = await client.refused(400, 'PATCH', `/v2/jobs/${failed}`, { body })
      assert.equal(faults?.length, 1, String(faults))
      assert.ok(faults[0]?.startsWith(`${field}: `), faults[0])
    }
  })

  test('belong to their account, and change its lists', async () => {
    const body = { title: 'mine' }
    await stranger.refused(404, 'PATCH', `/v2/jobs/${live}`, { body })
    await client.refused(404, 'PATCH', `/v2/jobs/${NOBODYS_ID}`, { body })
    const tag = (await client.get('/v2/jobs')).headers.get('etag') ?? ''
    await patch(live, body)
    assert.equal((await client.get('/v2/jobs', { 'if-none-match': tag })).status, 200)
  })
})
