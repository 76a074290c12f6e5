/**
 * Enrichment in a process of its own: the event loop of the service never waits for it, its models take no memory there,
 * and a crash takes the enrichments of some jobs with it, not the service and not the transcripts.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { PreRecordedParams } from '../../contract/pre-recorded-request.ts'
import { killGroup } from '../../process/kill-group.ts'
import type { EnrichedResult } from './enrich.ts'
import type { EnricherSettings, EnrichmentTask, Order, Report } from './enricher-messages.ts'
import type { EnrichmentName } from '../enrichment.ts'
import { EnrichmentError } from '../enrichment-error.ts'
import { essentialFault, essentialIn } from './essential.ts'
import { failedModule, isModuleName } from '../module-failure.ts'

export interface EnrichmentHooks {
  /** Told of each failure, for the log: the result names only what the caller may know. */
  readonly onFailure: (name: EnrichmentName, error: unknown) => void
  readonly signal: AbortSignal
}

/** Makes of transcripts what their requests ask for. */
export interface Enricher {
  /**
   * An enrichment that fails does so in its own module.
   * @throws {EnrichmentError} when an essential one was asked for and is not done, see `essential.ts`
   * @throws the reason of the signal, once that is aborted
   */
  enrich(task: EnrichmentTask, hooks: EnrichmentHooks): Promise<EnrichedResult>
}

/** One child process, started at the first use and kept warm, for any number of transcripts at a time. */
export class EnricherProcess implements Enricher {
  readonly #settings: EnricherSettings
  readonly #stallSeconds: number
  #child: Child | undefined

  /** @param stallSeconds without a sign of life after which the process is taken for hung */
  constructor(settings: EnricherSettings, stallSeconds = 120) {
    this.#settings = settings
    this.#stallSeconds = stallSeconds
  }

  /** Of the child, while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  async enrich(task: EnrichmentTask, { onFailure, signal }: EnrichmentHooks): Promise<EnrichedResult> {
    signal.throwIfAborted()
    const { transcription, params } = task
    if (!isAnythingAsked(params)) return { transcription }
    const child = (this.#child ??= new Child(this.#settings, this.#stallSeconds, (ended) => {
      if (this.#child === ended) this.#child = undefined
    }))
    try {
      return await child.perform(task, { onFailure, signal })
    } catch (error) {
      signal.throwIfAborted()
      const essential = essentialIn(params)
      if (essential !== undefined)
        throw error instanceof EnrichmentError ? error : essentialFault(essential, error)
      const modules = namesIn(params).map((name) => {
        onFailure(name, error)
        return [name, failedModule(name, error, 0)]
      })
      return { transcription, ...Object.fromEntries(modules) }
    }
  }

  /** Ends the process; what it is working on is lost. */
  async close(): Promise<void> {
    await this.#child?.close()
  }
}

/** Flags that ask for something else than an enrichment. */
const OTHER_FLAGS: readonly string[] = ['detect_language', 'enable_code_switching', 'callback']

function isAnythingAsked(params: PreRecordedParams): boolean {
  return Object.entries(params).some(([name, value]) => value === true && !OTHER_FLAGS.includes(name))
}

/** The modules that a request asks for by their flags. */
function namesIn(params: PreRecordedParams): EnrichmentName[] {
  return Object.entries(params).flatMap(([name, value]) =>
    value === true && isModuleName(name) ? [name] : [],
  )
}

interface OpenTask {
  readonly settle: PromiseWithResolvers<EnrichedResult>
  readonly onFailure: EnrichmentHooks['onFailure']
}

class Child {
  readonly #process: ChildProcess
  readonly #tasks = new Map<number, OpenTask>()
  readonly #onEnd: (child: Child) => void
  readonly #stallSeconds: number
  #deadline: NodeJS.Timeout | undefined
  #begun = 0

  constructor(settings: EnricherSettings, stallSeconds: number, onEnd: (child: Child) => void) {
    this.#stallSeconds = stallSeconds
    this.#onEnd = onEnd
    this.#process = fork(fileURLToPath(new URL('enricher-child.ts', import.meta.url)), {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // The leader of a process group, so that a decoder it runs ends with it.
      detached: true,
    })
    this.#process.on('message', (report: Report) => this.#receive(report))
    this.#process.once('exit', (code, signal) =>
      this.#lose(`crashed: it ended by ${signal ?? `code ${code}`}`),
    )
    // It could not be started, or not be written to.
    this.#process.on('error', (error) => this.#lose(`crashed: ${error.message}`))
    this.#send({ type: 'settings', settings })
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  async perform(task: EnrichmentTask, { onFailure, signal }: EnrichmentHooks): Promise<EnrichedResult> {
    const id = this.#begun++
    const settle = Promise.withResolvers<EnrichedResult>()
    const cancel = () => {
      this.#send({ type: 'cancel', id })
      settle.reject(signal.reason)
    }
    signal.addEventListener('abort', cancel)
    this.#tasks.set(id, { settle, onFailure })
    this.#send({ type: 'enrich', id, task })
    this.#watch()
    try {
      return await settle.promise
    } finally {
      signal.removeEventListener('abort', cancel)
      this.#tasks.delete(id)
      this.#watch()
    }
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const exit = once(this.#process, 'exit')
    this.#lose('was closed')
    await exit
  }

  #receive(report: Report): void {
    this.#watch()
    if (report.type === 'alive') return
    const task = this.#tasks.get(report.id)
    if (report.type === 'failure') task?.onFailure(report.name, new Error(report.message))
    else if (report.type === 'done') task?.settle.resolve(report.result)
    else task?.settle.reject(errorOf(report))
  }

  /** Expects a sign of life as long as there is something to do. */
  #watch(): void {
    clearTimeout(this.#deadline)
    if (this.#tasks.size === 0) return
    const lose = () => this.#lose(`gave no sign of life for ${this.#stallSeconds} s`)
    this.#deadline = setTimeout(lose, this.#stallSeconds * 1000)
  }

  #lose(how: string): void {
    clearTimeout(this.#deadline)
    this.#onEnd(this)
    killGroup(this.#process)
    for (const { settle } of this.#tasks.values()) settle.reject(new Error(`The enricher ${how}`))
  }

  #send(order: Order): void {
    if (this.#process.connected) this.#process.send(order)
  }
}

function errorOf({ message, told }: Extract<Report, { type: 'failed' }>): Error {
  const error = new Error(message)
  return told === null ? error : new EnrichmentError(told.statusCode, told.message, { cause: error })
}
