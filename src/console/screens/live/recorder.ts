/** A recording, transcribed live. Unsent audio is stored in the browser, also across reloads. */
import { signal } from '@preact/signals'
import type { LiveMessage, LiveRequest } from '../../../../clients/typescript/src/types.ts'
import { notify } from '../../announce.ts'
import { joinLive, type LiveSession, openLive, ScriptoriumError } from '../../api.ts'
import { t } from '../../languages/language.ts'
import { holder } from '../../sign-in.ts'
import { Capture, type CaptureChoice, CaptureError } from './capture.ts'
import { KeptAudio } from './kept-audio.ts'
import { KeptMarks } from './kept-marks.ts'
import type { KeptRecording } from './kept-recordings.ts'
import { Rest } from './rest.ts'
import { Sound } from './sound.ts'
import { Spoken } from './spoken.ts'

/** Seconds of silence to insert at a pause, which end the utterance. */
const PAUSE_SECONDS = 0.5
/** Milliseconds between keep-alive messages while it is paused. */
const KEEP_ALIVE_MS = 20_000
/** Less unsent audio than this at the end of a session was in flight, and is not worth a job of its own. */
const MIN_REST_SECONDS = 1
/** Close codes of sessions whose client was disconnected for too long. */
const OUTAGES: readonly (number | null)[] = [null, 4408, 4409]

export class Recorder {
  readonly jobId: string
  readonly holder: string | null | undefined
  readonly startedAt: number
  readonly state = signal<'recording' | 'paused' | 'finishing' | 'ended'>('recording')
  readonly isConnected = signal(true)
  /** Whether the service has ended the session during an outage, while the recording continues here. */
  readonly isDetached = signal(false)
  /** Why it was paused, if not by the user. */
  readonly interruption = signal<'reload' | 'device' | 'full' | null>(null)
  /** Why it ended before the user stopped it. */
  readonly problem = signal<string | null>(null)
  /** Length of the recording in seconds. */
  readonly seconds = signal(0)
  readonly sound: Sound
  readonly marks: KeptMarks
  readonly spoken: Spoken
  readonly rest: Rest
  readonly #audio: KeptAudio
  readonly #session: LiveSession
  #isOver = false
  #timer: ReturnType<typeof setInterval> | undefined

  private constructor(audio: KeptAudio) {
    const { id, url, holder: who, startedAt } = audio.recording
    ;[this.jobId, this.holder, this.startedAt, this.#audio] = [id, who, startedAt, audio]
    ;[this.marks, this.rest, this.spoken] = [new KeptMarks(audio), new Rest(audio), new Spoken(id)]
    this.seconds.value = audio.end / audio.bytesPerSecond
    this.sound = new Sound(this.seconds)
    audio.isFull.subscribe((isFull) => {
      if (isFull && this.state.peek() === 'recording') void this.#interrupt('full')
    })
    this.#session = joinLive(
      { id, url },
      { audio, onConnection: (isOpen) => (this.isConnected.value = isOpen) },
    )
    this.#receiveAll().then(
      () => this.#over(null),
      (error: Error) => this.#over(error),
    )
  }

  /** @throws {CaptureError} if capturing fails, {ScriptoriumError} if the service refuses the session */
  static async start(request: LiveRequest, choice: CaptureChoice): Promise<Recorder> {
    const capture = await Capture.open(choice)
    try {
      const { sampleRate } = capture
      const sample_rate = sampleRate as NonNullable<LiveRequest['sample_rate']>
      const { id, url } = await openLive({ ...request, sample_rate })
      const languages = request.language_config?.languages ?? []
      const begun = { id, url, holder: holder.peek(), startedAt: Date.now(), sampleRate, languages, choice }
      const audio = new KeptAudio({ ...begun, marks: [], acknowledged: 0 }, 0)
      audio.note({})
      const recorder = new Recorder(audio)
      recorder.#listen(capture)
      return recorder
    } catch (error) {
      capture.close()
      throw error
    }
  }

  /** Continues a recording of an earlier page. It is paused, since the user has not given access to the microphone again. */
  static async restore(kept: KeptRecording): Promise<Recorder> {
    const audio = await KeptAudio.restore(kept)
    const recorder = new Recorder(audio)
    recorder.#paused('reload')
    await recorder.spoken.restore().catch(() => {})
    return recorder
  }

  async pause(): Promise<void> {
    if (this.state.value !== 'recording') return
    this.#paused(null)
    await this.sound.pause()
    this.#send(new Int16Array(this.#audio.recording.sampleRate * PAUSE_SECONDS))
  }

  /** @throws {CaptureError} if capturing fails */
  async resume(): Promise<void> {
    if (this.state.value !== 'paused') return
    if (this.sound.isOpen) await this.sound.resume()
    else {
      const { choice, sampleRate } = this.#audio.recording
      // The microphone may be gone.
      const deviceId = this.interruption.value === 'device' ? '' : choice.deviceId
      const capture = await Capture.open({ ...choice, deviceId })
      if (capture.sampleRate !== sampleRate || this.state.value !== 'paused') {
        capture.close()
        throw new CaptureError('busy')
      }
      this.#listen(capture)
    }
    clearInterval(this.#timer)
    this.interruption.value = null
    this.state.value = 'recording'
  }

  stop(): void {
    if (!this.#isOpen) return
    this.state.value = 'finishing'
    this.#release()
    // The messages end with the session.
    if (this.#isOver) this.#end()
    else this.#session.finish().catch(() => {})
  }

  get #isOpen(): boolean {
    return this.state.value === 'recording' || this.state.value === 'paused'
  }

  #listen(capture: Capture): void {
    this.sound.listen(
      capture,
      (samples) => this.#send(samples),
      () => void this.#interrupt('device'),
    )
  }

  /** Also called while paused, if the device is lost then: resuming has to open another one. */
  async #interrupt(reason: 'device' | 'full'): Promise<void> {
    if (!this.#isOpen) return
    await this.pause()
    this.interruption.value = reason
    this.sound.close()
  }

  #paused(reason: 'reload' | null): void {
    this.state.value = 'paused'
    this.interruption.value = reason
    this.#timer = setInterval(() => this.#send(new Int16Array()), KEEP_ALIVE_MS)
  }

  #send(samples: Int16Array<ArrayBuffer>): void {
    if (this.#isOver) {
      if (samples.length > 0) this.#audio.add(new Uint8Array(samples.buffer))
    } else this.#session.send(samples).catch(() => {})
    this.seconds.value = this.#audio.end / this.#audio.bytesPerSecond
  }

  async #receiveAll(): Promise<void> {
    for await (const message of this.#session) this.#receive(message)
  }

  #receive(message: LiveMessage): void {
    if (message.type === 'transcript') this.spoken.receive(message)
    else if (message.type === 'error') notify(message.error.message, { isError: true })
    else if (message.type === 'audio_chunk' && message.error !== null && this.state.value !== 'finishing') {
      // The session has reached the maximum length.
      notify(message.error.message, { isError: true })
      this.stop()
    }
  }

  #over(error: Error | null): void {
    this.#isOver = true
    const isOutage = error instanceof ScriptoriumError && OUTAGES.includes(error.status)
    // A recording of an earlier page cannot continue in a session that is over.
    if (isOutage && this.#isOpen && this.interruption.value !== 'reload') this.isDetached.value = true
    else {
      this.problem.value = isOutage ? null : (error?.message ?? null)
      this.#end()
    }
  }

  #end(): void {
    this.#release()
    this.state.value = 'ended'
    this.spoken.end()
    if (this.rest.seconds.value < MIN_REST_SECONDS) void this.rest.forget()
    void this.marks.save().then((isSaved) => {
      if (!isSaved) notify(t().live.marks.notSaved, { isError: true })
    })
  }

  #release(): void {
    clearInterval(this.#timer)
    this.sound.close()
  }
}
