import type { ResultMetadata, UnrecognisedSpan } from '../contract/result.ts'

/**
 * The metadata of a result. All times are seconds.
 * @param channels the number of distinct channels; each is billed
 * @param transcriptionTime rounded here to milliseconds
 */
export function resultMetadata(
  audioDuration: number,
  channels: number,
  transcriptionTime: number,
  unrecognised: UnrecognisedSpan[],
): ResultMetadata {
  return {
    audio_duration: audioDuration,
    number_of_distinct_channels: channels,
    billing_time: audioDuration * channels,
    transcription_time: Math.round(transcriptionTime * 1000) / 1000,
    unrecognised_speech: unrecognised,
  }
}
