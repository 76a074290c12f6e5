/** What a finished job has found out. */
import { z } from 'zod'
import { seconds } from './common.ts'
import {
  audioToLlm,
  chapterization,
  diarization,
  displayMode,
  moderation,
  namedEntityRecognition,
  nameConsistency,
  sentimentAnalysis,
  speakerReidentification,
  structuredDataExtraction,
  summarization,
  translation,
} from './modules.ts'
import { sentences, transcription } from './transcript.ts'

export const resultMetadata = z
  .strictObject({
    audio_duration: seconds.describe('Length of the audio in seconds.'),
    number_of_distinct_channels: z
      .int()
      .min(1)
      .describe('Channels that differ; those with the same content count once.'),
    billing_time: seconds.describe('`audio_duration` × `number_of_distinct_channels`, in seconds.'),
    transcription_time: seconds.describe('How long the transcription took, in seconds.'),
  })
  .meta({ id: 'ResultMetadata', description: 'The audio and the work in figures.' })
export type ResultMetadata = z.infer<typeof resultMetadata>

/** Enrichments of both kinds of job; one that was not asked for is absent. */
const commonFields = {
  metadata: resultMetadata,
  transcription: transcription.optional(),
  translation: translation.optional(),
  summarization: summarization.optional(),
  named_entity_recognition: namedEntityRecognition.optional(),
  sentiment_analysis: sentimentAnalysis.optional(),
  chapterization: chapterization.optional(),
}

export const transcriptionResult = z
  .strictObject({
    ...commonFields,
    moderation: moderation.optional(),
    name_consistency: nameConsistency.optional(),
    speaker_reidentification: speakerReidentification.optional(),
    structured_data_extraction: structuredDataExtraction.optional(),
    audio_to_llm: audioToLlm.optional(),
    sentences: sentences.optional(),
    display_mode: displayMode.optional(),
    diarization: diarization.optional(),
  })
  .meta({
    id: 'TranscriptionResult',
    description: 'The result of a pre-recorded job. An enrichment that was not asked for is absent.',
  })
export type TranscriptionResult = z.infer<typeof transcriptionResult>

export const liveTranscriptionResult = z.strictObject(commonFields).meta({
  id: 'LiveTranscriptionResult',
  description: 'What a live session found out. An enrichment that was not asked for is absent.',
})
export type LiveTranscriptionResult = z.infer<typeof liveTranscriptionResult>

export const liveResult = liveTranscriptionResult
  .extend({
    messages: z
      .array(z.string())
      .describe('Every message of the session as JSON text, in order, without audio_chunk acknowledgements.'),
  })
  .meta({ id: 'LiveResult', description: 'The result of a live job: what was found out, and every message.' })
export type LiveResult = z.infer<typeof liveResult>
