/**
 * Traces requests and jobs. The service installs a tracer if tracing is on; otherwise a span costs a comparison, and
 * OpenTelemetry is not loaded.
 */
import type { IncomingHttpHeaders } from 'node:http'

type Attributes = Readonly<Record<string, string | number>>

export interface SpanStart {
  /** `internal` by default. */
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer'
  /** A `Span.context`, or null for none; by default, that of the current span. */
  readonly parent?: string | null
  /** Milliseconds since 1970; now by default. */
  readonly startedAt?: number
  readonly attributes?: Attributes
}

/** One operation of a trace. */
export interface Span {
  /** Text to store with which any process can continue the trace; null if tracing is off. */
  readonly context: string | null
  /** Headers with which the receiver of a request can continue the trace. */
  readonly headers: Readonly<Record<string, string>>
  set(attributes: Attributes): void
  /** Marks the operation as failed. @param type of the failure, for the attribute `error.type` */
  fail(type: string | number): void
  /** Runs a function, and what it calls, with this span as the current one. */
  within<T>(run: () => T): T
  /** @param at milliseconds since 1970; now by default */
  end(at?: number): void
}

export interface Tracer {
  start(name: string, start: SpanStart): Span
  /** The trace id of the current span. */
  traceId(): string | undefined
  /** `Span.context` of the current span. */
  context(): string | null
  /** The context that a caller sent in its headers; null if it sent none. */
  received(headers: IncomingHttpHeaders): string | null
}

const NO_SPAN: Span = {
  context: null,
  headers: {},
  set: () => {},
  fail: () => {},
  within: (run) => run(),
  end: () => {},
}

/** One for the whole process, like the environment variables that configure it. */
let tracer: Tracer | null = null

export function installTracer(installed: Tracer | null): void {
  tracer = installed
}

export function isTracing(): boolean {
  return tracer !== null
}

/** Starts a span, which the caller ends. */
export function startSpan(name: string, start: SpanStart = {}): Span {
  return tracer?.start(name, start) ?? NO_SPAN
}

/** Runs a function in a span, which ends with it and is marked as failed if it rejects. */
export async function traced<T>(name: string, start: SpanStart, run: (span: Span) => Promise<T>): Promise<T> {
  if (tracer === null) return run(NO_SPAN)
  const span = tracer.start(name, start)
  try {
    return await span.within(async () => run(span))
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'Error')
    throw error
  } finally {
    span.end()
  }
}

/** The context that a caller sent in its headers; null if it sent none, or tracing is off. */
export function receivedContext(headers: IncomingHttpHeaders): string | null {
  return tracer?.received(headers) ?? null
}

/** `Span.context` of the current span; null without one. */
export function currentContext(): string | null {
  return tracer?.context() ?? null
}

/** The fields that a span adds to each log line. */
export function logFields(): { trace_id?: string } {
  const id = tracer?.traceId()
  return id === undefined ? {} : { trace_id: id }
}
