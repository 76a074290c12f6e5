import { z } from 'zod'
import { count, optional, variable } from './variable.ts'

/** How the processes of the service that share a PostgreSQL database divide the work. */
export const nodes = z
  .object({
    NODE_LEASE_SECONDS: variable(count(2, 3_600), {
      default: '10',
      unit: 's',
      description:
        'Time after which the other processes on the same PostgreSQL database take a process for dead that no longer reports; one that was merely frozen exits.',
    }),
    WORK_LEASE_SECONDS: variable(count(2, 3_600), {
      default: '30',
      unit: 's',
      description: 'Time after which a job is begun again by another process if its own no longer reports.',
    }),
    ACCOUNT_CONCURRENCY: optional(count(1), {
      default: 'no limit',
      description: 'Jobs of one account transcribed at the same time, by all processes together.',
    }),
  })
  .transform((env) => ({
    nodeLeaseMs: env.NODE_LEASE_SECONDS * 1000,
    workLeaseMs: env.WORK_LEASE_SECONDS * 1000,
    accountConcurrency: env.ACCOUNT_CONCURRENCY,
  }))
