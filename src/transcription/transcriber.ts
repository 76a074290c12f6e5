import type { Logger } from 'pino'
import type { PreRecordedParams } from '../contract/pre-recorded-request.ts'
import type { AudioFiles } from '../platform/files/audio-files.ts'
import type { Enricher } from '../enrichments/runner/enricher-process.ts'
import { CancelledError } from '../jobs/cancellation.ts'
import { untilStored } from '../jobs/retry-store.ts'
import { storeOutcome } from '../jobs/store-outcome.ts'
import type { StoredFile } from '../jobs/stored-file.ts'
import type { Outcome, Work } from '../jobs/work.ts'
import type { WorkStore } from '../store/jobs/work-store.ts'
import type { RecogniserProcess } from '../speech/batch/recogniser-process.ts'
import { startSpan, type Span, traced } from '../platform/tracing.ts'
import type { AudioIntake } from '../intake/audio-intake.ts'
import { enrichmentHooks } from './enrichment-hooks.ts'
import { failureOf, INTERNAL_ERROR, NO_AUDIO, UNREADABLE_REQUEST } from './failure.ts'
import { ProgressBoard } from './progress.ts'
import { RecognisedTexts } from './recognised-texts.ts'
import { transcribeFile } from './transcribe-file.ts'

export interface TranscriberParts {
  readonly work: WorkStore
  readonly files: AudioFiles
  readonly intake: AudioIntake
  /** One per concurrent job. */
  readonly recognisers: readonly RecogniserProcess[]
  readonly enricher: Enricher
  readonly log: Logger
  /** Attempts at a job before it fails. */
  readonly maxAttempts: number
}

/** Retries while the disk has no space for the audio of a job, for half a minute. Then the job fails, because others wait. */
const MAX_DISK_RETRIES = 5

/** Runs the stages of jobs: fetches the audio, then turns it into a result. */
export class Transcriber {
  readonly #parts: TranscriberParts
  readonly #idle: RecogniserProcess[]
  /** Progress of the jobs that it runs. */
  readonly progress = new ProgressBoard()
  /** Texts recognised so far in these jobs. */
  readonly texts = new RecognisedTexts()

  constructor(parts: TranscriberParts) {
    this.#parts = parts
    this.#idle = [...parts.recognisers]
  }

  /**
   * Runs the current stage of a job: until its audio is fetched, or until the job has ended as done or in error. Rejects if
   * the signal is aborted, or if the store rejects every outcome.
   */
  async run(work: Work, signal: AbortSignal): Promise<void> {
    const { jobId, attempts, trace: parent, waitingSince } = work
    const attributes = { 'scriptorium.job.id': jobId, 'scriptorium.job.attempt': attempts }
    startSpan('job queue', { parent, startedAt: waitingSince, attributes }).end()
    try {
      const name = work.file === null ? 'job fetch' : 'job transcribe'
      await traced(name, { kind: 'consumer', parent, attributes }, async (span) =>
        this.#run(work, signal, span),
      )
    } finally {
      this.progress.leave(jobId)
      this.texts.leave(jobId)
    }
  }

  async #run(work: Work, signal: AbortSignal, span: Span): Promise<void> {
    const log = this.#parts.log.child({
      ...{ job: work.jobId, attempt: work.attempts },
      ...(work.isAgain && { again: true }),
    })
    const started = performance.now()
    const reached = await this.#outcome(work, log, signal)
    if (reached === 'fetched') return
    let isFirst = true
    const finish = async (ending: Outcome, isReported: boolean) => {
      isFirst = await this.#parts.work.finish(work, ending, isReported)
    }
    const outcome = await traced('store result', {}, async () =>
      storeOutcome(reached, finish, { log, signal }),
    )
    if (outcome.status === 'error') span.fail(outcome.code)
    // The job was cancelled meanwhile, or another node has it.
    if (!isFirst) return
    const seconds = Math.round(performance.now() - started) / 1000
    if (outcome.status === 'done') log.info({ seconds }, 'job done')
    else log.warn({ seconds, code: outcome.code, reason: outcome.message }, 'job failed')
  }

  async #outcome(work: Work, log: Logger, signal: AbortSignal): Promise<Outcome | 'fetched'> {
    const { maxAttempts } = this.#parts
    if (work.attempts > maxAttempts) {
      const message = `given up: the service stopped ${maxAttempts} times while this job was processing`
      return { status: 'error', code: 500, message }
    }
    const { file, requestParams, isAgain } = work
    if (requestParams === null) return { status: 'error', ...UNREADABLE_REQUEST }
    if (isAgain && file === null) return { status: 'error', ...NO_AUDIO }
    const run = async (): Promise<Outcome | 'fetched'> => {
      if (file === null) return this.#fetch(work, requestParams.audio_url, log, signal)
      return this.#transcribe(work, file, requestParams, log, signal)
    }
    try {
      return await untilStored(run, { log, signal, maxRetries: MAX_DISK_RETRIES })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof CancelledError) throw error
      const failure = failureOf(error)
      // Log the cause here: the failure does not reveal it.
      const level = failure === null || failure.code >= 500 ? 'error' : 'info'
      log[level]({ err: error }, 'job cannot be completed')
      return { status: 'error', ...(failure ?? INTERNAL_ERROR) }
    }
  }

  async #fetch(work: Work, url: string, log: Logger, signal: AbortSignal): Promise<'fetched'> {
    const attach = async (file: StoredFile) => {
      const store = async () => this.#parts.work.attachFile(work, file)
      if (!(await untilStored(store, { log, signal }))) throw new CancelledError()
    }
    this.progress.fetching(work.jobId)
    await this.#parts.intake.fetch({ account: work.account, signal }, url, attach)
    return 'fetched'
  }

  async #transcribe(
    work: Work,
    file: StoredFile,
    params: PreRecordedParams,
    log: Logger,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { files, enricher } = this.#parts
    const recogniser = this.#idle.pop()
    if (recogniser === undefined) throw new Error('more jobs than recognisers')
    const begin = () => {
      // Hide text that is yet to be redacted. During a retranscription, the text of the job is that of its transcript.
      if (!params.pii_redaction && !work.isAgain) this.texts.begin(work.jobId)
    }
    begin()
    let voices: Uint8Array | undefined
    try {
      const result = await files.withLocalCopy(file.id, async (path) =>
        transcribeFile(
          { id: work.jobId, path, duration: file.duration, params },
          { recogniser, enricher, progress: this.progress },
          {
            ...enrichmentHooks(log, signal),
            onVoices: (heard) => {
              voices = heard
            },
            onUtterances: (utterances) => this.texts.add(work.jobId, utterances),
            onRetry: (error) => {
              log.warn({ err: error }, 'recogniser lost; making a second attempt')
              begin()
            },
          },
        ),
      )
      return { status: 'done', result, voices }
    } finally {
      this.#idle.push(recogniser)
    }
  }
}
