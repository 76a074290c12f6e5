/** A live session from its first connection to its end: what happens when, and what is said about it. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { bytesPerSecond, type LiveFormat } from '../audio/live-format.ts'
import type { LiveParams } from '../contract/live-request.ts'
import type { LiveTranscriptionResult } from '../contract/result.ts'
import type { AudioFiles } from '../files/audio-files.ts'
import type { LiveOutcome, LiveStore } from '../jobs/live-store.ts'
import type { StoredFile } from '../jobs/stored-file.ts'
import type { LiveRecogniser } from '../recognition/live-stream.ts'
import { RecogniserError } from '../recognition/recogniser-error.ts'
import { type ClientWish, readFrame } from './client-frames.ts'
import { CLOSE, Connection, turnAway } from './connection.ts'
import { findings, missingFeatures, notAvailable, postMessages, realtimeMessages } from './enrichments.ts'
import { Feed, type Heard } from './feed.ts'
import { type History, historyOf } from './history.ts'
import { Intake } from './intake.ts'
import { Journal } from './journal.ts'
import { type Message, messageText, outgoing, spaced, utteranceId } from './messages.ts'
import { Outbox } from './outbox.ts'
import { Recording } from './recording.ts'
import { heardIn, transcriptionOf } from './result.ts'

/** What a session may take; times in seconds. */
export interface SessionLimits {
  /** Longest session. */
  readonly maxSeconds: number
  /** For a client whose connection broke to come back. */
  readonly resumeSeconds: number
  /** Without a frame of the client. */
  readonly idleSeconds: number
}

export interface SessionParts {
  readonly store: LiveStore
  readonly files: AudioFiles
  readonly recogniser: LiveRecogniser
  readonly limits: SessionLimits
  readonly log: Logger
  /** Called when the session is over. */
  readonly onOver: () => void
}

/** Which session. */
export interface SessionPlace {
  readonly jobId: string
  readonly params: LiveParams
  /** A folder of its own. */
  readonly folder: string
}

/** Malformed frames that are answered, before the client is sent away. */
const MOST_FAULTS = 1_000
/** Bytes of sound that may wait for the disk. */
const MOST_WAITING_BYTES = 2 ** 22
/** Seconds of sound between two notes in the journal of how far it was recognised. */
const NOTE_SECONDS = 5
/** Milliseconds until the next try after the store failed. */
const STORE_RETRY_MS = 1_000

/** Sound is taken; it has ended and is being recognised; the result is made; nothing happens any longer. */
type Phase = 'recording' | 'stopping' | 'ending' | 'over'

export class LiveSession {
  readonly #parts: SessionParts
  readonly #place: SessionPlace
  readonly #recording: Recording
  readonly #journal: Journal
  readonly #intake: Intake
  readonly #outbox: Outbox
  readonly #feed: Feed
  readonly #startedAt: number
  /** Settles when everything was recognised. */
  readonly #recognised = Promise.withResolvers<void>()
  readonly #abandoned = new AbortController()
  #phase: Phase = 'recording'
  #connection: Connection | null = null
  /** When the client went away, and when it last sent a frame; as of `performance.now()`. */
  #droppedAt = performance.now()
  #lastFrameAt = performance.now()
  #isPaused = false
  #faults = 0
  /** Seconds that are final, and up to where that is noted. */
  #finalSeconds = 0
  #notedSeconds = 0
  /** Settles when the last sound is on the disk. */
  #stopped: Promise<void> | null = null
  /** Settles when the session is over, or abandoned. */
  #ended: Promise<void> = Promise.resolve()

  /** Opens a session that is new, or that an earlier run of the service left. */
  static async open(place: SessionPlace, parts: SessionParts): Promise<LiveSession> {
    await mkdir(place.folder, { recursive: true })
    const journal = await Journal.open(join(place.folder, 'journal.jsonl'), {
      onWritten: (line) => session.#outbox.written(line),
      onError: (error) => session.#fail(error),
    })
    const history = await historyOf(journal, place.params.channels)
    const format = formatOf(place.params)
    const recording = await Recording.open(join(place.folder, 'audio.wav'), format, (position, bytes) =>
      session.#feed.written(position, bytes),
    )
    const session: LiveSession = new LiveSession(place, parts, { journal, recording, history, format })
    return session
  }

  private constructor(
    place: SessionPlace,
    parts: SessionParts,
    {
      journal,
      recording,
      history,
      format,
    }: { journal: Journal; recording: Recording; history: History; format: LiveFormat },
  ) {
    const { params, jobId } = place
    this.#place = place
    this.#parts = parts
    this.#journal = journal
    this.#recording = recording
    this.#startedAt = history.startedAt ?? Date.now()
    this.#intake = new Intake(
      recording,
      {
        keepHeader: async (header) => {
          journal.append({ mark: 'header', bytes: header.toString('base64') })
          await journal.sync()
        },
        acknowledge: (range) => {
          this.#makeRoom()
          journal.append({ mark: 'acknowledged', range, confirmed: this.#outbox.confirmed })
          return journal.end
        },
        onError: (error) => this.#fail(error),
      },
      history,
    )
    const timeOf = (byte: number) => Math.max(0, byte - this.#intake.headerBytes) / bytesPerSecond(format)
    this.#outbox = new Outbox(journal, outgoing(jobId, params.messages_config, timeOf), history.confirmed)
    this.#feed = new Feed({
      recogniser: parts.recogniser,
      options: {
        format,
        languages: params.language_config.languages,
        codeSwitching: params.language_config.code_switching,
        endpointing: params.endpointing,
        maximumDuration: params.maximum_duration_without_endpointing,
        speechThreshold: params.pre_processing.speech_threshold,
        audioEnhancer: params.pre_processing.audio_enhancer,
      },
      from: history.heard,
      recording,
      onHeard: (event) => this.#hear(event),
      onFailed: (error) => this.#fail(error),
    })
    if (history.startedAt === null) this.#begin()
    this.#feed.open()
    if (history.isStopped) this.#stop({ isAsked: false })
  }

  /** Settles when the session is over. Before it was stopped, at once. */
  get ended(): Promise<void> {
    return this.#ended
  }

  /** Whether it only has to be finished. */
  get isStopped(): boolean {
    return this.#phase !== 'recording'
  }

  /** Goes on over this socket, instead of the one before it. */
  connect(socket: WebSocket): void {
    if (this.#phase === 'over') {
      turnAway(socket, CLOSE.over, 'the session is over')
      return
    }
    const before = this.#connection
    const connection = new Connection(socket, {
      onAudio: (frame) => this.#onFrame(frame, () => this.#take(frame)),
      onText: (text) => this.#onFrame(text, () => this.#obey(readFrame(text))),
      onConfirmed: (position) => {
        this.#outbox.confirm(position)
        this.#intake.forget(this.#outbox.confirmed)
      },
      onClosed: (code) => this.#onClosed(connection, code),
    })
    this.#connection = connection
    before?.close(CLOSE.over, 'another connection has taken over')
    this.#lastFrameAt = performance.now()
    this.#intake.resume(this.#outbox.confirmed, this.#outbox.sent)
    this.#outbox.attach(connection)
  }

  /**
   * Does what its time has come for.
   * @param now as of `performance.now()`
   */
  tick(now: number): void {
    const { idleSeconds, maxSeconds, resumeSeconds } = this.#parts.limits
    this.#connection?.tick(now)
    if (this.#phase !== 'recording') return
    if (Date.now() - this.#startedAt > maxSeconds * 1000) {
      this.#stopForLength()
    } else if (this.#connection === null) {
      if (now - this.#droppedAt > resumeSeconds * 1000) this.#stop({ isAsked: false })
    } else if (now - this.#lastFrameAt > idleSeconds * 1000) {
      this.#connection.close(CLOSE.idle, `no frame came for ${idleSeconds} seconds`)
      this.#stop({ isAsked: false })
    }
  }

  /**
   * Leaves everything as it is on the disk, for the next run of the service to go on with. To be called before the
   * process ends, also for a session that is being finished and takes too long.
   */
  async suspend(): Promise<void> {
    const { signal } = this.#abandoned
    if (signal.aborted || this.#phase === 'over') return
    const wasRecording = this.#phase === 'recording'
    this.#phase = 'over'
    this.#connection?.close(CLOSE.restarting, 'the service restarts: connect again to go on')
    this.#feed.close()
    this.#abandoned.abort(new Error('the service is shutting down'))
    this.#recognised.reject(signal.reason)
    this.#recognised.promise.catch(() => {})
    if (!wasRecording) return this.#ended
    await this.#intake.end()
    await this.#close()
  }

  #begin(): void {
    this.#say({ type: 'start_session' })
    this.#say({ type: 'start_recording' })
    for (const flag of missingFeatures(this.#place.params)) {
      this.#say({ type: 'error', error: { message: notAvailable(flag) } })
    }
  }

  #say(message: Message): void {
    this.#journal.append(messageText(this.#place.jobId, message))
  }

  #onFrame(frame: Buffer, deal: () => void): void {
    this.#lastFrameAt = performance.now()
    deal()
    if (this.#recording.waitingBytes + frame.length > MOST_WAITING_BYTES && !this.#isPaused) {
      this.#isPaused = true
      this.#connection?.pause()
    }
  }

  /** Takes frames again when the disk has caught up. */
  #makeRoom(): void {
    if (!this.#isPaused || this.#recording.waitingBytes > MOST_WAITING_BYTES / 2) return
    this.#isPaused = false
    this.#connection?.resume()
  }

  #obey(wish: ClientWish): void {
    if (wish.type === 'audio') this.#take(wish.bytes)
    else if (wish.type === 'stop') void this.#stop({ isAsked: true })
    else if (wish.type === 'bad audio') this.#refuse(wish.reason)
    else this.#complain(wish.reason)
  }

  #take(bytes: Buffer): void {
    const { maxSeconds } = this.#parts.limits
    if (this.#phase !== 'recording') {
      this.#refuse('The recording was stopped before: no more audio is taken.')
    } else if (this.#recording.seconds > maxSeconds) {
      this.#stopForLength()
      this.#refuse('The session has reached its greatest length: no more audio is taken.')
    } else {
      this.#intake.take(bytes)
    }
  }

  #refuse(reason: string): void {
    if (this.#isPatient()) this.#journal.append({ mark: 'refused', reason })
  }

  #complain(message: string): void {
    if (this.#isPatient()) this.#say({ type: 'error', error: { message } })
  }

  /** Whether one more fault is answered. Whoever makes no end of them is sent away. */
  #isPatient(): boolean {
    this.#faults++
    if (this.#faults < MOST_FAULTS) return true
    this.#connection?.close(CLOSE.tooManyFaults, `there were ${MOST_FAULTS} malformed frames`)
    return false
  }

  #hear(event: Heard): void {
    const { params } = this.#place
    switch (event.type) {
      case 'speech_start':
      case 'speech_end':
        this.#say({ type: event.type, data: { time: event.time, channel: event.channel } })
        break
      case 'pre_processing': {
        const { channel, range, speechProbability: speech_probability, gainDb: gain_db } = event
        const time_range: [number, number] = [...range]
        this.#say({ type: 'pre_processing', data: { channel, time_range, speech_probability, gain_db } })
        break
      }
      case 'partial':
      case 'final': {
        const id = utteranceId(event.channel, event.index)
        const is_final = event.type === 'final'
        this.#say({ type: 'transcript', data: { id, is_final, utterance: spaced(event.utterance) } })
        if (is_final) for (const message of realtimeMessages(params)) this.#say(message)
        break
      }
      case 'recognised':
        this.#finalSeconds = event.seconds
        if (event.seconds - this.#notedSeconds < NOTE_SECONDS) break
        this.#notedSeconds = event.seconds
        this.#journal.append({ mark: 'recognised', seconds: event.seconds })
        break
      case 'ended':
        this.#finalSeconds = this.#recording.seconds
        this.#recognised.resolve()
    }
  }

  #onClosed(connection: Connection, code: number): void {
    if (connection !== this.#connection) return
    this.#connection = null
    this.#isPaused = false
    this.#droppedAt = performance.now()
    this.#outbox.attach(null)
    if (code === CLOSE.done) this.#stop({ isAsked: false })
  }

  #stopForLength(): void {
    const minutes = this.#parts.limits.maxSeconds / 60
    const message = `A session can be ${minutes} minutes long: this one is stopped here.`
    this.#say({ type: 'error', error: { message } })
    this.#stop({ isAsked: false })
  }

  /** The recording cannot go on: the session ends in error. */
  #fail(error: unknown): void {
    this.#recognised.reject(error)
    this.#stop({ isAsked: false })
  }

  /**
   * Takes no more sound, and finishes the session.
   * @param isAsked by the client, who is answered, as often as it asks
   */
  #stop({ isAsked }: { isAsked: boolean }): void {
    if (this.#phase === 'recording') {
      this.#phase = 'stopping'
      this.#stopped = this.#intake.end()
      this.#ended = this.#finish(this.#stopped, isAsked)
    } else if (isAsked) {
      void this.#stopped?.then(
        () => this.#answerStop(),
        () => {},
      )
    }
  }

  #answerStop(): void {
    if (this.#phase !== 'stopping') return
    const recording_duration = this.#recording.seconds
    const recording_left_to_process = Math.max(0, recording_duration - this.#finalSeconds)
    const data = { recording_duration, recording_left_to_process }
    this.#say({ type: 'stop_recording', acknowledged: true, error: null, data })
  }

  async #finish(stopped: Promise<void>, isAsked: boolean): Promise<void> {
    const { log } = this.#parts
    const { signal } = this.#abandoned
    try {
      const outcome = await this.#outcome(stopped, isAsked)
      await this.#settle(outcome)
      if (outcome.status === 'done') log.info('live session done')
      else log.warn({ code: outcome.code, reason: outcome.message }, 'live session failed')
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'a live session could not be ended')
    }
    this.#phase = 'over'
    await this.#close().catch((error: unknown) => log.error({ err: error }, 'a live session was not closed'))
    if (!signal.aborted) this.#parts.onOver()
  }

  async #outcome(stopped: Promise<void>, isAsked: boolean): Promise<LiveOutcome> {
    const { signal } = this.#abandoned
    try {
      await stopped
      this.#journal.append({ mark: 'stopped' })
      if (isAsked) this.#answerStop()
      this.#feed.end()
      await this.#recognised.promise
      this.#phase = 'ending'
      return { status: 'done', result: await this.#result(signal) }
    } catch (error) {
      signal.throwIfAborted()
      this.#parts.log.error({ err: error }, 'a live session cannot go on')
      const { code, message } = failureOf(error)
      this.#say({ type: 'error', error: { message } })
      return { status: 'error', code, message }
    }
  }

  /** Makes the result, and tells it; all of it but its last message is in the journal then. */
  async #result(signal: AbortSignal): Promise<Extract<LiveOutcome, { status: 'done' }>['result']> {
    const { params } = this.#place
    const { seconds } = this.#recording
    const transcription_time = (Date.now() - this.#startedAt) / 1000
    this.#say({ type: 'end_recording', data: { recording_duration: seconds } })
    await this.#journal.written()
    const { utterances } = await heardIn(this.#journal)
    const transcription = transcriptionOf(utterances)
    this.#say({ type: 'post_transcript', data: transcription })
    const found = await findings(transcription, params, {
      audioDuration: seconds,
      signal,
      onFailure: (flag, error) => this.#parts.log.warn({ flag, err: error }, 'enrichment failed'),
    })
    for (const message of postMessages(found, params)) this.#say(message)
    const result: LiveTranscriptionResult = {
      metadata: {
        audio_duration: seconds,
        number_of_distinct_channels: params.channels,
        billing_time: seconds * params.channels,
        transcription_time,
      },
      ...found,
    }
    this.#say({ type: 'post_final_transcript', data: result })
    await this.#journal.written()
    const { messages } = await heardIn(this.#journal)
    return { ...result, messages }
  }

  /** Ends the job, then tells the client: who hears of the end finds the job ended. */
  async #settle(outcome: LiveOutcome): Promise<void> {
    const { jobId } = this.#place
    const last = messageText(jobId, { type: 'end_session' })
    if (outcome.status === 'done') outcome.result.messages.push(last)
    const file = await this.#keepFile()
    await this.#stored(async () => this.#parts.store.finish(jobId, outcome, file))
    await this.#parts.files.keep(file.id)
    this.#phase = 'over'
    this.#journal.append(last)
    await this.#outbox.emptied()
    this.#connection?.close(CLOSE.done, 'the session is over')
    await this.#close()
    await rm(this.#place.folder, { recursive: true, force: true })
  }

  async #keepFile(): Promise<StoredFile> {
    const { jobId, params } = this.#place
    await this.#recording.seal()
    const { id, size } = await this.#parts.files.adopt(this.#recording.path)
    const { seconds: duration } = this.#recording
    const { channels } = params
    return { id, filename: `${jobId}.wav`, extension: 'wav', source: null, size, duration, channels }
  }

  /** Does what changes the store, until the store can. */
  async #stored<T>(change: () => Promise<T>): Promise<T> {
    const { signal } = this.#abandoned
    for (;;) {
      try {
        return await change()
      } catch (error) {
        this.#parts.log.error({ err: error }, 'the store failed, and is tried again')
        await delay(STORE_RETRY_MS, undefined, { signal })
      }
    }
  }

  async #close(): Promise<void> {
    this.#feed.close()
    await Promise.all([this.#recording.close(), this.#journal.close()])
  }
}

function formatOf({ encoding, bit_depth, sample_rate: sampleRate, channels }: LiveParams): LiveFormat {
  // The other encodings have 8 bits, whatever the request says.
  return { encoding, bitDepth: encoding === 'wav/pcm' ? bit_depth : 8, sampleRate, channels }
}

/** What went wrong, for the owner of the job. */
function failureOf(error: unknown): { code: number; message: string } {
  if (error instanceof RecogniserError) return { code: 500, message: error.message }
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  if (isFull) return { code: 503, message: 'The service has no room for more audio.' }
  return { code: 500, message: 'internal error' }
}
