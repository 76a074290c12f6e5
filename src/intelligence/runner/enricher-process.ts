/** Enrichment in a process of its own: a crash costs the enrichments of some jobs, not their transcripts. */
import type { FeatureDeclaration } from '../../contract/features/feature.ts'
import { type FeatureParams, isRequested } from '../../contract/features/fields.ts'
import { FEATURES } from '../../contract/features/index.ts'
import { SupervisedProcess } from '../../process/supervised-process.ts'
import type { EnrichedResult } from './enrich.ts'
import type { EnricherSettings, EnrichmentTask, Report, Request } from './enricher-messages.ts'
import { EnrichmentError } from '../enrichment-error.ts'
import { essentialFault } from './essential.ts'
import { failedModule } from '../module-failure.ts'

export interface EnrichmentHooks {
  /** Called with each failure, for the log: the result contains only what the caller may know. */
  readonly onFailure: (name: string, error: unknown) => void
  readonly signal: AbortSignal
}

/** Adds to transcripts what their requests ask for. */
export interface Enricher {
  /**
   * An enrichment that fails has its error in its own module of the result.
   * @throws {EnrichmentError} when an essential one fails, see `essential.ts`
   * @throws the reason of the signal, once that is aborted
   */
  enrich(task: EnrichmentTask, hooks: EnrichmentHooks): Promise<EnrichedResult>
}

interface OpenTask {
  readonly result: PromiseWithResolvers<EnrichedResult>
  readonly onFailure: EnrichmentHooks['onFailure']
}

/** Enriches any number of transcripts at a time in one child process. */
export class EnricherProcess implements Enricher {
  readonly #process: SupervisedProcess<Request, Report>
  readonly #tasks = new Map<number, OpenTask>()
  #lastId = 0

  /** @param stallSeconds without a sign of life after which the process is considered hung */
  constructor(settings: EnricherSettings, stallSeconds = 120) {
    this.#process = new SupervisedProcess({
      module: new URL('enricher-child.ts', import.meta.url),
      firstRequest: { type: 'settings', settings },
      stallSeconds,
      isBusy: () => this.#tasks.size > 0,
      onReport: (report) => this.#receive(report),
      onLost: (cause) => {
        const error = new Error(`The enricher ${cause.code}`, { cause })
        for (const { result } of this.#tasks.values()) result.reject(error)
        this.#tasks.clear()
      },
    })
  }

  /** Of the child, while there is one. */
  get pid(): number | undefined {
    return this.#process.pid
  }

  async enrich(task: EnrichmentTask, { onFailure, signal }: EnrichmentHooks): Promise<EnrichedResult> {
    signal.throwIfAborted()
    const { transcription, params } = task
    const requested = requestedFeatures(params)
    if (requested.length === 0) return { transcription }
    try {
      return await this.#perform(task, { onFailure, signal })
    } catch (error) {
      signal.throwIfAborted()
      const fatal = requested.find(({ failsJob }) => failsJob)
      if (fatal) throw error instanceof EnrichmentError ? error : essentialFault(fatal.name, error)
      const failed = requested.filter(({ result }) => result !== undefined)
      for (const { name } of failed) onFailure(name, error)
      const modules = failed.map(({ name }) => [name, failedModule(name, error, 0)])
      return { transcription, ...Object.fromEntries(modules) }
    }
  }

  /** Ends the process; the transcripts in progress are lost. */
  async close(): Promise<void> {
    await this.#process.close()
  }

  async #perform(task: EnrichmentTask, { onFailure, signal }: EnrichmentHooks): Promise<EnrichedResult> {
    const id = ++this.#lastId
    const result = Promise.withResolvers<EnrichedResult>()
    const cancel = () => {
      if (!this.#tasks.delete(id)) return
      this.#process.send({ type: 'cancel', id })
      result.reject(signal.reason)
    }
    signal.addEventListener('abort', cancel)
    this.#tasks.set(id, { result, onFailure })
    this.#process.send({ type: 'enrich', id, task })
    try {
      return await result.promise
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  #receive(report: Report): void {
    const task = this.#tasks.get(report.id)
    if (report.type === 'failure') {
      task?.onFailure(report.name, new Error(report.message))
      return
    }
    this.#tasks.delete(report.id)
    if (report.type === 'done') task?.result.resolve(report.result)
    else task?.result.reject(errorOf(report))
  }
}

function requestedFeatures(params: FeatureParams): FeatureDeclaration[] {
  return FEATURES.filter((feature) => isRequested(feature, params))
}

function errorOf({ message, error: shown }: Extract<Report, { type: 'failed' }>): Error {
  const cause = new Error(message)
  return shown === null ? cause : new EnrichmentError(shown.statusCode, shown.message, { cause })
}
