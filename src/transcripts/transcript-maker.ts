/**
 * Runs tasks on whole transcripts in a thread: for a transcript of 15 MB, parsing takes 0.4 s and making captions 0.9 s. The
 * accounts take turns, and a transcript is read only when its turn comes, so that many requests take the memory of one.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { FairScheduler } from '../jobs/fair-scheduler.ts'
import type { StoredTranscript } from '../jobs/transcript.ts'
import type { TranscriptStore } from '../store/jobs/transcript-store.ts'
import type { TRANSCRIPT_TASKS } from './transcript-tasks.ts'

type Tasks = typeof TRANSCRIPT_TASKS
type TaskName = keyof Tasks
type Options<Name extends TaskName> = Parameters<Tasks[Name]>[1]
type Made<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>

/** To the thread. */
export interface TranscriptRequest {
  readonly stored: StoredTranscript
  readonly task: TaskName
  readonly options: unknown
}

/** From the thread. */
export type TranscriptAnswer = { readonly made: unknown } | { readonly error: unknown }

/** How long a task may wait for its turn, by default. */
const MAX_WAIT_MS = 30_000
/** The thread ends after being idle for this long, since its memory grows with its tasks. */
const IDLE_MS = 10_000

interface MakeOptions {
  /** How long the task may wait for its turn. */
  readonly maxWaitMs?: number | undefined
  /** Ends the task together with the thread, which cannot be interrupted. */
  readonly signal?: AbortSignal
}

export class TranscriptMaker {
  readonly #transcripts: TranscriptStore
  readonly #turns = new FairScheduler({ slots: 1 })
  #worker: Worker | null = null
  #idle: NodeJS.Timeout | undefined

  constructor(transcripts: TranscriptStore) {
    this.#transcripts = transcripts
  }

  /**
   * Runs a task on a transcript. Returns null if the account has no such finished job, or the transcript no such revision.
   * @param options of the task, or a function that reads them when its turn comes
   * @throws {BusyError} if its turn does not come in time
   * @throws {AbortError} if the signal is aborted
   */
  async make<Name extends TaskName>(
    { account, id, revision }: { readonly account: number; readonly id: string; readonly revision: number },
    task: Name,
    options: Options<Name> | (() => Promise<Options<Name>>),
    { maxWaitMs = MAX_WAIT_MS, signal }: MakeOptions = {},
  ): Promise<Made<Name> | null> {
    const make = async (): Promise<Made<Name> | null> => {
      signal?.throwIfAborted()
      const stored = await this.#transcripts.get(account, id, revision)
      if (stored === null) return null
      const read = typeof options === 'function' ? await options() : options
      return (await this.#run({ stored, task, options: read }, signal)) as Made<Name>
    }
    return this.#turns.run(account, make, maxWaitMs)
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
  }

  async #run(request: TranscriptRequest, wanted?: AbortSignal): Promise<unknown> {
    wanted?.throwIfAborted()
    clearTimeout(this.#idle)
    const worker = (this.#worker ??= this.#start())
    // The thread keeps the process alive only while it is working.
    worker.ref()
    const ended = new AbortController()
    try {
      const signal = wanted === undefined ? ended.signal : AbortSignal.any([ended.signal, wanted])
      const exit = once(worker, 'exit', { signal }).then(() => {
        throw new Error('the thread that makes transcripts has ended')
      })
      const message = once(worker, 'message', { signal })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
      worker.postMessage(request)
      const [answer] = (await Promise.race([message, exit])) as [TranscriptAnswer]
      if ('error' in answer) throw answer.error
      return answer.made
    } finally {
      ended.abort()
      worker.unref()
      if (wanted?.aborted === true) this.#end()
      this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref()
    }
  }

  /** Ends the thread. The next task starts another one, even while this one is ending. */
  #end(): void {
    void this.#worker?.terminate()
    this.#worker = null
  }

  #start(): Worker {
    const worker = new Worker(new URL('transcript-maker-thread.ts', import.meta.url))
    // The next task starts another thread.
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null
    })
    return worker
  }
}
