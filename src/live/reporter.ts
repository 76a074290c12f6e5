/** Puts into words what happens in a session: its messages, in the journal, from where they go to the client. */
import type { LiveParams } from '../contract/live-request.ts'
import type { Heard } from './feed.ts'
import type { Journal } from './journal.ts'
import { type Message, messageText, spaced, utteranceId } from './messages.ts'

/** Seconds of sound between two notes in the journal of how far it was recognised. */
const NOTE_SECONDS = 5

/** What was told of one channel; times in seconds. */
export interface ToldChannel {
  isSpeaking: boolean
  /** Of the last speech event. */
  time: number
  /** Where the last block of pre_processing ended. */
  processed: number
}

export class Reporter {
  readonly #sessionId: string
  readonly #params: LiveParams
  readonly #journal: Journal
  readonly #told: readonly ToldChannel[]
  #lastAt = 0
  #finalSeconds = 0
  #notedSeconds = 0

  /** @param told what an earlier run told of each channel */
  constructor(sessionId: string, params: LiveParams, journal: Journal, told: readonly ToldChannel[]) {
    this.#sessionId = sessionId
    this.#params = params
    this.#journal = journal
    this.#told = told
  }

  /** Everything before this time is final, in seconds from the start. */
  get finalSeconds(): number {
    return this.#finalSeconds
  }

  say(message: Message): void {
    this.#journal.append(this.text(message))
  }

  /** A message as it goes out, which the caller puts into the journal. */
  text(message: Message): string {
    return messageText(this.#sessionId, this.#now(), message)
  }

  complain(message: string): void {
    this.say({ type: 'error', error: { message } })
  }

  acknowledge(range: readonly [from: number, to: number], confirmed: number): void {
    this.#journal.append({ mark: 'acknowledged', at: this.#now(), range, confirmed })
  }

  /** A chunk is not taken. Whoever asked for no acknowledgements is told so all the same. */
  refuse(reason: string): void {
    if (!this.#params.messages_config.receive_acknowledgments) return this.complain(reason)
    this.#journal.append({ mark: 'refused', at: this.#now(), reason })
  }

  begin(): void {
    this.say({ type: 'start_session' })
    this.say({ type: 'start_recording' })
  }

  /** Tells what was made of an utterance. */
  tellMade(utterance: string, messages: readonly Message[]): void {
    for (const message of messages) this.say(message)
    this.#journal.append({ mark: 'enriched', utterance })
  }

  /** Tells what the recogniser heard. */
  hear(event: Heard): void {
    switch (event.type) {
      case 'speech_start':
      case 'speech_end':
        this.#tellSpeech(event)
        break
      case 'pre_processing':
        this.#tellProcessing(event)
        break
      case 'partial':
      case 'final': {
        const id = utteranceId(event.channel, event.index)
        const is_final = event.type === 'final'
        this.say({ type: 'transcript', data: { id, is_final, utterance: spaced(event.utterance) } })
        break
      }
      case 'recognised':
        this.#finalSeconds = event.seconds
        if (event.seconds - this.#notedSeconds < NOTE_SECONDS) break
        this.#notedSeconds = event.seconds
        this.#journal.append({ mark: 'recognised', seconds: event.seconds })
        break
      case 'ended':
    }
  }

  /** Answers a client that stopped the recording, of this length in seconds. */
  answerStop(recording_duration: number): void {
    const recording_left_to_process = Math.max(0, recording_duration - this.#finalSeconds)
    const data = { recording_duration, recording_left_to_process }
    this.say({ type: 'stop_recording', acknowledged: true, error: null, data })
  }

  /** A recogniser that was lost hears again, behind the last final, what was told already. */
  #tellSpeech({ type, channel, time }: Extract<Heard, { type: 'speech_start' | 'speech_end' }>): void {
    const told = this.#told[channel]
    const isSpeaking = type === 'speech_start'
    if (told === undefined || told.isSpeaking === isSpeaking || time < told.time) return
    told.isSpeaking = isSpeaking
    told.time = time
    this.say({ type, data: { time, channel } })
  }

  #tellProcessing({
    channel,
    range,
    speechProbability,
    gainDb,
  }: Extract<Heard, { type: 'pre_processing' }>): void {
    const [start, end] = range
    const told = this.#told[channel]
    if (told === undefined || start < told.processed) return
    told.processed = end
    const heard = { speech_probability: speechProbability, gain_db: gainDb }
    this.say({ type: 'pre_processing', data: { channel, time_range: [start, end], ...heard } })
  }

  /** No two messages of a session have the same time: that tells a client which of them come again. */
  #now(): number {
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1)
    return this.#lastAt
  }
}
