import type { JobStatus } from '../../../contract/common.ts'
import { getVersion, type Versioned } from '../../api.ts'
import { changes } from '../../events.ts'
import { formatCount } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import { countPath, STATUSES } from './job-query.ts'

/** Counts of jobs by status, and of `all`. The total is null if there are more than the service counts. */
export type JobCounts = ReadonlyMap<JobStatus | 'all', Versioned<unknown>>

/** Counts the jobs of each tab, and again whenever jobs change. */
export function useJobCounts(parameters: URLSearchParams): JobCounts | null {
  const { value, isStale } = useResource<JobCounts>(
    countPath(parameters, null),
    async (known, abort) => {
      const counts = [null, ...STATUSES].map(async (status) => {
        const name = status ?? 'all'
        return [
          name,
          await getVersion(countPath(parameters, status), known?.get(name) ?? null, abort),
        ] as const
      })
      return new Map(await Promise.all(counts))
    },
    () => null,
    changes,
  )
  return isStale ? null : value
}

/** The service counts up to 500 jobs that match search words, and up to 100,000 that match metadata. */
export function totalText(total: number | null, parameters: URLSearchParams): string {
  if (total !== null) return formatCount(total)
  return parameters.has('q') ? `${formatCount(500)}+` : `${formatCount(100_000)}+`
}
