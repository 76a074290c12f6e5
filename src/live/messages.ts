/** The texts, ids and delivery keys of a session's messages. */
import { hash } from 'node:crypto'
import { MESSAGE_FLAGS, type ServerFrame } from '../contract/live-messages.ts'
import type { LiveParams } from '../contract/live-request.ts'
import type { Entry, Mark } from './journal.ts'

/** A frame without the fields that all messages share. */
type WithoutHead<Frame> = Frame extends ServerFrame ? Omit<Frame, 'session_id' | 'created_at'> : never
export type Message = WithoutHead<ServerFrame>

/**
 * The text of a message, as it is sent.
 * @param at time of creation, in milliseconds since 1970
 */
export function messageText(sessionId: string, at: number, message: Message): string {
  const { type, ...rest } = message
  return JSON.stringify({ session_id: sessionId, created_at: new Date(at).toISOString(), type, ...rest })
}

/** The id that the partials and the final of an utterance share: `<2-digit channel>_<8-digit index>`. */
export function utteranceId(channel: number, index: number): string {
  return `${String(channel).padStart(2, '0')}_${String(index).padStart(8, '0')}`
}

/** The inverse of {@link utteranceId}. */
export function parseUtteranceId(id: string): { channel: number; index: number } {
  const [channel, index] = id.split('_')
  return { channel: Number(channel), index: Number(index) }
}

/** The start of the text of every message. */
const HEAD =
  /^\{"session_id":"[^"]*","created_at":"[^"]*","type":"(\w+)"(?:,"data":\{"id":"\w+","is_final":(\w+))?/

/** The type of a message. Does not parse the whole text, which would cost more than sending it. */
export function typeOf(text: string): { type: ServerFrame['type']; isFinal: boolean } {
  const [, type, isFinal] = HEAD.exec(text) ?? []
  return { type: type as ServerFrame['type'], isFinal: isFinal === 'true' }
}

/**
 * Selects the lines of the journal to send.
 * @param wanted the flags of the requested messages
 * @param timeOf seconds of audio before a position in the client's stream
 * @returns a function that returns the message for a line, or null if the line is not sent
 */
export function outgoing(
  sessionId: string,
  wanted: LiveParams['messages_config'],
  timeOf: (position: number) => number,
): (entry: Entry) => string | null {
  return (entry) => {
    if (typeof entry === 'string') {
      const { type, isFinal } = typeOf(entry)
      const flag = type === 'transcript' && !isFinal ? 'receive_partial_transcripts' : MESSAGE_FLAGS[type]
      return wanted[flag] ? entry : null
    }
    if (entry.mark !== 'acknowledged' && entry.mark !== 'refused') return null
    return wanted.receive_acknowledgments
      ? messageText(sessionId, entry.at, acknowledgementOf(entry, timeOf))
      : null
  }
}

/** The acknowledgement or refusal of a chunk. */
function acknowledgementOf(
  mark: Extract<Mark, { mark: 'acknowledged' | 'refused' }>,
  timeOf: (position: number) => number,
): Extract<Message, { type: 'audio_chunk' }> {
  if (mark.mark === 'refused') {
    return { type: 'audio_chunk', acknowledged: false, error: { message: mark.reason }, data: null }
  }
  const [from, to] = mark.range
  const time_range: [number, number] = [timeOf(from), timeOf(to)]
  return {
    type: 'audio_chunk',
    acknowledged: true,
    error: null,
    data: { byte_range: [from, to], time_range },
  }
}

/** Types of messages that a session has once. */
const SINGLE: ReadonlySet<string> = new Set([
  'start_session',
  'start_recording',
  'end_recording',
  'end_session',
])

/**
 * Gives each message of a session a key that is the same whenever the journal is read, so that it is recorded for
 * delivery only once: a hash of its text, which includes its time. Messages after the end of the recording are made again
 * after a crash, with other times: their key is their type and a count, and the first recorded version counts.
 */
export class MessageKeys {
  #isEnding = false
  readonly #counts = new Map<string, number>()

  /** Must be called once for every message, in order. */
  next(text: string): { key: string; type: string } {
    const { type } = typeOf(text)
    if (SINGLE.has(type)) {
      if (type === 'end_recording') this.#isEnding = true
      return { key: type, type }
    }
    if (!this.#isEnding) return { key: hash('sha256', text).slice(0, 32), type }
    const count = this.#counts.get(type) ?? 0
    this.#counts.set(type, count + 1)
    return { key: `${type}_${count}`, type }
  }
}
