/** An OpenTelemetry collector on 127.0.0.1, which keeps the spans it is sent by OTLP as JSON. */
import { json } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { listenHttp } from '../../src/platform/net/testing/loopback-server.ts'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number }
}

interface ExportedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number }
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[]
  }[]
}

interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  /** Empty for the root of a trace. */
  readonly parentSpanId: string
  readonly name: string
  readonly isError: boolean
  /** Nanoseconds since 1970. */
  readonly startedAt: number
  readonly attributes: Readonly<Record<string, string | number | undefined>>
  /** Attributes of the process. */
  readonly resource: Readonly<Record<string, string | number | undefined>>
}

/** Status code in OTLP. */
const ERROR = 2

export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = []
  readonly #port: number

  private constructor(port: number) {
    this.#port = port
  }

  static async listen(t: TestContext): Promise<OtlpReceiver> {
    const server = await listenHttp(t, (request, response) => {
      void json(request).then((body) => {
        receiver.#receive(body as Exported)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
    })
    const receiver: OtlpReceiver = new OtlpReceiver(server.port)
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** The spans of a trace, each after its parent and indented below it, siblings by start time. */
  tree(traceId: string, parent: string, depth = 0): string[] {
    return this.spans
      .filter((span) => span.traceId === traceId && span.parentSpanId === parent)
      .toSorted((a, b) => a.startedAt - b.startedAt)
      .flatMap(({ spanId, name, isError }) => [
        `${'  '.repeat(depth)}${name}${isError ? ' (failed)' : ''}`,
        ...this.tree(traceId, spanId, depth + 1),
      ])
  }

  #receive({ resourceSpans }: Exported): void {
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId ?? '',
          name: span.name,
          isError: span.status.code === ERROR,
          startedAt: Number(span.startTimeUnixNano),
          attributes: valuesOf(span.attributes),
          resource: valuesOf(resource.attributes),
        })
  }
}

function valuesOf(attributes: readonly Attribute[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.doubleValue]),
  )
}
