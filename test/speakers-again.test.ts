/** Repeated diarization: POST with If-Match, where the names go, and the stored voices. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Job } from '../src/contract/job.ts'
import type { RevisionPage } from '../src/contract/revisions.ts'
import type { Transcription, Utterance } from '../src/contract/transcript.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import { packed } from '../src/speech/speakers/kept-voices.ts'
import { speakersAgain } from '../src/speech/speakers/speakers-again.ts'
import { madeVoices } from '../src/speech/speakers/testing/made-voices.ts'
import type { Store } from '../src/store/open-store.ts'
import { said, transcriptionOf } from '../src/text/testing/utterances.ts'
import { Client } from './support/client.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { requestParams } from './support/request-params.ts'
import { type RunningService, runService } from './support/running-service.ts'

/** An utterance of each of three persons, as recognised. */
const RECOGNISED = [
  said('one two three four five six seven eight nine ten', { start: 0 }),
  said('eleven twelve thirteen fourteen fifteen', { start: 20 }),
]
const VOICES = madeVoices(RECOGNISED, [
  [2, 0, 5],
  [1, 5, 10],
  [0, 20, 25],
])

/** As in a job that was given one speaker too few. */
const WRONG = await speakersAgain(RECOGNISED, VOICES, { min: 2, max: 2 })
const RIGHT = await speakersAgain(RECOGNISED, VOICES, { min: 3, max: 3 })

async function addDone(store: Store, account: number, voices?: Uint8Array): Promise<string> {
  const job = { kind: 'pre-recorded', customMetadata: null } as const
  const { id } = await store.jobs.create(account, {
    ...job,
    requestParams: requestParams('pre-recorded'),
    fileId: null,
  })
  const metadata = { audio_duration: 30, number_of_distinct_channels: 1, billing_time: 30 }
  const result = {
    metadata: { ...metadata, transcription_time: 1, unrecognised_speech: [] },
    transcription: transcriptionOf(...WRONG),
  }
  await store.work.finish(id, { status: 'done', result, voices })
  return id
}

const speakersOf = (utterances: readonly Utterance[]) =>
  utterances.map(({ speaker, text }) => [speaker, text])

onEitherStore('the speakers of a job', (fresh) => {
  let service: RunningService
  let client: Client
  let stranger: Client
  const ids: string[] = []
  let voiceless: string

  before(async () => {
    const fill = async (store: Store) => {
      const { accounts, keys } = store
      await keys.ensure(await accounts.ensure('other'), 'theirs', 'their-key')
      const account = await accounts.ensure(DEFAULT_ACCOUNT)
      await keys.ensure(account, 'second', 'second-key')
      for (let i = 0; i < 3; i++) ids.push(await addDone(store, account, packed(VOICES)))
      voiceless = await addDone(store, account)
    }
    service = await runService({}, fill, await fresh())
    client = (await Client.of(service)).as('second-key')
    stranger = client.as('their-key')
  })
  after(async () => service.close())

  const nextJob = () => ids.pop() ?? assert.fail('each test has a job')
  const detect = async (id: string, tag: string, body: object) => {
    const answer = await client.send<Transcription>('POST', `/v2/jobs/${id}/speakers`, {
      ...{ body, headers: { 'if-match': tag } },
    })
    assert.equal(answer.status, 200, String(answer.bytes))
    return { transcription: answer.body, tag: answer.headers.get('etag') }
  }
  const detailsOf = async (id: string) => (await client.get<Job>(`/v2/jobs/${id}`)).body.details

  test('are told apart again, in a new revision, with their names', async () => {
    const id = nextJob()
    const asked = new Set(WRONG.map(({ speaker }) => speaker))
    assert.deepEqual([asked.size, new Set(RIGHT.map(({ speaker }) => speaker)).size], [2, 3])
    await client.send('PATCH', `/v2/jobs/${id}`, { body: { speaker_names: { 0: 'Anna', 1: 'Ben' } } })
    const { transcription, tag } = await detect(id, '"0"', { number_of_speakers: 3 })
    assert.deepEqual(transcription, transcriptionOf(...RIGHT))
    assert.equal(tag, '"1"')
    assert.deepEqual((await client.get<Transcription>(`/v2/jobs/${id}/transcript`)).body, transcription)
    const details = await detailsOf(id)
    assert.equal(details.revision, 1)
    // Each name stays with most of its speaker's words, also for the speaker who is now two.
    for (const [speaker, name] of Object.entries(details.speaker_names)) {
      const words = RIGHT.find((one) => one.speaker === Number(speaker))?.words ?? []
      const was = WRONG.find((one) => one.words.some(({ start }) => start === words[0]?.start))
      assert.equal(name, ['Anna', 'Ben'][was?.speaker ?? -1])
    }
    assert.equal(Object.keys(details.speaker_names).length, 2)
    const { items } = (await client.get<RevisionPage>(`/v2/jobs/${id}/revisions`)).body
    assert.deepEqual(
      items.map(({ revision, by }) => [revision, by?.name ?? null]),
      [
        [1, 'second'],
        [0, null],
      ],
    )
    const result = (await client.get<Job>(`/v2/jobs/${id}`)).body.result
    assert.deepEqual(result?.transcription?.utterances, WRONG, 'the result is unchanged')
    const again = await detect(id, '"1"', { min_speakers: 3, max_speakers: 3 })
    assert.deepEqual(again, { transcription, tag: '"1"' }, 'no revision without a difference')
  })

  test('are told apart in the newest revision, whose texts stay', async () => {
    const id = nextJob()
    const corrected = WRONG.map(({ start, end, channel, text }) => ({
      ...{ start, end, channel, speaker: 0 },
      text: text.replace('fifteen', 'sixteen'),
    }))
    const headers = { 'if-match': '"0"' }
    await client.send('PUT', `/v2/jobs/${id}/transcript`, { body: { utterances: corrected }, headers })
    const { transcription, tag } = await detect(id, '*', { number_of_speakers: 3 })
    assert.equal(tag, '"2"')
    assert.deepEqual(
      speakersOf(transcription.utterances),
      speakersOf(RIGHT).map(([speaker, text]) => [speaker, String(text).replace('fifteen', 'sixteen')]),
    )
    const found = async (word: string) =>
      (await client.get<{ items: Job[] }>(`/v2/jobs?q=${word}`)).body.items.map((job) => job.id)
    assert.deepEqual(await found('sixteen'), [id])
  })

  test('are refused without the newest revision, or for an impossible request', async () => {
    const id = nextJob()
    const path = `/v2/jobs/${id}/speakers`
    const headers = { 'if-match': '*' }
    await client.refused(428, 'POST', path, { body: {} })
    await client.refused(412, 'POST', path, { body: {}, headers: { 'if-match': '"7"' } })
    await client.refused(400, 'POST', path, { body: { number_of_speakers: 0 }, headers })
    await client.refused(400, 'POST', path, { body: { min_speakers: 3, max_speakers: 2 }, headers })
    await stranger.refused(404, 'POST', path, { body: {}, headers })
    const message = await client.refused(409, 'POST', `/v2/jobs/${voiceless}/speakers`, { body: {}, headers })
    assert.match(JSON.stringify(message), /transcribe its audio again with diarization/)
    const { revision } = await detailsOf(id)
    assert.equal(revision, 0)
    const both = await Promise.all(
      [2, 3].map(async (number_of_speakers) =>
        client.send('POST', path, { body: { number_of_speakers }, headers: { 'if-match': '"0"' } }),
      ),
    )
    // The job has two already, so that one adds no revision, in either order; of two changes, one would be refused.
    assert.ok(both.every(({ status }) => status === 200 || status === 412))
    assert.equal((await detailsOf(id)).revision, 1)
  })
})

onEitherStore('the voices that are kept with a job', (fresh) => {
  test('count as stored, and are deleted with it, by request and by retention', async (t) => {
    const { store, account, dialect, close } = await openFresh(fresh)
    t.after(close)
    const voices = packed(VOICES)
    const rows = async () => dialect.db.selectFrom('job_voices').selectAll().execute()
    const usedBytes = async () => Math.round((await store.accounts.get(account)).used.storage_gb * 1e9)
    await addDone(store, account)
    const without = await usedBytes()
    const other = await addDone(store, account, voices)
    assert.equal(await usedBytes(), 2 * without + voices.length)
    const id = await addDone(store, account, voices)
    const stored = (await store.transcripts.voices(account, id)) ?? assert.fail()
    assert.deepEqual(Uint8Array.from(stored), voices)
    assert.equal(await store.transcripts.voices(account + 1, id), null)
    await store.jobs.delete(account, id, null)
    assert.equal((await rows()).length, 1)
    assert.equal(await store.transcripts.voices(account, id), null)
    assert.ok((await store.transcripts.voices(account, other)) !== null)
    for (const jobs of await store.retention.expiring({ audioDays: null, transcriptDays: 0 }))
      await store.retention.removeExpired(jobs, 100)
    assert.deepEqual(await rows(), [])
    assert.equal(await usedBytes(), 0)
  })
})

test('twelve hours of speech delay no other transcript, nor anything once the client has gone', async (t) => {
  const HOURS = 12 * 3600
  const ids: string[] = []
  const fill = async (store: Store) => {
    const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
    const long = madeVoices([said('one', { start: 0 })], [[0, 0, HOURS]])
    for (const voices of [long, VOICES]) ids.push(await addDone(store, account, packed(voices)))
  }
  const service = await runService({}, fill)
  t.after(async () => service.close())
  const [long, short] = ids
  const gone = new AbortController()
  const detect = async (id: string | undefined, more: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json', 'if-match': '*' }
    return service.request(`/v2/jobs/${id}/speakers`, { method: 'POST', headers, body: '{}', ...more })
  }
  const answer = detect(long, { signal: gone.signal })
  let isRunning = true
  const refused = assert.rejects(answer, { name: 'AbortError' }).finally(() => (isRunning = false))
  const shown = await service.request(`/v2/jobs/${long}/transcript?format=txt`)
  assert.deepEqual([shown.status, isRunning], [200, true])
  gone.abort()
  await refused
  const began = performance.now()
  assert.equal((await detect(short)).status, 200)
  assert.ok(performance.now() - began < 10_000)
})
