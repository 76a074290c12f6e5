/** A recording, transcribed as it is spoken. What is not sent is kept in the browser, over a reload too. */
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { JobCreated, LiveMessage, LiveRequest } from '../../../../clients/typescript/src/types.ts'
import { notify } from '../../announce.ts'
import { joinLive, type LiveSession, openLive, post, ScriptoriumError, uploadFile } from '../../api.ts'
import { t } from '../../languages/language.ts'
import { holder } from '../../sign-in.ts'
import { Capture, type CaptureChoice, CaptureError } from './capture.ts'
import { KeptAudio } from './kept-audio.ts'
import { KeptMarks } from './kept-marks.ts'
import type { KeptRecording } from './kept-recordings.ts'
import { levelAfter, peakOf, SILENCE } from './level.ts'
import { Spoken } from './spoken.ts'

const BYTES_PER_SAMPLE = 2
/** Seconds of silence that are added where the recording is paused, which end the utterance. */
const PAUSE_SECONDS = 0.5
/** Milliseconds between two signs of life while it is paused. */
const KEEP_ALIVE_MS = 20_000
/** Seconds without any sound after which the microphone is probably muted. */
const MUTED_SECONDS = 5
/** Less than this at the end of a session that is over is what was on its way, and no speech of its own. */
const MIN_REST_SECONDS = 1
/** How sessions end whose client was away for too long. */
const OUTAGES: readonly (number | null)[] = [null, 4408, 4409]

/** The messages that the screen shows. */
const MESSAGES = {
  receive_partial_transcripts: true,
  receive_speech_events: false,
  receive_pre_processing_events: false,
  receive_realtime_processing_events: false,
  receive_post_processing_events: false,
}

export class Recorder {
  readonly jobId: string
  readonly holder: string | null | undefined
  readonly startedAt: number
  readonly state = signal<'recording' | 'paused' | 'finishing' | 'ended'>('recording')
  readonly isConnected = signal(true)
  /** Whether the service has ended the session during an outage: the recording goes on here. */
  readonly isDetached = signal(false)
  /** Why it was paused other than by the user. */
  readonly interruption = signal<'reload' | 'device' | 'full' | null>(null)
  /** Why it ended before it was stopped. */
  readonly problem = signal<string | null>(null)
  /** Length of the recording. */
  readonly seconds = signal(0)
  readonly level = signal(SILENCE)
  /** What is recorded, as the browser calls it. */
  readonly labels = signal<readonly string[]>([])
  readonly marks: KeptMarks
  readonly spoken: Spoken
  /** Seconds that the service does not have. */
  readonly unsent: ReadonlySignal<number>
  /** The job of what the session did not get; null until it was made one. */
  readonly restJobId = signal<string | null>(null)
  /** Settles once nothing of it is kept here. */
  readonly forgotten: Promise<void>
  readonly #silentSince = signal(0)
  readonly isMuted = computed(() => this.seconds.value - this.#silentSince.value > MUTED_SECONDS)
  readonly #audio: KeptAudio
  readonly #session: LiveSession
  readonly #onForgotten: () => void
  #capture: Capture | null = null
  #isOver = false
  #timer: ReturnType<typeof setInterval> | undefined

  private constructor(audio: KeptAudio) {
    const { id, url, holder: who, startedAt } = audio.recording
    ;[this.jobId, this.holder, this.startedAt] = [id, who, startedAt]
    ;[this.marks, this.spoken] = [new KeptMarks(audio), new Spoken(id)]
    const forgotten = Promise.withResolvers<void>()
    ;[this.forgotten, this.#onForgotten] = [forgotten.promise, forgotten.resolve]
    this.#audio = audio
    this.unsent = computed(() => audio.unsent.value / this.#bytesPerSecond)
    this.#silentSince.value = this.seconds.value = audio.end / this.#bytesPerSecond
    audio.isFull.subscribe((isFull) => {
      if (isFull) void this.#interrupt('full')
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

  /** @throws {CaptureError} when there is no sound, {ScriptoriumError} when the service refuses the session */
  static async start(request: LiveRequest, choice: CaptureChoice): Promise<Recorder> {
    const capture = await Capture.open(choice)
    try {
      const { sampleRate } = capture
      // The service checks it.
      const sample_rate = sampleRate as NonNullable<LiveRequest['sample_rate']>
      const { id, url } = await openLive({ ...request, sample_rate, messages_config: MESSAGES })
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

  /** Goes on with what an earlier page has kept: paused, as nobody was asked for the microphone. */
  static async restore(kept: KeptRecording): Promise<Recorder> {
    const audio = await KeptAudio.restore(kept)
    const recorder = new Recorder(audio)
    recorder.#paused('reload')
    await recorder.spoken.restore().catch(() => {})
    return recorder
  }

  get #bytesPerSecond(): number {
    return this.#audio.recording.sampleRate * BYTES_PER_SAMPLE
  }

  async pause(): Promise<void> {
    if (this.state.value !== 'recording') return
    this.#paused(null)
    await this.#capture?.pause()
    this.#send(new Int16Array(this.#audio.recording.sampleRate * PAUSE_SECONDS))
  }

  /** @throws {CaptureError} when there is no sound */
  async resume(): Promise<void> {
    if (this.state.value !== 'paused') return
    if (this.#capture === null) {
      const { choice, sampleRate } = this.#audio.recording
      // The microphone may be gone.
      const deviceId = this.interruption.value === 'device' ? '' : choice.deviceId
      const capture = await Capture.open({ ...choice, deviceId })
      if (capture.sampleRate !== sampleRate || this.state.value !== 'paused') {
        capture.close()
        throw new CaptureError('busy')
      }
      this.#listen(capture)
    } else await this.#capture.resume()
    clearInterval(this.#timer)
    this.#silentSince.value = this.seconds.value
    this.interruption.value = null
    this.state.value = 'recording'
  }

  stop(): void {
    if (this.state.value === 'finishing' || this.state.value === 'ended') return
    this.state.value = 'finishing'
    this.#release()
    // The messages end as it does.
    if (this.#isOver) this.#end()
    else this.#session.finish().catch(() => {})
  }

  /** Makes what the session did not get a job of its own. @throws {ScriptoriumError} */
  async sendRest(name: string): Promise<void> {
    const { languages } = this.#audio.recording
    const file = new File([await this.#audio.rest()], `${name}.wav`, { type: 'audio/wav' })
    const { audio_url } = await uploadFile(file, {})
    const { id } = await post<JobCreated>('v2/pre-recorded', { audio_url, language_config: { languages } })
    this.restJobId.value = id
    await this.forget()
  }

  /** What the session did not get, as a file. */
  async rest(): Promise<Blob> {
    return this.#audio.rest()
  }

  async forget(): Promise<void> {
    await this.#audio.forget().catch(() => {})
    this.#onForgotten()
  }

  #listen(capture: Capture): void {
    this.#capture = capture
    this.labels.value = capture.labels
    capture.listen(
      (samples) => this.#record(samples),
      () => void this.#interrupt('device'),
    )
  }

  async #interrupt(reason: 'device' | 'full'): Promise<void> {
    if (this.state.peek() !== 'recording') return
    await this.pause()
    this.interruption.value = reason
    this.#capture?.close()
    this.#capture = null
  }

  #paused(reason: 'reload' | null): void {
    this.state.value = 'paused'
    this.interruption.value = reason
    this.level.value = SILENCE
    this.#timer = setInterval(() => this.#send(new Int16Array()), KEEP_ALIVE_MS)
  }

  #record(samples: Int16Array<ArrayBuffer>): void {
    this.#send(samples)
    const peak = peakOf(samples)
    this.level.value = levelAfter(this.level.value, peak)
    if (peak > 0) this.#silentSince.value = this.seconds.value
  }

  #send(samples: Int16Array<ArrayBuffer>): void {
    if (this.#isOver) {
      if (samples.length > 0) this.#audio.add(new Uint8Array(samples.buffer))
    } else this.#session.send(samples).catch(() => {})
    this.seconds.value = this.#audio.end / this.#bytesPerSecond
  }

  async #receiveAll(): Promise<void> {
    for await (const message of this.#session) this.#receive(message)
  }

  #receive(message: LiveMessage): void {
    if (message.type === 'transcript') this.spoken.receive(message)
    else if (message.type === 'error') notify(message.error.message, { isError: true })
    else if (message.type === 'audio_chunk' && message.error !== null && this.state.value !== 'finishing') {
      // The session is as long as the service allows.
      notify(message.error.message, { isError: true })
      this.stop()
    }
  }

  #over(error: Error | null): void {
    this.#isOver = true
    const isOutage = error instanceof ScriptoriumError && OUTAGES.includes(error.status)
    const isOpen = this.state.value === 'recording' || this.state.value === 'paused'
    // What an earlier page has left does not go on in a session that is over.
    if (isOutage && isOpen && this.interruption.value !== 'reload') this.isDetached.value = true
    else {
      this.problem.value = isOutage ? null : (error?.message ?? null)
      this.#end()
    }
  }

  #end(): void {
    this.#release()
    this.state.value = 'ended'
    this.spoken.end()
    if (this.unsent.value < MIN_REST_SECONDS) void this.forget()
    void this.marks.save().then((isSaved) => {
      if (!isSaved) notify(t().live.marks.notSaved, { isError: true })
    })
  }

  #release(): void {
    clearInterval(this.#timer)
    this.#capture?.close()
    this.#capture = null
    this.level.value = SILENCE
  }
}
