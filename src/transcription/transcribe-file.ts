import { type FeatureParams, isAnyRequested } from '../contract/features/fields.ts'
import type { PreRecordedParams } from '../contract/pre-recorded-request.ts'
import type { ResultMetadata } from '../contract/result.ts'
import type { EnrichedResult } from '../enrichments/runner/enrich.ts'
import type { Enricher, EnrichmentHooks } from '../enrichments/runner/enricher-process.ts'
import type { ProcessHooks, RecogniserProcess } from '../speech/batch/recogniser-process.ts'
import { traced } from '../platform/tracing.ts'
import { enrichmentSpans } from './enrichment-hooks.ts'
import { expectedWords } from './expected-words.ts'
import { resultMetadata } from './metadata.ts'
import type { ProgressBoard } from './progress.ts'
import { transcriptOf } from './transcript.ts'

export interface FileParts {
  readonly recogniser: RecogniserProcess
  readonly enricher: Enricher
  readonly progress: ProgressBoard
}

export interface FileTask {
  /** The id under which its progress is reported. */
  readonly id: string
  readonly path: string
  /** The probed duration, in seconds. */
  readonly duration: number
  readonly params: FeatureParams & Pick<PreRecordedParams, 'language_config' | 'context_prompt'>
}

export interface FileHooks
  extends
    Pick<ProcessHooks, 'onRetry' | 'onUtterances'>,
    Pick<EnrichmentHooks, 'onFailure' | 'onVoices' | 'signal'> {}

/**
 * Turns an audio file into a result: file → utterances → enrichments.
 * @throws {AudioError | RecogniserError} if it cannot be recognised
 * @throws {EnrichmentError} if its transcript is too large, or an essential enrichment fails
 * @throws the reason of the signal, if it is aborted
 */
export async function transcribeFile(
  { id, path, duration, params }: FileTask,
  { recogniser, enricher, progress }: FileParts,
  { onRetry, onUtterances, onFailure, onVoices, signal }: FileHooks,
): Promise<EnrichedResult & { metadata: ResultMetadata }> {
  const started = performance.now()
  progress.recognising(id, duration, isAnyRequested(params))
  const { languages, code_switching: codeSwitching } = params.language_config
  const options = {
    languages,
    codeSwitching,
    prompt: params.context_prompt,
    vocabulary: expectedWords(params),
  }
  const hooks = {
    onProgress: (seconds: number) => progress.report(id, seconds / duration),
    ...(onRetry && { onRetry }),
    onUtterances,
    signal,
  }
  const attributes = { 'scriptorium.audio.duration': duration }
  const { distinctChannels, unrecognised, ...recognition } = await traced(
    'recognise',
    { attributes },
    async () => recogniser.transcribe(path, options, hooks),
  )
  const transcriptionTime = (performance.now() - started) / 1000
  const task = {
    transcription: transcriptOf(recognition),
    params,
    audioDuration: duration,
    audio: { type: 'file', path },
  } as const
  progress.enriching(id)
  const traceRun = enrichmentSpans()
  const enriched = await enricher.enrich(task, {
    onFailure,
    onVoices,
    signal,
    onEnded: (run) => {
      progress.report(id, run.fraction)
      traceRun(run)
    },
  })
  progress.complete(id)
  const metadata = {
    ...resultMetadata(duration, distinctChannels, transcriptionTime, unrecognised),
    models: recognition.models,
  }
  return { metadata, ...enriched }
}
