/** The messages between an enricher process and the service. */
import type { LiveFormat } from '../../audio/live-format.ts'
import type { FeatureParams } from '../../contract/features/fields.ts'
import type { Transcription } from '../../contract/transcript.ts'
import type { Device } from '../../models/onnx-session.ts'
import type { EnrichedResult, EnrichmentRun } from './enrich.ts'
import type { LanguageModelSettings } from '../../models/language/settings.ts'

/** The audio of a transcript: a file as it was received, or the recording of a live session, which may still grow. */
export type AudioSource =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'live'; readonly path: string; readonly format: LiveFormat }

/** One transcript, and the request that it is enriched for. */
export interface EnrichmentTask {
  readonly transcription: Transcription
  readonly params: FeatureParams
  /** Length of the audio in seconds. */
  readonly audioDuration: number
  readonly audio: AudioSource
  /**
   * Set when the process was lost before with this task, which now runs on its own: the features during which it was
   * lost, which fail at once. The others run one after another.
   */
  readonly unfinished?: readonly string[]
}

/** The configuration of the process. */
export interface EnricherSettings {
  /** The executable, as `findFfmpeg` found it. */
  readonly ffmpeg: string
  /** For decoded audio while it is in use. */
  readonly folder: string
  /** Longer recordings are not decoded. */
  readonly maxSeconds: number
  /** Time that one enrichment may take, in addition to the length of the audio. */
  readonly enrichmentSeconds: number
  /** Size of a result as JSON. */
  readonly maxResultBytes: number
  /** The folder of the pulled models; without it, none are used. */
  readonly models?: string
  /** What they run on; the CPU by default. */
  readonly device?: Device
  /** The language model, if one is configured. */
  readonly languageModel?: LanguageModelSettings | null
}

/** To the child. `settings` is sent first, once. */
export type Request =
  | { readonly type: 'settings'; readonly settings: EnricherSettings }
  | { readonly type: 'enrich'; readonly id: number; readonly task: EnrichmentTask }
  | { readonly type: 'cancel'; readonly id: number }

/** From the child. `done` and `failed` end a task. */
export type Report =
  /** One of its enrichments is about to start. */
  | { readonly type: 'started'; readonly id: number; readonly name: string }
  /** One of its enrichments has ended. */
  | { readonly type: 'ended'; readonly id: number; readonly run: EnrichmentRun }
  /** One enrichment failed, and the others continue: for the log. */
  | { readonly type: 'failure'; readonly id: number; readonly name: string; readonly message: string }
  /** What is to be kept of the voices, in base64. */
  | { readonly type: 'voices'; readonly id: number; readonly voices: string }
  | { readonly type: 'done'; readonly id: number; readonly result: EnrichedResult }
  | {
      readonly type: 'failed'
      readonly id: number
      /** For the log. */
      readonly message: string
      /** What the caller may know; null when nothing. */
      readonly error: { readonly statusCode: number; readonly message: string } | null
    }
