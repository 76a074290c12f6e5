import { z } from 'zod'
import { count, seconds, variable } from './variable.ts'

/** How jobs are worked on. */
export const jobs = z
  .object({
    CONCURRENCY: variable(count(1, 64), {
      default: '1',
      description:
        'Jobs transcribed concurrently, each in a process of its own. If several accounts have keys, each of them may use ' +
        'all but one of these slots.',
    }),
    JOB_ATTEMPTS: variable(count(1), {
      default: '5',
      description: 'How often a job is started before it fails, if the service dies each time.',
    }),
    STALL_SECONDS: variable(seconds(1), {
      default: '120',
      unit: 's',
      description:
        'Time without progress after which a recogniser is considered hung and replaced: its job is attempted once more, and live ' +
        'sessions continue with the new one. The same applies to an enrichment that blocks its process.',
    }),
    ENRICHMENT_SECONDS: variable(count(1, 86_400), {
      default: '600',
      unit: 's',
      description: 'Time limit for one enrichment of a transcript, on top of the length of the audio.',
    }),
    MAX_RESULT_MB: variable(count(1, 256), {
      default: '48',
      unit: 'MB',
      description:
        'Maximum size of the result of a job, in millions of bytes of JSON. An enrichment that would exceed it fails; so does ' +
        'a job whose transcript alone exceeds it. Messages of a live session that do not fit are omitted from its result.',
    }),
  })
  .transform((env) => ({
    concurrency: env.CONCURRENCY,
    maxAttempts: env.JOB_ATTEMPTS,
    stallSeconds: env.STALL_SECONDS,
    enrichmentSeconds: env.ENRICHMENT_SECONDS,
    maxResultBytes: env.MAX_RESULT_MB * 1_000_000,
  }))
