/** What a recogniser process and its parent say to each other. */
import type { Recognition, RecognitionOptions } from './recogniser.ts'

/** To the child: transcribe this. One at a time. */
export interface Task {
  readonly file: string
  readonly ffmpeg: string
  readonly folder: string
  readonly maxSeconds: number
  /** Where the pulled models are; null when none are used. */
  readonly models: string | null
  readonly options: RecognitionOptions
}

/** From the child. Each is a sign of life; `done`, `unusable` and `failed` end the task. */
export type Report =
  | { readonly type: 'progress'; readonly seconds: number }
  | { readonly type: 'done'; readonly recognition: Recognition }
  /** The audio cannot be used: an AudioError's message, and the one of its cause. */
  | { readonly type: 'unusable'; readonly message: string; readonly cause: string }
  | { readonly type: 'failed'; readonly message: string }
