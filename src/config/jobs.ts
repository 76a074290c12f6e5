import { z } from 'zod'
import { count, seconds, variable } from './variable.ts'

/** How jobs are worked on. */
export const jobs = z
  .object({
    CONCURRENCY: variable(count(1, 64), {
      default: '1',
      description:
        'Jobs transcribed at the same time, each in a process of its own. If several accounts have keys, all but one of ' +
        'them at most are for one account.',
    }),
    JOB_ATTEMPTS: variable(count(1), {
      default: '5',
      description: 'Times a job is started before it fails, when the service dies while it runs.',
    }),
    STALL_SECONDS: variable(seconds(1), {
      default: '120',
      unit: 's',
      description:
        'Time without progress after which a recogniser counts as hung: it is replaced and its job attempted once more; live sessions get a new one. ' +
        'Likewise for an enrichment that blocks its process.',
    }),
    ENRICHMENT_SECONDS: variable(count(1, 86_400), {
      default: '600',
      unit: 's',
      description:
        'Time that one enrichment of a transcript may take, in addition to the length of the audio.',
    }),
    MAX_RESULT_MB: variable(count(1, 256), {
      default: '48',
      unit: 'MB',
      description:
        'Largest result of a job, as JSON in millions of bytes: an enrichment that would exceed it fails, and so does a ' +
        'job whose transcript alone does. Messages of a live session that do not fit are left out of its result.',
    }),
  })
  .transform((env) => ({
    concurrency: env.CONCURRENCY,
    maxAttempts: env.JOB_ATTEMPTS,
    stallSeconds: env.STALL_SECONDS,
    enrichmentSeconds: env.ENRICHMENT_SECONDS,
    maxResultBytes: env.MAX_RESULT_MB * 1_000_000,
  }))
