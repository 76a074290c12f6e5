import type { ExportFormat } from '../../contract/export-formats.ts'
import type { OutputOptions } from '../transcribe/outputs.ts'
import type { RequestOptions } from '../request-options.ts'

/** A file to transcribe. */
export interface Task {
  readonly path: string
  /** Names of the subfolders that it is in. */
  readonly tags: readonly string[]
  /** The same whenever the same attempt goes on. */
  readonly attempt: string
  /** The job that the attempt began on a server. */
  readonly job: string | undefined
}

export interface TaskHooks {
  readonly signal: AbortSignal
  /** Told the job once the server has it. */
  readonly onJob: (id: string) => void
  /** Told what is missing in a transcript, in a sentence. */
  readonly onProblem: (problem: string) => void
}

/** The transcript in a format. */
type Render = (format: ExportFormat) => Promise<string | Uint8Array>

/** What transcribes: this machine, or a server. */
export interface Transcriber extends AsyncDisposable {
  /** How many files at the same time. */
  readonly concurrency: number
  transcribe(task: Task, hooks: TaskHooks): Promise<Render>
  /** Why a file could not be transcribed, in a sentence; null when it may succeed later. */
  failureOf(error: unknown, task: Pick<Task, 'path'>): string | null
}

export type TranscriberOptions = RequestOptions & Pick<OutputOptions, 'timestamps'>
