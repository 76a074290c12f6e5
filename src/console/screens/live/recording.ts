/** A recording from the microphone, transcribed as it is spoken. It goes on while other screens are shown. */
import { computed, effect, type Signal, signal } from '@preact/signals'
import type { LiveMessage, LiveRequest } from '../../../../clients/typescript/src/types.ts'
import { type LiveSession, openLive } from '../../api.ts'
import { notify } from '../../announce.ts'
import { holder } from '../../sign-in.ts'
import { Microphone } from './microphone.ts'

const BYTES_PER_SAMPLE = 2
/** Seconds of silence that are added where the recording is paused, which end the utterance. */
const PAUSE_SECONDS = 0.5
/** Milliseconds between two signs of life while it is paused. */
const KEEP_ALIVE_MS = 20_000
/** Seconds without any sound after which the microphone is probably muted. */
const MUTED_SECONDS = 5
/** The quietest level that the meter shows, in decibels. */
const QUIET_DB = -60

export interface SpokenUtterance {
  readonly id: string
  readonly start: number
  readonly text: string
  readonly language: string
  /** Whether it does not change any more. */
  readonly isFinal: boolean
}

/** The messages that the screen shows. */
const MESSAGES = {
  receive_partial_transcripts: true,
  receive_speech_events: false,
  receive_pre_processing_events: false,
  receive_realtime_processing_events: false,
  receive_post_processing_events: false,
}

export class Recording {
  readonly jobId: string
  /** Who began it, and for which account. */
  readonly holder = holder.peek()
  readonly state = signal<'recording' | 'paused' | 'finishing' | 'ended'>('recording')
  readonly isConnected: Signal<boolean>
  /** Why it ended before it was stopped. */
  readonly problem = signal<string | null>(null)
  /** Length of the recording. */
  readonly seconds = signal(0)
  /** Of the last tenth of a second, 0–1. */
  readonly level = signal(0)
  readonly #silentSince = signal(0)
  readonly isMuted = computed(() => this.seconds.value - this.#silentSince.value > MUTED_SECONDS)
  readonly #byId = signal<ReadonlyMap<string, SpokenUtterance>>(new Map())
  readonly utterances = computed(() => [...this.#byId.value.values()].toSorted((a, b) => a.start - b.start))
  readonly #microphone: Microphone
  readonly #session: LiveSession
  #timer: ReturnType<typeof setInterval> | undefined

  private constructor(session: LiveSession, microphone: Microphone, isConnected: Signal<boolean>) {
    this.jobId = session.id
    this.isConnected = isConnected
    this.#session = session
    this.#microphone = microphone
    this.#receiveAll().then(
      () => this.#end(null),
      ({ message }: Error) => this.#end(message),
    )
    microphone.listen(
      (samples) => this.#record(samples),
      () => {
        notify('The microphone was disconnected.', { isError: true })
        this.stop()
      },
    )
  }

  /**
   * @param language its code; null to detect it
   * @throws {MicrophoneError} when there is no microphone, {ScriptoriumError} when the service refuses the session
   */
  static async start(language: string | null): Promise<Recording> {
    const microphone = await Microphone.open()
    try {
      // The service checks them.
      const request = {
        sample_rate: microphone.sampleRate,
        ...(language !== null && { language_config: { languages: [language] } }),
        messages_config: MESSAGES,
      } as LiveRequest
      const isConnected = signal(true)
      const session = await openLive(request, (isOpen) => (isConnected.value = isOpen))
      return new Recording(session, microphone, isConnected)
    } catch (error) {
      microphone.close()
      throw error
    }
  }

  async pause(): Promise<void> {
    if (this.state.value !== 'recording') return
    this.state.value = 'paused'
    await this.#microphone.pause()
    this.#send(new Int16Array(this.#microphone.sampleRate * PAUSE_SECONDS))
    this.level.value = 0
    this.#timer = setInterval(() => this.#send(new Int16Array()), KEEP_ALIVE_MS)
  }

  async resume(): Promise<void> {
    if (this.state.value !== 'paused') return
    clearInterval(this.#timer)
    await this.#microphone.resume()
    this.state.value = 'recording'
  }

  stop(): void {
    if (this.state.value === 'finishing' || this.state.value === 'ended') return
    this.state.value = 'finishing'
    this.#release()
    // The messages end as it does.
    this.#session.finish().catch(() => {})
  }

  #record(samples: Int16Array<ArrayBuffer>): void {
    this.#send(samples)
    const peak = samples.reduce((high, sample) => Math.max(high, Math.abs(sample)), 0)
    this.level.value = Math.max(0, 1 - (20 * Math.log10(Math.max(peak, 1) / 0x8000)) / QUIET_DB)
    if (peak > 0) this.#silentSince.value = this.seconds.value
  }

  #send(samples: Int16Array<ArrayBuffer>): void {
    // Refused once the session has ended.
    this.#session.send(samples).catch(() => {})
    this.seconds.value += samples.byteLength / BYTES_PER_SAMPLE / this.#microphone.sampleRate
  }

  async #receiveAll(): Promise<void> {
    for await (const message of this.#session) this.#receive(message)
  }

  #receive(message: LiveMessage): void {
    if (message.type === 'transcript') {
      const { id, is_final: isFinal, utterance } = message.data
      const { start, text, language } = utterance
      // A partial one may be repeated after the connection was broken.
      if (this.#byId.value.get(id)?.isFinal && !isFinal) return
      const spoken = { id, start, text: text.trim(), language, isFinal }
      this.#byId.value = new Map([...this.#byId.value, [id, spoken]])
    } else if (message.type === 'error') notify(message.error.message, { isError: true })
    else if (message.type === 'audio_chunk' && message.error !== null && this.state.value !== 'finishing') {
      // The session is as long as the service allows.
      notify(message.error.message, { isError: true })
      this.stop()
    }
  }

  #end(problem: string | null): void {
    this.#release()
    this.problem.value = problem
    this.state.value = 'ended'
    // Of what was never final, nothing was recognised in the end.
    this.#byId.value = new Map([...this.#byId.value].filter(([, { isFinal }]) => isFinal))
  }

  #release(): void {
    clearInterval(this.#timer)
    this.#microphone.close()
    this.level.value = 0
  }
}

/** The last recording of this page; null before the first. */
export const current = signal<Recording | null>(null)

/** Whether the microphone is in use. */
export const isLive = computed(() => ['recording', 'paused'].includes(current.value?.state.value ?? ''))

// Signing out ends it, and another account in use, which it is not for.
effect(() => {
  const present = holder.value
  const recording = current.peek()
  if (recording?.holder !== present) recording?.stop()
})

// Leaving the page would end it.
window.addEventListener('beforeunload', (event) => {
  if (isLive.value) event.preventDefault()
})
