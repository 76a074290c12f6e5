import { z } from 'zod'
import { list, optional, text } from './variable.ts'

const STANDARD = 'See [Monitoring](monitoring.md#traces).'

/** Traces by OpenTelemetry; its SDK reads its other variables itself. */
export const traces = z
  .object({
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(text, {
      default: 'off',
      description: `OpenTelemetry collector that traces are sent to, such as \`http://localhost:4318\`. ${STANDARD}`,
    }),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(text, {
      default: 'off',
      description: 'The same, but the complete URL for traces.',
    }),
    OTEL_TRACES_EXPORTER: optional(list, {
      default: '`otlp` with an endpoint',
      description: '`otlp`, `console`, or `none`, which turns traces off.',
    }),
    OTEL_SDK_DISABLED: optional(text, { default: '`false`', description: '`true` turns traces off.' }),
  })
  .transform((env) => {
    const exporters =
      env.OTEL_TRACES_EXPORTER ??
      ((env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) ? ['otlp'] : ['none'])
    return { isOn: !exporters.includes('none') && env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' }
  })
