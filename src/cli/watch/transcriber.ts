import type { ExportFormat } from '../../contract/export-formats.ts'
import type { OutputOptions } from '../transcribe/outputs.ts'
import type { RequestOptions } from '../request-options.ts'

/** A file to transcribe. */
export interface Task {
  readonly path: string
  /** Names of the subfolders that the file is in. */
  readonly tags: readonly string[]
  /** Id of the attempt, which stays the same if the attempt is continued. */
  readonly attempt: string
  /** The job that the attempt has created on a server. */
  readonly job: string | undefined
}

export interface TaskHooks {
  readonly signal: AbortSignal
  /** Called with the id of the job once it is created on a server. */
  readonly onJob: (id: string) => void
  /** Called with a sentence about what is missing in a transcript. */
  readonly onProblem: (problem: string) => void
}

/** Renders the transcript in a format. */
type Render = (format: ExportFormat) => Promise<string | Uint8Array>

/** Transcribes files on this machine or on a server. */
export interface Transcriber extends AsyncDisposable {
  /** How many files to transcribe at the same time. */
  readonly concurrency: number
  transcribe(task: Task, hooks: TaskHooks): Promise<Render>
  /** Why a file could not be transcribed, in a sentence; null if it may succeed later. */
  failureOf(error: unknown, task: Pick<Task, 'path'>): string | null
}

export type TranscriberOptions = RequestOptions & Pick<OutputOptions, 'timestamps'>
