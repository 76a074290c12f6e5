/** The flag of messages_config that switches each message, by the table in section 5 of the contract. */
import type { z } from 'zod'
import type { ServerFrame } from '../../src/contract/live-messages.ts'
import type { messagesConfig } from '../../src/contract/live-request.ts'

export type MessagesConfig = z.infer<typeof messagesConfig>
export type Flag = keyof MessagesConfig

const FLAGS: Record<Exclude<ServerFrame['type'], 'transcript'>, Flag> = {
  start_session: 'receive_lifecycle_events',
  start_recording: 'receive_lifecycle_events',
  end_recording: 'receive_lifecycle_events',
  end_session: 'receive_lifecycle_events',
  speech_start: 'receive_speech_events',
  speech_end: 'receive_speech_events',
  pre_processing: 'receive_pre_processing_events',
  translation: 'receive_realtime_processing_events',
  named_entity_recognition: 'receive_realtime_processing_events',
  sentiment_analysis: 'receive_realtime_processing_events',
  audio_chunk: 'receive_acknowledgments',
  stop_recording: 'receive_acknowledgments',
  post_transcript: 'receive_post_processing_events',
  post_final_transcript: 'receive_post_processing_events',
  post_summarization: 'receive_post_processing_events',
  post_chapterization: 'receive_post_processing_events',
  error: 'receive_errors',
}

export function flagOf(message: ServerFrame): Flag {
  if (message.type !== 'transcript') return FLAGS[message.type]
  return message.data.is_final ? 'receive_final_transcripts' : 'receive_partial_transcripts'
}

export function isWanted(message: ServerFrame, config: MessagesConfig): boolean {
  return config[flagOf(message)]
}

/** A configuration with every flag set to one value. */
export function allFlags(value: boolean): MessagesConfig {
  return {
    receive_partial_transcripts: value,
    receive_final_transcripts: value,
    receive_speech_events: value,
    receive_pre_processing_events: value,
    receive_realtime_processing_events: value,
    receive_post_processing_events: value,
    receive_acknowledgments: value,
    receive_errors: value,
    receive_lifecycle_events: value,
  }
}
