import { get } from '../../api.ts'
import type { JobProgress } from '../../../contract/progress.ts'
import { formatDuration, jobName, textOfValue } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import { parameters } from '../../router.ts'
import { Age } from '../../ui/age.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { JobMatches, matchHref } from './job-matches.tsx'
import type { JobRow } from './job-query.ts'

/** Jobs whose progress is asked for, and how often, in milliseconds. */
const MAX_FOLLOWED = 10
const PROGRESS_MS = 2_000

interface JobTableProps {
  /** Null while they load. */
  readonly jobs: readonly JobRow[] | null
  /** Whether the jobs are those of another query, while the new ones load. */
  readonly isStale: boolean
  readonly selected: ReadonlySet<string>
  /** Null for who may do nothing with selected jobs. */
  readonly onSelect: ((ids: readonly string[], isSelected: boolean) => void) | null
}

export function JobTable({ jobs, isStale, selected, onSelect }: JobTableProps) {
  const progress = useProgress(jobs ?? [])
  const ids = jobs?.map(({ id }) => id) ?? []
  const chosen = ids.filter((id) => selected.has(id)).length
  const selectAll = onSelect !== null && (
    <input
      type="checkbox"
      aria-label="Select all jobs of this page"
      disabled={ids.length === 0}
      checked={chosen > 0 && chosen === ids.length}
      indeterminate={chosen > 0 && chosen < ids.length}
      onChange={({ currentTarget }) => onSelect(ids, currentTarget.checked)}
    />
  )
  return (
    <Table
      caption="Jobs, newest first"
      class="jobs"
      columns={[
        ...(selectAll ? [{ head: selectAll, class: 'select' }] : []),
        'Name',
        'Status',
        { head: 'Length', class: 'number wide' },
        { head: 'Created', class: 'number wide' },
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
              fraction={progress.get(job.id) ?? null}
              isSelected={selected.has(job.id)}
              onSelect={onSelect && ((isSelected) => onSelect([job.id], isSelected))}
            />
          ))}
    </Table>
  )
}

interface RowProps {
  readonly job: JobRow
  readonly fraction: number | null
  readonly isSelected: boolean
  readonly onSelect: ((isSelected: boolean) => void) | null
}

function Row({ job, fraction, isSelected, onSelect }: RowProps) {
  const { id, status, created_at, error_message, file } = job
  const q = parameters.value.get('q')
  const name = jobName(job)
  const length = file?.audio_duration == null ? '' : formatDuration(file.audio_duration)
  return (
    <tr data-selected={isSelected}>
      {onSelect !== null && (
        <td class="select">
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={isSelected}
            onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
          />
        </td>
      )}
      <th scope="row">
        <div class="row-name">
          <a href={matchHref(id, q)} class="row-link" title={name}>
            <bdi>{name}</bdi>
          </a>
          <Tags job={job} />
        </div>
        {error_message !== null && <span class="detail problem">{error_message}</span>}
        {q !== null && status === 'done' && <JobMatches key={q} id={id} q={q} />}
        <span class="detail narrow numeric">
          {length !== '' && `${length} · `}
          <Age timestamp={created_at} />
        </span>
      </th>
      <td>
        <Status status={status} fraction={fraction} />
      </td>
      <td class="number wide numeric">{length}</td>
      <td class="number wide muted">
        <Age timestamp={created_at} />
      </td>
    </tr>
  )
}

/** Tags that are shown, and the length of one. */
const MAX_TAGS = 4
const MAX_CHARACTERS = 40

/** The tags of a job, and values of its metadata. */
function Tags({ job: { custom_metadata: metadata, details } }: { job: JobRow }) {
  const values = Object.entries(metadata ?? {})
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${name}: ${textOfValue(value)}`)
  const tags = [...details.tags, ...values].slice(0, MAX_TAGS)
  if (tags.length === 0) return null
  return (
    <span class="tags">
      {tags.map((tag) => (
        <bdi key={tag} class="tag">
          {tag.slice(0, MAX_CHARACTERS)}
        </bdi>
      ))}
    </span>
  )
}

function SkeletonRow({ width, isSelectable }: { width: number; isSelectable: boolean }) {
  return (
    <tr class="loading">
      {isSelectable && <td class="select" />}
      <td>
        <Skeleton width={width} />
      </td>
      <td>
        <Skeleton width={60} />
      </td>
      <td class="wide">
        <Skeleton width={60} />
      </td>
      <td class="wide">
        <Skeleton width={60} />
      </td>
    </tr>
  )
}

/** How much of each job that is being processed is done. */
function useProgress(jobs: readonly JobRow[]): ReadonlyMap<string, number | null> {
  const followed = jobs
    .filter(({ status, kind }) => status === 'processing' && kind === 'pre-recorded')
    .slice(0, MAX_FOLLOWED)
    .map(({ id }) => id)
  const { value } = useResource<ReadonlyMap<string, number | null>>(
    followed.join(),
    async (_known, abort) => {
      const fractions = followed.map(async (id) => {
        const { fraction } = await get<JobProgress>(`v2/jobs/${id}/progress`, abort)
        return [id, fraction] as const
      })
      return new Map(await Promise.all(fractions))
    },
    () => (followed.length === 0 ? null : PROGRESS_MS),
  )
  return value ?? new Map()
}
