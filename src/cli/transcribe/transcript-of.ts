import { basename } from 'node:path'
import { subtitlesConfig } from '../../contract/features/subtitles.ts'
import type { PreRecordedParams } from '../../contract/pre-recorded-request.ts'
import type { FileHooks } from '../../transcription/transcribe-file.ts'
import type { TranscriptExport } from '../../transcripts/exports/transcript-export.ts'
import { speechNotice } from '../speech-notice.ts'
import type { Input } from './inputs.ts'
import type { LocalPipeline } from './pipeline.ts'

interface Wanted {
  readonly params: PreRecordedParams
  /** Whether each paragraph begins with its time. */
  readonly timestamps: boolean
}

interface TranscriptHooks
  extends Pick<FileHooks, 'signal'>, Partial<Pick<FileHooks, 'onUtterances' | 'onRetry'>> {
  /** Called with a sentence for each part that failed. */
  readonly onFailure: (reason: string) => void
  /** Called if some speech was not recognised. */
  readonly onNotice: (notice: string) => void
}

/**
 * The transcript of an input, to be written in any format; null if a requested translation failed.
 * @throws what the pipeline throws
 */
export async function transcriptOf(
  pipeline: LocalPipeline,
  input: Input,
  { params, timestamps }: Wanted,
  { onFailure, onNotice, onUtterances = () => {}, onRetry = () => {}, signal }: TranscriptHooks,
): Promise<TranscriptExport | null> {
  // The result tells which modules failed.
  const hooks = { signal, onUtterances, onRetry, onFailure: () => {} }
  const { metadata, transcription, ...modules } = await pipeline.transcribe(input, params, hooks)
  for (const [name, module] of Object.entries(modules))
    if (module?.error) onFailure(`${name.replaceAll('_', ' ')} failed: ${module.error.message}`)
  const { translation, summarization } = modules
  const [translated] = translation?.results ?? []
  if (translated?.error) onFailure(`translation failed: ${translated.error.message}`)
  // The original is no substitute for a translation.
  if (translation !== undefined && translated?.error !== null) return null
  const notice = speechNotice(metadata.unrecognised_speech, transcription.full_transcript)
  if (notice !== null) onNotice(notice)
  return {
    title: basename(input.stem),
    filename: input.type === 'stdin' ? null : basename(input.name),
    duration: metadata.audio_duration,
    transcript: translated ?? transcription,
    summary: summarization?.results ?? null,
    speakerNames: {},
    captions: subtitlesConfig.parse({}),
    hasSpeakers: true,
    hasTimestamps: timestamps,
    hasParagraphs: true,
  }
}
