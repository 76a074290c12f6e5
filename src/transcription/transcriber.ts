import type { Logger } from 'pino'
import type { PreRecordedParams } from '../contract/pre-recorded-request.ts'
import type { TranscriptionResult } from '../contract/result.ts'
import type { AudioFiles } from '../files/audio-files.ts'
import type { Enricher } from '../intelligence/runner/enricher-process.ts'
import { untilStored } from '../jobs/retry-store.ts'
import type { StoredFile } from '../jobs/stored-file.ts'
import type { Outcome, Work, WorkStore } from '../jobs/work-store.ts'
import type { Recognition, RecogniserProcess } from '../recognition/batch/recogniser-process.ts'
import type { AudioIntake } from './audio-intake.ts'
import { failureOf, INTERNAL_ERROR } from './failure.ts'
import { resultMetadata } from './metadata.ts'
import { transcriptOf } from './transcript.ts'

export interface TranscriberParts {
  readonly work: WorkStore
  readonly files: AudioFiles
  readonly intake: AudioIntake
  /** As many as jobs run at the same time. */
  readonly recognisers: readonly RecogniserProcess[]
  readonly enricher: Enricher
  readonly log: Logger
  /** Times a job is begun before it is given up. */
  readonly maxAttempts: number
}

/** Takes a job from its audio to its end: file → words → enrichments → result. */
export class Transcriber {
  readonly #parts: TranscriberParts
  readonly #idle: RecogniserProcess[]

  constructor(parts: TranscriberParts) {
    this.#parts = parts
    this.#idle = [...parts.recognisers]
  }

  /** Works on a job until it has ended, done or error. Rejects only when it was stopped. */
  async run(work: Work, signal: AbortSignal): Promise<void> {
    const log = this.#parts.log.child({ job: work.jobId, attempt: work.attempts })
    const began = performance.now()
    const outcome = await this.#outcome(work, log, signal)
    await untilStored(async () => this.#parts.work.finish(work.jobId, outcome), { log, signal })
    const seconds = Math.round(performance.now() - began) / 1000
    if (outcome.status === 'done') log.info({ seconds }, 'job done')
    else log.warn({ seconds, code: outcome.code, reason: outcome.message }, 'job failed')
  }

  async #outcome(work: Work, log: Logger, signal: AbortSignal): Promise<Outcome> {
    const { maxAttempts } = this.#parts
    if (work.attempts > maxAttempts) {
      const message = `given up: the service stopped in the middle of this job ${maxAttempts} times`
      return { status: 'error', code: 500, message }
    }
    try {
      const file = work.file ?? (await this.#fetch(work, log, signal))
      return { status: 'done', result: await this.#transcribe(file, work.requestParams, log, signal) }
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureOf(error)
      // What the caller is told keeps the cause to itself.
      log[failure === null || failure.code >= 500 ? 'error' : 'info'](
        { err: error },
        'the job cannot be done',
      )
      return { status: 'error', ...(failure ?? INTERNAL_ERROR) }
    }
  }

  async #fetch(work: Work, log: Logger, signal: AbortSignal): Promise<StoredFile> {
    const attach = async (file: StoredFile) =>
      untilStored(async () => this.#parts.work.attachFile(work.jobId, file), { log, signal })
    return this.#parts.intake.fetch(work.requestParams.audio_url, attach, signal)
  }

  async #transcribe(
    file: StoredFile,
    params: PreRecordedParams,
    log: Logger,
    signal: AbortSignal,
  ): Promise<TranscriptionResult> {
    const { files, enricher } = this.#parts
    return files.withLocalCopy(file.id, async (path) => {
      const began = performance.now()
      const { distinctChannels, ...heard } = await this.#recognise(path, params, log, signal)
      const transcriptionTime = (performance.now() - began) / 1000
      const task = {
        transcription: transcriptOf(heard),
        params,
        audioDuration: file.duration,
        sound: { type: 'file', path },
      } as const
      const enriched = await enricher.enrich(task, {
        onFailure: (enrichment, error) => log.warn({ enrichment, err: error }, 'enrichment failed'),
        signal,
      })
      return {
        metadata: resultMetadata(file.duration, distinctChannels, transcriptionTime),
        ...enriched,
      }
    })
  }

  async #recognise(
    path: string,
    params: PreRecordedParams,
    log: Logger,
    signal: AbortSignal,
  ): Promise<Recognition> {
    const recogniser = this.#idle.pop()
    if (recogniser === undefined) throw new Error('more jobs than recognisers')
    const { languages, code_switching: codeSwitching } = params.language_config
    try {
      return await recogniser.transcribe(
        path,
        { languages, codeSwitching, prompt: params.context_prompt },
        { onProgress: (progress) => log.debug({ progress }, 'progress'), signal },
      )
    } finally {
      this.#idle.push(recogniser)
    }
  }
}
