/** Runs the requested enrichments, and assembles the result. */
import pLimit from 'p-limit'
import { type FeatureDeclaration, PHASES } from '../../contract/features/feature.ts'
import { type FeatureParams, isRequested } from '../../contract/features/fields.ts'
import type { TranscriptionResult } from '../../contract/result.ts'
import type { Transcription } from '../../contract/transcript.ts'
import type { Enrichment, EnrichmentContext } from '../enrichment.ts'
import { EnrichmentError } from '../../contract/features/enrichment-error.ts'
import { moduleFailure } from '../module-failure.ts'
import { type Enrichments, enrichments } from './enrichments.ts'
import { essentialFailure } from './essential.ts'
import { ResultBudget } from './result-budget.ts'

/** The transcription, and the results of the requested features. */
export type EnrichedResult = Omit<TranscriptionResult, 'metadata' | 'transcription'> & {
  transcription: Transcription
}

/** An enrichment that has ended. Times are milliseconds since 1970. */
export interface EnrichmentRun {
  readonly name: string
  readonly startedAt: number
  readonly endedAt: number
  readonly isFailed: boolean
  /** The share of the transcript's enrichments that have ended, 0–1. */
  readonly fraction: number
}

export interface EnrichOptions {
  /** The features that exist, and their implementations. */
  readonly available?: Enrichments | undefined
  /** Seconds that one enrichment may take, in addition to the length of the audio. */
  readonly maxSeconds?: number
  /** The largest result as JSON, in bytes. */
  readonly maxBytes?: number
  /** Called with each enrichment that is about to start. */
  readonly onStart?: ((name: string) => void) | undefined
  readonly onEnded?: ((run: EnrichmentRun) => void) | undefined
  /** Called with the voices that diarization heard, which are stored with the job. */
  readonly onVoices?: ((voices: Uint8Array) => void) | undefined
  /**
   * Set in order to find the enrichment that loses the process: enrichments run one at a time, and those that were
   * running when the process was lost fail without being run.
   */
  readonly unfinished?: readonly string[] | undefined
}

/**
 * Enriches a transcript as requested. An enrichment that fails, takes too long or returns too much is reported in its own
 * part of the result, and the others continue, unless the feature fails the job.
 * @throws {EnrichmentError} if a feature fails that fails the job, see `essential.ts`
 * @throws the reason of `context.signal` once it is aborted
 */
export async function enrich(
  transcription: Transcription,
  params: FeatureParams,
  given: Omit<EnrichmentContext, 'params'>,
  {
    available: { features, load } = enrichments,
    maxSeconds = 3600,
    maxBytes = Infinity,
    onStart,
    onEnded,
    onVoices,
    unfinished,
  }: EnrichOptions = {},
): Promise<EnrichedResult> {
  const context = { ...given, params }
  const inOrder = pLimit(unfinished ? 1 : Infinity)
  const options = {
    seconds: maxSeconds + context.audioDuration,
    budget: new ResultBudget(transcription, maxBytes),
    onStart,
    onVoices,
    unfinished,
  }
  const result: EnrichedResult = { transcription }
  const possible = features.filter((one) => mayRun(one, params))
  let ended = 0
  for (const phase of PHASES) {
    const candidates = possible.filter((one) => one.phase === phase)
    const loaded = await Promise.all(candidates.map(load))
    const requested = loaded.filter((one) => one.isRequested?.(result.transcription, params) ?? true)
    const parts = await Promise.all(
      requested.map((one) =>
        inOrder(async () => {
          const startedAt = Date.now()
          let isFailed = true
          try {
            const part = await run(one, result.transcription, context, options)
            ;({ isFailed } = part)
            return part
          } finally {
            const { name } = one.feature
            onEnded?.({ name, startedAt, endedAt: Date.now(), isFailed, fraction: ++ended / possible.length })
          }
        }),
      ),
    )
    context.signal.throwIfAborted()
    for (const { modules, changes } of parts) {
      Object.assign(result, modules)
      result.transcription = { ...result.transcription, ...changes }
    }
  }
  const { diarization, sentences } = result
  // As rewritten by the later phases, so that nothing redacted remains.
  if (diarization?.success) result.diarization = { ...diarization, results: result.transcription.utterances }
  if (sentences) result.transcription = { ...result.transcription, sentences: [sentences] }
  return result
}

/** An enrichment without a flag decides for itself in `isRequested`. */
function mayRun(feature: FeatureDeclaration, params: FeatureParams): boolean {
  return feature.description === null || isRequested(feature, params)
}

/**
 * Returns the result of a task, and aborts the task if it takes too long.
 * @throws {EnrichmentError} in that case, whether or not the task has ended
 */
async function withinTime<Result>(
  name: string,
  seconds: number,
  signal: AbortSignal,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const expired = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = notEnded(name, `took longer than ${Math.round(seconds)} s`)
    expired.abort(error)
    late.reject(error)
  }, seconds * 1000)
  try {
    return await Promise.race([task(AbortSignal.any([signal, expired.signal])), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function notEnded(name: string, what: string): EnrichmentError {
  const message = `${name} ${what} on this transcript. Try again without ${name}, or with shorter audio.`
  return new EnrichmentError(504, message)
}

interface RunOptions extends Pick<EnrichOptions, 'onStart' | 'onVoices' | 'unfinished'> {
  readonly seconds: number
  readonly budget: ResultBudget
}

/** What one enrichment adds to the result. */
interface Part {
  readonly modules: Record<string, object>
  readonly changes: Partial<Transcription>
  readonly isFailed: boolean
}

async function run(
  enrichment: Enrichment,
  transcription: Transcription,
  context: EnrichmentContext,
  { seconds: maxSeconds, budget, onStart, onVoices, unfinished }: RunOptions,
): Promise<Part> {
  const { feature } = enrichment
  const { name } = feature
  const started = performance.now()
  const seconds = () => Math.round(performance.now() - started) / 1000
  try {
    if (unfinished?.includes(name)) throw notEnded(name, 'did not respond or ended its process')
    onStart?.(name)
    const config = configOf(feature, context.params)
    const part = await withinTime(name, maxSeconds, context.signal, async (signal) =>
      enrichment.run(transcription, config, { ...context, signal }),
    )
    budget.spend(name, part, transcription)
    const { module, transcription: changes = {}, voices, error } = part
    if (voices !== undefined) onVoices?.(voices)
    const isFailed = error !== undefined
    if (!module) return { modules: {}, changes, isFailed }
    const head =
      error === undefined
        ? { success: true, exec_time: seconds(), error: null }
        : moduleFailure(feature, error, seconds())
    return { modules: { [name]: { ...head, ...(module as object) } }, changes, isFailed }
  } catch (error) {
    context.signal.throwIfAborted()
    if (feature.failsJob) throw essentialFailure(name, error)
    context.onFailure(name, error)
    return { modules: { [name]: moduleFailure(feature, error, seconds()) }, changes: {}, isFailed: true }
  }
}

function configOf({ name, config }: FeatureDeclaration, params: FeatureParams): undefined {
  // Typed as undefined, because the type of the config is unknown for an arbitrary feature.
  return (Reflect.get(params, `${name}_config`) ?? config?.parse({})) as undefined
}
