import { z } from 'zod'
import { seconds, variable } from './variable.ts'

const logLevels = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])

/** The process itself: what it logs, and how it ends. */
export const service = z
  .object({
    LOG_LEVEL: variable(logLevels, {
      default: 'info',
      description: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    }),
    DRAIN_SECONDS: variable(seconds(0), {
      default: '30',
      unit: 's',
      description:
        'Time after SIGTERM for running jobs and live sessions to finish; the rest resumes at the next start.',
    }),
    UNREADY_SECONDS: variable(seconds(0), {
      default: '0',
      unit: 's',
      description:
        'Time after SIGTERM, before `DRAIN_SECONDS`, during which `/ready` fails but requests are still accepted, so that a load ' +
        'balancer notices before they are refused. Set it to more than the interval of its checks.',
    }),
  })
  .transform((env) => ({
    logLevel: env.LOG_LEVEL,
    drainSeconds: env.DRAIN_SECONDS,
    unreadySeconds: env.UNREADY_SECONDS,
  }))
