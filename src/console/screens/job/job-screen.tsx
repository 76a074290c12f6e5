import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import type { JobProgress } from '../../../contract/progress.ts'
import { ApiError, BASE, get } from '../../api.ts'
import { announce } from '../../announce.ts'
import { formatDuration, labelOf } from '../../formatting.ts'
import { jobName } from '../../job-name.ts'
import { useResource } from '../../resource.ts'
import { parameters, setParameters } from '../../router.ts'
import { Empty, Failure, NotFound, Skeleton } from '../../ui/states.tsx'
import { STATUS_LABELS } from '../../ui/status.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { FailedJob, failedModules } from './failed-job.tsx'
import { isActive, JobHeader, type ShownJob } from './job-header.tsx'
import { Playback } from './playback.ts'
import { Player } from './player.tsx'
import { RequestPanel } from './request-panel.tsx'
import { resultModules, ResultsPanel } from './results-panel.tsx'
import { TranscriptView } from './transcript-view.tsx'
import './job.css'

/** Milliseconds between two looks at a job that has not ended. */
const ACTIVE_MS = 1_000

export function JobScreen({ id }: { id: string }) {
  const { value, error, reload } = useResource<ShownJob>(
    id,
    async (known, abort) => {
      // Cheaper to ask for again and again than the job.
      const progress = known === null ? null : await get<JobProgress>(`v2/jobs/${id}/progress`, abort)
      if (known !== null && progress?.status === known.job.status) return { job: known.job, progress }
      return { job: await get<Job>(`v2/jobs/${id}`, abort), progress }
    },
    (known) => (known !== null && isActive(known.job) ? ACTIVE_MS : null),
  )
  const status = value?.job.status
  useEffect(() => {
    document.title = `${value === null ? 'Job' : jobName(value.job)} · Scriptorium`
  }, [value?.job])
  useEffect(() => {
    if (status !== undefined) announce(`The job is ${STATUS_LABELS[status].toLowerCase()}`)
  }, [status])

  if (value !== null) return <LoadedJob {...value} />
  if (error === null) return <LoadingJob />
  if (error instanceof ApiError && error.status === 404)
    return (
      <NotFound title="There is no such job">
        It may have been deleted, or belong to another account.
      </NotFound>
    )
  return <Failure title="The job could not be loaded" error={error} onRetry={reload} />
}

interface Tab {
  readonly name: string
  readonly label: string
  readonly content: () => ComponentChildren
}

function LoadedJob({ job, progress }: ShownJob) {
  const playback = useMemo(() => new Playback(), [job.id])
  const utterances = job.result?.transcription?.utterances
  useTimeOfUrl(playback)
  const transcript: Tab = {
    name: 'transcript',
    label: 'Transcript',
    content: () =>
      utterances === undefined || utterances.length === 0 ? (
        <NoTranscript job={job} progress={progress} />
      ) : (
        <TranscriptView utterances={utterances} details={job.details} playback={playback} />
      ),
  }
  const tabs: readonly Tab[] = [
    ...(job.status === 'error' ? [] : [transcript]),
    ...(resultModules(job).length === 0
      ? []
      : [{ name: 'results', label: 'Results', content: () => <ResultsPanel job={job} /> }]),
    { name: 'request', label: 'Request', content: () => <RequestPanel job={job} /> },
    { name: 'deliveries', label: 'Deliveries', content: () => <DeliveriesPanel jobId={job.id} /> },
  ]
  const shown = tabs.find(({ name }) => name === parameters.value.get('tab')) ?? tabs[0]
  const failed = failedModules(job)
  return (
    <article class="job">
      <JobHeader job={job} progress={progress} />
      {job.status === 'error' && <FailedJob job={job} />}
      {failed.length > 0 && (
        <section class="failure" aria-label="Failed features">
          <h2>Some features failed</h2>
          <ul>
            {failed.map(({ name, message }) => (
              <li key={name}>
                {labelOf(name)}: {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <nav class="tabs" aria-label="Parts of the job">
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            class="tab"
            aria-current={name === shown?.name ? 'true' : undefined}
            onClick={() => setParameters({ tab: name === tabs[0]?.name ? null : name })}
          >
            {label}
          </button>
        ))}
      </nav>
      <div class="job-panel">{shown?.content()}</div>
      {job.file !== null && job.status !== 'error' && !(job.kind === 'live' && isActive(job)) && (
        <Player
          playback={playback}
          url={new URL(`v2/jobs/${job.id}/file`, BASE).href}
          duration={job.file.audio_duration}
        />
      )}
    </article>
  )
}

/** Seeks to the time in the URL (`t`, in seconds), once the audio is there. */
function useTimeOfUrl(playback: Playback): void {
  const text = parameters.value.get('t')
  const isKnown = playback.duration.value !== null
  useEffect(() => {
    const time = Number(text)
    if (text !== null && isKnown && Number.isFinite(time)) playback.seek(time)
  }, [text, isKnown])
}

const STAGES = {
  fetching: 'Fetching the audio',
  recognising: 'Recognising speech',
  enriching: 'Applying the options',
  live: 'The session is in progress',
} as const

/** What is shown in the place of a transcript. */
function NoTranscript({ job, progress }: ShownJob) {
  if (job.status === 'done')
    return (
      <Empty icon="wave" title="No speech">
        The recogniser found no words in this audio.
      </Empty>
    )
  const ahead = progress?.queue_position ?? null
  const stage = progress?.stage ?? null
  const eta = progress?.eta_seconds ?? null
  return (
    <div class="waiting">
      <p>{stage === null ? 'Waiting for its turn' : STAGES[stage]}</p>
      <progress class="progress" max={1} value={progress?.fraction ?? undefined} aria-label="Progress" />
      <p class="muted numeric">
        {eta !== null && `About ${formatDuration(eta)} left`}
        {ahead !== null && ahead > 0 && `${ahead} ${ahead === 1 ? 'job is' : 'jobs are'} served before`}
      </p>
    </div>
  )
}

function LoadingJob() {
  return (
    <div class="job" aria-busy="true">
      <div class="loading-header">
        <Skeleton width={8} />
        <Skeleton width={40} />
        <Skeleton width={24} />
      </div>
      {Array.from({ length: 6 }, (_, i) => (
        <p key={i} class="loading-line">
          <Skeleton width={90 - ((i * 13) % 40)} />
        </p>
      ))}
    </div>
  )
}
