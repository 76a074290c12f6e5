/** Runs the enrichments that a request asks for, and puts what they find into the result. */
import type { PreRecordedParams } from '../../contract/pre-recorded-request.ts'
import type { TranscriptionResult } from '../../contract/result.ts'
import type { Transcription } from '../../contract/transcript.ts'
import type { Enrichment, EnrichmentContext, EnrichmentName, Module } from '../enrichment.ts'
import { essentialFailure, isEssential } from './essential.ts'
import { failedModule, isModuleName } from '../module-failure.ts'
import { registry } from './registry.ts'

/** The part of a result that speaks of the words: the transcription, and one module per enrichment asked for. */
export type EnrichedResult = Omit<TranscriptionResult, 'metadata' | 'transcription'> & {
  transcription: Transcription
}

/**
 * Enriches a transcript as its request asks. An enrichment that fails does so alone, in its own module, unless it is an
 * essential one.
 * @param stages which enrichments there are, see `registry.ts`
 * @throws {EnrichmentError} when an essential one fails, see `essential.ts`
 * @throws the reason of `context.signal`, once that is aborted
 */
export async function enrich(
  transcription: Transcription,
  params: PreRecordedParams,
  context: EnrichmentContext,
  stages: readonly (readonly Enrichment[])[] = registry,
): Promise<EnrichedResult> {
  const result: EnrichedResult = { transcription }
  for (const stage of stages) {
    const asked = stage.filter((one) => isAsked(one, result.transcription, params))
    const parts = await Promise.all(asked.map((one) => runOne(one, result.transcription, params, context)))
    context.signal.throwIfAborted()
    for (const { modules, changes } of parts) {
      Object.assign(result, modules)
      result.transcription = { ...result.transcription, ...changes }
    }
  }
  const { diarization, sentences } = result
  // As the later stages have rewritten them: nothing that was taken out is left there.
  if (diarization?.success) result.diarization = { ...diarization, results: result.transcription.utterances }
  if (sentences) result.transcription = { ...result.transcription, sentences: [sentences] }
  return result
}

function isAsked(enrichment: Enrichment, transcription: Transcription, params: PreRecordedParams): boolean {
  if (enrichment.isAsked) return enrichment.isAsked(transcription, params)
  const { name } = enrichment
  return name in params && params[name as keyof PreRecordedParams] === true
}

/** What one enrichment adds to the result. */
interface Part {
  modules: Partial<Record<EnrichmentName, Module>>
  changes: Partial<Transcription>
}

async function runOne(
  enrichment: Enrichment,
  transcription: Transcription,
  params: PreRecordedParams,
  context: EnrichmentContext,
): Promise<Part> {
  const { name } = enrichment
  const started = performance.now()
  const secondsSpent = () => Math.round(performance.now() - started) / 1000
  try {
    const { module, transcription: changes = {} } = await enrichment.run(transcription, params, context)
    if (!module) return { modules: {}, changes }
    const worked: Module = { success: true, exec_time: secondsSpent(), error: null, ...module }
    return { modules: { [name]: worked }, changes }
  } catch (error) {
    context.signal.throwIfAborted()
    if (isEssential(name)) throw essentialFailure(name, error)
    context.onFailure(name, error)
    // Subtitles, for one, have no module to fail in: without them, the result lacks what was asked for.
    return {
      modules: isModuleName(name) ? { [name]: failedModule(name, error, secondsSpent()) } : {},
      changes: {},
    }
  }
}
