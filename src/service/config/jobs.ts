import { z } from 'zod'
import { count, seconds, variable } from './variable.ts'

/** How jobs are processed. */
export const jobs = z
  .object({
    CONCURRENCY: variable(count(1, 64), {
      default: '1',
      description:
        'Jobs transcribed at the same time, each in a separate process. If several accounts have keys, one account can use all ' +
        'but one of these slots.',
    }),
    JOB_ATTEMPTS: variable(count(1), {
      default: '5',
      description: 'Number of times that a job is started before it fails, if the service dies each time.',
    }),
    STALL_SECONDS: variable(seconds(1), {
      default: '120',
      unit: 's',
      description:
        'Time without progress after which a recogniser is considered hung and is replaced: its job is attempted once more, and ' +
        'live sessions continue with the new one. An enrichment that blocks its process is treated the same way.',
    }),
    ENRICHMENT_SECONDS: variable(count(1, 86_400), {
      default: '600',
      unit: 's',
      description: 'Time limit for one enrichment of a transcript, in addition to the duration of the audio.',
    }),
    MAX_RESULT_MB: variable(count(1, 256), {
      default: '48',
      unit: 'MB',
      description:
        'Largest result of a job, in millions of bytes of JSON. An enrichment that would exceed it fails; so does a job ' +
        'whose transcript alone exceeds it. Messages of a live session that do not fit are omitted from its result.',
    }),
  })
  .transform((env) => ({
    concurrency: env.CONCURRENCY,
    maxAttempts: env.JOB_ATTEMPTS,
    stallSeconds: env.STALL_SECONDS,
    enrichmentSeconds: env.ENRICHMENT_SECONDS,
    maxResultBytes: env.MAX_RESULT_MB * 1_000_000,
  }))
