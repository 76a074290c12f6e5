/** What is made of each final utterance while the session goes on. */
import type { LiveFormat } from '../audio/live-format.ts'
import type { LiveParams } from '../contract/live-request.ts'
import type { FeatureParams } from '../contract/features/fields.ts'
import type { Utterance } from '../contract/transcript.ts'
import type { EnrichedResult } from '../intelligence/runner/enrich.ts'
import type { Enricher, EnrichmentHooks } from '../intelligence/runner/enricher-process.ts'
import { rewritingParams, followingParams, utteranceMessages } from './enrichments.ts'
import type { Message } from './messages.ts'

export interface RealtimeParts {
  readonly params: LiveParams
  readonly enricher: Enricher
  /** Where the sound of the session is. */
  readonly recording: { readonly path: string; readonly format: LiveFormat }
  readonly hooks: EnrichmentHooks
  /** Told of what was made of an utterance, in the order of the utterances. */
  readonly onMade: (id: string, messages: readonly Message[]) => void
}

export class Realtime {
  readonly #parts: RealtimeParts
  readonly #rewriting: FeatureParams | null
  readonly #telling: FeatureParams | null
  #last: Promise<void> = Promise.resolve()

  constructor(parts: RealtimeParts) {
    this.#parts = parts
    this.#rewriting = rewritingParams(parts.params)
    this.#telling = followingParams(parts.params)
  }

  /** Whether utterances have to be rewritten before they are told. */
  get isRewriting(): boolean {
    return this.#rewriting !== null
  }

  /** An utterance as the vocabulary and the spelling of the request have it. */
  async rewritten(utterance: Utterance): Promise<Utterance> {
    if (this.#rewriting === null) return utterance
    const { transcription } = await this.#enrich(utterance, this.#rewriting)
    return transcription.utterances[0] ?? utterance
  }

  /** Makes of an utterance that was told what was asked for, after the utterances before it. */
  follow(id: string, utterance: Utterance): void {
    const params = this.#telling
    if (params === null) return
    this.#last = this.#last.then(async () => {
      const found = await this.#enrich(utterance, params)
      this.#parts.onMade(id, utteranceMessages(id, utterance, found))
    })
    // Whoever waits for it is told; nobody may, when the session is left to the next run of the service.
    this.#last.catch(() => {})
  }

  /** Settles when everything that was followed is told. */
  async settled(): Promise<void> {
    await this.#last
  }

  async #enrich(utterance: Utterance, params: FeatureParams): Promise<EnrichedResult> {
    const { enricher, recording, hooks } = this.#parts
    const { text, language, end } = utterance
    const transcription = { full_transcript: text, languages: [language], utterances: [utterance] }
    const sound = { type: 'live', path: recording.path, format: recording.format } as const
    return enricher.enrich({ transcription, params, audioDuration: end, sound }, hooks)
  }
}
