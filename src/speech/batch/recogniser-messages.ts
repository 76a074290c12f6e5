/** The messages between a recogniser process and the service. */
import type { Device } from '../../models/onnx-session.ts'
import type { SpeechServerSettings } from '../engines/speech-server/settings.ts'
import type { Utterance } from '../../contract/transcript.ts'
import type { Recognition, RecognitionOptions } from './recogniser.ts'

/** To the child: transcribe this file. One file at a time. */
export interface Task {
  readonly file: string
  readonly ffmpeg: string
  readonly folder: string
  readonly maxSeconds: number
  /** The folder of the pulled models; null if none are used. */
  readonly models: string | null
  /** What the models run on; the same in all tasks. */
  readonly device: Device
  /** Null if none is used; the same in all tasks. */
  readonly speechServer: SpeechServerSettings | null
  readonly options: RecognitionOptions
  /** Whether utterances are reported as they are recognised. */
  readonly isStreamed: boolean
}

/** From the child. `done`, `unusable` and `failed` end the task. */
export type Report =
  | { readonly type: 'progress'; readonly seconds: number }
  | { readonly type: 'utterances'; readonly utterances: Utterance[] }
  | { readonly type: 'done'; readonly recognition: Recognition }
  /** The audio cannot be used: the message of an AudioError and a description of its cause. */
  | { readonly type: 'unusable'; readonly message: string; readonly cause: string }
  /**
   * Any other failure: a description for the log; the reason and status for the caller, if any; and the code of a system
   * error, such as ENOSPC.
   */
  | {
      readonly type: 'failed'
      readonly message: string
      readonly reason: string | null
      readonly status: number
      readonly code: string | null
    }
