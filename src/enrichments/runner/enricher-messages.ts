/** The messages between an enricher process and the service. */
import type { LiveFormat } from '../../audio/live-format.ts'
import type { FeatureParams } from '../../contract/features/fields.ts'
import type { Transcription } from '../../contract/transcript.ts'
import type { Device } from '../../models/onnx-session.ts'
import type { EnrichedResult, EnrichmentRun } from './enrich.ts'
import type { LanguageModelSettings } from '../../models/language/settings.ts'

/** The audio of a transcript: a received file, or the recording of a live session, which may still grow. */
export type AudioSource =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'live'; readonly path: string; readonly format: LiveFormat }

/** One transcript, and the request for which it is enriched. */
export interface EnrichmentTask {
  readonly transcription: Transcription
  readonly params: FeatureParams
  /** Length of the audio in seconds. */
  readonly audioDuration: number
  readonly audio: AudioSource
  /**
   * Set if the process was lost before with this task, which now runs on its own: the features that were running, which
   * fail at once. The others run one after another.
   */
  readonly unfinished?: readonly string[]
}

/** The configuration of the process. */
export interface EnricherSettings {
  /** The executable that `findFfmpeg` found. */
  readonly ffmpeg: string
  /** Holds decoded audio while it is in use. */
  readonly folder: string
  /** Longer recordings are not decoded. */
  readonly maxSeconds: number
  /** Seconds that one enrichment may take, in addition to the length of the audio. */
  readonly enrichmentSeconds: number
  /** The largest result as JSON, in bytes. */
  readonly maxResultBytes: number
  /** The folder of the pulled models; if omitted, none are used. */
  readonly models?: string
  /** What the models run on; the CPU by default. */
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
  /** An enrichment of the task is about to start. */
  | { readonly type: 'started'; readonly id: number; readonly name: string }
  /** An enrichment of the task has ended. */
  | { readonly type: 'ended'; readonly id: number; readonly run: EnrichmentRun }
  /** For the log: an enrichment failed, and the others continue. */
  | { readonly type: 'failure'; readonly id: number; readonly name: string; readonly message: string }
  /** The packed voices to be stored, in base64. */
  | { readonly type: 'voices'; readonly id: number; readonly voices: string }
  | { readonly type: 'done'; readonly id: number; readonly result: EnrichedResult }
  | {
      readonly type: 'failed'
      readonly id: number
      /** For the log. */
      readonly message: string
      /** What the caller may know; null if nothing. */
      readonly error: { readonly statusCode: number; readonly message: string } | null
    }
