/** Runs recognition in a child process, one file at a time. */
import { mkdir } from 'node:fs/promises'
import { AudioError } from '../../audio/audio-error.ts'
import type { Device } from '../../models/onnx-session.ts'
import { type ProcessLostError, SupervisedProcess } from '../../platform/process/supervised-process.ts'
import type { SpeechServerSettings } from '../engines/speech-server/settings.ts'
import { RecogniserError } from '../recogniser-error.ts'
import type { Report, Task } from './recogniser-messages.ts'
import type { Recognition, RecognitionHooks, RecognitionOptions } from './recogniser.ts'

export type { Recognition } from './recogniser.ts'

interface RecogniserProcessOptions {
  /** The executable that `findFfmpeg` found. */
  readonly ffmpeg: string
  /** Holds decoded audio while it is in use; created if it is missing. */
  readonly folder: string
  /** Longer recordings are rejected. */
  readonly maxSeconds: number
  /** The folder of the pulled models, read before each file; by default, none are used. */
  readonly models?: string | null
  /** What the models run on; the CPU by default. */
  readonly device?: Device
  /** Recognises its languages instead of a model; by default, none is used. */
  readonly speechServer?: SpeechServerSettings | null
  /** Seconds without progress after which the process counts as hung. A segment takes about 3. */
  readonly stallSeconds?: number
}

export interface ProcessHooks extends RecognitionHooks {
  /** Called when the process is lost for the first time, before the second attempt. */
  readonly onRetry?: (error: RecogniserError) => void
}

/** The task in progress. */
interface CurrentTask {
  readonly result: PromiseWithResolvers<Recognition>
  readonly hooks: RecognitionHooks
}

export class RecogniserProcess {
  readonly #options: Required<RecogniserProcessOptions>
  readonly #process: SupervisedProcess<Task, Report>
  #current: CurrentTask | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: RecogniserProcessOptions) {
    this.#options = { stallSeconds: 120, models: null, device: 'cpu', speechServer: null, ...options }
    const { stallSeconds } = this.#options
    this.#process = new SupervisedProcess({
      module: new URL('recogniser-child.ts', import.meta.url),
      stallSeconds,
      isBusy: () => this.#current !== undefined,
      onReport: (report) => this.#receive(report),
      onLost: (cause) => {
        this.#takeCurrent()?.result.reject(lossOf(cause, stallSeconds))
      },
    })
  }

  /** The process ID of the child, if one is running. */
  get pid(): number | undefined {
    return this.#process.pid
  }

  /**
   * Decodes and recognises a file after those of earlier calls. Tries again once if the process crashes or stalls.
   * @throws {AudioError} if the audio cannot be used
   * @throws {RecogniserError} if the process crashed or stalled twice; the next call starts another
   * @throws the signal's reason once it is aborted
   */
  transcribe(file: string, options: RecognitionOptions, hooks: ProcessHooks = {}): Promise<Recognition> {
    const { ffmpeg, folder, maxSeconds, models, device, speechServer } = this.#options
    const result = this.#turn.then(async () => {
      await mkdir(folder, { recursive: true })
      const isStreamed = hooks.onUtterances !== undefined
      const task = { file, ffmpeg, folder, maxSeconds, models, device, speechServer, options, isStreamed }
      try {
        return await this.#perform(task, hooks)
      } catch (error) {
        if (!isRetryable(error)) throw error
        hooks.onRetry?.(error)
      }
      return this.#perform(task, hooks).catch((error: unknown) => {
        throw isRetryable(error) ? secondLoss(error) : error
      })
    })
    this.#turn = result.catch(() => {})
    return result
  }

  /** Ends the process; the file in progress is lost. */
  async close(): Promise<void> {
    await this.#process.close()
  }

  async #perform(task: Task, hooks: RecognitionHooks): Promise<Recognition> {
    const { signal } = hooks
    signal?.throwIfAborted()
    const result = Promise.withResolvers<Recognition>()
    const abort = () => {
      result.reject(signal?.reason)
      // A model can only be interrupted by ending its process.
      void this.close()
    }
    signal?.addEventListener('abort', abort)
    this.#current = { result, hooks }
    this.#process.send(task)
    try {
      return await result.promise
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  #receive(report: Report): void {
    switch (report.type) {
      case 'progress':
        return this.#current?.hooks.onProgress?.(report.seconds)
      case 'utterances':
        return this.#current?.hooks.onUtterances?.(report.utterances)
      case 'done':
        return this.#takeCurrent()?.result.resolve(report.recognition)
      case 'unusable': {
        const error = new AudioError(report.message, { cause: new Error(report.cause) })
        return this.#takeCurrent()?.result.reject(error)
      }
      case 'failed': {
        const cause = Object.assign(new Error(report.message), { code: report.code })
        const { reason, status: statusCode } = report
        const error = new RecogniserError('failed', reason ?? 'The recogniser failed', { cause, statusCode })
        return this.#takeCurrent()?.result.reject(error)
      }
    }
  }

  #takeCurrent(): CurrentTask | undefined {
    const current = this.#current
    this.#current = undefined
    return current
  }
}

function lossOf(cause: ProcessLostError, stallSeconds: number): RecogniserError {
  switch (cause.code) {
    case 'stalled':
      return new RecogniserError('stalled', `The recogniser made no progress for ${stallSeconds} s`, {
        cause,
      })
    case 'crashed':
      return new RecogniserError('crashed', 'The recogniser crashed', { cause })
    case 'closed':
      return new RecogniserError('failed', 'The recogniser was closed', { cause })
  }
}

function isRetryable(error: unknown): error is RecogniserError {
  return error instanceof RecogniserError && error.retryable
}

function secondLoss(error: RecogniserError): RecogniserError {
  const message = `${error.message}, twice on this audio. The fault is with the service, not with the file; tell its operator.`
  return new RecogniserError(error.code, message, { cause: error })
}
