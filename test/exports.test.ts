/** The transcript of a job as a file, over the API. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, test } from 'node:test'
import AdmZip from 'adm-zip'
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, type ExportFormat } from '../src/contract/export-formats.ts'
import { subtitlesConfig } from '../src/contract/features/subtitles.ts'
import type { Transcription } from '../src/contract/transcript.ts'
import { DEFAULT_ACCOUNT } from '../src/service/default-key.ts'
import type { Store } from '../src/store/open-store.ts'
import { said, transcriptionOf } from '../src/text/testing/utterances.ts'
import { exportAs } from '../src/transcripts/exports/exporters.ts'
import { claimNext, NODE } from './support/claim-work.ts'
import { Client } from './support/client.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { requestParams } from './support/request-params.ts'
import { type RunningService, runService } from './support/running-service.ts'

const TRANSCRIPT = transcriptionOf(
  said('Welcome to the meeting.', { speaker: 0 }),
  said('Thank you.', { start: 62, speaker: 1 }),
)
const GERMAN = transcriptionOf(
  said('Willkommen.', { speaker: 0, language: 'de' }),
  said('Danke.', { start: 62, speaker: 1, language: 'de' }),
)
const MODULE = { success: true as const, is_empty: false, exec_time: 0.1, error: null }
const RESULT = {
  metadata: {
    audio_duration: 70,
    number_of_distinct_channels: 1,
    billing_time: 70,
    transcription_time: 1,
    unrecognised_speech: [],
  },
  transcription: TRANSCRIPT,
  translation: { ...MODULE, results: [{ error: null, ...GERMAN }] },
  summarization: { ...MODULE, results: 'A greeting.' },
}

const ABOUT_LONG = {
  title: 'long',
  filename: 'long.mp3',
  duration: 25_200,
  summary: null,
  speakerNames: {},
  captions: subtitlesConfig.parse({}),
  hasSpeakers: false,
  hasTimestamps: false,
  hasParagraphs: true,
  isComplete: true,
}

/** Seven hours of speech. */
const LONG = transcriptionOf(
  ...Array.from({ length: 1_800 }, (_, at) =>
    said('we were two pallets short last Thursday and nobody could tell me why', { start: at * 14 }),
  ),
)

/** A job that is done, with a file. */
async function addJob(
  store: Store,
  accountName: string,
  filename: string,
  transcription: Transcription = TRANSCRIPT,
): Promise<string> {
  const { accounts, jobs, work, files, uploads } = store
  const account = await accounts.ensure(accountName)
  const file = {
    id: randomUUID(),
    filename,
    extension: 'mp3',
    source: null,
    size: 1,
    duration: 70,
    channels: 1,
  }
  await uploads.begin(file.id, NODE)
  await files.add(account, file)
  const job = {
    kind: 'pre-recorded',
    customMetadata: null,
    requestParams: requestParams('pre-recorded'),
  } as const
  const { id } = await jobs.create(account, { ...job, fileId: file.id })
  const result = { ...RESULT, transcription }
  await work.finish((await claimNext(work)) ?? assert.fail(), { status: 'done', result })
  return id
}

onEitherStore('an exported transcript', (fresh) => {
  let service: RunningService
  let client: Client
  let job: string
  let theirs: string
  let waiting: string
  let long: string

  before(async () => {
    service = await runService(
      {},
      async (store) => {
        job = await addJob(store, DEFAULT_ACCOUNT, 'a \u202e“talk”; ü.mp3')
        long = await addJob(store, DEFAULT_ACCOUNT, 'long.mp3', LONG)
        theirs = await addJob(store, 'other', 'theirs.mp3')
        const account = await store.accounts.ensure(DEFAULT_ACCOUNT)
        const live = { kind: 'live', customMetadata: null, requestParams: requestParams('live') } as const
        waiting = (await store.jobs.create(account, { ...live, fileId: null })).id
      },
      await fresh(),
    )
    client = await Client.of(service)
  })
  after(async () => service.close())

  const get = async (query: string) => {
    const answer = await client.get<Transcription>(`/v2/jobs/${job}/export?${query}`)
    assert.equal(answer.status, 200, String(answer.bytes))
    return { ...answer, disposition: answer.headers.get('content-disposition') }
  }
  const text = async (query: string) => String((await get(query)).bytes)
  const details = async (body: object) =>
    assert.equal((await client.send('PATCH', `/v2/jobs/${job}`, { body })).status, 200)

  test('has the media type of its format, and is an attachment named after the audio', async () => {
    const files = new Map<ExportFormat, Buffer>()
    for (const format of EXPORT_FORMAT_NAMES) {
      const { headers, bytes, disposition } = await get(`format=${format}`)
      files.set(format, bytes)
      const [type] = headers.get('content-type')?.split(';') ?? []
      assert.equal(type, EXPORT_FORMATS[format].type)
      assert.ok(bytes.length > 0)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      const name = encodeURIComponent(`a \u202e“talk”; ü.${format}`.replace('\u202e', ''))
      assert.match(disposition ?? '', /^attachment; filename="[ -~]*"; filename\*=UTF-8''/)
      assert.ok(disposition?.endsWith(`''${name}`), disposition ?? '')
    }
    assert.deepEqual(JSON.parse(String(files.get('json'))), TRANSCRIPT)
    const document = new AdmZip(files.get('docx')).readAsText('word/document.xml')
    assert.match(document, /Speaker 1: .*Welcome to the meeting\./)
  })

  test('has speaker names and times on request', async () => {
    assert.equal(await text('format=txt'), 'Speaker 1: Welcome to the meeting.\n\nSpeaker 2: Thank you.')
    await details({ title: 'Meeting 24/7', speaker_names: { 1: 'Anna' } })
    assert.equal(
      await text('format=txt&timestamps=true'),
      '00:00:00 Speaker 1: Welcome to the meeting.\n\n00:01:02 Anna: Thank you.',
    )
    const plain = await get('format=txt&speakers=false')
    assert.equal(String(plain.bytes), 'Welcome to the meeting.\n\nThank you.')
    assert.equal(plain.disposition, 'attachment; filename="Meeting 24-7.txt"')
    assert.match(await text('format=vtt'), /<v Anna>Thank you\./)
    assert.doesNotMatch(await text('format=srt&speakers=false'), /Speaker|Anna/)
    assert.match(await text('format=md'), /^# Meeting 24\/7\n/)
  })

  test('has paragraphs unless they are turned off, and JSON has them on request', async () => {
    assert.equal(
      await text('format=txt&speakers=false&paragraphs=false'),
      'Welcome to the meeting.\nThank you.',
    )
    const { body } = await get('format=json&paragraphs=true')
    const [first, second] = TRANSCRIPT.utterances
    const paragraphs = [first!, second!].map(
      ({ words: _words, confidence: _confidence, language: _language, ...one }, i) => {
        return { ...one, utterances: [i, i] }
      },
    )
    assert.deepEqual(body, { ...TRANSCRIPT, paragraphs })
    for (const format of ['srt', 'vtt', 'csv', 'tsv', 'otio']) {
      const { validation_errors } = await client.refused(
        400,
        'GET',
        `/v2/jobs/${job}/export?format=${format}&paragraphs=true`,
      )
      assert.deepEqual(validation_errors, [`paragraphs: ${format} has none; ask for txt, md, docx or json`])
      await get(`format=${format}&paragraphs=false`)
    }
  })

  test('has the summary on request', async () => {
    const { body } = await get('format=json&summary=true')
    assert.deepEqual(body, { ...TRANSCRIPT, summary: 'A greeting.' })
    assert.match(await text('format=txt&summary=true'), /Thank you\.\n\nSummary:\nA greeting\.$/)
  })

  test('is a translation on request', async () => {
    const { bytes, disposition } = await get('format=txt&speakers=false&translation=de')
    assert.equal(String(bytes), 'Willkommen.\n\nDanke.')
    assert.match(disposition ?? '', /\.de\.txt"/)
    assert.deepEqual((await get('format=json&translation=de')).body, GERMAN)
    const { message } = await client.refused(404, 'GET', `/v2/jobs/${job}/export?format=txt&translation=fr`)
    assert.equal(message, 'a translation into fr not found')
  })

  test('does not delay other requests while its captions are made', async () => {
    const captions = async () => client.get(`/v2/jobs/${long}/transcript.srt`)
    assert.match(String((await captions()).bytes), /^1\n00:00:00,000 --> .*\nwe were two pallets/)
    const begun = performance.now()
    await exportAs('srt', { ...ABOUT_LONG, transcript: LONG })
    const making = performance.now() - begun
    const delays = monitorEventLoopDelay({ resolution: 1 })
    delays.enable()
    await captions()
    delays.disable()
    const longest = delays.max / 1e6
    assert.ok(longest < making * 0.7, `${longest} ms, and to make them takes ${making} ms`)
  })

  test('is of the newest revision', async () => {
    const utterances = [{ start: 1, end: 2, channel: 0, text: 'Corrected.' }]
    const { status } = await client.send('PUT', `/v2/jobs/${job}/transcript`, {
      body: { utterances },
      headers: { 'if-match': '*' },
    })
    assert.equal(status, 200)
    assert.equal(await text('format=txt'), 'Corrected.')
  })

  test('of several jobs is a ZIP with a file for each, and a list of those that are missing', async () => {
    for (const id of [job, long]) {
      const { status } = await client.send('PATCH', `/v2/jobs/${id}`, { body: { title: 'ü/Talk' } })
      assert.equal(status, 200)
    }
    const unknown = randomUUID()
    const ids = [job, waiting, long, theirs, unknown, job.toUpperCase()].map((id) => `id=${id}`)
    const { status, headers, bytes } = await client.get(`/v2/jobs/export.zip?format=vtt&${ids.join('&')}`)
    assert.equal(status, 200, String(bytes))
    assert.equal(headers.get('content-type'), 'application/zip')
    assert.equal(headers.get('content-disposition'), 'attachment; filename=transcripts.zip')
    const files = new AdmZip(bytes).getEntries().map((entry) => [entry.entryName, String(entry.getData())])
    const alone = async (id: string) => String((await client.get(`/v2/jobs/${id}/export?format=vtt`)).bytes)
    assert.deepEqual(files, [
      ['ü-Talk.vtt', await alone(job)],
      ['ü-Talk (2).vtt', await alone(long)],
      [
        'missing.txt',
        `${waiting}: the job is queued: its transcript is available once its status is done\n` +
          `${theirs}: job not found\n${unknown}: job not found\n`,
      ],
    ])
  })

  test('of several jobs that share the longest possible title has a file for each', async () => {
    for (const id of [job, long])
      await client.send('PATCH', `/v2/jobs/${id}`, { body: { title: 'ü'.repeat(200) } })
    const { bytes } = await client.get(`/v2/jobs/export.zip?format=txt&id=${job}&id=${long}`)
    const names = new AdmZip(bytes).getEntries().map(({ entryName }) => entryName)
    assert.deepEqual([names.length, new Set(names).size], [2, 2])
  })

  test('of several jobs is refused without a valid id, or with too many', async () => {
    const many = Array.from({ length: 201 }, () => `id=${randomUUID()}`).join('&')
    for (const query of ['format=txt', 'format=txt&id=x', `format=txt&${many}`, `id=${job}`]) {
      const { validation_errors: faults } = await client.refused(400, 'GET', `/v2/jobs/export.zip?${query}`)
      assert.match(String(faults), query.startsWith('format') ? /^id/ : /^format/)
    }
  })

  test('is refused for a job of another account, an unfinished job, and an unknown format', async () => {
    await client.refused(404, 'GET', `/v2/jobs/${theirs}/export?format=txt`)
    await client.refused(409, 'GET', `/v2/jobs/${waiting}/export?format=txt`)
    for (const query of ['', '?format=pdf', '?format=txt&speakers=yes', '?format=txt&translation=german']) {
      const { validation_errors } = await client.refused(400, 'GET', `/v2/jobs/${job}/export${query}`)
      assert.equal(validation_errors?.length, 1, query)
    }
  })
})
