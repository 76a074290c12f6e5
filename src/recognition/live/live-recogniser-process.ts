/**
 * Live recognition in a process of its own: the event loop of the service never waits for it, and a crash in native code
 * costs the open streams some seconds, not their sessions.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Order, Report } from './live-recogniser-messages.ts'
import type { LiveEvent, LiveRecogniser, LiveStream, LiveStreamOptions } from './live-stream.ts'
import { RecogniserError } from '../recogniser-error.ts'

/** Bytes of a stream that may be on their way before whoever writes must wait: about 10 s of stereo at 48 kHz. */
const MOST_UNHEARD = 2 ** 21

interface LiveRecogniserOptions {
  /** Seconds without a sign of life, while there is something to do, after which the process is taken for hung. */
  readonly stallSeconds?: number
}

/** One child process for all streams, started at the first use and kept warm. */
export class LiveRecogniserProcess implements LiveRecogniser {
  readonly #stallSeconds: number
  #child: Child | undefined

  constructor({ stallSeconds = 120 }: LiveRecogniserOptions = {}) {
    this.#stallSeconds = stallSeconds
  }

  /** Of the child, while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  open(options: LiveStreamOptions, startsAt: number, onEvent: (event: LiveEvent) => void): LiveStream {
    this.#child ??= new Child(this.#stallSeconds, (child) => {
      if (this.#child === child) this.#child = undefined
    })
    return this.#child.open(options, startsAt, onEvent)
  }

  /** Ends the process; open streams end without another event. */
  async close(): Promise<void> {
    await this.#child?.close()
  }
}

class Child {
  readonly #process: ChildProcess
  readonly #streams = new Map<number, OpenStream>()
  readonly #onEnd: (child: Child) => void
  readonly #stallSeconds: number
  #deadline: NodeJS.Timeout | undefined
  #opened = 0
  #ended = false

  constructor(stallSeconds: number, onEnd: (child: Child) => void) {
    this.#stallSeconds = stallSeconds
    this.#onEnd = onEnd
    this.#process = fork(fileURLToPath(new URL('live-recogniser-child.ts', import.meta.url)), {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      // Signals to the group of the service do not reach it: streams that are open are drained first.
      detached: true,
    })
    this.#process.on('message', (report: Report) => this.#receive(report))
    this.#process.once('exit', (code, signal) =>
      this.#lose('crashed', `It ended by ${signal ?? `code ${code}`}`),
    )
    // It could not be started, or not be written to.
    this.#process.on('error', (error) => this.#lose('crashed', error.message))
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  open(options: LiveStreamOptions, startsAt: number, onEvent: (event: LiveEvent) => void): LiveStream {
    const number = this.#opened++
    const stream = new OpenStream(number, onEvent, (order) => this.#send(order))
    this.#streams.set(number, stream)
    this.#send({ type: 'open', stream: number, options, startsAt })
    return stream
  }

  async close(): Promise<void> {
    for (const stream of this.#streams.values()) stream.close()
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const exit = once(this.#process, 'exit')
    this.#end()
    await exit
  }

  #send(order: Order): void {
    if (order.type === 'close') this.#streams.delete(order.stream)
    if (this.#process.connected) this.#process.send(order)
    this.#watch()
  }

  #receive(report: Report): void {
    const stream = this.#streams.get(report.stream)
    if (report.type === 'heard') stream?.heard(report.bytes)
    else {
      if (report.event.type === 'ended') this.#streams.delete(report.stream)
      stream?.receive(report.event)
    }
    clearTimeout(this.#deadline)
    this.#deadline = undefined
    this.#watch()
  }

  /** Expects a sign of life as long as there is something to do. */
  #watch(): void {
    const busy = !this.#ended && this.#streams.values().some((stream) => stream.isWaiting)
    if (!busy) {
      clearTimeout(this.#deadline)
      this.#deadline = undefined
    } else
      this.#deadline ??= setTimeout(
        () => this.#lose('stalled', `It gave no sign of life for ${this.#stallSeconds} s`),
        this.#stallSeconds * 1000,
      )
  }

  #lose(code: 'crashed' | 'stalled', how: string): void {
    if (this.#ended) return
    this.#end()
    const error = new RecogniserError(code, `The live recogniser ${code}`, { cause: new Error(how) })
    for (const stream of this.#streams.values()) stream.lose(error)
    this.#streams.clear()
  }

  #end(): void {
    this.#ended = true
    clearTimeout(this.#deadline)
    this.#onEnd(this)
    this.#process.kill('SIGKILL')
  }
}

class OpenStream implements LiveStream {
  readonly #number: number
  readonly #onEvent: (event: LiveEvent) => void
  readonly #send: (order: Order) => void
  #unheard = 0
  #ending = false
  #over = false
  #ready = Promise.withResolvers<void>()

  constructor(number: number, onEvent: (event: LiveEvent) => void, send: (order: Order) => void) {
    this.#number = number
    this.#onEvent = onEvent
    this.#send = send
  }

  /** Whether the recogniser owes it something. */
  get isWaiting(): boolean {
    return !this.#over && (this.#unheard > 0 || this.#ending)
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#over || this.#ending || bytes.length === 0) return
    this.#unheard += bytes.length
    this.#send({ type: 'write', stream: this.#number, bytes })
    while (this.#unheard > MOST_UNHEARD && !this.#over) await this.#ready.promise
  }

  end(): void {
    if (this.#over || this.#ending) return
    this.#ending = true
    this.#send({ type: 'end', stream: this.#number })
  }

  close(): void {
    if (this.#over) return
    this.#finish()
    this.#send({ type: 'close', stream: this.#number })
  }

  heard(bytes: number): void {
    this.#unheard -= bytes
    this.#letWrite()
  }

  receive(event: LiveEvent): void {
    if (this.#over) return
    if (event.type === 'ended') this.#finish()
    this.#onEvent(event)
  }

  lose(error: Error): void {
    if (this.#over) return
    this.#finish()
    this.#onEvent({ type: 'lost', error })
  }

  #finish(): void {
    this.#over = true
    this.#letWrite()
  }

  #letWrite(): void {
    this.#ready.resolve()
    this.#ready = Promise.withResolvers()
  }
}
