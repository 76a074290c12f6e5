/** A few hundred jobs of every kind, of two accounts, in a service that does not process them. */
import { mock } from 'node:test'
import * as fc from 'fast-check'
import { OPERATOR } from '../../src/jobs/caller.ts'
import type { JobKind, JobStatus } from '../../src/contract/common.ts'
import type { TranscriptionResult } from '../../src/contract/result.ts'
import type { Transcription } from '../../src/contract/transcript.ts'
import type { Outcome } from '../../src/jobs/work.ts'
import { DEFAULT_ACCOUNT } from '../../src/service/default-key.ts'
import type { Dialect } from '../../src/store/databases/dialect.ts'
import { changeStatus } from '../../src/store/jobs/job-status.ts'
import type { Store } from '../../src/store/open-store.ts'
import { changeBetween } from '../../src/transcripts/revised-transcript.ts'
import { jobMetadata } from './list-metadata.ts'
import type { JsonObject, MadeJob, Transcript } from './list-reference.ts'
import { serveSlowAudio } from './list-slow-audio.ts'
import { jobTags, TAGS } from './list-tags.ts'
import { transcript as anyTranscript } from './list-transcripts.ts'
import type { FreshDatabase } from './on-each-store.ts'
import { requestParams } from './request-params.ts'
import { type RunningService, runService } from './running-service.ts'

export const OTHER_ACCOUNT = 'other'
export const OTHER_KEY = 'key-of-the-other'

export interface ListWorld {
  readonly service: RunningService
  /** The jobs of an account, newest first. */
  jobsOf(account: string): MadeJob[]
  close(): Promise<void>
}

/** The first account has three quarters of them: more than a block of counters (256). */
const JOBS = 270
const SEED = 20_250_601
/** Shortly before a new year. */
const BEGIN = Date.UTC(2024, 11, 29, 22, 30)

/** A job to create. */
interface Plan {
  readonly account: string
  readonly kind: JobKind
  /** Its final state. Live jobs have no socket here, so they stay queued. */
  readonly end: JobStatus | 'deleted'
  /** Milliseconds by which the clock advances (or goes back) before it is created. */
  readonly step: number
  readonly customMetadata: JsonObject | null
  readonly tags: readonly string[]
  /** Its transcript, unless it fails. */
  readonly transcript: Transcript | null
}

const plan: fc.Arbitrary<Plan> = fc.record({
  account: fc.constantFrom(DEFAULT_ACCOUNT, DEFAULT_ACCOUNT, DEFAULT_ACCOUNT, OTHER_ACCOUNT),
  kind: fc.constantFrom('pre-recorded', 'pre-recorded', 'live'),
  end: fc.constantFrom('queued', 'processing', 'done', 'done', 'error', 'deleted'),
  step: fc.oneof(
    { weight: 10, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.nat({ max: 3 }) },
    { weight: 3, arbitrary: fc.nat({ max: 4 * 3_600_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -3 * 3_600_000, max: -1 }) },
  ),
  customMetadata: jobMetadata,
  tags: jobTags,
  transcript: anyTranscript,
})

export async function makeListWorld(database: FreshDatabase): Promise<ListWorld> {
  const audio = await serveSlowAudio()
  const jobs: MadeJob[] = []
  const put = async (store: Store, dialect: Dialect) => {
    // The first account is served first, and its first job keeps the only fetch.
    await store.accounts.ensure(DEFAULT_ACCOUNT)
    const other = await store.accounts.ensure(OTHER_ACCOUNT)
    await store.keys.ensure(other, 'test', OTHER_KEY)
    mock.timers.enable({ apis: ['Date'], now: BEGIN })
    try {
      await fill(store, dialect, audio.url('endless'), jobs)
    } finally {
      mock.timers.reset()
    }
  }
  const service = await runService(
    { ALLOW_PRIVATE_URLS: '1', FETCH_SECONDS: '3600', FETCHES: '1', TRUST_PROXY: '1' },
    put,
    database,
  )
  return {
    service,
    jobsOf: (account) => jobs.filter((job) => job.account === account).toReversed(),
    close: async () => {
      await service.close()
      await audio.close()
    },
  }
}

/**
 * Creates the jobs. The audio of the first one never ends: the service, which fetches one URL at a time and begins with the
 * oldest job of the first account, does not reach the others.
 */
async function fill(store: Store, dialect: Dialect, audioUrl: string, jobs: MadeJob[]): Promise<void> {
  // For every third transcript, while there are any.
  const corrections = fc.sample(fc.array(anyTranscript, { minLength: JOBS / 9, maxLength: JOBS / 9 }), {
    numRuns: 1,
    seed: SEED,
  })[0]!
  const make = async ({ account, kind, end, customMetadata, tags, transcript }: Plan) => {
    const accountId = await store.accounts.ensure(account)
    const params = requestParams(kind, audioUrl)
    const { id, createdAt } = await store.jobs.create(accountId, {
      kind,
      customMetadata,
      requestParams: params,
      fileId: null,
    })
    // The tags of every second job are changed.
    if (jobs.length % 2 === 1)
      await store.jobs.setDetails(accountId, id, { tags: [...TAGS.slice(0, 3)] }, OPERATOR)
    const isChanged = tags.length > 0 || jobs.length % 2 === 1
    if (isChanged) await store.jobs.setDetails(accountId, id, { tags: [...tags] }, OPERATOR)
    const status = kind === 'live' ? 'queued' : end
    if (status === 'processing') await process(dialect, id)
    // Deleted jobs had words too, which must not be found.
    const outcome = status === 'done' || status === 'deleted' ? doneWith(transcript) : FAILED
    const isFinished = status !== 'queued' && status !== 'processing'
    if (isFinished) await store.work.finish(id, outcome)
    const corrected = outcome.status === 'done' && jobs.length % 3 === 0 ? corrections.pop() : undefined
    if (outcome.status === 'done' && corrected) await correct(store, accountId, id, outcome.result, corrected)
    if (status === 'deleted') {
      await store.jobs.delete(accountId, id, null)
      return
    }
    jobs.push({
      ...{ id, account, kind, status, createdAt, customMetadata, requestParams: params },
      // The clock may have gone back since the creation.
      completedAt: isFinished ? Math.max(Date.now(), createdAt) : null,
      error: status === 'error' ? FAILED : null,
      result: outcome.status === 'done' ? outcome.result : null,
      transcript: outcome.status === 'done' ? (corrected ?? transcript) : null,
      revision: corrected ? 1 : 0,
      recognised: outcome.status === 'done' ? transcript : null,
      tags,
      changedBy: isChanged ? OPERATOR : null,
    })
  }
  await make({
    account: DEFAULT_ACCOUNT,
    kind: 'pre-recorded',
    end: 'processing',
    step: 0,
    customMetadata: null,
    tags: [],
    transcript: null,
  })
  let now = BEGIN
  for (const next of fc.sample(plan, { numRuns: JOBS, seed: SEED })) {
    now += next.step
    mock.timers.setTime(now)
    await make(next)
  }
}

/** Corrects a transcript: lists find its new words only. */
async function correct(
  { transcripts }: Store,
  account: number,
  id: string,
  { transcription }: TranscriptionResult,
  { text }: Transcript,
): Promise<void> {
  const none: Transcription = { full_transcript: '', languages: [], utterances: [] }
  const said = { start: 0, end: 1, confidence: 1, channel: 0, words: [], text, language: 'en' as const }
  const after = { ...none, full_transcript: text, utterances: [said] }
  const change = changeBetween(transcription ?? none, after)
  await transcripts.add(account, id, { from: 0, ...change, changes: 1, by: OPERATOR })
}

function doneWith(transcript: Transcript | null): Outcome & { status: 'done' } {
  const metadata = {
    audio_duration: 1,
    number_of_distinct_channels: 1,
    billing_time: 1,
    transcription_time: 0.1,
    unrecognised_speech: [],
  }
  const transcription = transcript && {
    full_transcript: transcript.text,
    languages: [...transcript.languages] as Transcription['languages'],
    utterances: [],
  }
  return { status: 'done', result: { metadata, ...(transcription && { transcription }) } }
}

const FAILED = {
  status: 'error',
  code: 422,
  message: 'the audio cannot be used',
} as const satisfies Outcome

/** Marks a job processing, as its claim does. */
async function process({ db }: Dialect, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const job = await trx
      .selectFrom('jobs')
      .select(['id', 'account', 'ordinal', 'bucket', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await changeStatus(trx, job, 'processing')
  })
}
