/** Writes the messages of a session to its journal, from which they are sent to the client and to callbacks. */
import type { LiveParams } from '../contract/live-request.ts'
import { spaced } from '../contract/spaced-utterance.ts'
import type { RecognitionEvent } from './feed.ts'
import type { Journal } from './journal.ts'
import { type Message, messageText, utteranceId } from './messages.ts'

/** Seconds of audio between two marks in the journal of how far recognition has come. */
const MARK_SECONDS = 5

/** What was reported about one channel; times are in seconds. */
export interface ReportedChannel {
  isSpeaking: boolean
  /** Time of the last speech event. */
  time: number
  /** Where the last block of pre_processing ended. */
  processed: number
}

/** What an earlier run of the service reported. */
export interface ReportedHistory {
  /** When the first message was created, in milliseconds since 1970; null if there was none. */
  readonly startedAt: number | null
  /** By channel. */
  readonly reported: readonly ReportedChannel[]
}

export class Reporter {
  /** When the session started, in milliseconds since 1970. */
  readonly startedAt: number
  readonly #sessionId: string
  readonly #params: LiveParams
  readonly #journal: Journal
  readonly #channels: readonly ReportedChannel[]
  #lastAt = 0
  #finalSeconds = 0
  #markedSeconds = 0
  #isStopAcknowledged = false

  constructor(sessionId: string, params: LiveParams, journal: Journal, history: ReportedHistory) {
    this.startedAt = history.startedAt ?? Date.now()
    this.#sessionId = sessionId
    this.#params = params
    this.#journal = journal
    this.#channels = history.reported
  }

  report(message: Message): void {
    this.#journal.append(this.textOf(message))
  }

  /** The text of a message as it is sent; the caller appends it to the journal. */
  textOf(message: Message): string {
    return messageText(this.#sessionId, this.#now(), message)
  }

  reportError(message: string): void {
    this.report({ type: 'error', error: { message } })
  }

  reportStart(): void {
    this.report({ type: 'start_session' })
    this.report({ type: 'start_recording' })
  }

  /** Reports the real-time enrichments of an utterance. */
  reportEnriched(utterance: string, messages: readonly Message[]): void {
    for (const message of messages) this.report(message)
    this.#journal.append({ mark: 'enriched', utterance })
  }

  reportRecognition(event: RecognitionEvent): void {
    switch (event.type) {
      case 'speech_start':
      case 'speech_end':
        this.#reportSpeech(event)
        break
      case 'pre_processing':
        this.#reportPreProcessing(event)
        break
      case 'partial':
      case 'final': {
        const id = utteranceId(event.channel, event.index)
        const is_final = event.type === 'final'
        // Append the mark first, so that no final is without its end.
        if (is_final) this.#journal.append({ mark: 'final', utterance: id, seconds: event.until })
        this.report({ type: 'transcript', data: { id, is_final, utterance: spaced(event.utterance) } })
        break
      }
      case 'unrecognised': {
        const { channel, start, end } = event
        this.#journal.append({ mark: 'unrecognised', channel, start, end })
        break
      }
      case 'recognised':
        this.#finalSeconds = event.seconds
        if (event.seconds - this.#markedSeconds < MARK_SECONDS) break
        this.#markedSeconds = event.seconds
        this.#journal.append({ mark: 'recognised', seconds: event.seconds })
        break
      case 'ended':
    }
  }

  /**
   * Acknowledges a chunk of audio.
   * @param confirmed position in the journal up to which the client has received everything
   * @returns where the acknowledgement ends in the journal
   */
  acknowledgeAudio(range: readonly [from: number, to: number], confirmed: number): number {
    this.#journal.append({ mark: 'acknowledged', at: this.#now(), range, confirmed })
    return this.#journal.end
  }

  /** Reports that a chunk was not accepted: as an error message if the request asks for no acknowledgements. */
  refuseAudio(reason: string): void {
    if (!this.#params.messages_config.receive_acknowledgments) return this.reportError(reason)
    this.#journal.append({ mark: 'refused', at: this.#now(), reason })
  }

  /** Acknowledges the request to stop the recording, once; `recording_duration` is in seconds. */
  acknowledgeStop(recording_duration: number): void {
    if (this.#isStopAcknowledged) return
    this.#isStopAcknowledged = true
    const left = Math.max(0, recording_duration - this.#finalSeconds)
    // Round: the difference of two times in whole milliseconds may have more digits.
    const recording_left_to_process = Math.round(left * 1000) / 1000
    const data = { recording_duration, recording_left_to_process }
    this.report({ type: 'stop_recording', acknowledged: true, error: null, data })
  }

  /** Skips repeated events: a recogniser that was reopened repeats those after the last final. */
  #reportSpeech({
    type,
    channel,
    time,
  }: Extract<RecognitionEvent, { type: 'speech_start' | 'speech_end' }>): void {
    const reported = this.#channels[channel]
    const isSpeaking = type === 'speech_start'
    if (reported === undefined || reported.isSpeaking === isSpeaking || time < reported.time) return
    reported.isSpeaking = isSpeaking
    reported.time = time
    this.report({ type, data: { time, channel } })
  }

  #reportPreProcessing({
    channel,
    range,
    speechProbability,
    gainDb,
  }: Extract<RecognitionEvent, { type: 'pre_processing' }>): void {
    const [start, end] = range
    const reported = this.#channels[channel]
    if (reported === undefined || start < reported.processed) return
    reported.processed = end
    const measured = { speech_probability: speechProbability, gain_db: gainDb }
    this.report({ type: 'pre_processing', data: { channel, time_range: [start, end], ...measured } })
  }

  /** The current time, but unique among the messages of the session, so that a client recognises repeated ones. */
  #now(): number {
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1)
    return this.#lastAt
  }
}
