/**
 * Recognition in a process of its own: the event loop of the service never waits for it, and a crash in native code or
 * a lack of memory takes one job with it, not the service.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AudioError } from '../../audio/audio-error.ts'
import { killGroup } from '../../process/kill-group.ts'
import type { Recognition, RecognitionHooks, RecognitionOptions } from './recogniser.ts'
import { RecogniserError } from '../recogniser-error.ts'
import type { Report, Task } from './recogniser-messages.ts'

export type { Recognition } from './recogniser.ts'

interface RecogniserProcessOptions {
  /** The executable, as `findFfmpeg` found it. */
  readonly ffmpeg: string
  /** Where decoded audio lies while it is worked on; made when it is missing. */
  readonly folder: string
  /** Longer recordings are refused. */
  readonly maxSeconds: number
  /** Where the pulled models are, which are looked for before each file; none are used unless given. */
  readonly models?: string | null
  /** Seconds without a sign of life after which the process is taken for hung. A stretch of speech takes about 3. */
  readonly stallSeconds?: number
}

/** One child process, started at the first use and kept warm, with one file at a time. */
export class RecogniserProcess {
  readonly #options: Required<RecogniserProcessOptions>
  #child: ChildProcess | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: RecogniserProcessOptions) {
    this.#options = { stallSeconds: 120, models: null, ...options }
  }

  /** Of the child, while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Decodes and recognises a file, after those that were asked for before it.
   * @throws {AudioError} when the audio cannot be used
   * @throws {RecogniserError} when the process crashed or stalled; the next call starts another
   */
  transcribe(file: string, options: RecognitionOptions, hooks: RecognitionHooks = {}): Promise<Recognition> {
    const { ffmpeg, folder, maxSeconds, models } = this.#options
    const result = this.#turn.then(async () => {
      hooks.signal?.throwIfAborted()
      await mkdir(folder, { recursive: true })
      return this.#perform({ file, ffmpeg, folder, maxSeconds, models, options }, hooks)
    })
    this.#turn = result.catch(() => {})
    return result
  }

  /** Ends the process; a file that it is working on is lost. */
  async close(): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    const exit = once(child, 'exit')
    killGroup(child)
    await exit
  }

  async #perform(task: Task, { onProgress, signal }: RecognitionHooks): Promise<Recognition> {
    const child = (this.#child ??= this.#start())
    const { stallSeconds } = this.#options
    const stall = new AbortController()
    const deadline = setTimeout(() => stall.abort(), stallSeconds * 1000)
    try {
      const stop = AbortSignal.any([stall.signal, ...(signal === undefined ? [] : [signal])])
      const reports = on(child, 'message', { signal: stop, close: ['exit'] })
      child.send(task)
      for await (const [report] of reports) {
        deadline.refresh()
        const recognition = take(report, onProgress)
        if (recognition !== null) return recognition
      }
      const how = child.signalCode ?? `code ${child.exitCode}`
      throw new RecogniserError('crashed', 'The recogniser crashed', {
        cause: new Error(`It ended by ${how}`),
      })
    } catch (error) {
      if (error instanceof AudioError || error instanceof RecogniserError) throw error
      killGroup(child)
      this.#forget(child)
      signal?.throwIfAborted()
      if (stall.signal.aborted)
        throw new RecogniserError('stalled', `The recogniser gave no sign of life for ${stallSeconds} s`)
      throw new RecogniserError('crashed', 'The recogniser crashed', { cause: error })
    } finally {
      clearTimeout(deadline)
    }
  }

  #start(): ChildProcess {
    const child = fork(fileURLToPath(new URL('recogniser-child.ts', import.meta.url)), {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // The leader of a process group, so that a decoder it runs ends with it.
      detached: true,
    })
    child.once('exit', () => this.#forget(child))
    // It could not be started, or not be written to: the one who waits for it is told as well.
    child.on('error', () => this.#forget(child))
    return child
  }

  #forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined
  }
}

/** The result, once it is there. */
function take(report: Report, onProgress: RecognitionHooks['onProgress']): Recognition | null {
  switch (report.type) {
    case 'progress':
      onProgress?.(report.seconds)
      return null
    case 'done':
      return report.recognition
    case 'unusable':
      throw new AudioError(report.message, { cause: new Error(report.cause) })
    case 'failed':
      throw new RecogniserError('failed', 'The recogniser failed', { cause: new Error(report.message) })
  }
}
