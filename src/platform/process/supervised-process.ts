/**
 * A child process that computes for the service: a crash in native code or a lack of memory costs only its current work,
 * not the service, and the event loop of the service never waits for a model. Its counterpart in the child is
 * `parent-link.ts`.
 */
import { type ChildProcess, fork, type Serializable, type SerializationType } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publish } from '../metrics.ts'
import { HEARTBEAT } from './parent-link.ts'

/** Why a process is gone. */
export class ProcessLostError extends Error {
  override readonly name = 'ProcessLostError'
  /** `closed`: by `close()`, not by a fault. */
  readonly code: 'crashed' | 'stalled' | 'closed'

  constructor(code: ProcessLostError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export interface SupervisedProcessOptions<Request, Report> {
  /** The module that the child runs, which calls `connectToParent`. */
  readonly module: URL
  /** `advanced` keeps typed arrays; `json`, the default, is faster for everything else. */
  readonly serialization?: SerializationType
  /** Sent to each new process before anything else. */
  readonly firstRequest?: Request
  /** A busy process that sends no message for this many seconds is considered hung. */
  readonly stallSeconds: number
  /** Whether a report is due. Called after each request, and after `onReport` has returned. */
  readonly isBusy: () => boolean
  /** Receives what the child sends. If it throws, the process counts as crashed. */
  readonly onReport: (report: Report) => void
  /** The process is gone, and all unanswered requests are lost. The next request starts another process. */
  readonly onLost: (error: ProcessLostError) => void
}

/** The children of all supervised processes. */
const running = new Set<ChildProcess>()

/** The process ids of the supervised processes that are running. */
export function supervisedPids(): number[] {
  return [...running].flatMap(({ pid }) => pid ?? [])
}

/** A child process that the first request starts; it is kept warm, and replaced after a loss. */
export class SupervisedProcess<Request extends Serializable, Report> {
  readonly #options: SupervisedProcessOptions<Request, Report>
  #child: ChildProcess | undefined
  #deadline: NodeJS.Timeout | undefined

  constructor(options: SupervisedProcessOptions<Request, Report>) {
    this.#options = options
  }

  /** Process id of the child, while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  send(request: Request): void {
    const child = (this.#child ??= this.#start())
    write(child, request)
    this.#watch()
  }

  /** Kills the process and its group, and resolves when it has exited. Unanswered requests are lost. */
  async close(): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    this.#lose(child, new ProcessLostError('closed', 'The process was closed'))
    await exited
  }

  #start(): ChildProcess {
    const { module, serialization, firstRequest } = this.#options
    const child = fork(fileURLToPath(module), {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization,
      // Make it the leader of a process group: a decoder that it runs is killed with it, and a signal to the group of the
      // service does not reach it while the service drains.
      detached: true,
    })
    child.on('message', (message) => this.#receive(child, message))
    running.add(child)
    child.once('exit', (code, signal) => this.#crash(child, `exited with ${signal ?? `code ${code}`}`))
    child.on('error', (cause) => this.#crash(child, 'could not be started or written to', { cause }))
    if (firstRequest !== undefined) write(child, firstRequest)
    return child
  }

  #receive(child: ChildProcess, message: unknown): void {
    if (this.#child !== child) return
    try {
      if (message !== HEARTBEAT) this.#options.onReport(message as Report)
    } catch (cause) {
      this.#crash(child, 'sent a report that could not be handled', { cause })
    }
    // The report may have led to `close()`.
    if (this.#child !== child) return
    this.#clearDeadline()
    this.#watch()
  }

  /** Expects a message while the process is busy. */
  #watch(): void {
    const { isBusy, stallSeconds } = this.#options
    if (isBusy()) this.#deadline ??= setTimeout(() => this.#stall(), stallSeconds * 1000)
    else this.#clearDeadline()
  }

  #stall(): void {
    const message = `The process gave no sign of life for ${this.#options.stallSeconds} s`
    if (this.#child !== undefined) this.#lose(this.#child, new ProcessLostError('stalled', message))
  }

  #crash(child: ChildProcess, what: string, options?: ErrorOptions): void {
    this.#lose(child, new ProcessLostError('crashed', `The process ${what}`, options))
  }

  #lose(child: ChildProcess, error: ProcessLostError): void {
    if (this.#child !== child) return
    this.#child = undefined
    running.delete(child)
    this.#clearDeadline()
    killGroup(child)
    if (error.code !== 'closed') {
      const process = basename(this.#options.module.pathname, '-child.ts')
      publish('processLost', { process, reason: error.code })
    }
    this.#options.onLost(error)
  }

  #clearDeadline(): void {
    clearTimeout(this.#deadline)
    this.#deadline = undefined
  }
}

/** Sends nothing to a child that has ended or could not be started: its loss is about to be reported. */
function write(child: ChildProcess, request: Serializable): void {
  if (child.connected) child.send(request)
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}
