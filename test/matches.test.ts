/** Where words occur in a transcript: `/matches` and the `q` of lists agree. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as fc from 'fast-check'
import { fullText } from '../src/contract/full-text.ts'
import type { JobPage } from '../src/contract/job.ts'
import type { MatchPage } from '../src/contract/matches.ts'
import { searchWords } from '../src/contract/search-words.ts'
import type { Utterance } from '../src/contract/transcript.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import type { Store } from '../src/store/open-store.ts'
import { Client } from './support/client.ts'
import { search, transcript } from './support/list-transcripts.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { requestParams } from './support/request-params.ts'
import { type RunningService, runService } from './support/running-service.ts'

/** Number of random searches on each store. */
const SEARCHES = 12

const utterance = (text: string, start: number): Utterance => ({
  ...{ start, end: start + 1, confidence: 1, channel: 0, words: [], text, language: 'en' },
})

async function addJob({ jobs, work }: Store, account: number, texts: readonly string[]): Promise<string> {
  const { id } = await jobs.create(account, {
    ...{ kind: 'pre-recorded', customMetadata: null, fileId: null },
    requestParams: requestParams('pre-recorded'),
  })
  const utterances = texts.map(utterance)
  const metadata = { audio_duration: 60, number_of_distinct_channels: 1, billing_time: 60 }
  const transcription = { full_transcript: fullText(utterances), languages: ['en' as const], utterances }
  await work.finish(id, {
    status: 'done',
    result: { metadata: { ...metadata, transcription_time: 1, unrecognised_speech: [] }, transcription },
  })
  return id
}

onEitherStore('matches of a search', (fresh) => {
  let service: RunningService
  let client: Client
  let theirs: string
  let waiting: string
  const said = fc.sample(fc.array(transcript, { maxLength: 5 }), { numRuns: 30, seed: 11 })
  const jobs: { id: string; texts: string[] }[] = []

  before(async () => {
    service = await runService(
      {},
      async (store) => {
        const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
        const other = await store.accounts.ensure('other')
        for (const transcripts of said) {
          const texts = transcripts.flatMap((one) => (one === null ? [] : [one.text]))
          jobs.push({ id: await addJob(store, account, texts), texts })
        }
        theirs = await addJob(store, other, ['secret'])
        const params = { customMetadata: null, requestParams: requestParams('live'), fileId: null }
        waiting = (await store.jobs.create(account, { kind: 'live', ...params })).id
      },
      await fresh(),
    )
    client = await Client.of(service)
  })
  after(async () => service.close())

  const matches = async (id: string, q: string) => {
    const { status, body, bytes } = await client.get<MatchPage>(
      `/v2/jobs/${id}/matches?limit=100&q=${encodeURIComponent(q)}`,
    )
    assert.equal(status, 200, String(bytes))
    return body
  }

  test('are in exactly the jobs that a list finds, in every utterance with one of the words', async () => {
    const searches = fc.sample(search(said.flat()), { numRuns: SEARCHES, seed: 12 })
    let hits = 0
    for (const { text: q } of searches) {
      const words = searchWords(q)
      const { body } = await client.get<JobPage>(`/v2/jobs?limit=100&fields=id&q=${encodeURIComponent(q)}`)
      const listed = new Set(body.items.map(({ id }) => id))
      // The jobs that the list finds, and some others.
      for (const { id, texts } of jobs.filter((job, i) => listed.has(job.id) || i % 10 === 0)) {
        const { total, items } = await matches(id, q)
        assert.equal(total > 0, listed.has(id), `${q}: ${texts.join('|')}`)
        const expected = [...texts.keys()].filter((i) =>
          searchWords(texts[i]!).some((word) => words.includes(word)),
        )
        assert.deepEqual(
          items.map((one) => one.utterance),
          listed.has(id) ? expected : [],
        )
        hits += total
      }
    }
    assert.ok(hits > SEARCHES)
  })

  test('are those of the newest revision', async () => {
    const { id } = jobs.find(({ texts }) => texts.length > 0) ?? assert.fail()
    const sent = { utterances: [{ start: 1, end: 2, channel: 0, speaker: 1, text: 'Corrected by hand.' }] }
    const { status } = await client.send('PUT', `/v2/jobs/${id}/transcript`, {
      body: sent,
      headers: { 'if-match': '*' },
    })
    assert.equal(status, 200)
    const { total, items } = await matches(id, 'hand')
    assert.deepEqual(
      [total, items[0]?.utterance, items[0]?.speaker, items[0]?.ranges],
      [1, 0, 1, [{ from: 13, to: 17 }]],
    )
  })

  test('are refused for a job of another account, an unfinished one, and without a word', async () => {
    await client.refused(404, 'GET', `/v2/jobs/${theirs}/matches?q=secret`)
    await client.refused(409, 'GET', `/v2/jobs/${waiting}/matches?q=secret`)
    const tooMany = Array.from({ length: 51 }, (_, i) => `w${i}`).join('+')
    for (const query of ['', '?q=', '?q=!', `?q=${tooMany}`]) {
      const { validation_errors } = await client.refused(400, 'GET', `/v2/jobs/${waiting}/matches${query}`)
      assert.equal(validation_errors?.length, 1)
    }
  })
})
