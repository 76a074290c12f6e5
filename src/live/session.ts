/** A live session from its first connection to its end: what happens when. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { bytesPerSecond, type LiveFormat } from '../audio/live-format.ts'
import type { LiveParams } from '../contract/live-request.ts'
import type { AudioFiles } from '../files/audio-files.ts'
import type { LiveOutcome, LiveStore } from '../jobs/live-store.ts'
import type { Enricher } from '../intelligence/runner/enricher-process.ts'
import type { LiveRecogniser } from '../recognition/live/live-stream.ts'
import { failureOf, INTERNAL_ERROR } from '../transcription/failure.ts'
import { type CallbackOutlet, SessionCallbacks } from './callbacks.ts'
import { type ClientWish, readFrame } from './client-frames.ts'
import { CLOSE, Connection, turnAway } from './connection.ts'
import { type EndingParts, endJob, enrichmentHooks, resultOf } from './ending.ts'
import { Feed, type Heard } from './feed.ts'
import { type History, historyOf } from './history.ts'
import { Intake } from './intake.ts'
import { Journal } from './journal.ts'
import { outgoing, utteranceId } from './messages.ts'
import { Outbox } from './outbox.ts'
import { Realtime } from './realtime.ts'
import { Recording } from './recording.ts'
import { Reporter } from './reporter.ts'

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
  readonly enricher: Enricher
  readonly callbacks: CallbackOutlet
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
/** Bytes of sound, and frames, that may wait for the disk. Tiny frames take 1.7 KB of memory each. */
const MOST_WAITING_BYTES = 2 ** 22
const MOST_WAITING_FRAMES = 256
/** Bytes of the journal that may wait for a client that goes on sending. */
const MOST_UNREAD_BYTES = 2 ** 20

/** Sound is taken; it has ended and is being recognised; the result is made; nothing happens any longer. */
type Phase = 'recording' | 'stopping' | 'ending' | 'over'

/** What a session has on the disk, and what was in it when it was opened. */
interface OpenFiles {
  readonly recording: Recording
  readonly journal: Journal
  readonly history: History
}

export class LiveSession {
  readonly #parts: SessionParts
  readonly #place: SessionPlace
  readonly #recording: Recording
  readonly #journal: Journal
  readonly #reporter: Reporter
  readonly #realtime: Realtime
  readonly #intake: Intake
  readonly #outbox: Outbox
  readonly #callbacks: SessionCallbacks | null
  readonly #feed: Feed
  /** Milliseconds since 1970. */
  readonly #startedAt: number
  /** Settles when everything was recognised. */
  readonly #recognised = Promise.withResolvers<void>()
  readonly #abandoned = new AbortController()
  #phase: Phase = 'recording'
  #isStopAnswered = false
  #connection: Connection | null = null
  #isPaused = false
  #faults = 0
  /** When the client went away, and when it last sent a frame; as of `performance.now()`. */
  #droppedAt = performance.now()
  #lastFrameAt = performance.now()
  #ended: Promise<void> = Promise.resolve()
  /** Settles when everything that was heard is told. */
  #told: Promise<void> = Promise.resolve()

  /** Opens a session that is new, or that an earlier run of the service left. */
  static async open(place: SessionPlace, parts: SessionParts): Promise<LiveSession> {
    await mkdir(place.folder, { recursive: true })
    const journal = await Journal.open(join(place.folder, 'journal.jsonl'), {
      onWritten: (line) => {
        session.#outbox.written(line)
        session.#callbacks?.written()
      },
      onError: (error) => session.#fail(error),
    })
    const history = await historyOf(journal, place.params.channels)
    const recording = await Recording.open(
      join(place.folder, 'audio.wav'),
      formatOf(place.params),
      (position, bytes) => session.#feed.written(position, bytes),
    )
    const session: LiveSession = new LiveSession(place, parts, { recording, journal, history })
    return session
  }

  private constructor(place: SessionPlace, parts: SessionParts, { recording, journal, history }: OpenFiles) {
    const { params, jobId } = place
    const format = formatOf(params)
    this.#place = place
    this.#parts = parts
    this.#journal = journal
    this.#recording = recording
    this.#startedAt = history.startedAt ?? Date.now()
    this.#reporter = new Reporter(jobId, params, journal, history.told)
    this.#realtime = new Realtime({
      params,
      enricher: parts.enricher,
      recording,
      hooks: enrichmentHooks(parts.log, this.#abandoned.signal),
      onMade: (id, messages) => this.#reporter.tellMade(id, messages),
    })
    for (const [id, utterance] of history.followed) this.#realtime.follow(id, utterance)
    const kept = async (mark: 'beginning' | 'header', bytes: Buffer) => {
      journal.append({ mark, bytes: bytes.toString('base64') })
      await journal.sync()
    }
    const hooks = {
      keepBeginning: async (bytes: Buffer) => kept('beginning', bytes),
      keepHeader: async (header: Buffer) => kept('header', header),
      acknowledge: (range: readonly [number, number]) => {
        this.#makeRoom()
        this.#reporter.acknowledge(range, this.#outbox.confirmed)
        return journal.end
      },
      onFull: () => {
        this.#refuse('The session has its greatest length: no more audio is taken.')
        this.#stopForLength()
      },
      onError: (error: unknown) => this.#fail(error),
    }
    this.#intake = new Intake(recording, hooks, parts.limits.maxSeconds * bytesPerSecond(format), history)
    const timeOf = (byte: number) => Math.max(0, byte - this.#intake.headerBytes) / bytesPerSecond(format)
    const messageOf = outgoing(jobId, params.messages_config, timeOf)
    this.#outbox = new Outbox(journal, messageOf, history.confirmed, hooks.onError)
    const { callback, callback_config: config } = params
    const { callbacks, log } = parts
    this.#callbacks =
      callback && config?.url !== undefined
        ? new SessionCallbacks(
            config.url,
            journal,
            outgoing(jobId, config, timeOf),
            async (messages) => callbacks.record(jobId, config.url ?? '', messages),
            log,
          )
        : null
    // What an earlier run wrote and did not come to record.
    this.#callbacks?.written()
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
    // Whoever waits for it is told; before anybody does, it may have failed already.
    this.#recognised.promise.catch(() => {})
    if (history.startedAt === null) this.#reporter.begin()
    this.#feed.open()
    if (history.isStopped) this.#stop()
  }

  /** Whether it takes no more sound, and only has to be finished. */
  get isStopped(): boolean {
    return this.#phase !== 'recording'
  }

  /** Whether a client is there. */
  get isConnected(): boolean {
    return this.#connection !== null
  }

  /** Goes on over this socket, instead of the one before it. */
  connect(socket: WebSocket): void {
    if (this.#phase === 'over') {
      turnAway(socket, CLOSE.over, 'the session is over')
      return
    }
    const before = this.#connection
    const connection = new Connection(socket, {
      onAudio: (frame) => this.#onWish({ type: 'audio', bytes: frame }),
      onText: (text) => this.#onWish(readFrame(text)),
      onConfirmed: (position) => {
        this.#outbox.confirm(position)
        this.#intake.forget(position)
      },
      onClosed: (code) => this.#onClosed(connection, code),
    })
    this.#connection = connection
    this.#isPaused = false
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
    this.#makeRoom()
    if (this.#phase !== 'recording') return
    if (Date.now() - this.#startedAt > maxSeconds * 1000) {
      this.#stopForLength()
    } else if (this.#connection === null) {
      if (now - this.#droppedAt > resumeSeconds * 1000) this.#stop()
    } else if (now - this.#lastFrameAt > idleSeconds * 1000) {
      this.#connection.close(CLOSE.idle, `no frame came for ${idleSeconds} seconds`)
      this.#stop()
    }
  }

  /**
   * Leaves everything on the disk as it is, for the next run of the service to go on with; also a session that is being
   * finished and takes too long.
   */
  async suspend(): Promise<void> {
    if (this.#phase === 'over') {
      // It waits for nothing but a client that reads slowly.
      this.#connection?.terminate()
      return this.#ended
    }
    const isRecording = this.#phase === 'recording'
    this.#phase = 'over'
    this.#connection?.close(CLOSE.restarting, 'the service restarts: connect again to go on')
    this.#abandoned.abort(new Error('the service is shutting down'))
    this.#recognised.reject(this.#abandoned.signal.reason)
    void this.#callbacks?.close()
    if (!isRecording) return this.#ended
    await this.#intake.settled()
    await this.#close()
  }

  #onWish(wish: ClientWish): void {
    this.#lastFrameAt = performance.now()
    if (this.#phase === 'over') return
    if (wish.type === 'audio') this.#take(wish.bytes)
    else if (wish.type === 'stop') this.#stopAsAsked()
    else if (wish.type === 'bad audio') this.#refuse(wish.reason)
    else if (this.#isPatient()) this.#reporter.complain(wish.reason)
    if (this.#isPaused || !this.#isAhead(1)) return
    this.#isPaused = true
    this.#connection?.pause()
  }

  /** Takes frames again when the disk, and the client itself, have caught up. */
  #makeRoom(): void {
    if (!this.#isPaused || this.#isAhead(0.5)) return
    this.#isPaused = false
    this.#connection?.resume()
  }

  /** Whether more than a share of what may wait does. */
  #isAhead(share: number): boolean {
    const { waitingBytes } = this.#recording
    const { waitingFrames } = this.#intake
    return (
      waitingBytes > MOST_WAITING_BYTES * share ||
      waitingFrames > MOST_WAITING_FRAMES * share ||
      this.#outbox.waitingBytes > MOST_UNREAD_BYTES * share
    )
  }

  #take(audio: Buffer): void {
    if (this.#phase === 'recording') this.#intake.take(audio)
    else this.#refuse('The recording was stopped: no more audio is taken.')
  }

  #refuse(reason: string): void {
    if (this.#isPatient()) this.#reporter.refuse(reason)
  }

  /** Whether one more fault is answered. Whoever makes no end of them is sent away. */
  #isPatient(): boolean {
    this.#faults++
    if (this.#faults <= MOST_FAULTS) return true
    this.#connection?.close(CLOSE.tooManyFaults, `there were more than ${MOST_FAULTS} malformed frames`)
    this.#stop()
    return false
  }

  #hear(event: Heard): void {
    if (!this.#realtime.isRewriting) return this.#tell(event)
    // In turn: what comes after a final waits until that is rewritten.
    this.#told = this.#told.then(async () => {
      if (event.type !== 'final') return this.#tell(event)
      this.#tell({ ...event, utterance: await this.#realtime.rewritten(event.utterance) })
    })
    this.#told.catch((error: unknown) => this.#recognised.reject(error))
  }

  #tell(event: Heard): void {
    this.#reporter.hear(event)
    if (event.type === 'final')
      this.#realtime.follow(utteranceId(event.channel, event.index), event.utterance)
    if (event.type === 'ended') this.#recognised.resolve()
  }

  #onClosed(connection: Connection, code: number): void {
    if (connection !== this.#connection) return
    this.#connection = null
    this.#isPaused = false
    this.#droppedAt = performance.now()
    this.#outbox.attach(null)
    if (code === CLOSE.done) this.#stop()
  }

  #stopForLength(): void {
    if (this.#phase !== 'recording') return
    const minutes = this.#parts.limits.maxSeconds / 60
    this.#reporter.complain(`A session can be ${minutes} minutes long: this one is stopped here.`)
    this.#stop()
  }

  /** A client may ask twice; the answer, like every message, is sent until it has arrived. */
  #stopAsAsked(): void {
    this.#stop()
    if (this.#isStopAnswered) return
    this.#isStopAnswered = true
    const answer = () => {
      if (this.#phase === 'stopping') this.#reporter.answerStop(this.#recording.seconds)
    }
    // A failure is told by the end of the session.
    this.#intake.end().then(answer, () => {})
  }

  /** It cannot go on, and ends in error. */
  #fail(error: unknown): void {
    this.#recognised.reject(error)
    this.#stop()
  }

  /** Takes no more sound, and finishes the session. */
  #stop(): void {
    if (this.#phase !== 'recording') return
    this.#phase = 'stopping'
    this.#ended = this.#finish()
  }

  async #finish(): Promise<void> {
    const { log, store, files, enricher } = this.#parts
    const { jobId, params, folder } = this.#place
    const parts: EndingParts = {
      jobId,
      params,
      startedAt: this.#startedAt,
      recording: this.#recording,
      journal: this.#journal,
      reporter: this.#reporter,
      store,
      files,
      enricher,
      log,
      signal: this.#abandoned.signal,
    }
    try {
      const outcome = await this.#outcome(parts)
      const last = this.#reporter.text({ type: 'end_session' })
      if (outcome.status === 'done') outcome.result.messages.push(last)
      // Whoever hears of the end is to find the job ended.
      await this.#callbacks?.recorded()
      await endJob(parts, outcome, this.#callbacks?.ending(last))
      this.#parts.callbacks.wake()
      this.#phase = 'over'
      this.#journal.append(last)
      await this.#outbox.emptied()
      this.#connection?.close(CLOSE.done, 'the session is over')
      await this.#close()
      await rm(folder, { recursive: true, force: true })
      if (outcome.status === 'done') log.info('live session done')
      else log.warn({ code: outcome.code, reason: outcome.message }, 'live session failed')
      this.#parts.onOver()
    } catch (error) {
      if (!parts.signal.aborted) log.error({ err: error }, 'a live session could not be ended')
      await this.#close()
    }
  }

  async #outcome(parts: EndingParts): Promise<LiveOutcome> {
    try {
      await this.#intake.end()
      this.#journal.append({ mark: 'stopped' })
      this.#feed.end()
      await this.#recognised.promise
      await this.#realtime.settled()
      this.#phase = 'ending'
      return { status: 'done', result: await resultOf(parts) }
    } catch (error) {
      parts.signal.throwIfAborted()
      parts.log.error({ err: error }, 'a live session cannot go on')
      const { code, message } = failureOf(error) ?? INTERNAL_ERROR
      this.#reporter.complain(message)
      return { status: 'error', code, message }
    }
  }

  async #close(): Promise<void> {
    this.#feed.close()
    this.#outbox.attach(null)
    await this.#callbacks?.close()
    await Promise.all([this.#recording.close(), this.#journal.close()])
  }
}

function formatOf({ encoding, bit_depth, sample_rate: sampleRate, channels }: LiveParams): LiveFormat {
  // The other encodings have 8 bits, whatever the request says.
  return { encoding, bitDepth: encoding === 'wav/pcm' ? bit_depth : 8, sampleRate, channels }
}
