/** Pre-recorded jobs end to end: created, processed, read with their progress, transcript and audio, cancelled and deleted. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { PreRecordedJob } from '../src/contract/job.ts'
import type { JobProgress } from '../src/contract/progress.ts'
import { listenHttp } from '../src/platform/net/testing/loopback-server.ts'
import { serveAudio, serveLateAudio } from './support/audio-server.ts'
import type { Client } from './support/client.ts'
import { filesOnDisk } from './support/files-on-disk.ts'
import { cutSample, SAMPLE, SAMPLE_SECONDS, SILENCE } from './support/sample.ts'
import { serveTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'
import { until } from './support/until.ts'

const NOBODYS_ID = '00000000-0000-4000-8000-000000000000'
const ENGLISH = { language_config: { languages: ['en'] } }
/** For jobs that may fail: nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9/talk.wav'

let world: TwoAccounts
let client: Client
let stranger: Client

/** A job with every result derived from its words, read by several tests. */
let captioned: string

before(async () => {
  world = await serveTwoAccounts()
  client = world.client
  stranger = world.stranger
  const { audio_url } = await client.upload(cutSample(0, 6))
  captioned = await client.create({
    audio_url,
    ...ENGLISH,
    sentences: true,
    subtitles: true,
    subtitles_config: { formats: ['srt', 'vtt'], maximum_characters_per_row: 20 },
    summarization: true,
  })
})
after(async () => world.close())

const progressOf = async (id: string) => (await client.get<JobProgress>(`/v2/jobs/${id}/progress`)).body

suite('a job', () => {
  /** The request_params of a job created with a request. */
  async function paramsOf(request: object): Promise<PreRecordedJob['request_params']> {
    return (await client.job(await client.create({ audio_url: NOWHERE, ...request }))).request_params
  }

  test('transcribes a recording', async () => {
    const { audio_url, audio_metadata } = await client.upload(SAMPLE, 'welcome.wav')
    const metadata = { customer: 'acme', order: { id: 7 } }
    const id = await client.create({ audio_url, custom_metadata: metadata })
    const stages = new Set<string | null>()
    let last = 0
    await until(async () => {
      const { status, stage, fraction } = await progressOf(id)
      assert.ok(fraction !== null && fraction >= last, `${fraction} after ${last}`)
      last = fraction
      stages.add(stage)
      return status === 'done'
    })
    assert.ok(stages.has('recognising'))
    const job = await client.job(id)
    assert.partialDeepStrictEqual(job, {
      id,
      request_id: `G-${id.slice(0, 8)}`,
      version: 2,
      status: 'done',
      kind: 'pre-recorded',
      custom_metadata: metadata,
      post_session_metadata: {},
      error_code: null,
      file: { id: audio_metadata.id, filename: 'welcome.wav', source: null, number_of_channels: 1 },
    })
    assert.ok(job.completed_at !== null && job.completed_at > job.created_at)

    const { metadata: figures, transcription } = job.result ?? assert.fail('no result')
    assert.partialDeepStrictEqual(figures, {
      audio_duration: SAMPLE_SECONDS,
      number_of_distinct_channels: 1,
      billing_time: SAMPLE_SECONDS,
    })
    assert.ok(figures.transcription_time > 0)
    assert.ok(transcription)
    assert.deepEqual(Object.keys(job.result ?? {}).toSorted(), ['metadata', 'transcription'])
    assert.deepEqual(transcription.languages, ['en'])
    assert.match(transcription.full_transcript, /\bwelcome\b.*\btranscript/is)
    assert.equal(
      transcription.full_transcript,
      transcription.utterances.map((utterance) => utterance.text).join(' '),
    )
    let time = 0
    for (const { start, end, words, channel, language } of transcription.utterances) {
      assert.deepEqual([channel, language], [0, 'en'])
      assert.ok(time <= start && start <= end && end <= SAMPLE_SECONDS)
      for (const word of words) {
        assert.ok(time <= word.start && word.start <= word.end && word.end <= SAMPLE_SECONDS)
        time = word.start
      }
    }
  })

  test('is created on both paths, with its defaults filled in', async () => {
    for (const path of ['/v2/pre-recorded', '/v2/transcription']) {
      for (const place of [path, `${path}/`]) {
        const { status, body } = await client.send<{ id: string; result_url: string }>('POST', place, {
          body: { audio_url: NOWHERE, subtitles: true },
        })
        assert.equal(status, 201)
        assert.equal(body.result_url, `${world.service.url}${path}/${body.id}`)
        const { body: job } = await client.get<PreRecordedJob>(body.result_url)
        assert.partialDeepStrictEqual(job.request_params, {
          audio_url: NOWHERE,
          subtitles: true,
          subtitles_config: { formats: ['srt'], style: 'default' },
          diarization: false,
          detect_language: true,
          language_config: { languages: [], code_switching: false },
        })
        const configs = Object.keys(job.request_params).filter((key) => key.endsWith('_config'))
        assert.deepEqual(configs.toSorted(), ['language_config', 'subtitles_config'])
      }
    }
  })

  test('accepts the deprecated spellings', async () => {
    assert.partialDeepStrictEqual(await paramsOf({ language: 'fr', detect_language: false }), {
      detect_language: false,
      language_config: { languages: ['fr'], code_switching: false },
    })
    const switching = { enable_code_switching: true, code_switching_config: { languages: ['en', 'de'] } }
    assert.partialDeepStrictEqual(await paramsOf(switching), {
      language_config: { languages: ['en', 'de'], code_switching: true },
    })
    assert.partialDeepStrictEqual(await paramsOf({ callback_url: 'https://example.com/hook' }), {
      callback: true,
      callback_config: { url: 'https://example.com/hook', method: 'POST' },
    })
    assert.partialDeepStrictEqual(await paramsOf({ custom_vocabulary: ['Scriptorium'] }), {
      custom_vocabulary: true,
      custom_vocabulary_config: { vocabulary: ['Scriptorium'] },
    })
  })

  test('ignores unknown keys, and leaves custom_metadata out of request_params', async () => {
    const params = await paramsOf({ model: 'best', subtitles: false, custom_metadata: { a: 1 } })
    assert.ok(!('model' in params) && !('custom_metadata' in params))
  })

  test('with invalid parameters is refused with one line for each fault', async () => {
    const request = {
      audio_url: 'ftp://example.com/talk.wav',
      subtitles: 'yes',
      subtitles_config: { formats: ['doc'], maximum_rows_per_caption: 9 },
      custom_vocabulary: 3,
      language_config: { languages: ['xx'] },
      callback_url: 'nowhere',
      translation: true,
      custom_metadata: { long: 'x'.repeat(2_000) },
    }
    for (const path of ['/v2/pre-recorded', '/v2/transcription']) {
      const { validation_errors: faults = [] } = await client.refused(400, 'POST', path, { body: request })
      assert.deepEqual(faults.map((fault) => fault.split(': ')[0] ?? '').toSorted(), [
        'audio_url',
        'callback_url',
        'custom_metadata',
        'custom_vocabulary',
        'language_config.languages.0',
        'subtitles',
        'subtitles_config.formats.0',
        'subtitles_config.maximum_rows_per_caption',
        'translation_config',
      ])
    }
  })

  test('whose body is not a JSON object is refused', async () => {
    for (const body of ['{"audio_url":', '', '[]', 'null', '"x"', '{"__proto__": {"a": 1}}']) {
      const sent = { body, headers: { 'content-type': 'application/json' } }
      await client.refused(400, 'POST', '/v2/pre-recorded', sent)
    }
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      const sent = { body: '{"audio_url":"https://example.com/talk.wav"}', headers: { 'content-type': type } }
      await client.refused(415, 'POST', '/v2/pre-recorded', sent)
    }
    await client.refused(413, 'POST', '/v2/pre-recorded', { body: { context_prompt: 'x'.repeat(2_000_000) } })
  })

  test('with entity types that cannot be redacted is refused', async () => {
    const { audio_url } = await client.upload(SILENCE)
    const entity_types = ['NAME', 'GDPR', 'CREDIT_CARD', 'OCCUPATION']
    const pii_redaction_config = { entity_types, processed_text_type: 'MARKER' }
    const body = { audio_url, pii_redaction: true, pii_redaction_config }
    const { validation_errors: faults } = await client.refused(400, 'POST', '/v2/pre-recorded', { body })
    assert.equal(faults?.length, 1)
    assert.match(
      String(faults),
      /^pii_redaction_config.entity_types: GDPR, OCCUPATION cannot be found .* leave out/,
    )
    // Without the flag, its configuration has no effect.
    await client.create({ ...body, pii_redaction: false })
  })

  test('for a missing upload, or one of another account, is refused', async () => {
    const { audio_url } = await client.upload(SILENCE)
    await stranger.refused(400, 'POST', '/v2/pre-recorded', { body: { audio_url } })
    const gone = { audio_url: `${world.service.url}/file/${NOBODYS_ID}` }
    const fault = await client.refused(400, 'POST', '/v2/pre-recorded', { body: gone })
    assert.match(String(fault.validation_errors), /^audio_url: /)
  })

  test('returns sentences, subtitles and a summary', async () => {
    const { result, status } = await client.ended(captioned)
    assert.equal(status, 'done')
    const { transcription, sentences, summarization } = result ?? assert.fail('no result')
    assert.ok(transcription && sentences?.success)
    assert.equal(sentences.results.join(' '), transcription.full_transcript)
    assert.ok(sentences.results.length > 1)
    assert.deepEqual(transcription.sentences, [sentences])
    const [srt, vtt] = transcription.subtitles ?? []
    assert.deepEqual([srt?.format, vtt?.format], ['srt', 'vtt'])
    assert.match(srt?.subtitles ?? '', /^1\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\n\w/)
    assert.match(vtt?.subtitles ?? '', /^WEBVTT\n\n(?:1\n)?(?:00:)?00:0\d\.\d{3} --> /)
    assert.ok(summarization?.success)
    assert.ok(
      summarization.results.length > 0 && transcription.full_transcript.includes(summarization.results),
    )
  })

  test('fetches its URL, and ends in error when that fails', async (t) => {
    const source = await serveAudio(t, SILENCE)
    const done = await client.ended(await client.create({ audio_url: source, ...ENGLISH }))
    assert.partialDeepStrictEqual(done, { status: 'done', file: { source, filename: 'talk.wav' } })
    const failing = await listenHttp(t, (_request, response) => response.writeHead(404).end())
    for (const audio_url of [
      `http://127.0.0.1:${failing.port}/talk.wav`,
      await serveAudio(t, Buffer.from('not audio')),
    ]) {
      const job = await client.ended(await client.create({ audio_url }))
      assert.partialDeepStrictEqual(job, { status: 'error', error_code: 422, file: null, result: null })
      assert.notEqual(job.completed_at, null)
    }
  })

  test('is queued, then processing, and cannot be deleted before it has ended', async (t) => {
    const server = await serveLateAudio(t, SILENCE)
    const first = await client.create({ audio_url: server.url, ...ENGLISH })
    await server.asked
    // As many as one account may fetch at a time by default, and one more.
    const others = await Promise.all(
      Array.from({ length: 8 }, async () => client.create({ audio_url: server.url, ...ENGLISH })),
    )
    const second = others.at(-1)!
    const unfinished = { file: null, result: null, completed_at: null, error_code: null }
    assert.partialDeepStrictEqual(await client.job(first), { status: 'processing', ...unfinished })
    assert.partialDeepStrictEqual(await client.job(second), { status: 'queued', result: null })
    await client.refused(404, 'GET', `/v2/pre-recorded/${first}/file`)
    for (const id of [first, second]) {
      await client.refused(403, 'DELETE', `/v2/pre-recorded/${id}`)
      await client.refused(403, 'DELETE', `/v2/transcription/${id}`)
    }
    server.answer()
    for (const id of [first, ...others]) assert.equal((await client.ended(id)).status, 'done')
    assert.equal((await client.send('DELETE', `/v2/pre-recorded/${first}`)).status, 202)
  })

  test('is found under the paths of its kind by its own account only, and nowhere after its deletion', async () => {
    const { audio_url } = await client.upload(SILENCE)
    const id = await client.create({ audio_url, ...ENGLISH })
    await client.ended(id)
    const job = await client.job(id)
    for (const place of [`/v2/pre-recorded/${id}`, `/v2/transcription/${id}`]) {
      assert.deepEqual((await client.get(place)).body, job)
      assert.deepEqual((await client.get(`${place}/`)).body, job)
      assert.deepEqual((await client.get(`${place}/file`)).bytes, SILENCE)
      await stranger.refused(404, 'GET', place)
      await stranger.refused(404, 'GET', `${place}/file`)
      await stranger.refused(404, 'DELETE', place)
    }
    for (const verb of ['GET', 'DELETE']) await client.refused(404, verb, `/v2/live/${id}`)
    await client.refused(404, 'GET', `/v2/live/${id}/file`)

    const headers = { 'content-type': 'application/json' } // as some clients send with every request
    assert.equal((await client.send('DELETE', `/v2/transcription/${id}`, { headers })).status, 202)
    for (const path of ['/v2/pre-recorded', '/v2/transcription']) {
      await client.refused(404, 'GET', `${path}/${id}`)
      await client.refused(404, 'GET', `${path}/${id}/file`)
      await client.refused(404, 'DELETE', `${path}/${id}`)
    }
    await client.refused(404, 'GET', audio_url)
  })

  test('is deleted with its audio, unless another job uses it', async () => {
    const { audio_url, audio_metadata } = await client.upload(SILENCE)
    const first = await client.create({ audio_url, ...ENGLISH })
    const second = await client.create({ audio_url, ...ENGLISH })
    for (const [id, stays] of [
      [first, true],
      [second, false],
    ] as const) {
      await client.ended(id)
      assert.equal((await client.send('DELETE', `/v2/pre-recorded/${id}`)).status, 202)
      assert.equal(filesOnDisk(world.service).includes(audio_metadata.id), stays)
    }
    await client.refused(400, 'POST', '/v2/pre-recorded', { body: { audio_url } })
  })

  test('serves byte ranges of its audio', async () => {
    const { audio_url } = await client.upload(SILENCE)
    const id = await client.create({ audio_url, ...ENGLISH })
    const { length } = SILENCE
    for (const path of [`/v2/pre-recorded/${id}/file`, `/v2/transcription/${id}/file`, audio_url]) {
      const whole = await client.get(path)
      assert.deepEqual([whole.status, whole.bytes], [200, SILENCE])
      assert.equal(whole.headers.get('accept-ranges'), 'bytes')
      assert.equal(whole.headers.get('content-length'), String(length))
      for (const [range, from, to] of [
        ['bytes=0-3', 0, 3],
        ['bytes=4-', 4, length - 1],
        ['bytes=-10', length - 10, length - 1],
        [`bytes=10-${length * 2}`, 10, length - 1],
      ] as const) {
        const part = await client.get(path, { range })
        assert.equal(part.status, 206, range)
        assert.equal(part.headers.get('content-range'), `bytes ${from}-${to}/${length}`)
        assert.deepEqual(part.bytes, SILENCE.subarray(from, to + 1))
      }
      const beyond = await client.get(path, { range: `bytes=${length}-` })
      assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${length}`])
      assert.equal((await client.get(path, { range: 'lines=1-2' })).status, 200)
    }
  })
})

suite('a live job', () => {
  test('accepts post_session_metadata', async () => {
    const path = `/v2/live/${world.liveJob}`
    for (const post_session_metadata of [{ score: 5, notes: ['ü'] }, {}]) {
      assert.equal((await client.send('PATCH', path, { body: { post_session_metadata } })).status, 204)
      const { body } = await client.get<{ post_session_metadata: object }>(path)
      assert.deepEqual(body.post_session_metadata, post_session_metadata)
    }
    const long = { post_session_metadata: { text: 'x'.repeat(100_000) } }
    await client.refused(413, 'PATCH', path, { body: long })
    await client.refused(413, 'PATCH', path, { body: { post_session_metadata: { text: 'x'.repeat(2e6) } } })
    for (const body of [{}, { post_session_metadata: [] }, { post_session_metadata: null }, []]) {
      await client.refused(400, 'PATCH', path, { body })
    }
    await stranger.refused(404, 'PATCH', path, { body: { post_session_metadata: {} } })
    await client.refused(404, 'PATCH', `/v2/live/${NOBODYS_ID}`, { body: { post_session_metadata: {} } })
  })

  test('is not found under the paths of pre-recorded jobs, nor are those under its paths', async () => {
    const { audio_url } = await client.upload(SILENCE)
    const id = await client.create({ audio_url, ...ENGLISH })
    await client.refused(404, 'PATCH', `/v2/live/${id}`, { body: { post_session_metadata: {} } })
    for (const verb of ['GET', 'DELETE']) await client.refused(404, verb, `/v2/pre-recorded/${world.liveJob}`)
    for (const path of ['/v2/live', '/v2/transcription']) {
      assert.equal((await client.get(`${path}/${world.liveJob}`)).status, 200)
      await client.refused(403, 'DELETE', `${path}/${world.liveJob}`)
      await client.refused(404, 'GET', `${path}/${world.liveJob}/file`)
    }
  })
})

suite('transcripts alone', () => {
  test('by Accept or by suffix: text, SubRip, WebVTT and JSON', async () => {
    const { transcription } = (await client.job(captioned)).result ?? {}
    const file = (format: string) =>
      transcription?.subtitles?.find((one) => one.format === format)?.subtitles ?? assert.fail()
    const texts = transcription?.utterances.map(({ text }) => text).join(' ')
    for (const [suffix, type, expected] of [
      ['json', 'application/json', JSON.stringify(transcription)],
      ['txt', 'text/plain', texts],
      ['srt', 'application/x-subrip', file('srt')],
      ['vtt', 'text/vtt', file('vtt')],
    ] as const) {
      const path = `/v2/jobs/${captioned}/transcript`
      for (const answer of [
        await client.get(`${path}.${suffix}`),
        await client.get(path, { accept: type }),
      ]) {
        assert.equal(String(answer.bytes), expected)
        assert.equal(answer.headers.get('content-type'), `${type}; charset=utf-8`)
      }
    }
    const { headers } = await client.get(`/v2/jobs/${captioned}/transcript`)
    assert.match(headers.get('content-type') ?? '', /^application\/json/)
    assert.equal(headers.get('vary'), 'accept')
  })

  test('with paragraphs in JSON, and a line for each utterance in text', async () => {
    const { transcription } = (await client.job(captioned)).result ?? {}
    const path = `/v2/jobs/${captioned}/transcript`
    const { paragraphs, ...rest } = JSON.parse(String((await client.get(`${path}?paragraphs=true`)).bytes))
    assert.deepEqual(rest, transcription)
    const [{ start, end, channel, text }] = paragraphs
    const utterances = transcription?.utterances ?? []
    assert.deepEqual(
      { start, end, channel, text },
      {
        start: utterances[0]?.start,
        end: utterances.at(-1)?.end,
        channel: 0,
        text: utterances.map((one) => one.text).join(' '),
      },
    )
    assert.deepEqual(paragraphs[0].utterances, [0, utterances.length - 1])
    const lines = String((await client.get(`${path}.txt?paragraphs=false`)).bytes)
    assert.equal(lines, utterances.map((one) => one.text).join('\n'))
    for (const suffix of ['.srt', '.vtt']) {
      const { validation_errors } = await client.refused(400, 'GET', `${path}${suffix}?paragraphs=true`)
      assert.match(validation_errors?.[0] ?? '', /^paragraphs: \w+ has none; ask for txt, md, docx or json$/)
    }
  })

  test('406 names the available types', async () => {
    const { message } = await client.refused(406, 'GET', `/v2/jobs/${captioned}/transcript`, {
      headers: { accept: 'image/png' },
    })
    assert.match(message, /application\/json, text\/plain, application\/x-subrip, text\/vtt$/)
    await client.refused(404, 'GET', `/v2/jobs/${captioned}/transcript.doc`)
  })

  test('409 with what to do while the job is not done; 404 for a job of another account', async () => {
    const { message } = await client.refused(409, 'GET', `/v2/jobs/${world.liveJob}/transcript`)
    assert.match(message, /once its status is done/)
    const failed = await client.create({ audio_url: 'http://127.0.0.1:9/talk.wav' })
    await client.ended(failed)
    const refused = await client.refused(409, 'GET', `/v2/jobs/${failed}/transcript.txt`)
    assert.match(refused.message, /error_message/)
    await world.stranger.refused(404, 'GET', `/v2/jobs/${captioned}/transcript.txt`)
  })
})

suite('a recognition', () => {
  test('stops when it is cancelled, and frees the recogniser', async () => {
    const talk = SAMPLE.subarray(44)
    const long = Buffer.concat([SAMPLE.subarray(0, 44), ...Array.from({ length: 4 }, () => talk)])
    long.writeUInt32LE(long.length - 8, 4)
    long.writeUInt32LE(long.length - 44, 40)
    const id = await client.create({ audio_url: (await client.upload(long)).audio_url, ...ENGLISH })
    const progress = async () => progressOf(id)
    const isBegun = ({ stage, fraction }: JobProgress) => stage === 'recognising' && fraction !== 0
    const { fraction, eta_seconds } = await until(progress, isBegun)
    assert.ok(fraction !== null && fraction < 1 && eta_seconds !== null && eta_seconds > 0)
    const next = await client.create({ audio_url: (await client.upload(SILENCE)).audio_url })
    assert.equal((await client.send('POST', `/v2/jobs/${id}/cancel`)).status, 202)
    assert.equal((await client.ended(next)).status, 'done')
    assert.equal((await client.job(id)).error_code, 499)
  })
})
