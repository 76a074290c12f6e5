/** Jobs for the console to show: of both kinds, done and failed, with transcripts of several speakers. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { UnrecognisedSpan } from '../../src/contract/result.ts'
import type { Transcription, Utterance } from '../../src/contract/transcript.ts'
import { liveParamsOf, liveRequest } from '../../src/contract/live-request.ts'
import { preRecordedParamsOf, preRecordedRequest } from '../../src/contract/pre-recorded-request.ts'
import type { StoredFile } from '../../src/jobs/stored-file.ts'
import type { Outcome } from '../../src/jobs/work.ts'
import type { Store } from '../../src/store/open-store.ts'
import { claimNext, NODE } from './claim-work.ts'

const NAMES = [
  'Customer call, Hartmann & Sons.mp3',
  'All hands 2025-06-12.m4a',
  'Interview with Prof. Okonkwo – part 2.wav',
  'Podcast episode 41 (rough cut).flac',
  'voicemail-0049-30-5550123.wav',
  'Lecture: the history of shorthand.mp4',
  'Board meeting, minutes.ogg',
  'support_call_88213.mp3',
]
const FAILURES: readonly Outcome[] = [
  { status: 'error', code: 422, message: 'the audio cannot be decoded: it is not audio or video' },
  { status: 'error', code: 413, message: 'the audio is longer than 135 minutes' },
]
const TALK = [
  'Good morning, and thank you for taking the time today.',
  'Of course. I have been looking forward to it, to be honest.',
  'So, before we begin with the invoice, is there anything you would like to add to the agenda?',
  'Only one thing. The delivery of last Thursday was two pallets short, and nobody at the warehouse could tell me why.',
  'I am sorry to hear that. I will find out, and call you back before the end of the week.',
  'That would be very kind. The rest can wait until the new contract is signed.',
]
const SECONDS_PER_WORD = 0.4

/** @param text a line for each utterance; two speakers take turns */
export function transcriptOf(lines: readonly string[]): Transcription {
  let at = 0.6
  const utterances = lines.map((text, index): Utterance => {
    const start = at
    const words = text.split(' ').map((word, i) => {
      const begin = at
      at += SECONDS_PER_WORD
      // The recogniser is uncertain about some words.
      return { word: ` ${word}`, start: begin, end: at, confidence: (index * 7 + i) % 13 === 5 ? 0.31 : 0.94 }
    })
    const end = at
    at += 0.8
    return { start, end, confidence: 0.92, channel: 0, speaker: index % 2, words, text, language: 'en' }
  })
  return { full_transcript: lines.join(' '), languages: ['en'], utterances }
}

/** Fills the account `default`. The service that opens the store afterwards finds no work to do. */
export async function fillWithConsoleJobs(store: Store, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    if (i % 9 === 8) {
      const requestParams = liveParamsOf(liveRequest.parse({}))
      const account = await store.accounts.ensure('default')
      const live = {
        kind: 'live',
        customMetadata: { room: 'Studio B' },
        requestParams,
        fileId: null,
      } as const
      await store.jobs.create(account, live)
      continue
    }
    const file = fileOf(NAMES[i % NAMES.length] ?? '', 37.5 * (1 + ((i * 7) % 60)))
    const metadata = i % 3 === 0 ? { team: 'support', ticket: 88_000 + i } : null
    const isFailed = i % 7 === 3
    await addJob(store, {
      file,
      metadata,
      outcome: (isFailed ? FAILURES[i % 2] : undefined) ?? doneWith(TALK),
    })
  }
}

/**
 * Adds a finished job with any name and metadata, and every kind of result.
 * @param text in all results besides the transcript; without quotes and backslashes
 * @returns its id
 */
export async function addDoneJob(
  store: Store,
  job: { filename: string; metadata: Record<string, unknown>; lines: readonly string[]; text: string },
): Promise<string> {
  const { filename, metadata, lines, text } = job
  const spoken = JSON.stringify(talkModules()).replaceAll(/delivery|pallets|Thursday|model/g, text)
  const modules = { ...(JSON.parse(spoken) as object), summarization: moduleWith(text) }
  return addJob(store, { file: fileOf(filename, 60), metadata, outcome: doneWith(lines, modules) })
}

/**
 * Adds a job with a transcript of two speakers and every kind of result.
 * @param unrecognised - speech without words
 * @returns its id
 */
export async function addTalk(
  store: Store,
  filename = NAMES[0] ?? '',
  unrecognised: readonly UnrecognisedSpan[] = [],
): Promise<string> {
  const outcome = doneWith(TALK, talkModules(), unrecognised)
  return addJob(store, { file: fileOf(filename, 60), metadata: null, outcome })
}

interface EndedJob {
  readonly file: StoredFile
  readonly metadata: Record<string, unknown> | null
  readonly outcome: Outcome
}

async function addJob(store: Store, { file, metadata, outcome }: EndedJob): Promise<string> {
  const { accounts, jobs, work, files, uploads } = store
  const account = await accounts.ensure('default')
  await uploads.begin(file.id, NODE)
  await files.add(account, file)
  const request = {
    audio_url: 'https://example.com/talk.mp3',
    diarization: true,
    summarization: true,
    subtitles: true,
  }
  const { id } = await jobs.create(account, {
    kind: 'pre-recorded',
    customMetadata: metadata,
    requestParams: preRecordedParamsOf(preRecordedRequest.parse(request)),
    fileId: file.id,
  })
  const claimed = await claimNext(work)
  assert.ok(claimed)
  await work.finish(claimed, outcome)
  return id
}

function fileOf(filename: string, duration: number): StoredFile {
  const extension = filename.split('.').at(-1) ?? ''
  return { id: randomUUID(), filename, extension, source: null, size: 1, duration, channels: 1 }
}

/** @param modules besides those that every job has */
function doneWith(
  lines: readonly string[],
  modules: Record<string, unknown> = {},
  unrecognised: readonly UnrecognisedSpan[] = [],
): Outcome {
  const metadata = {
    audio_duration: 60,
    number_of_distinct_channels: 1,
    billing_time: 60,
    transcription_time: 4.21,
    unrecognised_speech: unrecognised,
  }
  const transcription = transcriptOf(lines)
  const summary = 'The delivery of last Thursday was two pallets short. The new contract comes first.'
  const result = { metadata, transcription, summarization: moduleWith(summary), ...modules }
  return { status: 'done', result: result as never }
}

const moduleWith = (results: unknown) => {
  return { success: true, is_empty: false, exec_time: 0.12, error: null, results }
}

/** The results of features for {@link TALK}; one of them failed. */
function talkModules(): Record<string, unknown> {
  const { utterances, ...whole } = transcriptOf(TALK)
  const [first, , , fourth] = utterances
  const chapters = [first, fourth].map((utterance, i) => ({
    headline: ['Greeting', 'A short delivery'][i],
    gist: ['The agenda of the call', 'Two pallets are missing'][i],
    summary: utterance?.text,
    keywords: ['invoice', 'delivery', 'contract'].slice(i),
    start: utterance?.start,
    end: utterance?.end,
    sentences: [],
    text: utterance?.text,
  }))
  const entities = [
    { entity_type: 'DATE', entity_group: 'DATE', text: 'last Thursday', start: 13.4, end: 14.2 },
    {
      entity_type: 'ORGANIZATION',
      entity_group: 'ORGANIZATION',
      text: 'the warehouse',
      start: 18.2,
      end: 18.6,
    },
    { entity_type: 'DATE', entity_group: 'DATE', text: 'last Thursday', start: 24.6, end: 25.4 },
  ]
  const sentiments = utterances.map(({ text, start, end, channel }, i) => {
    const [sentiment, emotion] = [
      ['positive', 'joy'],
      ['neutral', 'neutral'],
      ['negative', 'disappointment'],
    ][i % 3]!
    return { sentiment, emotion, text, start, end, channel }
  })
  const failure = {
    status_code: 503,
    exception: 'LanguageModelError',
    message: 'the language model does not answer',
  }
  return {
    chapterization: moduleWith({ chapters }),
    named_entity_recognition: { ...moduleWith(entities), entity: JSON.stringify(entities) },
    sentiment_analysis: moduleWith(JSON.stringify(sentiments)),
    translation: moduleWith([
      {
        ...whole,
        error: null,
        languages: ['de'],
        utterances: utterances.map((one) => ({ ...one, language: 'de', text: `${one.text} (deutsch)` })),
      },
    ]),
    structured_data_extraction: {
      success: false,
      is_empty: true,
      exec_time: 0.1,
      error: failure,
      results: '{}',
    },
    moderation: moduleWith(whole.full_transcript),
  }
}
