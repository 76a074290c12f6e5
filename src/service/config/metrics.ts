import { z } from 'zod'
import { count, optional } from './variable.ts'

/** Metrics for Prometheus. */
export const metrics = z
  .object({
    METRICS_PORT: optional(count(0, 65_535), {
      default: 'off',
      description:
        'Port on `HOST` that serves `/metrics` for Prometheus, without a key; 0 picks a free one. See [Monitoring](monitoring.md).',
    }),
  })
  .transform((env) => ({ port: env.METRICS_PORT }))
