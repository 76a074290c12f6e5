/** Turns a session's recorded audio into reported utterances: recognises, rewrites as requested, reports, enriches. */
import type { LiveParams } from '../contract/live-request.ts'
import type { Enricher, EnrichmentHooks } from '../enrichments/runner/enricher-process.ts'
import type { LiveRecogniser } from '../speech/live/live-stream.ts'
import { Feed, type RecognitionEvent } from './feed.ts'
import type { History } from './history.ts'
import { utteranceId } from './messages.ts'
import { Realtime } from './realtime.ts'
import type { Reporter } from './reporter.ts'
import type { SessionAudio } from './session-audio.ts'

export interface LiveTranscriberParts {
  readonly params: LiveParams
  readonly audio: SessionAudio
  readonly history: Pick<History, 'finals' | 'unenriched'>
  readonly recogniser: LiveRecogniser
  readonly enricher: Enricher
  readonly hooks: EnrichmentHooks
  readonly reporter: Reporter
  /** Recognition cannot continue. */
  readonly onFailed: (error: unknown) => void
}

export class LiveTranscriber {
  readonly #reporter: Reporter
  readonly #realtime: Realtime
  readonly #feed: Feed
  /** Resolves once everything is recognised and reported. */
  readonly #done = Promise.withResolvers<void>()
  /** If utterances are rewritten first: resolves once the events so far are reported. */
  #reported: Promise<void> = Promise.resolve()

  constructor({
    params,
    audio,
    history,
    reporter,
    recogniser,
    enricher,
    hooks,
    onFailed,
  }: LiveTranscriberParts) {
    this.#reporter = reporter
    this.#realtime = new Realtime({
      params,
      enricher,
      audio,
      hooks,
      onEnriched: (id, messages) => reporter.reportEnriched(id, messages),
    })
    for (const [id, utterance] of history.unenriched) this.#realtime.enrich(id, utterance)
    this.#feed = new Feed({
      recogniser,
      options: {
        format: audio.format,
        languages: params.language_config.languages,
        codeSwitching: params.language_config.code_switching,
        endpointing: params.endpointing,
        maximumDuration: params.maximum_duration_without_endpointing,
        speechThreshold: params.pre_processing.speech_threshold,
        audioEnhancer: params.pre_processing.audio_enhancer,
      },
      from: history.finals,
      audio,
      onEvent: (event) => this.#onEvent(event),
      onFailed,
    })
    // It may reject before `finish` awaits it.
    this.#done.promise.catch(() => {})
  }

  start(): void {
    this.#feed.open()
  }

  /**
   * Says that no more audio follows. Resolves once all of it is recognised, enriched and reported.
   * @throws the error passed to `fail`
   */
  async finish(): Promise<void> {
    this.#feed.end()
    await this.#done.promise
    await this.#realtime.settled()
  }

  /** Makes `finish` reject. */
  fail(error: unknown): void {
    this.#done.reject(error)
  }

  /** Stops recognition. */
  close(): void {
    this.#feed.close()
  }

  #onEvent(event: RecognitionEvent): void {
    if (!this.#realtime.isRewriting) return this.#report(event)
    // Keep the order: events after a final wait until it is rewritten.
    this.#reported = this.#reported.then(async () => {
      if (event.type !== 'final') return this.#report(event)
      this.#report({ ...event, utterance: await this.#realtime.rewritten(event.utterance) })
    })
    this.#reported.catch((error: unknown) => this.fail(error))
  }

  #report(event: RecognitionEvent): void {
    this.#reporter.reportRecognition(event)
    if (event.type === 'final')
      this.#realtime.enrich(utteranceId(event.channel, event.index), event.utterance)
    if (event.type === 'ended') this.#done.resolve()
  }
}
