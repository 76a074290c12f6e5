/** The real-time enrichments of a session, applied to each final utterance. */
import type { LiveParams } from '../contract/live-request.ts'
import type { FeatureParams } from '../contract/features/fields.ts'
import type { Utterance } from '../contract/transcript.ts'
import type { EnrichedResult } from '../enrichments/runner/enrich.ts'
import type { Enricher, EnrichmentHooks } from '../enrichments/runner/enricher-process.ts'
import { followingParams, rewritingParams, utteranceMessages } from './enrichments.ts'
import type { Message } from './messages.ts'
import type { SessionAudio } from './session-audio.ts'

export interface RealtimeParts {
  readonly params: LiveParams
  readonly enricher: Enricher
  readonly audio: Pick<SessionAudio, 'file' | 'format'>
  readonly hooks: EnrichmentHooks
  /** Called with the messages about each utterance, in the order of the utterances. */
  readonly onEnriched: (id: string, messages: readonly Message[]) => void
}

export class Realtime {
  readonly #parts: RealtimeParts
  readonly #rewriting: FeatureParams | null
  readonly #following: FeatureParams | null
  #last: Promise<void> = Promise.resolve()

  constructor(parts: RealtimeParts) {
    this.#parts = parts
    this.#rewriting = rewritingParams(parts.params)
    this.#following = followingParams(parts.params)
  }

  /** Whether utterances must be rewritten before they are reported. */
  get isRewriting(): boolean {
    return this.#rewriting !== null
  }

  /** Applies the vocabulary and the spelling of the request to an utterance. */
  async rewritten(utterance: Utterance): Promise<Utterance> {
    if (this.#rewriting === null) return utterance
    const { transcription } = await this.#enrich(utterance, this.#rewriting)
    return transcription.utterances[0] ?? utterance
  }

  /** Enriches a reported utterance, after the utterances before it. */
  enrich(id: string, utterance: Utterance): void {
    const params = this.#following
    if (params === null) return
    this.#last = this.#last.then(async () => {
      const results = await this.#enrich(utterance, params)
      this.#parts.onEnriched(id, utteranceMessages(id, utterance, params, results))
    })
    // `settled` rejects with the error, but a suspended session does not call it.
    this.#last.catch(() => {})
  }

  /** Resolves once every utterance so far is enriched and its messages are reported. */
  async settled(): Promise<void> {
    await this.#last
  }

  async #enrich(utterance: Utterance, params: FeatureParams): Promise<EnrichedResult> {
    const { enricher, audio, hooks } = this.#parts
    const { text, language, end } = utterance
    const transcription = { full_transcript: text, languages: [language], utterances: [utterance] }
    const source = { type: 'live', path: await audio.file(), format: audio.format } as const
    return enricher.enrich({ transcription, params, audioDuration: end, audio: source }, hooks)
  }
}
