/** Runs the enrichments that a request asks for, and puts what they find into the result. */
import type { FailedModule, ModuleError } from '../contract/module-result.ts'
import type { PreRecordedParams } from '../contract/pre-recorded-request.ts'
import { type TranscriptionResult, transcriptionResult } from '../contract/result.ts'
import type { Transcription } from '../contract/transcript.ts'
import {
  type Enrichment,
  type EnrichmentContext,
  EnrichmentError,
  type FeatureFlag,
  type Module,
} from './enrichment.ts'
import { registry } from './registry.ts'

/** The part of a result that speaks of the words: the transcription, and one module per enrichment asked for. */
type EnrichedResult = Omit<TranscriptionResult, 'metadata' | 'transcription'> & {
  transcription: Transcription
}

/** What `enrich` needs besides the transcript and the request. */
interface EnrichContext extends EnrichmentContext {
  /** Told of each failure with its cause, for the log: the result names only what the caller may know. */
  readonly onFailure: (flag: FeatureFlag, error: unknown) => void
}

/**
 * Enriches a transcript as its request asks. An enrichment that fails does so alone, in its own module.
 * @param stages which enrichments there are, see `registry.ts`
 * @throws the reason of `context.signal`, once that is aborted
 */
export async function enrich(
  transcription: Transcription,
  params: PreRecordedParams,
  context: EnrichContext,
  stages: readonly (readonly Enrichment[])[] = registry,
): Promise<EnrichedResult> {
  const result: EnrichedResult = { transcription }
  for (const stage of stages) {
    const asked = stage.filter(({ flag }) => params[flag])
    const parts = await Promise.all(asked.map((one) => runOne(one, result.transcription, params, context)))
    context.signal.throwIfAborted()
    for (const { modules, changes } of parts) {
      Object.assign(result, modules)
      result.transcription = { ...result.transcription, ...changes }
    }
  }
  const { sentences } = result
  if (sentences) result.transcription = { ...result.transcription, sentences: [sentences] }
  return result
}

/** What one enrichment adds to the result. */
interface Part {
  modules: Partial<Record<FeatureFlag, Module>>
  changes: Partial<Transcription>
}

async function runOne(
  enrichment: Enrichment,
  transcription: Transcription,
  params: PreRecordedParams,
  context: EnrichContext,
): Promise<Part> {
  const { flag } = enrichment
  const started = performance.now()
  const secondsSpent = () => Math.round(performance.now() - started) / 1000
  try {
    const { module, transcription: changes = {} } = await enrichment.run(transcription, params, context)
    if (!module) return { modules: {}, changes }
    const worked: Module = { success: true, exec_time: secondsSpent(), error: null, ...module }
    return { modules: { [flag]: worked }, changes }
  } catch (error) {
    context.onFailure(flag, error)
    const failed: FailedModule = {
      success: false,
      is_empty: true,
      exec_time: secondsSpent(),
      error: moduleErrorOf(flag, error),
      results: null,
    }
    // Subtitles, for one, have no module to fail in: without them, the result lacks what was asked for.
    return { modules: flag in transcriptionResult.shape ? { [flag]: failed } : {}, changes: {} }
  }
}

function moduleErrorOf(flag: FeatureFlag, error: unknown): ModuleError {
  if (error instanceof EnrichmentError)
    return { status_code: error.statusCode, exception: error.name, message: error.message }
  // Its own message may name paths or addresses of this installation.
  return {
    status_code: 500,
    exception: 'InternalError',
    message: `${flag} failed because of a fault of this service. The rest of the result is not affected.`,
  }
}
