/** Puts into words what happens in a session: its messages, in the journal, from where they go to the client. */
import type { LiveParams } from '../contract/live-request.ts'
import { missingFeatures, notAvailable, realtimeMessages } from './enrichments.ts'
import type { Heard } from './feed.ts'
import type { Journal } from './journal.ts'
import { type Message, messageText, spaced, utteranceId } from './messages.ts'

/** Seconds of sound between two notes in the journal of how far it was recognised. */
const NOTE_SECONDS = 5

export class Reporter {
  readonly #sessionId: string
  readonly #params: LiveParams
  readonly #journal: Journal
  #finalSeconds = 0
  #notedSeconds = 0

  constructor(sessionId: string, params: LiveParams, journal: Journal) {
    this.#sessionId = sessionId
    this.#params = params
    this.#journal = journal
  }

  /** Everything before this time is final, in seconds from the start. */
  get finalSeconds(): number {
    return this.#finalSeconds
  }

  say(message: Message): void {
    this.#journal.append(messageText(this.#sessionId, message))
  }

  complain(message: string): void {
    this.say({ type: 'error', error: { message } })
  }

  begin(): void {
    this.say({ type: 'start_session' })
    this.say({ type: 'start_recording' })
    for (const flag of missingFeatures(this.#params)) this.complain(notAvailable(flag))
  }

  /** Tells what the recogniser heard. */
  hear(event: Heard): void {
    switch (event.type) {
      case 'speech_start':
      case 'speech_end':
        this.say({ type: event.type, data: { time: event.time, channel: event.channel } })
        break
      case 'pre_processing': {
        const { channel, range, speechProbability: speech_probability, gainDb: gain_db } = event
        const time_range: [number, number] = [...range]
        this.say({ type: 'pre_processing', data: { channel, time_range, speech_probability, gain_db } })
        break
      }
      case 'partial':
      case 'final': {
        const id = utteranceId(event.channel, event.index)
        const is_final = event.type === 'final'
        this.say({ type: 'transcript', data: { id, is_final, utterance: spaced(event.utterance) } })
        if (is_final) for (const message of realtimeMessages(this.#params)) this.say(message)
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
}
