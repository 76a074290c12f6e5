/** The parent's side of `serve-enrichments.ts`. */
import { SupervisedProcess } from '../../platform/process/supervised-process.ts'
import type { EnrichedResult, EnrichmentRun } from './enrich.ts'
import type { EnricherSettings, EnrichmentTask, Report, Request } from './enricher-messages.ts'
import { EnrichmentError } from '../../contract/features/enrichment-error.ts'

export interface EnrichmentHooks {
  /** Called with each failure, for the log; the result contains only what the caller may know. */
  readonly onFailure: (name: string, error: unknown) => void
  /** Called with each enrichment that has ended. */
  readonly onEnded?: ((run: EnrichmentRun) => void) | undefined
  /** Called with each enrichment that is about to start. */
  readonly onStart?: ((name: string) => void) | undefined
  /** Called with the voices that diarization heard, which are stored with the job. */
  readonly onVoices?: ((voices: Uint8Array) => void) | undefined
  readonly signal: AbortSignal
}

export interface TaskProcessOptions {
  readonly settings: EnricherSettings
  /** Seconds without a sign of life after which the process counts as hung. */
  readonly stallSeconds: number
  /** The module that the process runs, which must call `serveEnrichments`. */
  readonly module: URL
}

interface OpenTask {
  readonly result: PromiseWithResolvers<EnrichedResult>
  readonly hooks: EnrichmentHooks
}

/** A process that enriches any number of transcripts at a time. */
export class EnrichmentTasks {
  readonly #process: SupervisedProcess<Request, Report>
  readonly #tasks = new Map<number, OpenTask>()
  #lastId = 0

  constructor({ settings, stallSeconds, module }: TaskProcessOptions) {
    this.#process = new SupervisedProcess({
      module,
      firstRequest: { type: 'settings', settings },
      stallSeconds,
      isBusy: () => this.#tasks.size > 0,
      onReport: (report) => this.#receive(report),
      onLost: (cause) => {
        const lost = [...this.#tasks.values()]
        this.#tasks.clear()
        for (const { result } of lost) result.reject(cause)
      },
    })
  }

  /** The process ID, if the process is running. */
  get pid(): number | undefined {
    return this.#process.pid
  }

  /**
   * @throws {EnrichmentError} if an essential enrichment fails
   * @throws {ProcessLostError} if the process is lost
   * @throws the signal's reason once it is aborted
   */
  async perform(task: EnrichmentTask, hooks: EnrichmentHooks): Promise<EnrichedResult> {
    const { signal } = hooks
    signal.throwIfAborted()
    const id = ++this.#lastId
    const result = Promise.withResolvers<EnrichedResult>()
    const cancel = () => {
      if (!this.#tasks.delete(id)) return
      this.#process.send({ type: 'cancel', id })
      result.reject(signal.reason)
    }
    signal.addEventListener('abort', cancel)
    this.#tasks.set(id, { result, hooks })
    this.#process.send({ type: 'enrich', id, task })
    try {
      return await result.promise
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  /** Ends the process; the tasks in progress are lost. */
  async close(): Promise<void> {
    await this.#process.close()
  }

  #receive(report: Report): void {
    const task = this.#tasks.get(report.id)
    switch (report.type) {
      case 'started':
        task?.hooks.onStart?.(report.name)
        return
      case 'ended':
        task?.hooks.onEnded?.(report.run)
        return
      case 'failure':
        task?.hooks.onFailure(report.name, reported(report.message))
        return
      case 'voices':
        task?.hooks.onVoices?.(Buffer.from(report.voices, 'base64'))
        return
      case 'done':
        this.#tasks.delete(report.id)
        task?.result.resolve(report.result)
        return
      case 'failed':
        this.#tasks.delete(report.id)
        task?.result.reject(errorOf(report))
    }
  }
}

function errorOf({ message, error: shown }: Extract<Report, { type: 'failed' }>): Error {
  const cause = reported(message)
  return shown === null ? cause : new EnrichmentError(shown.statusCode, shown.message, { cause })
}

/** An error of the child, whose message includes its stack if that is useful. */
function reported(message: string): Error {
  const error = new Error(message)
  delete error.stack
  return error
}
