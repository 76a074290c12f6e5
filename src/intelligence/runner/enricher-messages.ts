/** What an enricher process and its parent say to each other. */
import type { LiveFormat } from '../../audio/live-format.ts'
import type { PreRecordedParams } from '../../contract/pre-recorded-request.ts'
import type { Transcription } from '../../contract/transcript.ts'
import type { EnrichedResult } from './enrich.ts'
import type { EnrichmentName } from '../enrichment.ts'
import type { LanguageModelSettings } from '../language-model/settings.ts'

/** Where the sound of a transcript is: a file as it was received, or the recording of a live session, which may grow. */
export type Sound =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'live'; readonly path: string; readonly format: LiveFormat }

/** One transcript, and what is to be made of it. */
export interface EnrichmentTask {
  readonly transcription: Transcription
  readonly params: PreRecordedParams
  /** Length of the audio in seconds. */
  readonly audioDuration: number
  readonly sound: Sound
}

/** What the process needs to know of the installation. */
export interface EnricherSettings {
  /** The executable, as `findFfmpeg` found it. */
  readonly ffmpeg: string
  /** Where decoded audio lies while it is worked on. */
  readonly folder: string
  /** Where files that can be made again are kept, such as converted models. */
  readonly cacheFolder: string
  /** Longer recordings are not decoded. */
  readonly maxSeconds: number
  /** The language model, if one is configured. */
  readonly languageModel?: LanguageModelSettings | null
}

/** To the child. `settings` comes first, once. */
export type Order =
  | { readonly type: 'settings'; readonly settings: EnricherSettings }
  | { readonly type: 'enrich'; readonly id: number; readonly task: EnrichmentTask }
  | { readonly type: 'cancel'; readonly id: number }

/** From the child. `alive` comes as long as there is a task; `done` and `failed` end one. */
export type Report =
  | { readonly type: 'alive' }
  /** One enrichment failed, and the others go on: for the log. */
  | { readonly type: 'failure'; readonly id: number; readonly name: EnrichmentName; readonly message: string }
  | { readonly type: 'done'; readonly id: number; readonly result: EnrichedResult }
  | {
      readonly type: 'failed'
      readonly id: number
      /** For the log. */
      readonly message: string
      /** For the caller, if it is meant for him. */
      readonly told: { readonly statusCode: number; readonly message: string } | null
    }
