/** Corrections of transcripts: PUT with If-Match, every revision, and what lists find. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { OPERATOR } from '../src/jobs/caller.ts'
import type { Job, JobPage } from '../src/contract/job.ts'
import { MAX } from '../src/contract/limits.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../src/contract/pre-recorded-request.ts'
import type { TranscriptionResult } from '../src/contract/result.ts'
import type { CorrectedUtterance, RevisionPage } from '../src/contract/revisions.ts'
import type { Transcription, Utterance } from '../src/contract/transcript.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import type { Store } from '../src/store/open-store.ts'
import { subtitleFile } from '../src/text/captions/subtitle-file.ts'
import { DiskAudioFiles } from '../src/platform/files/disk-audio-files.ts'
import { decompressed } from '../src/jobs/compressed.ts'
import { parsedJson } from '../src/jobs/stored-json.ts'
import { checkStore } from '../src/store/check/check-store.ts'
import { changeBetween, parsedTranscript } from '../src/transcripts/revised-transcript.ts'
import { Client } from './support/client.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { randomFrom } from './support/random.ts'
import { requestParams } from './support/request-params.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { temporaryFolder } from './support/scriptorium.ts'
import { withDialect } from './support/store-place.ts'

/** `TEST_REVISIONS=1000` is the long form. */
const REVISIONS = Number(process.env['TEST_REVISIONS'] ?? 25)

const NOBODYS_ID = '00000000-0000-4000-8000-000000000000'

/** An utterance whose words last 0.3 s, with pauses of 0.1 s. */
function said(text: string, start: number): Utterance {
  const at = (i: number) => Math.round((start + i * 0.4) * 1000) / 1000
  const words = text.split(/(?<=\S)(?=\s)/).map((word, i) => {
    return { word, start: at(i), end: at(i + 0.75), confidence: 0.5 }
  })
  return {
    ...{ start, end: words.at(-1)!.end, confidence: 0.5, channel: 0, words, text, language: 'en' as const },
  }
}

const RECOGNISED = [
  said('Welcome to the scriptorium.', 0),
  said('It keeps every ward.', 5),
  said('Goodbye.', 9),
]

function resultOf(utterances: readonly Utterance[], more: Partial<Transcription> = {}): TranscriptionResult {
  return {
    metadata: {
      audio_duration: 60,
      number_of_distinct_channels: 1,
      billing_time: 60,
      transcription_time: 1,
      unrecognised_speech: [],
    },
    transcription: {
      full_transcript: utterances.map(({ text }) => text).join(' '),
      languages: ['en'],
      utterances: [...utterances],
      ...more,
    },
  }
}

async function addDone(
  { jobs, work }: Store,
  account: number,
  result: TranscriptionResult,
  params: object = requestParams('pre-recorded'),
): Promise<string> {
  const job = { kind: 'pre-recorded', customMetadata: { big: JSON.rawJSON('12345678901234567890') } } as const
  const { id } = await jobs.create(account, { ...job, requestParams: params, fileId: null })
  await work.finish(id, { status: 'done', result })
  return id
}

const given = ({ start, end, channel, text }: Utterance): CorrectedUtterance => ({
  start,
  end,
  channel,
  text,
})

onEachStore('a transcript that is corrected', (fresh) => {
  let service: RunningService
  let client: Client
  /** Finished jobs, one for each test that corrects a transcript. */
  const ids: string[] = []
  let captioned: string
  let silent: string
  let failed: string

  before(async () => {
    const fill = async (store: Store) => {
      const { accounts, keys } = store
      await keys.ensure(await accounts.ensure('other'), 'theirs', 'their-key')
      const account = await accounts.ensure(DEFAULT_ACCOUNT)
      await keys.ensure(account, 'second', 'second-key')
      for (let i = 0; i < 6; i++) ids.push(await addDone(store, account, resultOf(RECOGNISED)))
      const params = { audio_url: 'https://example.com/a.wav', sentences: true, subtitles: true }
      const sentences = {
        success: true as const,
        is_empty: false,
        exec_time: 1,
        error: null,
        results: ['old'],
      }
      captioned = await addDone(
        store,
        account,
        resultOf(RECOGNISED, { sentences: [sentences], subtitles: [{ format: 'vtt', subtitles: 'old' }] }),
        preRecordedParamsOf(
          preRecordedRequest.parse({ ...params, subtitles_config: { maximum_characters_per_row: 10 } }),
        ),
      )
      const { transcription: _none, ...rest } = resultOf([])
      silent = await addDone(store, account, rest)
      failed = await addDone(store, account, rest)
      await store.jobs.delete(account, failed, null)
      const job = {
        kind: 'pre-recorded',
        customMetadata: null,
        requestParams: requestParams('pre-recorded'),
      } as const
      failed = (await store.jobs.create(account, { ...job, fileId: null })).id
      await store.work.finish(failed, { status: 'error', code: 422, message: 'the audio cannot be used' })
    }
    service = await runService({}, fill, await fresh())
    client = (await Client.of(service)).as('second-key')
  })
  after(async () => service.close())

  const nextJob = () => ids.pop() ?? assert.fail('each test has a job')
  const pathOf = (id: string) => `/v2/jobs/${id}/transcript`
  const read = async (id: string, query = '') => {
    const { body, headers, status } = await client.get<Transcription>(`${pathOf(id)}${query}`)
    assert.equal(status, 200)
    return { body, tag: headers.get('etag') }
  }
  const send = async (id: string, tag: string, utterances: readonly CorrectedUtterance[], by = client) =>
    by.send<Transcription>('PUT', pathOf(id), { body: { utterances }, headers: { 'if-match': tag } })
  const put = async (...[id, tag, utterances]: Parameters<typeof send>) => {
    const { status, body, headers, bytes } = await send(id, tag, utterances)
    assert.equal(status, 200, String(bytes))
    return { body, tag: headers.get('etag') }
  }
  const foundBy = async (words: string) =>
    (await client.get<JobPage>(`/v2/jobs?q=${words}&fields=id`)).body.items.map((job) => job.id)

  const corrected = [
    given(RECOGNISED[0]!),
    { ...given(RECOGNISED[1]!), text: 'It keeps every word, always.', speaker: 1 },
    given(RECOGNISED[2]!),
  ]

  test('has a new revision, and keeps the times of its words', async () => {
    const id = nextJob()
    const recognised = await read(id)
    assert.equal(recognised.tag, '"0"')
    const { body, tag } = await put(id, '"0"', corrected.toReversed())
    assert.equal(tag, '"1"')
    const [first, second, third] = body.utterances
    assert.deepEqual([first, third], [RECOGNISED[0], RECOGNISED[2]])
    const times = RECOGNISED[1]!.words.map(({ start, end }) => [start, end])
    assert.deepEqual(
      second?.words.slice(0, 3).map(({ start, end, confidence }) => [start, end, confidence]),
      times.slice(0, 3).map((time) => [...time, 0.5]),
    )
    assert.deepEqual([second?.text, second?.speaker], ['It keeps every word, always.', 1])
    assert.equal(body.full_transcript, 'Welcome to the scriptorium. It keeps every word, always. Goodbye.')
    assert.deepEqual(await read(id), { body, tag })
    assert.deepEqual(await read(id, '?revision=1'), { body, tag })
    assert.deepEqual(await read(id, '?revision=0'), recognised)
    assert.equal(
      String((await client.get(`${pathOf(id)}.txt`)).bytes),
      // Each has another speaker.
      body.utterances.map(({ text }) => text).join('\n\n'),
    )
    assert.match(String((await client.get(`${pathOf(id)}.srt?revision=0`)).bytes), /every ward/)
    assert.match(String((await client.get(`${pathOf(id)}.srt`)).bytes), /every word/)

    // The same text again changes nothing.
    assert.deepEqual(await put(id, '*', corrected), { body, tag })
    const { body: page } = await client.get<RevisionPage>(`/v2/jobs/${id}/revisions`)
    assert.deepEqual(
      page.items.map(({ revision, by, changes }) => [revision, by?.name, changes]),
      [
        [1, 'second', 1],
        [0, undefined, 0],
      ],
    )
    assert.equal(page.next, null)
  })

  test('is found by its new words and no longer by the old ones; the result is unchanged', async () => {
    const id = nextJob()
    const job = (await client.get<Job>(`/v2/jobs/${id}`)).body
    assert.ok((await foundBy('ward')).includes(id))
    const list = (await client.get('/v2/jobs')).headers.get('etag') ?? ''
    await put(id, '"0"', corrected)
    assert.equal((await client.get('/v2/jobs', { 'if-none-match': list })).status, 200)
    assert.ok((await foundBy('word+always')).includes(id))
    assert.ok(!(await foundBy('ward')).includes(id))
    await put(id, '"1"', [given(RECOGNISED[2]!)])
    assert.ok(!(await foundBy('word')).includes(id))

    const now = (await client.get<Job>(`/v2/jobs/${id}`)).body
    assert.deepEqual(now, { ...job, details: { ...job.details, revision: 2 } })
    assert.equal((await client.send('DELETE', `/v2/jobs/${id}`)).status, 202)
    assert.ok(!(await foundBy('goodbye')).includes(id))
    for (const path of [pathOf(id), `/v2/jobs/${id}/revisions`]) await client.refused(404, 'GET', path)
  })

  test('is in the result of the job when a revision is requested', async () => {
    const id = nextJob()
    await put(id, '"0"', corrected)
    for (const path of [`/v2/jobs/${id}`, `/v2/pre-recorded/${id}`]) {
      const { bytes: plain } = await client.get(path)
      const revised = await client.get<Job>(`${path}?revision=newest`)
      assert.match(String(revised.bytes), /"big":12345678901234567890/)
      assert.deepEqual(revised.body.result?.transcription, (await read(id)).body)
      assert.deepEqual((await client.get(`${path}?revision=1`)).bytes, revised.bytes)
      assert.deepEqual((await client.get(`${path}?revision=0`)).bytes, plain)
      await client.refused(404, 'GET', `${path}?revision=2`)
      await client.refused(400, 'GET', `${path}?revision=first`)
    }
    await client.refused(404, 'GET', `/v2/live/${id}?revision=newest`)
    assert.deepEqual(
      (await client.get(`/v2/jobs/${failed}?revision=newest`)).bytes,
      (await client.get(`/v2/jobs/${failed}`)).bytes,
    )
  })

  test('is changed once by several corrections of the same revision', async () => {
    const id = nextJob()
    for (let revision = 0; revision < 4; revision++) {
      const texts = Array.from({ length: 4 }, (_, i) => `Correction ${i} of ${revision}.`)
      const answers = await Promise.all(
        texts.map(async (text) => send(id, `"${revision}"`, [{ start: 0, end: 2, channel: 0, text }])),
      )
      const winners = texts.filter((_text, i) => answers[i]?.status === 200)
      assert.equal(winners.length, 1)
      assert.equal((await read(id)).body.full_transcript, winners[0])
      for (const { status, headers } of answers.filter((answer) => answer.status !== 200))
        assert.deepEqual([status, headers.get('etag')], [412, `"${revision + 1}"`])
    }
    const { message } = await client.refused(412, 'PUT', pathOf(id), {
      body: { utterances: [] },
      headers: { 'if-match': '"3"' },
    })
    assert.match(message, /newest revision is "4"/)
    assert.equal((await put(id, 'W/"4"', [])).body.full_transcript, '')
  })

  test('lists its revisions in pages', async () => {
    const id = nextJob()
    for (let i = 0; i < 4; i++) await put(id, `"${i}"`, [{ start: 0, end: 1, channel: 0, text: `take ${i}` }])
    const seen: number[] = []
    for (let url: string | null = `/v2/jobs/${id}/revisions?limit=2`; url !== null;) {
      const { body }: { body: RevisionPage } = await client.get<RevisionPage>(url)
      seen.push(...body.items.map(({ revision }) => revision))
      url = body.next
    }
    assert.deepEqual(seen, [4, 3, 2, 1, 0])
    const empty = await client.get<RevisionPage>(`/v2/jobs/${failed}/revisions`)
    assert.deepEqual(empty.body, { next: null, items: [] })
  })

  test('has neither sentences nor subtitles, and its own captions', async () => {
    const { body } = await put(captioned, '"0"', corrected)
    assert.deepEqual(Object.keys(body).toSorted(), ['full_transcript', 'languages', 'utterances'])
    const options = { maximum_characters_per_row: 10, formats: ['vtt' as const], style: 'default' as const }
    const expected = subtitleFile(body.utterances, options, 'vtt', 60)
    assert.equal(String((await client.get(`${pathOf(captioned)}.vtt`)).bytes), expected)
  })

  test('may have had no words', async () => {
    assert.equal((await read(silent)).body.full_transcript, '')
    const { body } = await put(silent, '"0"', [{ start: 1, end: 2, channel: 0, text: 'Hush.' }])
    assert.deepEqual(body.utterances, [
      {
        ...given(body.utterances[0]!),
        words: [{ word: 'Hush.', start: 1, end: 2, confidence: 1 }],
        confidence: 1,
        language: 'en',
      },
    ])
    assert.ok((await foundBy('hush')).includes(silent))
  })

  test('has a limited number of revisions', async () => {
    const id = nextJob()
    await withDialect(
      { dataDir: service.dataDir, databaseUrl: service.databaseEnv['DATABASE_URL'] ?? null },
      async ({ db }) =>
        db
          .updateTable('jobs')
          .set({
            details: JSON.stringify({ title: null, tags: [], speaker_names: {}, revision: MAX.revisions }),
          })
          .where('id', '=', id)
          .execute(),
    )
    const { message } = await client.refused(409, 'PUT', pathOf(id), {
      body: { utterances: [] },
      headers: { 'if-match': '*' },
    })
    assert.match(message, /has 10,000 revisions, which is the limit/)
  })

  test('is refused where it is impossible, with each fault named', async () => {
    const one = { start: 0, end: 1, channel: 0, text: 'a' }
    const long = 'a'.repeat(MAX.utterance)
    for (const [field, utterances] of [
      ['utterances', 'none'],
      ['utterances.0.end', [{ ...one, end: -1 }]],
      ['utterances.0.end', [{ ...one, start: 0.5, end: 0.4 }]],
      ['utterances.1.end', [one, { ...one, end: 60.1 }]],
      ['utterances.0.channel', [{ ...one, channel: 1 }]],
      ['utterances.0.text', [{ ...one, text: ' ' }]],
      ['utterances.0.text', [{ ...one, text: 'a\u0007' }]],
      ['utterances.0.text', [{ ...one, text: `${long}a` }]],
      ['utterances.0.language', [{ ...one, language: 'xx' }]],
      ['utterances.0.speakr', [{ ...one, speakr: 1 }]],
      ['utterances', Array.from({ length: MAX.utterances + 1 }, () => one)],
      ['utterances', Array.from({ length: 51 }, () => ({ ...one, text: long }))],
    ] as const) {
      const sent = { body: { utterances }, headers: { 'if-match': '*' } }
      const { validation_errors: faults } = await client.refused(400, 'PUT', pathOf(silent), sent)
      assert.ok(faults?.[0]?.startsWith(`${field}: `), String(faults))
    }
    const body = { utterances: [] }
    await client.refused(413, 'PUT', pathOf(silent), { body: { utterances: 'a'.repeat(3e6) } })
    await client.refused(428, 'PUT', pathOf(silent), { body })
    const headers = { 'if-match': '*' }
    await client.refused(409, 'PUT', pathOf(failed), { body, headers })
    await client.refused(404, 'PUT', pathOf(NOBODYS_ID), { body, headers })
    const stranger = client.as('their-key')
    await stranger.refused(404, 'PUT', pathOf(silent), { body, headers })
    await stranger.refused(404, 'GET', pathOf(silent))
    await stranger.refused(404, 'GET', `/v2/jobs/${silent}/revisions`)
  })
})

onEachStore('revisions', (fresh) => {
  test('of random corrections can all be read, stay small, and leave nothing behind', async () => {
    const { store, account, dialect, close } = await openFresh(fresh)
    const rng = randomFrom(16)
    const long = Array.from({ length: 300 }, (_, i) => said(`${i} ${randomUUID()}`, i * 2))
    const id = await addDone(store, account, resultOf(long))
    const { transcripts } = store
    const history: Utterance[][] = [long]
    for (let revision = 1; revision <= REVISIONS; revision++) {
      const last = history.at(-1)!
      const at = Math.floor(rng() * (last.length + 1))
      // Now and then with so much text that the transcript is stored in full again.
      const text = rng() < 0.2 ? 'much '.repeat(40_000) : `${revision}`
      const inserted = Array.from({ length: Math.floor(rng() * 3) }, () => ({ ...said('x', 1), text }))
      const utterances = last.toSpliced(at, Math.floor(rng() * 3), ...inserted)
      const [earlier, later] = [last, utterances].map((all) => resultOf(all).transcription!)
      const change = changeBetween(earlier!, later!)
      const added = await transcripts.add(account, id, {
        ...{ from: revision - 1, ...change, changes: 1, by: OPERATOR },
      })
      assert.deepEqual(added, { isAdded: true, newest: revision })
      history.push(utterances)
    }
    for (const [revision, utterances] of history.entries()) {
      const stored = (await transcripts.get(account, id, revision)) ?? assert.fail()
      const found = parsedTranscript(stored)
      assert.deepEqual(found.transcription.utterances, utterances, `revision ${revision}`)
      assert.deepEqual(found.job.result?.transcription?.utterances, long)
      const json = await transcripts.json(account, id, revision)
      if (revision === 0 || revision === REVISIONS) assert.ok(json !== null)
      if (json !== null) assert.deepEqual(await parsedJson(json), found.transcription)
    }
    const rows = await dialect.db
      .selectFrom('job_revisions')
      .select(['revision', 'base', 'bytes', 'splice'])
      .execute()
    const wholes = rows.filter(({ revision, base }) => revision === base)
    assert.ok(
      wholes.length > 0 && wholes.length < REVISIONS / 3,
      `${wholes.length} of ${REVISIONS} are whole`,
    )
    for (const { revision, base, bytes } of rows) {
      const changes = rows.filter((row) => row.revision > base && row.revision <= revision)
      const text = changes.reduce((sum, { splice }) => sum + decompressed(splice!).length, 0)
      assert.ok(text === bytes && bytes <= 2 ** 20)
    }
    const checked: string[] = []
    const files = await DiskAudioFiles.open(temporaryFolder())
    for await (const { fault } of checkStore({ dialect, files, repair: null })) checked.push(fault)
    assert.deepEqual(checked, [])
    await store.jobs.delete(account, id, null)
    assert.equal((await store.accounts.get(account)).used.storage_gb, 0)
    assert.deepEqual(await dialect.db.selectFrom('job_revisions').selectAll().execute(), [])
    await close()
  })
})
