import { z } from 'zod'
import { count, list, seconds, variable } from './variable.ts'

const delays = list.pipe(z.array(seconds(0, 'must be whole numbers, separated by commas')))

/** How callbacks are delivered. */
export const callbacks = z
  .object({
    CALLBACK_CONCURRENCY: variable(count(1, 400), {
      default: '100',
      description: 'Callbacks that a process sends concurrently.',
    }),
    CALLBACKS_PER_ENDPOINT: variable(count(1, 400), {
      default: '8',
      description:
        "Callbacks that all processes together send concurrently to one endpoint: all of an account's URLs with the same origin.",
    }),
    CALLBACK_TIMEOUT_SECONDS: variable(count(1, 600), {
      default: '15',
      unit: 's',
      description: 'Time limit for an endpoint to answer.',
    }),
    CALLBACK_RETRY_SECONDS: variable(delays, {
      default: '5,300,1800,7200,18000,36000,36000',
      unit: 's',
      description: 'Delays after failed attempts, each lengthened at random by up to a tenth.',
    }),
  })
  .transform((env) => ({
    concurrency: { total: env.CALLBACK_CONCURRENCY, perEndpoint: env.CALLBACKS_PER_ENDPOINT },
    timeoutMs: env.CALLBACK_TIMEOUT_SECONDS * 1000,
    schedule: { delays: env.CALLBACK_RETRY_SECONDS.map((delay) => delay * 1000), jitter: 0.1 },
  }))
