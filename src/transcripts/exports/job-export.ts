/** Collects what is exported of a job. */
import type { ExportedTranscript } from '../../contract/exports.ts'
import { captionOptions, type JobTranscript } from '../revised-transcript.ts'
import type { TranscriptExport } from './transcript-export.ts'

/** @param transcript what to export instead of the transcription: a translation */
export function exportOf(
  { job, transcription }: JobTranscript,
  transcript: ExportedTranscript = transcription,
  { hasSpeakers = false, hasTimestamps = false, hasSummary = false, hasParagraphs = false } = {},
): TranscriptExport {
  const { details, file, result } = job
  const filename = file?.filename ?? null
  return {
    title: details.title ?? filename?.replace(/\.[^.]*$/, '') ?? 'Transcript',
    filename,
    duration: result?.metadata.audio_duration ?? 0,
    transcript,
    summary: (hasSummary && result?.summarization?.results) || null,
    speakerNames: details.speaker_names,
    captions: captionOptions(job),
    hasSpeakers,
    hasTimestamps,
    hasParagraphs,
  }
}

/** A translation of the transcript of a job; null if there is none into that language. */
export function translationOf(
  { job: { result } }: JobTranscript,
  language: string,
): ExportedTranscript | null {
  const translations = result?.translation?.results ?? []
  const found = translations.find(({ error, languages }) => error === null && languages[0] === language)
  if (found === undefined) return null
  const { error: _none, ...transcript } = found
  return transcript
}
