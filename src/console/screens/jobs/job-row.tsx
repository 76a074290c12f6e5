import type { JobProgress } from '../../../contract/progress.ts'
import { formatDuration, jobName, languageName, textOfValue } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { parameters } from '../../router.ts'
import { Age } from '../../ui/age.tsx'
import { Status } from '../../ui/status.tsx'
import { JobMatches, matchHref } from './job-matches.tsx'
import type { JobRow } from './job-query.ts'

/** The name of a job in a list. A live session without a title is named by its first words. */
function rowName(job: JobRow): string {
  const isNamed = job.details.title !== null || (job.kind !== 'live' && job.file?.filename != null)
  const words = job.preview?.text ?? ''
  return isNamed || words === '' ? jobName(job) : words
}

interface RowProps {
  readonly job: JobRow
  readonly progress: JobProgress | null
  readonly isSelected: boolean
  readonly onSelect: ((isSelected: boolean) => void) | null
}

export function Row({ job, progress, isSelected, onSelect }: RowProps) {
  const { id, status, created_at, error_message, file, preview } = job
  const q = parameters.value.get('q')
  const name = rowName(job)
  const length = file?.audio_duration == null ? '' : formatDuration(file.audio_duration)
  const about = aboutOf(job)
  const words = preview === null || preview.text === name ? '' : preview.text
  return (
    <tr data-selected={isSelected}>
      {onSelect !== null && (
        <td class="select">
          <input
            type="checkbox"
            aria-label={t().jobs.select(name)}
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
        <span class="detail">
          <span class="narrow-parts numeric">
            {status !== 'done' && (
              <>
                <Status status={status} progress={progress} /> ·{' '}
              </>
            )}
            {length !== '' && `${length} · `}
            <Age timestamp={created_at} />
            {about !== '' && ' · '}
          </span>
          {about}
          {words !== '' && q === null && <bdi class="row-words">{words}</bdi>}
        </span>
      </th>
      <td class="wide">
        <Status status={status} progress={progress} />
      </td>
      <td class="number wide numeric">{length}</td>
      <td class="number wide muted">
        <Age timestamp={created_at} />
      </td>
    </tr>
  )
}

/** The kind of a job, unless its name tells it, its languages and the number of its speakers. */
function aboutOf(job: JobRow): string {
  const { kind, preview } = job
  const { speakers = 0, languages = [] } = preview ?? {}
  const live = t().ui.liveSession
  return [
    ...(kind === 'live' && rowName(job) !== live ? [live] : []),
    ...languages.map(languageName),
    ...(speakers > 0 ? [t().jobs.speakers(speakers)] : []),
  ].join(' · ')
}

/** Number of tags shown, and the length of one. */
const MAX_TAGS = 4
const MAX_CHARACTERS = 40

/** The tags of a job, and the values of its metadata. */
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
