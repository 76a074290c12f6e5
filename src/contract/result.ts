/** The result of a completed job. */
import { z } from 'zod'
import { endTime, seconds, startTime } from './common.ts'
import { languageCode } from './languages.ts'
import { liveResultFields, resultFields } from './features/fields.ts'
import { transcription } from './transcript.ts'

const unrecognisedSpan = z
  .strictObject({
    start: startTime,
    end: endTime,
    channel: z.int().min(0).describe('The channel, counted from 0.'),
  })
  .meta({ id: 'UnrecognisedSpan', description: 'Speech in which no words were recognised.' })
export type UnrecognisedSpan = z.infer<typeof unrecognisedSpan>

const recognisedBy = z
  .strictObject({
    language: languageCode.describe('A language of the transcript.'),
    model: z.string().describe('The name of the model.'),
  })
  .meta({ id: 'RecognisedBy', description: 'Which model recognised a language.' })
export type RecognisedBy = z.infer<typeof recognisedBy>

const resultMetadata = z
  .strictObject({
    audio_duration: seconds.describe(
      'Duration of the audio in seconds, as a player shows it. If the audio of a video starts late, the gap counts as silence.',
    ),
    number_of_distinct_channels: z
      .int()
      .min(1)
      .describe('Number of distinct channels; channels with identical content count once.'),
    billing_time: seconds.describe('`audio_duration` × `number_of_distinct_channels`, in seconds.'),
    transcription_time: seconds.describe('How long the transcription took, in seconds.'),
    unrecognised_speech: z
      .array(unrecognisedSpan)
      .describe(
        'Speech of at least one second in which no words were recognised, because it is unclear or in another language; ordered by start time.',
      ),
    models: z
      .array(recognisedBy)
      .optional()
      .describe('The model that recognised each language of the transcript; absent in live sessions.'),
  })
  .meta({ id: 'ResultMetadata', description: 'Figures about the audio and its transcription.' })
export type ResultMetadata = z.infer<typeof resultMetadata>

export const transcriptionResult = z
  .strictObject({ metadata: resultMetadata, transcription: transcription.optional(), ...resultFields })
  .meta({
    id: 'TranscriptionResult',
    description: 'The result of a pre-recorded job. A feature that was not requested is absent.',
  })
export type TranscriptionResult = z.infer<typeof transcriptionResult>

export const liveTranscriptionResult = z
  .strictObject({ metadata: resultMetadata, transcription: transcription.optional(), ...liveResultFields })
  .meta({
    id: 'LiveTranscriptionResult',
    description: 'The results of a live session. A feature that was not requested is absent.',
  })
export type LiveTranscriptionResult = z.infer<typeof liveTranscriptionResult>

export const liveResult = liveTranscriptionResult
  .extend({
    messages: z
      .array(z.string())
      .describe(
        'The messages of the session as JSON text, in order, without audio_chunk acknowledgements. If they would make the ' +
          'result larger than the service allows (MAX_RESULT_MB, 48 MB by default), the messages from the first that ' +
          'does not fit to the last but one are omitted.',
      ),
  })
  .meta({ id: 'LiveResult', description: 'The result of a live job, with the messages of its session.' })
export type LiveResult = z.infer<typeof liveResult>
