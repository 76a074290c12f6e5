/** Jobs about files from end to end: audio in, a transcript out, the audio back, all of it gone again. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, suite, test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { PreRecordedJob } from '../src/contract/job.ts'
import { liveParamsOf, liveRequest } from '../src/contract/live-request.ts'
import { listenHttp } from '../src/net/loopback-server.ts'
import { Client } from './support/client.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { piece, SAMPLE, SAMPLE_SECONDS } from './support/sample.ts'

const NOBODYS_ID = '00000000-0000-4000-8000-000000000000'
const ENGLISH = { language_config: { languages: ['en'] } }
/** Half a second, for jobs whose words do not matter. */
const SHORT = piece(0, 0.5)

let service: RunningService
let client: Client
/** Of another account. */
let stranger: Client
let liveJob: string
/** Everything that was heard, and must not show in the log. */
const transcripts: string[] = []

before(async () => {
  let strangersKey = ''
  service = await runService({ ALLOW_PRIVATE_URLS: '1' }, async ({ accounts, jobs }) => {
    strangersKey = await accounts.createKey(await accounts.ensureAccount('other'), 'theirs')
    const requestParams = liveParamsOf(liveRequest.parse({}))
    const live = { kind: 'live', customMetadata: null, requestParams, fileId: null } as const
    liveJob = (await jobs.create(await accounts.ensureAccount('default'), live)).id
  })
  client = await Client.of(service)
  stranger = client.as(strangersKey)
})

after(async () => {
  await service.close()
  checkLog()
})

/** One line for each request, and in none of them what is nobody else's business. */
function checkLog(): void {
  const requests = service.log.filter((line) => line['msg'] === 'request')
  for (const { request_id, statusCode, path } of [...client.errors, ...stranger.errors]) {
    const lines = requests.filter((line) => line['request_id'] === request_id)
    assert.equal(lines.length, 1, `${lines.length} lines for ${request_id}`)
    assert.partialDeepStrictEqual(lines[0], { status: statusCode, path })
  }
  assert.ok(requests.length >= client.answered + stranger.answered)
  for (const line of requests) {
    assert.match(String(line['request_id']), /^G-[0-9a-f]{8}$/)
    assert.equal(typeof line['ms'], 'number')
  }
  const text = JSON.stringify(service.log)
  assert.ok(!text.includes(service.key), 'a key is in the log')
  assert.ok(transcripts.length > 0)
  for (const transcript of transcripts) {
    const words = transcript.split(' ')
    for (let i = 0; i + 3 <= words.length; i++) {
      const part = words.slice(i, i + 3).join(' ')
      assert.ok(!text.includes(part), `"${part}" of a transcript is in the log`)
    }
  }
}

/** The ids of the files that the service has on its disk. */
async function filesOnDisk({ dataDir }: RunningService): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** A server that has the sample. */
async function audioServer(t: TestContext, audio = SAMPLE, headers: Record<string, string> = {}) {
  const server = await listenHttp(t, (_request, response) => response.writeHead(200, headers).end(audio))
  return `http://127.0.0.1:${server.port}/talk.wav`
}

/** A server that keeps whoever comes waiting until it is told to answer with a short audio. */
async function slowServer(t: TestContext) {
  const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>()
  const listener: RequestListener = (_request, response) => resolve(response)
  const { port } = await listenHttp(t, listener)
  return {
    url: `http://127.0.0.1:${port}/talk.wav`,
    asked,
    answer: async () => (await asked).end(SHORT),
  }
}

suite('an upload', () => {
  test('of a form is told what it is', async () => {
    const { audio_url, audio_metadata: metadata } = await client.upload(SAMPLE, 'Welcome.WAV')
    assert.deepEqual(metadata, {
      id: metadata.id,
      filename: 'Welcome.WAV',
      extension: 'wav',
      size: SAMPLE.length,
      audio_duration: SAMPLE_SECONDS,
      number_of_channels: 1,
    })
    assert.equal(audio_url, `${service.url}/file/${metadata.id}`)
    assert.deepEqual((await client.get(audio_url)).bytes, SAMPLE)
    await stranger.refused(404, 'GET', audio_url)
  })

  test('of a URL is fetched', async (t) => {
    const source = await audioServer(t, SAMPLE, {
      'content-disposition': 'attachment; filename="a talk.wav"',
    })
    const answer = await client.send<{ audio_metadata: object }>('POST', '/v2/upload', {
      body: { audio_url: source },
    })
    assert.equal(answer.status, 200)
    assert.partialDeepStrictEqual(answer.body.audio_metadata, {
      filename: 'a talk.wav',
      source,
      size: SAMPLE.length,
      audio_duration: SAMPLE_SECONDS,
    })
  })

  const NAMES = {
    'Überraschung – 会議 🎧.wav': 'Überraschung – 会議 🎧.wav',
    '../../etc/passwd.wav': 'passwd.wav',
    'C:\\talks\\one.wav': 'one.wav',
    'ta\u202elk.wav': 'talk.wav',
    "it's; 50% & more.wav": "it's; 50% & more.wav",
    talk: 'talk',
  }
  for (const [given, kept] of Object.entries(NAMES)) {
    test(`may be called ${JSON.stringify(given)}`, async () => {
      const { audio_url, audio_metadata } = await client.upload(SHORT, given)
      assert.equal(audio_metadata.filename, kept)
      const job = await client.ended(await client.create({ audio_url, ...ENGLISH }))
      assert.equal(job.file?.filename, kept)
    })
  }

  test('may have other fields before and after the audio', async () => {
    const form = new FormData()
    form.append('note', 'first')
    form.append('audio', new Blob([SHORT]), 'talk.wav')
    form.append('note', 'last')
    assert.equal((await client.send('POST', '/v2/upload', { body: form })).status, 200)
  })

  test('without its field is refused by that name', async () => {
    for (const fields of [[], ['sound'], ['note', 'sound']]) {
      const form = new FormData()
      for (const field of fields) form.append(field, new Blob([SHORT]), 'talk.wav')
      const fault = await client.refused(400, 'POST', '/v2/upload', { body: form })
      assert.match(String(fault.validation_errors), /^audio: /)
    }
    const text = new FormData()
    text.append('audio', 'no file')
    await client.refused(400, 'POST', '/v2/upload', { body: text })
    for (const body of [
      {},
      { audio_url: 5 },
      { audio_url: 'file:///etc/passwd' },
      { audio_url: 'talk.wav' },
    ]) {
      const fault = await client.refused(400, 'POST', '/v2/upload', { body })
      assert.match(String(fault.validation_errors), /^audio_url: [^,]*$/)
    }
  })

  test('of another content type is refused', async () => {
    for (const type of ['audio/wav', 'text/plain', 'application/x-www-form-urlencoded']) {
      const sent = { body: SHORT, headers: { 'content-type': type } }
      await client.refused(415, 'POST', '/v2/upload', sent)
    }
  })

  test('that is no audio is refused with a sentence that says why, and leaves nothing', async (t) => {
    const kept = await filesOnDisk(service)
    const text = Buffer.from('This is not audio. '.repeat(100))
    for (const bytes of [text, Buffer.alloc(0), Buffer.from('RIFF')]) {
      const form = new FormData()
      form.append('audio', new Blob([bytes]), 'talk.wav')
      const { message } = await client.refused(422, 'POST', '/v2/upload', { body: form })
      assert.match(message, /^[A-Z].*\.$/)
      const source = await audioServer(t, bytes)
      await client.refused(422, 'POST', '/v2/upload', { body: { audio_url: source } })
    }
    assert.deepEqual((await filesOnDisk(service)).toSorted(), kept.toSorted())
  })

  test('that is broken off leaves nothing, and nobody waiting', async () => {
    const kept = await filesOnDisk(service)
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    socket.write(
      `POST /v2/upload HTTP/1.1\r\nhost: x\r\nx-service-key: ${service.key}\r\ncontent-length: 100000\r\n` +
        'content-type: multipart/form-data; boundary=b\r\n\r\n' +
        '--b\r\ncontent-disposition: form-data; name="audio"; filename="talk.wav"\r\n\r\n',
    )
    socket.write(SAMPLE.subarray(0, 20_000))
    await until(async () => (await filesOnDisk(service)).length > kept.length)
    socket.destroy()
    await until(async () => (await filesOnDisk(service)).length === kept.length)
  })

  test('that is too large is refused, however it comes, and leaves nothing', async (t) => {
    const small = await runService({ MAX_UPLOAD_MB: '1', ALLOW_PRIVATE_URLS: '1' })
    t.after(async () => small.close())
    const smallClient = await Client.of(small)
    const long = Buffer.concat([SAMPLE, Buffer.alloc(1_000_000)])
    const form = new FormData()
    form.append('audio', new Blob([long]), 'talk.wav')
    await smallClient.refused(413, 'POST', '/v2/upload', { body: form })
    const source = await audioServer(t, long)
    await smallClient.refused(413, 'POST', '/v2/upload', { body: { audio_url: source } })
    const job = await smallClient.ended(await smallClient.create({ audio_url: source }))
    assert.partialDeepStrictEqual(job, { status: 'error', error_code: 413, file: null })
    assert.deepEqual(await filesOnDisk(small), [])
    await smallClient.upload(SAMPLE)
  })
})

suite('a job', () => {
  /** Creates a job, looks at its request_params, and does not wait for it. */
  async function paramsOf(request: object, path?: string): Promise<PreRecordedJob['request_params']> {
    const { audio_url } = await client.upload(SHORT)
    const job = await client.job(await client.create({ audio_url, ...ENGLISH, ...request }, path))
    assert.equal(job.request_params.audio_url, audio_url)
    return job.request_params
  }

  test('gives the words of a recording', async () => {
    const { audio_url, audio_metadata } = await client.upload(SAMPLE, 'welcome.wav')
    const metadata = { customer: 'acme', order: { id: 7 } }
    const id = await client.create({ audio_url, custom_metadata: metadata })
    const job = await client.ended(id)
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
    transcripts.push(transcription.full_transcript)
  })

  test('is created on both paths, with its defaults filled in', async () => {
    const params = await paramsOf({})
    assert.deepEqual({ ...(await paramsOf({}, '/v2/transcription')), audio_url: params.audio_url }, params)
    assert.partialDeepStrictEqual(params, {
      subtitles: false,
      diarization: false,
      detect_language: true,
      language_config: { languages: ['en'], code_switching: false },
    })
    assert.deepEqual(
      Object.keys(params).filter((key) => key.endsWith('_config')),
      ['language_config'],
    )

    const { audio_url } = await client.upload(SHORT)
    for (const path of ['/v2/pre-recorded', '/v2/transcription']) {
      const { status, body } = await client.send<{ id: string; result_url: string }>('POST', path, {
        body: { audio_url },
      })
      assert.equal(status, 201)
      assert.equal(body.result_url, `${service.url}${path}/${body.id}`)
      assert.equal((await client.get(body.result_url)).status, 200)
    }
  })

  test('takes the old spellings', async () => {
    const { language_config: _none, ...auto } = { ...ENGLISH, language_config: undefined }
    assert.partialDeepStrictEqual(await paramsOf({ ...auto, language_config: undefined, language: 'fr' }), {
      language_config: { languages: ['fr'], code_switching: false },
    })
    const switching = { enable_code_switching: true, code_switching_config: { languages: ['en', 'de'] } }
    assert.partialDeepStrictEqual(await paramsOf({ language_config: undefined, ...switching }), {
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
    assert.equal(
      (await paramsOf({ language_config: undefined, detect_language: false })).detect_language,
      false,
    )
  })

  test('ignores keys that it does not know, and keeps no custom_metadata in request_params', async () => {
    const params = await paramsOf({ model: 'best', subtitles: false, custom_metadata: { a: 1 } })
    assert.ok(!('model' in params) && !('custom_metadata' in params))
  })

  test('that is asked for wrongly is refused with one line per fault', async () => {
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
      assert.deepEqual(faults.map((fault) => fault.split(': ')[0]).toSorted(), [
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

  test('that is asked for in no JSON object is refused', async () => {
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

  test('does not pretend to redact', async () => {
    const { audio_url } = await client.upload(SHORT)
    const pii_redaction_config = { entity_types: ['NAME'], processed_text_type: 'MARKER' }
    const body = { audio_url, pii_redaction: true, pii_redaction_config }
    const fault = await client.refused(400, 'POST', '/v2/pre-recorded', { body })
    assert.match(String(fault.validation_errors), /^pii_redaction: [^,]*$/)
  })

  test("about another account's upload, or one that is gone, is refused", async () => {
    const { audio_url } = await client.upload(SHORT)
    await stranger.refused(400, 'POST', '/v2/pre-recorded', { body: { audio_url } })
    const gone = { audio_url: `${service.url}/file/${NOBODYS_ID}` }
    const fault = await client.refused(400, 'POST', '/v2/pre-recorded', { body: gone })
    assert.match(String(fault.validation_errors), /^audio_url: /)
  })

  test('has its sentences and subtitles, and says of what is not there that it failed', async () => {
    const { audio_url } = await client.upload(SAMPLE)
    const { result, status } = await client.ended(
      await client.create({
        audio_url,
        ...ENGLISH,
        sentences: true,
        subtitles: true,
        subtitles_config: { formats: ['srt', 'vtt'] },
        summarization: true,
      }),
    )
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
    assert.partialDeepStrictEqual(summarization, {
      success: false,
      is_empty: true,
      error: { status_code: 501, exception: 'NotAvailableError' },
      results: null,
    })
    transcripts.push(transcription.full_transcript)
  })

  test('about a URL fetches it, and ends in error when that fails', async (t) => {
    const source = await audioServer(t, SHORT)
    const done = await client.ended(await client.create({ audio_url: source, ...ENGLISH }))
    assert.partialDeepStrictEqual(done, { status: 'done', file: { source, filename: 'talk.wav' } })
    const failing = await listenHttp(t, (_request, response) => response.writeHead(404).end())
    for (const audio_url of [
      `http://127.0.0.1:${failing.port}/talk.wav`,
      await audioServer(t, Buffer.from('not audio')),
    ]) {
      const job = await client.ended(await client.create({ audio_url }))
      assert.partialDeepStrictEqual(job, { status: 'error', error_code: 422, file: null, result: null })
      assert.notEqual(job.completed_at, null)
    }
  })

  test('is queued, then processing, and cannot be deleted until it has ended', async (t) => {
    const server = await slowServer(t)
    const first = await client.create({ audio_url: server.url, ...ENGLISH })
    const second = await client.create({ audio_url: (await client.upload(SHORT)).audio_url, ...ENGLISH })
    await server.asked
    const unfinished = { file: null, result: null, completed_at: null, error_code: null }
    assert.partialDeepStrictEqual(await client.job(first), { status: 'processing', ...unfinished })
    assert.partialDeepStrictEqual(await client.job(second), { status: 'queued', result: null })
    await client.refused(404, 'GET', `/v2/pre-recorded/${first}/file`)
    for (const id of [first, second]) {
      await client.refused(403, 'DELETE', `/v2/pre-recorded/${id}`)
      await client.refused(403, 'DELETE', `/v2/transcription/${id}`)
    }
    await server.answer()
    assert.equal((await client.ended(first)).status, 'done')
    assert.equal((await client.ended(second)).status, 'done')
    assert.equal((await client.send('DELETE', `/v2/pre-recorded/${first}`)).status, 202)
  })

  test('is found on the paths of its kind, by its account, and nowhere once it is deleted', async () => {
    const { audio_url } = await client.upload(SHORT)
    const id = await client.create({ audio_url, ...ENGLISH })
    await client.ended(id)
    const job = await client.job(id)
    for (const place of [`/v2/pre-recorded/${id}`, `/v2/transcription/${id}`]) {
      assert.deepEqual((await client.get(place)).body, job)
      assert.deepEqual((await client.get(`${place}/`)).body, job)
      assert.deepEqual((await client.get(`${place}/file`)).bytes, SHORT)
      await stranger.refused(404, 'GET', place)
      await stranger.refused(404, 'GET', `${place}/file`)
      await stranger.refused(404, 'DELETE', place)
    }
    for (const verb of ['GET', 'DELETE']) await client.refused(404, verb, `/v2/live/${id}`)
    await client.refused(404, 'GET', `/v2/live/${id}/file`)

    const headers = { 'content-type': 'application/json' } // as some clients send with everything
    assert.equal((await client.send('DELETE', `/v2/transcription/${id}`, { headers })).status, 202)
    for (const path of ['/v2/pre-recorded', '/v2/transcription']) {
      await client.refused(404, 'GET', `${path}/${id}`)
      await client.refused(404, 'GET', `${path}/${id}/file`)
      await client.refused(404, 'DELETE', `${path}/${id}`)
    }
    await client.refused(404, 'GET', audio_url)
  })

  test('takes its audio along when it is deleted, unless another job needs it', async () => {
    const { audio_url, audio_metadata } = await client.upload(SHORT)
    const ids = [
      await client.create({ audio_url, ...ENGLISH }),
      await client.create({ audio_url, ...ENGLISH }),
    ]
    const isOnDisk = async () => (await filesOnDisk(service)).includes(audio_metadata.id)
    for (const [left, id] of [
      [1, ids[0]],
      [0, ids[1]],
    ]) {
      await client.ended(String(id))
      assert.equal((await client.send('DELETE', `/v2/pre-recorded/${id}`)).status, 202)
      assert.equal(await isOnDisk(), left === 1)
    }
    await client.refused(400, 'POST', '/v2/pre-recorded', { body: { audio_url } })
  })

  test('gives any part of its audio', async () => {
    const { audio_url } = await client.upload(SHORT)
    const id = await client.create({ audio_url, ...ENGLISH })
    const { length } = SHORT
    for (const path of [`/v2/pre-recorded/${id}/file`, `/v2/transcription/${id}/file`, audio_url]) {
      const whole = await client.get(path)
      assert.deepEqual([whole.status, whole.bytes], [200, SHORT])
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
        assert.deepEqual(part.bytes, SHORT.subarray(from, to + 1))
      }
      const beyond = await client.get(path, { range: `bytes=${length}-` })
      assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${length}`])
      assert.equal((await client.get(path, { range: 'lines=1-2' })).status, 200)
    }
  })
})

suite('a live job', () => {
  test('takes its post_session_metadata', async () => {
    const path = `/v2/live/${liveJob}`
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

  test('is not found among the others, nor they among it', async () => {
    const { audio_url } = await client.upload(SHORT)
    const id = await client.create({ audio_url, ...ENGLISH })
    await client.refused(404, 'PATCH', `/v2/live/${id}`, { body: { post_session_metadata: {} } })
    for (const verb of ['GET', 'DELETE']) await client.refused(404, verb, `/v2/pre-recorded/${liveJob}`)
    for (const path of ['/v2/live', '/v2/transcription']) {
      assert.equal((await client.get(`${path}/${liveJob}`)).status, 200)
      await client.refused(403, 'DELETE', `${path}/${liveJob}`)
      await client.refused(404, 'GET', `${path}/${liveJob}/file`)
    }
  })
})

suite('a request that leads nowhere', () => {
  test('is 404 for an unknown path, a wrong verb, and an id that is none', async () => {
    for (const [verb, path] of [
      ['GET', '/'],
      ['GET', '/v2'],
      ['GET', '/v2/pre-recordings?limit=1'],
      ['GET', `/v2/pre-recorded/${NOBODYS_ID}/file/more`],
      ['GET', '/v2/upload'],
      ['PUT', '/v2/pre-recorded'],
      ['PATCH', `/v2/pre-recorded/${NOBODYS_ID}`],
      ['POST', `/v2/live/${NOBODYS_ID}`],
      ['DELETE', '/v2/transcription'],
      ['OPTIONS', '/v2/transcription'],
    ] as const) {
      await client.refused(404, verb, path)
    }
    const ids = [NOBODYS_ID, '7', 'null', "' or 1=1 --", '%2e%2e%2f', 'ü', 'x'.repeat(1_000), '%00', '*']
    for (const id of ids) {
      for (const path of ['/v2/pre-recorded', '/v2/transcription', '/v2/live', '/file']) {
        await client.refused(404, 'GET', `${path}/${encodeURIComponent(id)}`)
      }
      await client.refused(404, 'DELETE', `/v2/pre-recorded/${encodeURIComponent(id)}`)
      await client.refused(404, 'GET', `/v2/pre-recorded/${encodeURIComponent(id)}/file`)
    }
    await client.refused(404, 'GET', '/v2/pre-recorded/%zz')
  })

  test('may be no HTTP at all: it is answered, and the service goes on', async () => {
    const { hostname, port } = new URL(service.url)
    for (const garbage of [
      'GARBAGE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(100_000)}\r\n\r\n`,
      'POST /v2/upload HTTP/1.1\r\nhost: x\r\ncontent-length: none\r\n\r\n',
      'GET / HTTP/1.1\r\nhost: x\r\nb\u0000d: x\r\n\r\n',
    ]) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {}) // it may be cut off while the rest is being sent
      socket.end(garbage)
      let answer = ''
      socket.on('data', (data: Buffer) => (answer += data.toString()))
      await once(socket, 'close')
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      const status = Number(/^HTTP\/1\.1 (4\d\d) /.exec(head)?.[1])
      const headers = new Headers({ 'content-type': /^content-type: (.*)$/im.exec(head)?.[1] ?? '' })
      client.api.checkAs('ErrorBody', { status, headers, bytes: Buffer.from(body) }, garbage.slice(0, 50))
    }
    assert.equal((await client.get('/health')).status, 200)
  })
})

test('nothing is fetched from a private address, in whatever spelling', async (t) => {
  const guarded = await runService()
  t.after(async () => guarded.close())
  const guardedClient = await Client.of(guarded)
  const server = await listenHttp(t, (_request, response) => response.end(SHORT))
  const hosts = ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '[::1]', '0.0.0.0']
  const urls = [...hosts, '169.254.169.254', '10.0.0.1'].map(
    (host) => `http://${host}:${server.port}/talk.wav`,
  )
  for (const audio_url of urls) {
    await guardedClient.refused(422, 'POST', '/v2/upload', { body: { audio_url } })
    const job = await guardedClient.ended(await guardedClient.create({ audio_url }))
    assert.partialDeepStrictEqual(job, { status: 'error', error_code: 422, file: null })
  }
  assert.equal(server.connections, 0)
})

/** Looks again and again: for what a client can see no other way. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(20)
}
