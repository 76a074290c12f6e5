/** A live session, from its first connection to its end. */
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { LiveParams } from '../contract/live-request.ts'
import type { Uploads } from '../intake/uploads.ts'
import type { Enricher } from '../enrichments/runner/enricher-process.ts'
import { CANCELLED, CancelledError } from '../jobs/cancellation.ts'
import { type LiveOutcome, NotOwnerError, type OpenSession } from '../jobs/live.ts'
import type { LiveStore } from '../store/jobs/live-store.ts'
import type { NodeId } from '../jobs/node.ts'
import type { LiveRecogniser } from '../speech/live/live-stream.ts'
import { enrichmentHooks } from '../transcription/enrichment-hooks.ts'
import { failureOf, INTERNAL_ERROR } from '../transcription/failure.ts'
import { Client, type ClientSettings } from './client.ts'
import { ClientStream } from './client-stream.ts'
import { CLOSE, closeSocket, REVOKED } from './connection.ts'
import { type EndingParts, endJob, resultOf, type ResultSettings } from './ending.ts'
import type { Endings } from './endings.ts'
import { type History, readHistory } from './history.ts'
import { Intake } from './intake.ts'
import { LiveTranscriber } from './live-transcriber.ts'
import { outgoing } from './messages.ts'
import { Outbox } from './outbox.ts'
import { Reporter } from './reporter.ts'
import { formatOf, type SessionAudio } from './session-audio.ts'
import { SessionCallbacks } from './session-callbacks.ts'
import { tracedFinish } from './session-spans.ts'
import type { LiveLogs, SessionLogs } from './session-logs.ts'

export interface SessionSettings extends ClientSettings, ResultSettings {
  /** Maximum length of a session, in seconds. */
  readonly maxSeconds: number
}

export interface SessionParts extends Pick<OpenSession, 'jobId' | 'account' | 'trace'> {
  readonly params: LiveParams
  /** This process, which owns the session. */
  readonly node: NodeId
  readonly logs: LiveLogs
  readonly store: LiveStore
  readonly files: Uploads
  readonly recogniser: LiveRecogniser
  readonly enricher: Enricher
  readonly endings: Endings
  /** Messages were recorded for delivery to the callback URL. */
  readonly onCallbacks: () => void
  readonly settings: SessionSettings
  readonly log: Logger
  /** The session has ended, and its logs have been removed. */
  readonly onOver: () => void
  /** Another node owns the session now: suspend it. */
  readonly onLost: () => void
}

/**
 * recording: audio is accepted. stopping: the audio has ended, and is being recognised. ending: the result is being made.
 * over: the job has ended, or the session is left to the next run of the service.
 */
type Phase = 'recording' | 'stopping' | 'ending' | 'over'

/**
 * A frame of audio passes through Connection → Client → Intake → ClientStream → SessionAudio → Feed, a message through
 * Reporter → Journal → Outbox → Connection.
 */
export class LiveSession {
  readonly #parts: SessionParts
  readonly #logs: SessionLogs
  readonly #reporter: Reporter
  readonly #intake: Intake
  readonly #client: Client
  readonly #transcriber: LiveTranscriber
  readonly #callbacks: SessionCallbacks | null
  readonly #aborts = { shutdown: new AbortController(), cancellation: new AbortController() }
  #phase: Phase = 'recording'
  /** How the session has ended; null if it is left to the next run of the service. */
  #ended: Promise<LiveOutcome | null> = Promise.resolve(null)

  /** Opens a new session, or one that an earlier run of the service left open. */
  static async open(parts: SessionParts): Promise<LiveSession> {
    const { jobId, params } = parts
    await using opened = new AsyncDisposableStack()
    const logs = opened.adopt(await parts.logs.open(jobId, formatOf(params)), async (one) => one.close())
    const history = await readHistory(logs.journal, params.channels)
    opened.move()
    return new LiveSession(parts, logs, history)
  }

  private constructor(parts: SessionParts, logs: SessionLogs, history: History) {
    const { jobId, params, settings, recogniser, enricher, log } = parts
    const { audio, journal } = logs
    const onError = (error: unknown) => (error instanceof NotOwnerError ? parts.onLost() : this.#fail(error))
    journal.on('error', onError)
    this.#parts = parts
    this.#logs = logs
    const reporter = new Reporter(jobId, params, journal, history)
    this.#reporter = reporter

    const stream = new ClientStream(audio, journal, history, settings.maxSeconds * audio.bytesPerSecond)
    const timeOf = (position: number) => stream.timeOf(position)
    const outbox = new Outbox(
      journal,
      outgoing(jobId, params.messages_config, timeOf),
      history.confirmed,
      onError,
    )
    this.#intake = new Intake(stream, history, {
      acknowledge: (range) => {
        this.#client.resumeReading()
        return reporter.acknowledgeAudio(range, outbox.confirmed)
      },
      onFull: () => {
        this.#client.refuseAudio('The session has reached its maximum length: no more audio is accepted.')
        this.#stopAtMaxLength()
      },
      onError,
    })
    this.#client = new Client({
      intake: this.#intake,
      audio,
      outbox,
      reporter,
      settings,
      onStop: () => this.#stopOnRequest(),
      onGone: () => this.stop(),
    })
    this.#transcriber = new LiveTranscriber({
      params,
      audio,
      history,
      recogniser,
      enricher,
      hooks: enrichmentHooks(log, this.#workSignal),
      reporter,
      onFailed: onError,
    })
    this.#callbacks = SessionCallbacks.of({ ...parts, onError }, journal, timeOf)

    if (history.startedAt === null) reporter.reportStart()
    this.#transcriber.start()
    if (history.isStopped) this.stop()
  }

  /** Whether the recording has stopped, so that the session only has to be finished. */
  get isStopped(): boolean {
    return this.#phase !== 'recording'
  }

  get isConnected(): boolean {
    return this.#client.isConnected
  }

  get audio(): SessionAudio {
    return this.#logs.audio
  }

  /** Continues over this socket, which replaces the previous one. */
  connect(socket: WebSocket): void {
    if (this.#aborts.shutdown.signal.aborted)
      closeSocket(socket, CLOSE.restarting, 'the session moves to another server: reconnect')
    else if (this.#phase === 'over' && !this.#client.isShutOut)
      closeSocket(socket, CLOSE.over, 'the session has ended')
    else this.#client.connect(socket)
  }

  /**
   * Checks everything that depends on time. Call it a few times a second.
   * @param now a time of `performance.now()`
   */
  tick(now: number): void {
    const { maxSeconds } = this.#parts.settings
    if (Date.now() - this.#reporter.startedAt > maxSeconds * 1000) this.#stopAtMaxLength()
    this.#client.tick(now)
  }

  /** Stores again what the database has lost, for example when an asynchronous standby was promoted. */
  async restore(): Promise<void> {
    try {
      await this.#logs.restore()
    } catch (error) {
      this.#parts.log.error({ err: error }, 'what was lost of a live session could not be stored again')
    }
  }

  /** Disconnects the client, whose key was revoked, and finishes the session with the audio so far. */
  revoke(): void {
    this.#client.shutOut(...REVOKED)
    this.stop()
  }

  /**
   * Ends the job as cancelled, and disconnects the client. Resolves once the session has ended.
   * @returns false if it has ended otherwise, or was suspended
   */
  async cancel(): Promise<boolean> {
    const { cancellation } = this.#aborts
    cancellation.abort(new CancelledError())
    this.#fail(cancellation.signal.reason)
    const outcome = await this.#ended
    return outcome?.status === 'error' && outcome.code === CANCELLED.code
  }

  /** Leaves the session, even one that is being finished, to the next run of the service or to another node. */
  async suspend(): Promise<void> {
    if (this.#phase === 'over') {
      // The session is only waiting for a client that reads slowly.
      this.#client.terminate()
      return void (await this.#ended)
    }
    const isRecording = this.#phase === 'recording'
    this.#phase = 'over'
    this.#client.close(CLOSE.restarting, 'the service is restarting: reconnect to continue')
    const { shutdown } = this.#aborts
    shutdown.abort(new Error('the service is shutting down'))
    this.#transcriber.fail(shutdown.signal.reason)
    void this.#callbacks?.close()
    if (!isRecording) return void (await this.#ended)
    await this.#intake.settled()
    await this.restore()
    await this.#close()
  }

  #stopAtMaxLength(): void {
    const minutes = this.#parts.settings.maxSeconds / 60
    this.stop(`The session was stopped at its maximum length of ${minutes} minutes.`)
  }

  /** Stops the recording, and acknowledges the request once all audio so far is durable. */
  #stopOnRequest(): void {
    this.stop()
    const acknowledge = () => {
      if (this.#phase === 'stopping') this.#reporter.acknowledgeStop(this.#logs.audio.seconds)
    }
    // A failure is reported at the end of the session.
    this.#intake.end().then(acknowledge, () => {})
  }

  /** Ends the session in error. */
  #fail(error: unknown): void {
    this.#transcriber.fail(error)
    this.stop()
  }

  /**
   * Ends the recording, and finishes the session with the audio so far.
   * @param reason to report to the client; null if the client asked to stop, or is gone
   */
  stop(reason: string | null = null): void {
    if (this.#phase !== 'recording') return
    if (reason !== null) this.#reporter.reportError(reason)
    this.#phase = 'stopping'
    this.#ended = tracedFinish(this.#parts, async () => this.#finish())
  }

  async #finish(): Promise<LiveOutcome | null> {
    const { jobId, logs, log, onCallbacks, onOver, onLost } = this.#parts
    const { signal } = this.#aborts.shutdown
    const parts = { ...this.#parts, ...this.#logs, reporter: this.#reporter, signal }
    try {
      const outcome = await this.#outcome(parts)
      const last = this.#reporter.textOf({ type: 'end_session' })
      if (outcome.status === 'done') outcome.result.messages.push(last)
      // end_session must be delivered only after everything before it is recorded and the job has ended.
      await this.#callbacks?.recorded()
      await endJob(parts, outcome, this.#callbacks?.last(last))
      onCallbacks()
      this.#phase = 'over'
      this.#logs.journal.append(last)
      await this.#client.finish()
      await this.#close()
      await logs.remove(jobId)
      if (outcome.status === 'done') log.info('live session done')
      else log.warn({ code: outcome.code, reason: outcome.message }, 'live session failed')
      onOver()
      return outcome
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'live session could not be ended')
      await this.#close()
      if (error instanceof NotOwnerError) onLost()
      return null
    }
  }

  async #outcome(parts: EndingParts): Promise<LiveOutcome> {
    try {
      await this.#intake.end()
      parts.journal.append({ mark: 'stopped' })
      await this.#transcriber.finish()
      this.#phase = 'ending'
      const result = await resultOf({ ...parts, signal: this.#workSignal })
      this.#workSignal.throwIfAborted()
      return { status: 'done', result }
    } catch (error) {
      parts.signal.throwIfAborted()
      if (error instanceof CancelledError) this.#client.close(CLOSE.cancelled, 'the session was cancelled')
      else parts.log.error({ err: error }, 'live session cannot continue')
      const failure = failureOf(error) ?? INTERNAL_ERROR
      this.#reporter.reportError(failure.message)
      return { status: 'error', ...failure }
    }
  }

  /** Ends recognition and enrichment. Storing the end of the session continues until the service shuts down. */
  get #workSignal(): AbortSignal {
    return AbortSignal.any(Object.values(this.#aborts).map(({ signal }) => signal))
  }

  async #close(): Promise<void> {
    this.#transcriber.close()
    this.#client.detach()
    await this.#callbacks?.close()
    await this.#logs.close()
  }
}
