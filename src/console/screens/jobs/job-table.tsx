import type { JobProgress } from '../../../contract/progress.ts'
import { get } from '../../api.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { Skeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import type { JobRow } from './job-query.ts'
import { Row } from './job-row.tsx'

/** How many jobs to poll for their progress, and the interval in milliseconds. */
const MAX_FOLLOWED = 10
const PROGRESS_MS = 2_000

interface JobTableProps {
  /** Null while they load. */
  readonly jobs: readonly JobRow[] | null
  /** Whether these are still the jobs of another query. */
  readonly isStale: boolean
  readonly selected: ReadonlySet<string>
  /** Null for users who cannot act on selected jobs. */
  readonly onSelect: ((ids: readonly string[], isSelected: boolean) => void) | null
}

export function JobTable({ jobs, isStale, selected, onSelect }: JobTableProps) {
  const texts = t().jobs
  const progress = useProgress(jobs ?? [])
  const ids = jobs?.map(({ id }) => id) ?? []
  const chosen = ids.filter((id) => selected.has(id)).length
  const selectAll = onSelect !== null && (
    <input
      type="checkbox"
      aria-label={texts.selectPage}
      disabled={ids.length === 0}
      checked={chosen > 0 && chosen === ids.length}
      indeterminate={chosen > 0 && chosen < ids.length}
      onChange={({ currentTarget }) => onSelect(ids, currentTarget.checked)}
    />
  )
  return (
    <Table
      caption={texts.caption}
      class="jobs"
      columns={[
        ...(selectAll ? [{ head: selectAll, class: 'select' }] : []),
        texts.name,
        { head: texts.status, class: 'wide' },
        { head: texts.length, class: 'number wide' },
        { head: texts.createdAt, class: 'number wide' },
      ]}
      isBusy={jobs === null || isStale}
    >
      {jobs === null
        ? Array.from({ length: 8 }, (_, i) => (
            <SkeletonRow key={i} width={64 - ((i * 7) % 32)} isSelectable={onSelect !== null} />
          ))
        : jobs.map((job) => (
            <Row
              key={job.id}
              job={job}
              progress={progress.get(job.id) ?? null}
              isSelected={selected.has(job.id)}
              onSelect={onSelect && ((isSelected) => onSelect([job.id], isSelected))}
            />
          ))}
    </Table>
  )
}

function SkeletonRow({ width, isSelectable }: { width: number; isSelectable: boolean }) {
  return (
    <tr class="loading">
      {isSelectable && <td class="select" />}
      <td>
        <Skeleton width={width} />
      </td>
      {[1, 2, 3].map((column) => (
        <td key={column} class="wide">
          <Skeleton width={60} />
        </td>
      ))}
    </tr>
  )
}

/** The progress of jobs that are being processed. */
function useProgress(jobs: readonly JobRow[]): ReadonlyMap<string, JobProgress> {
  const followed = jobs
    .filter(({ status, kind }) => status === 'processing' && kind === 'pre-recorded')
    .slice(0, MAX_FOLLOWED)
    .map(({ id }) => id)
  const { value } = useResource<ReadonlyMap<string, JobProgress>>(
    followed.join(),
    async (_known, abort) => {
      const all = followed.map(
        async (id) => [id, await get<JobProgress>(`v2/jobs/${id}/progress`, abort)] as const,
      )
      return new Map(await Promise.all(all))
    },
    () => (followed.length === 0 ? null : PROGRESS_MS),
  )
  return value ?? new Map()
}
