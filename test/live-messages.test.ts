/** The messages of a session, selected by flags and in order, and its job as the lists show it. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { JobStatus } from '../src/contract/common.ts'
import type { LiveJob } from '../src/contract/job.ts'
import type { ServerFrame } from '../src/contract/live-messages.ts'
import { kennedy, kennedyEnd } from '../src/speech/testing/speech.ts'
import { joined, silence } from '../src/speech/testing/signals.ts'
import { Client } from './support/client.ts'
import { filesOnDisk } from './support/files-on-disk.ts'
import { encoded, DEFAULT_AUDIO } from './support/live-audio.ts'
import { type SessionRequest, SessionClient } from './support/live-client.ts'
import { allFlags, type Flag } from './support/live-flags.ts'
import { onEitherStore } from './support/on-each-store.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { serveTwoAccounts, type TwoAccounts } from './support/two-accounts.ts'

const ENGLISH = { language_config: { languages: ['en'] } }
const BEGINNING = kennedy.samples.slice(0, 2.4 * 16_000)
const AUDIO = await encoded([BEGINNING], DEFAULT_AUDIO)
const TWO_UTTERANCES = await encoded(
  [joined(silence(0.5), BEGINNING, silence(1), kennedyEnd.samples)],
  DEFAULT_AUDIO,
)

/** A service on SQLite. */
let world: TwoAccounts
before(async () => void (world = await serveTwoAccounts()))
after(async () => world.close())

suite('messages', () => {
  let client: Client
  /** A session with all messages. */
  let everything: { session: SessionClient; job: LiveJob }

  before(async () => {
    client = world.client
    everything = await eventful(allFlags(true), TWO_UTTERANCES)
  })

  /** A session that produces messages for every flag. */
  async function eventful(
    flags: SessionRequest['messages_config'],
    audio = AUDIO,
  ): Promise<{ session: SessionClient; job: LiveJob }> {
    const session = await SessionClient.start(client, {
      ...ENGLISH,
      realtime_processing: {
        translation: true,
        translation_config: { target_languages: ['en'] },
        named_entity_recognition: true,
        sentiment_analysis: true,
      },
      post_processing: { summarization: true, chapterization: true },
      ...(flags && { messages_config: flags }),
    })
    await session.play(audio)
    session.socket.send('not JSON')
    const job = await session.end()
    assert.equal(job.file?.audio_duration, audio.length / 32_000)
    return { session, job }
  }

  const EXPECTED: Record<Flag, readonly ServerFrame['type'][]> = {
    receive_partial_transcripts: ['transcript'],
    receive_final_transcripts: ['transcript'],
    receive_speech_events: ['speech_start', 'speech_end'],
    receive_pre_processing_events: ['pre_processing'],
    receive_realtime_processing_events: ['translation', 'named_entity_recognition', 'sentiment_analysis'],
    receive_post_processing_events: [
      'post_transcript',
      'post_summarization',
      'post_chapterization',
      'post_final_transcript',
    ],
    receive_acknowledgments: ['audio_chunk', 'stop_recording'],
    receive_errors: ['error'],
    receive_lifecycle_events: ['start_session', 'start_recording', 'end_recording', 'end_session'],
  }
  const FLAGS = Object.keys(EXPECTED) as Flag[]

  test('are sent in order when all are requested', async () => {
    const { session, job } = everything
    const types = session.received.map(({ message }) => message.type)
    assert.deepEqual(types.slice(0, 2), ['start_session', 'start_recording'])
    const end = types.slice(types.indexOf('end_recording'))
    assert.deepEqual(end.slice(0, 2), ['end_recording', 'post_transcript'])
    assert.deepEqual(new Set(end.slice(2, 4)), new Set(['post_summarization', 'post_chapterization']))
    assert.deepEqual(end.slice(4), ['post_final_transcript', 'end_session'])
    assert.deepEqual(new Set(types), new Set(Object.values(EXPECTED).flat()))

    const seconds = TWO_UTTERANCES.length / 32_000
    const [stop] = session.messages('stop_recording')
    assert.equal(stop?.acknowledged, true)
    assert.equal(stop.data?.recording_duration, seconds)
    const { recording_left_to_process: left } = stop.data
    assert.ok(left <= seconds && left === Number(left.toFixed(3)), `${left} s`)
    assert.equal(session.messages('end_recording')[0]?.data.recording_duration, seconds)

    const { messages: _, ...result } = job.result ?? assert.fail()
    assert.deepEqual(session.messages('post_final_transcript')[0]?.data, result)
    assert.deepEqual(session.messages('post_transcript')[0]?.data, result.transcription)
    for (const module of ['summarization', 'chapterization'] as const) {
      const [message] = session.messages(`post_${module}`)
      assert.equal(result[module]?.success, message?.error === null, module)
    }
  })

  test('of real-time processing are sent once for each final utterance', async () => {
    const { session } = everything
    const finals = session.messages('transcript').filter(({ data }) => data.is_final)
    assert.ok(finals.length >= 2)
    for (const type of EXPECTED.receive_realtime_processing_events) {
      const messages = session.received.map(({ message }) => message).filter((one) => one.type === type)
      assert.equal(messages.length, finals.length, type)
    }
  })

  test('of a flag are sent when only that flag is set', async () => {
    const sessions = await Promise.all(
      FLAGS.map(async (flag) => eventful({ ...allFlags(false), [flag]: true })),
    )
    for (const [i, { session }] of sessions.entries()) {
      const flag = FLAGS[i] ?? assert.fail()
      // The client checks that every message was requested.
      const types = new Set(session.received.map(({ message }) => message.type))
      // Audio faster than real time need not have partials.
      if (flag !== 'receive_partial_transcripts') assert.deepEqual(types, new Set(EXPECTED[flag]), flag)
    }
  })

  test('are those of the default flags when none is given', async () => {
    const { session, job } = await eventful(undefined)
    const { receive_lifecycle_events: hidden, receive_partial_transcripts: _, ...shown } = EXPECTED
    const types = new Set(session.received.map(({ message }) => message.type))
    assert.deepEqual(types, new Set(Object.values(shown).flat()))
    assert.ok(session.messages('transcript').every(({ data }) => data.is_final))
    // The job contains unrequested messages all the same.
    const kept = job.result?.messages.map((text) => (JSON.parse(text) as ServerFrame).type) ?? []
    for (const type of hidden) assert.equal(kept.filter((one) => one === type).length, 1, type)
  })

  test('of features that were not requested are absent, also from the result', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    await session.play(AUDIO)
    const { result, request_params: params } = await session.end()
    assert.deepEqual(Object.keys(result ?? {}).toSorted(), ['messages', 'metadata', 'transcription'])
    assert.equal(params.encoding, 'wav/pcm')
    assert.equal(params.endpointing, 0.05)
    assert.equal(params.maximum_duration_without_endpointing, 5)
    assert.equal(params.messages_config.receive_partial_transcripts, false)
    assert.ok(!('custom_metadata' in params))
    for (const type of ['translation', 'named_entity_recognition', 'post_summarization'] as const)
      assert.deepEqual(session.messages(type), [])
  })

  test('and the result have sentences and subtitles on request, of translations too', async () => {
    const session = await SessionClient.start(client, {
      ...ENGLISH,
      realtime_processing: { translation: true, translation_config: { target_languages: ['en'] } },
      post_processing: { sentences: true, subtitles: true, subtitles_config: { formats: ['vtt'] } },
    })
    await session.play(AUDIO)
    const { result } = await session.end()
    const { translation } = result ?? assert.fail()
    assert.ok(translation?.success)
    for (const text of [result?.transcription, ...translation.results]) {
      assert.equal(text?.sentences?.[0]?.results?.join(' ').trim(), text?.full_transcript.trim())
      assert.match(text?.subtitles?.[0]?.subtitles ?? '', /^WEBVTT/)
    }
    const [last] = session.messages('post_final_transcript')
    assert.deepEqual(last?.data.transcription, result?.transcription)
  })

  test('and the job are not accessible to other accounts', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    await session.end()
    const path = `/v2/live/${session.id}`
    for (const [verb, at] of [
      ['GET', path],
      ['GET', `${path}/file`],
      ['DELETE', path],
    ] as const)
      await world.stranger.refused(404, verb, at)
    await client.as(null).refused(401, 'POST', '/v2/live', { body: {} })
  })
})

onEitherStore('the job of a session', (fresh) => {
  let service: RunningService
  let client: Client
  before(async () => {
    const database = await fresh()
    service = database.url === null ? world.service : await runService({}, undefined, database)
    client = await Client.of(service)
  })
  after(async () => service !== world.service && service.close())

  /** The job of the session in a list; null if the list does not contain it. */
  async function listed(id: string, list: string): Promise<LiveJob | null> {
    const { status, body } = await client.get<{ items: LiveJob[] }>(list)
    assert.equal(status, 200)
    return body.items.find((job) => job.id === id) ?? null
  }

  test('is created by a request without a body', async () => {
    const { status, body } = await client.send<{ id: string }>('POST', '/v2/live')
    assert.equal(status, 201)
    const { body: job } = await client.send<LiveJob>('GET', `/v2/live/${body.id}`)
    assert.equal(job.request_params.sample_rate, 16_000)
  })

  test('is in the lists from its creation, with its status', async () => {
    const custom = { customer: 'acme', call: { id: 7 } }
    const session = await SessionClient.create(client, { ...ENGLISH, custom_metadata: custom })
    const inLists = async (status: JobStatus) => {
      for (const list of ['/v2/live?', '/v2/transcription?', '/v2/transcription?kind=live&']) {
        for (const filter of ['', `status=${status}`, 'custom_metadata[call][id]=7'])
          assert.equal((await listed(session.id, list + filter))?.status, status, list + filter)
        for (const other of ['queued', 'processing', 'done', 'error'].filter((one) => one !== status))
          assert.equal(await listed(session.id, `${list}status=${other}`), null, `${status}, not ${other}`)
      }
      assert.equal(await listed(session.id, '/v2/pre-recorded'), null)
      assert.equal(await listed(session.id, '/v2/transcription?kind=pre-recorded'), null)
    }
    await inLists('queued')
    assert.partialDeepStrictEqual(await session.job(), {
      kind: 'live',
      status: 'queued',
      completed_at: null,
      custom_metadata: custom,
      post_session_metadata: {},
      result: null,
    })
    await session.connect()
    await session.play(AUDIO)
    await inLists('processing')
    const job = await session.end()
    await inLists('done')
    assert.deepEqual(await listed(session.id, '/v2/live'), job)
    assert.ok(job.completed_at !== null && job.completed_at > job.created_at)
    assert.equal(job.file?.source, null)
    assert.equal(job.file?.audio_duration, AUDIO.length / 32_000)
  })

  test('accepts post_session_metadata before and after its end', async () => {
    const session = await SessionClient.start(client, ENGLISH)
    const set = async (metadata: object) =>
      client.send('PATCH', `/v2/live/${session.id}`, { body: { post_session_metadata: metadata } })
    assert.equal((await set({ rating: 1 })).status, 204)
    assert.deepEqual((await session.job()).post_session_metadata, { rating: 1 })
    await session.end()
    assert.deepEqual((await session.job()).post_session_metadata, { rating: 1 })
    assert.equal((await set({ rating: 5, tags: ['good'] })).status, 204)
    assert.deepEqual((await session.job()).post_session_metadata, { rating: 5, tags: ['good'] })
  })

  test('cannot be deleted before its end, and is deleted with its audio afterwards', async () => {
    const kept = filesOnDisk(service)
    const session = await SessionClient.create(client, ENGLISH)
    const path = `/v2/live/${session.id}`
    await client.refused(403, 'DELETE', path)
    await session.connect()
    await session.play(AUDIO.subarray(0, 32_000))
    await client.refused(403, 'DELETE', path)
    await session.end()
    assert.equal(filesOnDisk(service).length, kept.length + 1)
    assert.equal((await client.send('DELETE', path)).status, 202)
    await client.refused(404, 'GET', path)
    await client.refused(404, 'GET', `${path}/file`)
    assert.deepEqual(filesOnDisk(service), kept)
  })
})
