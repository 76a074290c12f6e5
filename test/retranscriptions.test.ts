/** Retranscription by a speech server whose words change: corrections are kept, and nothing is lost or done twice. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Job } from '../src/contract/job.ts'
import { retranscriptionRequest } from '../src/contract/retranscription.ts'
import type {
  Retranscription,
  RetranscriptionPage,
  RetranscriptionRun,
} from '../src/contract/retranscription.ts'
import type { RevisionPage } from '../src/contract/revisions.ts'
import type { Transcription } from '../src/contract/transcript.ts'
import { OPERATOR } from '../src/jobs/caller.ts'
import type { Outcome, Work, WorkStage } from '../src/jobs/work.ts'
import type { Store } from '../src/store/open-store.ts'
import { checkStore } from '../src/store/check/check-store.ts'
import { speechServer, transcribes } from '../src/speech/testing/speech-server.ts'
import { said, transcriptionOf } from '../src/text/testing/utterances.ts'
import { Client } from './support/client.ts'
import { LEASE_MS, NODE } from './support/claim-work.ts'
import { openFresh } from './support/fresh-store.ts'
import { NO_FILTER } from './support/no-filter.ts'
import { onEachStore, onEitherStore } from './support/on-each-store.ts'
import { requestParams } from './support/request-params.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { cutSample } from './support/sample.ts'
import { checkSums } from './support/store-sums.ts'
import { until } from './support/until.ts'

const ASKED = retranscriptionRequest.parse({})

/** The words the server returns, by the context of a job, and what it waits for before it answers. */
const heard = new Map<string, { readonly text: string; readonly release?: Promise<void> }>()
const server = await speechServer({ after }, async ({ prompt }) => {
  const { text, release } = heard.get(prompt) ?? { text: 'Nothing.' }
  await release
  const words = text.split(' ').map((word, i) => ({ word, start: 0.2 + i * 0.3, end: 0.4 + i * 0.3 }))
  return transcribes({ task: 'transcribe', language: 'english', duration: 2.4, text, words })
})

onEitherStore('the audio of a job', (fresh) => {
  let service: RunningService
  let client: Client
  let audio: string
  let count = 0

  before(async () => {
    const SPEECH = { SPEECH_URL: server.url, SPEECH_MODEL: 'big', SPEECH_LANGUAGES: 'en' }
    const fill = async ({ accounts, keys }: Store) =>
      void (await keys.ensure(await accounts.ensure('other'), 'theirs', 'their-key'))
    service = await runService(SPEECH, fill, await fresh())
    client = await Client.of(service)
    audio = (await client.upload(cutSample(0, 2.4))).audio_url
  })
  after(async () => service.close())

  const transcribed = async (text: string, tags: string[] = []) => {
    const context_prompt = `talk ${count++}`
    heard.set(context_prompt, { text })
    const id = await client.create({
      ...{ audio_url: audio, context_prompt, language_config: { languages: ['en'] } },
    })
    assert.equal((await client.ended(id)).status, 'done')
    if (tags.length > 0) await client.send('PATCH', `/v2/jobs/${id}`, { body: { tags } })
    return { id, context_prompt }
  }
  const transcript = async (id: string) => (await client.get<Transcription>(`/v2/jobs/${id}/transcript`)).body
  const correct = async (id: string, old: string, text: string) => {
    const { utterances } = await transcript(id)
    const body = {
      utterances: utterances.map(({ start, end, channel, text: own }) => ({
        ...{ start, end, channel },
        text: own.replace(old, text),
      })),
    }
    const headers = { 'if-match': '*' }
    const { status } = await client.send('PUT', `/v2/jobs/${id}/transcript`, { body, headers })
    assert.equal(status, 200)
  }
  const again = async (id: string, body: object = {}) => {
    const answer = await client.send<Retranscription>('POST', `/v2/jobs/${id}/retranscribe`, { body })
    assert.equal(answer.status, 202, String(answer.bytes))
    return answer.body
  }
  const state = async (id: string) =>
    (await client.get<Retranscription>(`/v2/jobs/${id}/retranscription`)).body
  const ended = async (id: string) =>
    until(
      async () => state(id),
      ({ status }) => status === 'ready' || status === 'failed',
    )
  const accept = async (id: string) =>
    client.send<Transcription>('POST', `/v2/jobs/${id}/retranscription/accept`)
  const job = async (id: string) => (await client.get<Job>(`/v2/jobs/${id}`)).body
  const found = async (word: string) =>
    (await client.get<{ items: Job[] }>(`/v2/jobs?q=${word}`)).body.items.map((one) => one.id)

  test('is transcribed again beside its transcript, and the result can be compared, accepted and undone', async () => {
    const { id, context_prompt } = await transcribed('We met mister smith in leads.')
    await correct(id, 'smith', 'Smythe')
    await client.send('PATCH', `/v2/jobs/${id}`, { body: { title: 'Leeds', speaker_names: { 0: 'Anna' } } })
    const first = await job(id)
    const corrected = await transcript(id)
    const { promise: release, resolve } = Promise.withResolvers<void>()
    heard.set(context_prompt, { text: 'We met Mister Smits in Leeds.', release })
    const usage = (await client.get('/v2/limits')).body
    const asked = await again(id)
    assert.equal(asked.difference, null)
    assert.equal(asked.params?.context_prompt, context_prompt)
    await until(
      async () => state(id),
      ({ status }) => status === 'processing',
    )
    assert.deepEqual(await job(id), first, 'the job stays unchanged')
    assert.deepEqual(await transcript(id), corrected)
    await client.refused(409, 'POST', `/v2/jobs/${id}/retranscribe`, { body: {} })
    await client.refused(409, 'POST', `/v2/jobs/${id}/retranscription/accept`)
    resolve()
    const { difference, status, completed_at } = await ended(id)
    assert.equal(status, 'ready')
    assert.ok(completed_at !== null)
    const shown = difference?.changes.map(({ old, new: now, kept }) => [old, now, kept])
    assert.deepEqual(shown, [
      ['mister', 'Mister', false],
      ['leads.', 'Leeds.', false],
    ])
    assert.deepEqual([difference?.revision, difference?.words, difference?.kept], [1, 2, 0])
    await client.refused(409, 'POST', `/v2/jobs/${id}/retranscribe`, { body: {} })
    const accepted = await accept(id)
    assert.equal(accepted.headers.get('etag'), '"2"')
    assert.equal(accepted.body.full_transcript, 'We met Mister Smythe in Leeds.')
    assert.deepEqual(await transcript(id), accepted.body)
    await client.refused(404, 'GET', `/v2/jobs/${id}/retranscription`)
    const { details, ...others } = await job(id)
    assert.deepEqual(details, { ...first.details, revision: 2 })
    const { details: _, preview: __, ...same } = first as Job & { preview?: unknown }
    assert.deepEqual(others, same, 'the result stays as recognised')
    assert.deepEqual(await found('leeds'), [id])
    assert.deepEqual(await found('leads'), [])
    const limits = (await client.get('/v2/limits')).body as unknown as { minutes_per_day: unknown }
    assert.deepEqual(
      limits.minutes_per_day,
      (usage as unknown as typeof limits).minutes_per_day,
      'its minutes are not counted again',
    )
    // Text that was changed back to the first recognition does not count as corrected.
    await correct(id, 'We met Mister Smythe in Leeds.', 'We met mister Smythe in leads.')
    heard.set(context_prompt, { text: 'We meet Mister Smith in Leeds!' })
    await again(id)
    assert.deepEqual(
      (await ended(id)).difference?.changes.map(({ old, new: now }) => [old, now]),
      [
        ['met mister', 'meet Mister'],
        ['leads.', 'Leeds!'],
      ],
    )
    assert.equal((await accept(id)).body.full_transcript, 'We meet Mister Smythe in Leeds!')
    const revisions = (await client.get<RevisionPage>(`/v2/jobs/${id}/revisions`)).body.items
    assert.deepEqual(
      revisions.map(({ revision }) => revision),
      [4, 3, 2, 1, 0],
    )
  })

  test('that gives the same text makes no revision', async () => {
    const { id } = await transcribed('We are here.')
    await correct(id, 'here', 'there')
    await again(id)
    const { difference } = await ended(id)
    assert.deepEqual(difference, { revision: 1, words: 0, kept: 0, changes: [] })
    assert.equal((await accept(id)).headers.get('etag'), '"1"')
    await client.refused(404, 'GET', `/v2/jobs/${id}/retranscription`)
  })

  test('with corrections that no longer fit keeps them, marked, in the difference and in the transcript', async () => {
    const { id, context_prompt } = await transcribed('the whether is nice')
    await correct(id, 'whether', 'weather')
    heard.set(context_prompt, { text: 'Der Wetter ist neis' })
    await again(id)
    const { difference } = await ended(id)
    assert.deepEqual([difference?.words, difference?.kept], [0, 1])
    assert.deepEqual(difference?.changes[0], {
      ...{ start: 0.2, channel: 0, before: '', after: '', kept: true },
      ...{ old: 'the weather is nice', new: 'Der Wetter ist neis' },
    })
    const { body } = await accept(id)
    assert.deepEqual(
      body.utterances.map(({ text, kept }) => [text, kept]),
      [['the weather is nice', true]],
    )
  })

  test('that fails leaves the transcript, says why, and can be retried', async () => {
    const { id, context_prompt } = await transcribed('We are here.')
    heard.set(context_prompt, { text: 'Hello '.repeat(10_000) })
    await again(id)
    const failed = await ended(id)
    assert.equal(failed.status, 'failed')
    assert.match(failed.error ?? '', /did not answer in the format expected/)
    await client.refused(409, 'POST', `/v2/jobs/${id}/retranscription/accept`)
    assert.equal((await job(id)).status, 'done')
    heard.set(context_prompt, { text: 'We were here.' })
    await again(id)
    assert.equal((await ended(id)).status, 'ready')
    assert.equal((await client.send('DELETE', `/v2/jobs/${id}/retranscription`)).status, 204)
    await client.refused(404, 'DELETE', `/v2/jobs/${id}/retranscription`)
    assert.equal((await transcript(id)).full_transcript, 'We are here.')
  })

  test('that is discarded during recognition has no effect', async () => {
    const { id, context_prompt } = await transcribed('We are here.')
    const { promise: release, resolve } = Promise.withResolvers<void>()
    heard.set(context_prompt, { text: 'Too late.', release })
    await again(id)
    await until(
      async () => state(id),
      ({ status }) => status === 'processing',
    )
    await client.send('DELETE', `/v2/jobs/${id}/retranscription`)
    heard.set(context_prompt, { text: 'In time.' })
    await again(id)
    resolve()
    const { difference } = await ended(id)
    assert.equal(difference?.changes[0]?.new, 'In time.')
  })

  test('is refused without audio, or without the right to hear it', async () => {
    const { id } = await transcribed('We are here.')
    const stranger = client.as('their-key')
    for (const [verb, path] of [
      ['POST', 'retranscribe'],
      ['GET', 'retranscription'],
      ['POST', 'retranscription/accept'],
      ['DELETE', 'retranscription'],
    ] as const)
      await stranger.refused(404, verb, `/v2/jobs/${id}/${path}`, verb === 'POST' ? { body: {} } : {})
    const path = `/v2/jobs/${id}/retranscribe`
    await client.refused(400, 'POST', path, { body: { language_config: { languages: ['xx'] } } })
    await client.refused(400, 'POST', path, { body: { diarization: 'yes' } })
    await client.refused(400, 'POST', path, { body: { custom_spelling: true } })
    const failed = await client.create({ audio_url: 'http://192.0.2.1:1/none.wav' }).catch(() => null)
    assert.equal(failed, null, 'a private address makes no job')
    await client.refused(400, 'POST', '/v2/jobs/retranscribe', { body: {} })
    await client.refused(400, 'POST', '/v2/jobs/retranscribe?trash=true', { body: {} })
    await client.refused(400, 'POST', '/v2/jobs/retranscribe?tags=x', { body: {} })
  })

  test('of many jobs is transcribed again, and accepted without review', async () => {
    const talks = []
    for (const text of ['one is here', 'two is here', 'three is here'])
      talks.push(await transcribed(text, ['many']))
    const other = await transcribed('four is here')
    for (const { context_prompt } of talks) heard.set(context_prompt, { text: 'It is yonder' })
    await correct(talks[0]!.id, 'one', 'Someone')
    const { body, status } = await client.send<RetranscriptionRun>(
      'POST',
      '/v2/jobs/retranscribe?tag=many&status=done',
      { body: { accept: true, idle: true } },
    )
    assert.deepEqual([status, body.matched], [202, 3], JSON.stringify(body))
    const ran = await until(
      async () => (await client.get<RetranscriptionRun>(`/v2/retranscription-runs/${body.id}`)).body,
      (run) => run.status === 'done',
    )
    assert.equal(ran.requested, 3)
    await client.refused(404, 'GET', `/v2/deletions/${body.id}`)
    const { items } = (await client.get<{ items: RetranscriptionRun[] }>('/v2/retranscription-runs')).body
    assert.deepEqual(items, [ran])
    await until(async () => (await found('yonder')).length === 3)
    const waiting = (await client.get<RetranscriptionPage>('/v2/retranscriptions?limit=1')).body
    for (const { job_id } of waiting.items) assert.ok(!talks.some(({ id }) => id === job_id))
    const texts = await Promise.all(talks.map(async ({ id }) => (await transcript(id)).full_transcript))
    assert.deepEqual(texts, ['Someone is yonder', 'It is yonder', 'It is yonder'])
    assert.equal((await transcript(other.id)).full_transcript, 'four is here')
  })
})

const DONE: Outcome = {
  status: 'done',
  result: {
    metadata: {
      ...{ audio_duration: 5, number_of_distinct_channels: 1, billing_time: 5 },
      ...{ transcription_time: 1, unrecognised_speech: [] },
    },
    transcription: transcriptionOf(said('one two three')),
  },
}

onEachStore('the queue of retranscriptions', (fresh) => {
  const opened = async () => {
    const { store, account, dialect, close } = await openFresh(fresh)
    const file = async () => {
      const id = crypto.randomUUID()
      await store.uploads.begin(id, NODE)
      const audio = { filename: 'a.wav', extension: 'wav', source: null, size: 9, duration: 5, channels: 1 }
      await store.files.add(account, { id, ...audio })
      return id
    }
    const create = async () =>
      (
        await store.jobs.create(account, {
          ...{ kind: 'pre-recorded', customMetadata: null, requestParams: requestParams('pre-recorded') },
          fileId: await file(),
        })
      ).id
    const done = async () => {
      const id = await create()
      await store.work.finish(id, DONE)
      return id
    }
    const request = async (id: string, more: object = {}) =>
      store.retranscriptions.request(account, id, {
        ...{ options: { ...ASKED, ...more }, by: OPERATOR, trace: null },
      })
    const claim = async (stage: WorkStage, leaseMs = LEASE_MS) => store.work.claim(NODE, { stage, leaseMs })
    const check = async () => {
      await checkSums(dialect.db)
      for await (const finding of checkStore({ dialect, files: null, repair: null }))
        assert.fail(JSON.stringify(finding))
    }
    return { store, account, dialect, create, done, request, claim, check, close }
  }

  test('comes after new files of the account, and at idle priority after everything', async () => {
    const { store, account, create, done, request, claim, check, close } = await opened()
    const [idle, low] = [await done(), await done()]
    assert.equal(await request(idle, { idle: true }), null)
    assert.equal(await request(low), null)
    const added = await create()
    const claimed = []
    for (const stage of ['transcribe', 'transcribe', 'transcribe', 'idle'] as const)
      claimed.push((await claim(stage))?.jobId)
    assert.deepEqual(claimed, [added, low, undefined, idle])
    await store.accounts.change(account, { limits: { max_running: 1 } })
    await request(await done(), { idle: true })
    assert.equal(await claim('idle'), null, 'the limit of running jobs includes them')
    assert.equal((await store.queue.load()).oldestWaitingAt, null, 'nothing urgent waits')
    await check()
    await close()
  })

  test('refuses writes of a node about a claim that it lost, or a retranscription that was discarded', async () => {
    const { store, account, done, request, claim, check, close } = await opened()
    const id = await done()
    const heardAs = (text: string): Outcome => {
      const { result } = DONE
      return { status: 'done', result: { ...result, transcription: transcriptionOf(said(text)) } }
    }
    await request(id)
    const first = (await claim('transcribe', -1)) as Work
    assert.equal(first.isAgain, true)
    assert.equal(await store.work.releaseExpired(), 1)
    const second = (await claim('transcribe')) as Work
    assert.equal(await store.work.finish(first, heardAs('stale')), false)
    assert.equal(await store.retranscriptions.remove(account, id), true)
    assert.equal(await store.work.finish(second, heardAs('discarded')), false)
    await request(id)
    const third = (await claim('transcribe')) as Work
    for (const stale of [first, second]) assert.equal(await store.work.finish(stale, heardAs('stale')), false)
    assert.equal(await store.retranscriptions.proposal(account, id), null)
    assert.equal(await store.work.finish(third, heardAs('new')), true)
    assert.notEqual(await store.retranscriptions.proposal(account, id), null)
    assert.equal((await store.jobs.state(account, id))?.status, 'done')
    await check()
    await close()
  })

  test('loses those of jobs that are deleted or moved to the trash, at any time', async () => {
    const { store, account, done, request, claim, check, close } = await opened()
    const removed: Record<string, (id: string) => Promise<unknown>> = {
      delete: async (id) => store.jobs.delete(account, id, null),
      trash: async (id) => store.jobs.trash(account, id, null),
    }
    for (const remove of Object.values(removed))
      for (const moment of ['waiting', 'running', 'ready', 'failed'] as const) {
        const id = await done()
        await request(id)
        const work = moment === 'waiting' ? null : await claim('transcribe')
        if (moment === 'ready') await store.work.finish(work!, DONE)
        if (moment === 'failed') await store.work.finish(work!, { status: 'error', code: 500, message: 'no' })
        await remove(id)
        await check()
        if (moment === 'running') assert.equal(await store.work.finish(work!, DONE), false)
        assert.equal(await claim('transcribe'), null)
        assert.equal(await store.retranscriptions.get(account, id), null)
      }
    await close()
  })

  test('takes only a few hundred of a run at a time, and continues as they finish', async () => {
    const { store, account, dialect, done, claim, check, close } = await opened()
    for (let i = 0; i < 3; i++) await done()
    const { id, matched } = await store.bulkRequests.begin(account, {
      kind: 'retranscribe',
      options: ASKED,
      filter: NO_FILTER,
      requestedBy: OPERATOR,
    })
    assert.equal(matched, 3)
    let woken = 0
    store.wake.listen('work', () => woken++)
    assert.equal(await store.bulkRequests.advance(2), true)
    assert.ok(woken > 0, 'nodes that wait for work are woken')
    // As many as may wait.
    const row = {
      account,
      state: 'waiting',
      params: '{}',
      accepted: 0,
      requested_by: '{}',
      created_at: 1,
    } as const
    const many = Array.from({ length: 498 }, (_, i) => ({ ...row, ordinal: 1_000 + i }))
    await dialect.db.insertInto('retranscriptions').values(many).execute()
    assert.equal(await store.bulkRequests.advance(2), false)
    assert.equal((await store.bulkRequests.get(account, 'retranscribe', id))?.status, 'running')
    await dialect.db.deleteFrom('retranscriptions').where('ordinal', '>=', 1_000).execute()
    while (await store.bulkRequests.advance(2));
    const run = await store.bulkRequests.get(account, 'retranscribe', id)
    assert.deepEqual([run?.status, run?.handled], ['done', 3])
    assert.equal(await store.bulkRequests.get(account, 'delete', id), null)
    for (let i = 0; i < 3; i++) assert.ok(await claim('transcribe'))
    await check()
    await close()
  })
})
