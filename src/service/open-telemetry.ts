/** The OpenTelemetry tracer, configured by its standard environment variables. */
import {
  context,
  type Context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { NodeSDK } from '@opentelemetry/sdk-node'
import type { Logger } from 'pino'
import type { Span, Tracer } from '../platform/tracing.ts'

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

/**
 * Starts the SDK, for traces only.
 * @returns the tracer, and a function that sends the remaining spans and stops it
 */
export function startOpenTelemetry(
  version: string,
  log: Logger,
): { tracer: Tracer; shutdown: () => Promise<void> } {
  reportTo(log)
  // A name or version in the environment takes precedence.
  const resource = resourceFromAttributes({ 'service.name': 'scriptorium', 'service.version': version })
  const sdk = new NodeSDK({
    resource: defaultResource().merge(resource),
    metricReaders: [],
    logRecordProcessors: [],
  })
  sdk.start()
  const otel = trace.getTracer('scriptorium', version)
  const tracer: Tracer = {
    start(name, { kind, parent, startedAt, attributes = {} }) {
      const within = parent === undefined ? context.active() : contextOf(parent)
      const options = {
        kind: KINDS[kind ?? 'internal'],
        attributes,
        ...(startedAt !== undefined && { startTime: startedAt }),
      }
      return spanOf(otel.startSpan(name, options, within), within)
    },
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    context: () => (trace.getActiveSpan() === undefined ? null : carriedBy(context.active())),
    received(headers) {
      const sent = propagation.fields().filter((name) => headers[name] !== undefined)
      return sent.length === 0
        ? null
        : JSON.stringify(Object.fromEntries(sent.map((name) => [name, headers[name]])))
    },
  }
  return { tracer, shutdown: async () => sdk.shutdown() }
}

function contextOf(parent: string | null): Context {
  if (parent === null) return ROOT_CONTEXT
  // A caller's baggage must not reach the receivers of its callbacks, and is not stored.
  return propagation.deleteBaggage(propagation.extract(ROOT_CONTEXT, JSON.parse(parent)))
}

function spanOf(span: OtelSpan, parent: Context): Span {
  const own = trace.setSpan(parent, span)
  return {
    get context() {
      return carriedBy(own)
    },
    get headers() {
      return headersOf(own)
    },
    set: (attributes) => void span.setAttributes(attributes),
    fail: (type) => void span.setAttribute('error.type', `${type}`).setStatus({ code: SpanStatusCode.ERROR }),
    within: (run) => context.with(own, run),
    end: (at) => span.end(at),
  }
}

function headersOf(own: Context): Record<string, string> {
  const headers: Record<string, string> = {}
  propagation.inject(own, headers)
  return headers
}

const carriedBy = (own: Context): string => JSON.stringify(headersOf(own))

/** The SDK logs to the console instead if OTEL_LOG_LEVEL is set. */
function reportTo(log: Logger): void {
  const report = (level: 'error' | 'warn') => (reason: string) =>
    log[level]({ reason }, 'OpenTelemetry reports a problem')
  const ignore = () => {}
  diag.setLogger(
    { error: report('error'), warn: report('warn'), info: ignore, debug: ignore, verbose: ignore },
    DiagLogLevel.WARN,
  )
}
