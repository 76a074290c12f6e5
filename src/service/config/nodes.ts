import { z } from 'zod'
import { count, list, optional, variable } from './variable.ts'

export const ROLES = ['serve', 'work', 'callbacks'] as const
const roles = z.array(z.enum(ROLES, `must be one or more of ${ROLES.join(', ')}, separated by commas`))

/** How the processes of the service that share a PostgreSQL database divide the work. */
export const nodes = z
  .object({
    ROLES: variable(list.pipe(roles), {
      default: ROLES.join(),
      description:
        'What this process does: `serve` answers requests and holds live sessions, `work` transcribes files, `callbacks` delivers callbacks. ' +
        'Any number of processes can share a PostgreSQL database; with SQLite, one process has all roles.',
    }),
    NODE_LEASE_SECONDS: variable(count(2, 3_600), {
      default: '10',
      unit: 's',
      description:
        'Time without a sign of life after which the other processes on a PostgreSQL database declare a process dead. If it was only frozen, it exits when it resumes.',
    }),
    WORK_LEASE_SECONDS: variable(count(2, 3_600), {
      default: '30',
      unit: 's',
      description:
        'Time without a sign of life of its process after which another process starts a job again.',
    }),
    LIVE_CAPACITY: optional(count(1), {
      default: 'no limit',
      description:
        'Number of open live sessions from which this process answers `POST /v2/live` with 503, so that a load balancer tries another one.',
    }),
  })
  .transform((env) => ({
    roles: env.ROLES,
    liveCapacity: env.LIVE_CAPACITY,
    nodeLeaseMs: env.NODE_LEASE_SECONDS * 1000,
    workLeaseMs: env.WORK_LEASE_SECONDS * 1000,
  }))
