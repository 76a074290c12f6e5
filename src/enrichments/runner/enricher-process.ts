/** Runs enrichments in child processes, so that a crash or an endless computation costs only one enrichment of one job. */
import pLimit from 'p-limit'
import type { FeatureDeclaration } from '../../contract/features/feature.ts'
import { type FeatureParams, isRequested } from '../../contract/features/fields.ts'
import { FEATURES } from '../../contract/features/index.ts'
import type { EnrichedResult } from './enrich.ts'
import type { EnricherSettings, EnrichmentTask } from './enricher-messages.ts'
import { type EnrichmentHooks, EnrichmentTasks, type TaskProcessOptions } from './enrichment-tasks.ts'
import { ProcessLostError } from '../../platform/process/supervised-process.ts'
import { EnrichmentError } from '../../contract/features/enrichment-error.ts'
import { essentialFault } from './essential.ts'
import { bytesBeside } from './result-budget.ts'
import { moduleFailure } from '../module-failure.ts'

export type { EnrichmentHooks } from './enrichment-tasks.ts'

/** Enriches transcripts as requested. */
export interface Enricher {
  /**
   * An enrichment that fails has its error in its own module of the result.
   * @throws {EnrichmentError} if the transcript is too large, or an essential enrichment fails, see `essential.ts`
   * @throws the signal's reason once it is aborted
   */
  enrich(task: EnrichmentTask, hooks: EnrichmentHooks): Promise<EnrichedResult>
}

/**
 * Enriches any number of transcripts at a time in one child process. If that process is lost, each of its tasks runs
 * again in another process, one at a time, so that only the task at fault fails; new tasks continue in a new first
 * process.
 */
export class EnricherProcess implements Enricher {
  readonly #shared: EnrichmentTasks
  readonly #isolated: EnrichmentTasks
  readonly #inTurn = pLimit(1)
  readonly #maxResultBytes: number

  /** @param options `stallSeconds` is how long the process may block its event loop */
  constructor(settings: EnricherSettings, options: Partial<Omit<TaskProcessOptions, 'settings'>> = {}) {
    const module = new URL('enricher-child.ts', import.meta.url)
    this.#maxResultBytes = settings.maxResultBytes
    const complete = { settings, stallSeconds: 120, module, ...options }
    this.#shared = new EnrichmentTasks(complete)
    this.#isolated = new EnrichmentTasks(complete)
  }

  /** The process ID of the first process, if it is running. */
  get pid(): number | undefined {
    return this.#shared.pid
  }

  async enrich(task: EnrichmentTask, hooks: EnrichmentHooks): Promise<EnrichedResult> {
    const { onFailure, signal } = hooks
    signal.throwIfAborted()
    const { transcription, params } = task
    // Checked here, because a transcript that is too large fails the job rather than its modules.
    bytesBeside(transcription, this.#maxResultBytes)
    const requested = requestedFeatures(params)
    if (requested.length === 0) return { transcription }
    try {
      return await this.#perform(task, hooks)
    } catch (error) {
      signal.throwIfAborted()
      const fatal = requested.find(({ failsJob }) => failsJob)
      if (fatal) throw error instanceof EnrichmentError ? error : essentialFault(fatal.name, error)
      for (const { name } of requested) onFailure(name, error)
      const modules = requested.map((feature) => [feature.name, moduleFailure(feature, error, 0)])
      return { transcription, ...Object.fromEntries(modules) }
    }
  }

  /** Ends the processes; the transcripts in progress are lost. */
  async close(): Promise<void> {
    await Promise.all([this.#shared.close(), this.#isolated.close()])
  }

  async #perform(task: EnrichmentTask, hooks: EnrichmentHooks): Promise<EnrichedResult> {
    try {
      return await this.#shared.perform(task, hooks)
    } catch (error) {
      if (!isFault(error)) throw error
    }
    const unfinished = new Set<string>()
    for (;;) {
      const started: string[] = []
      const isolated = { ...task, unfinished: [...unfinished] }
      const onStart = (name: string) => started.push(name)
      try {
        // A task gives up its turn at each loss, so that a task that loses several processes does not delay the others by
        // all of them.
        return await this.#inTurn(async () => this.#isolated.perform(isolated, { ...hooks, onStart }))
      } catch (error) {
        const feature = started.at(-1)
        if (!isFault(error) || feature === undefined) throw error
        hooks.onFailure(feature, error)
        unfinished.add(feature)
      }
    }
  }
}

/** Returns true if the process was lost without being closed. */
function isFault(error: unknown): boolean {
  return error instanceof ProcessLostError && error.code !== 'closed'
}

function requestedFeatures(params: FeatureParams): FeatureDeclaration[] {
  return FEATURES.filter((feature) => isRequested(feature, params))
}
