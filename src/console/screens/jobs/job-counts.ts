import type { JobStatus } from '../../../contract/common.ts'
import { getVersion } from '../../api.ts'
import { formatCount } from '../../formatting.ts'
import { type Resource, useResource } from '../../resource.ts'
import { countPath, STATUSES } from './job-query.ts'

/** Jobs by status, `all` for those of any; null where there are more than the service counts. */
export type JobCounts = ReadonlyMap<JobStatus | 'all', number | null>

/** Counts the jobs of each tab, again when the version of the list changes. */
export function useJobCounts(parameters: URLSearchParams, version: string | null): Resource<JobCounts> {
  const paths = [null, ...STATUSES].map((status) => [status ?? 'all', countPath(parameters, status)] as const)
  const key = version === null ? '' : `${version} ${paths[0]?.[1]}`
  return useResource(key, async (known, abort) => {
    if (key === '') return known ?? new Map()
    const counts = paths.map(async ([status, path]) => {
      const { total } = await getVersion(path, null, abort)
      return [status, total] as const
    })
    return new Map(await Promise.all(counts))
  })
}

/** The service counts up to 500 jobs with certain words, and 100,000 with certain metadata. */
export function totalText(total: number | null, parameters: URLSearchParams): string {
  if (total !== null) return formatCount(total)
  return parameters.has('q') ? '500+' : '100,000+'
}
