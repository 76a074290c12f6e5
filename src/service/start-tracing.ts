import { setTimeout as delay } from 'node:timers/promises'
import packageJson from '../../package.json' with { type: 'json' }
import { installTracer } from '../platform/tracing.ts'
import type { Base } from './base.ts'

/** Maximum milliseconds that a shutdown waits for the collector to receive the last spans. */
const FLUSH_MS = 3_000

/** If tracing is on, installs a tracer until the service has stopped. */
export async function startTracing({
  config,
  log,
  started,
}: Pick<Base, 'config' | 'log' | 'started'>): Promise<void> {
  if (!config.traces.isOn) return
  // Loaded only if needed, since it takes 0.2 s and 45 MB.
  const { startOpenTelemetry } = await import('./open-telemetry.ts')
  const { tracer, shutdown } = startOpenTelemetry(packageJson.version, log)
  installTracer(tracer)
  started.defer(async () => {
    installTracer(null)
    const flushed = shutdown().catch((error: unknown) =>
      log.warn({ err: error }, 'last traces could not be sent'),
    )
    await Promise.race([flushed, delay(FLUSH_MS, undefined, { ref: false })])
  })
}
