import { useEffect, useMemo } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import type { JobProgress } from '../../../contract/progress.ts'
import { ScriptoriumError, get } from '../../api.ts'
import { announce } from '../../announce.ts'
import { formatDuration, formatTime, jobName } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import { parameters, useTitle } from '../../router.ts'
import { may } from '../../sign-in.ts'
import { Failure, NotFound, Skeleton } from '../../ui/states.tsx'
import { isActive, Progress } from '../../ui/status.tsx'
import { EditedJob } from './edited-job.ts'
import { FailedFeatures, FailedJob } from './failed-job.tsx'
import { JobHeader, type ShownJob } from './job-header.tsx'
import { JobTabs, shownTab, type Tab, tabsOf } from './job-tabs.tsx'
import { Playback } from './playback.ts'
import { Player } from './player.tsx'
import { TranscriptEditor } from './transcript/transcript-editor.ts'
import { TranscriptPanel } from './transcript/transcript-panel.tsx'
import { UndoButtons } from './transcript/undo-buttons.tsx'
import '../../ui/transcript.css'
import './job.css'
import './transcript/transcript.css'
import { t } from '../../languages/language.ts'

/** Milliseconds between two looks at a job that has not ended. */
const ACTIVE_MS = 1_000

export function JobScreen({ id }: { id: string }) {
  const { value, error, reload } = useResource<ShownJob>(
    id,
    async (known, abort) => {
      // Cheaper to ask for again and again than the job.
      const progress = known === null ? null : await get<JobProgress>(`v2/jobs/${id}/progress`, abort)
      if (known !== null && progress?.status === known.job.status) return { job: known.job, progress }
      return { job: await get<Job>(`v2/jobs/${id}?revision=newest`, abort), progress }
    },
    (known) => (known !== null && isActive(known.job) ? ACTIVE_MS : null),
  )
  const status = value?.job.status
  useTitle('Job')
  useEffect(() => {
    if (status !== undefined) announce(`The job is ${t().ui.statuses[status].toLowerCase()}`)
  }, [status])

  if (value !== null) return <LoadedJob {...value} />
  if (error === null) return <LoadingJob />
  if (error instanceof ScriptoriumError && error.status === 404)
    return (
      <NotFound title="There is no such job">
        It may have been deleted, or belong to another account.
      </NotFound>
    )
  return <Failure title="The job could not be loaded" error={error} onRetry={reload} />
}

function LoadedJob({ job, progress }: ShownJob) {
  const playback = useMemo(() => new Playback(), [job.id])
  const edited = useMemo(() => new EditedJob(job), [job])
  const editor = useMemo(() => (may('write') ? new TranscriptEditor(edited) : null), [edited, may('write')])
  useTimeOfUrl(playback)
  useEffect(() => () => editor?.leave(), [editor])
  useTitle(jobName({ ...job, details: edited.details.value }))
  const transcript: Tab = {
    name: 'transcript',
    content: () =>
      job.status === 'done' ? (
        <TranscriptPanel id={job.id} job={edited} editor={editor} playback={playback} />
      ) : (
        <Waiting progress={progress} />
      ),
  }
  const tabs = [...(job.status === 'error' ? [] : [transcript]), ...tabsOf(job, edited, playback)]
  return (
    <article class="job">
      <JobHeader job={job} edited={edited} progress={progress} />
      {job.status === 'error' && <FailedJob job={job} />}
      <FailedFeatures job={job} />
      <div class="job-bar">
        <JobTabs tabs={tabs} />
        <UndoButtons job={edited} />
      </div>
      <div class="job-panel">{shownTab(tabs)?.content()}</div>
      <Audio job={job} playback={playback} />
    </article>
  )
}

/** The player, where a job has audio to play. */
function Audio({ job, playback }: { job: Job; playback: Playback }) {
  const { file, status, kind } = job
  if (file === null || status === 'error' || (kind === 'live' && isActive(job))) return null
  if (file.deleted_at === undefined) return <Player key={job.id} playback={playback} job={job} />
  return (
    <section class="player" aria-label="Player">
      <p class="muted">
        The audio was deleted at the end of its retention, on {formatTime(file.deleted_at)}.
      </p>
    </section>
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
function Waiting({ progress }: { progress: JobProgress | null }) {
  const ahead = progress?.queue_position ?? null
  const stage = progress?.stage ?? null
  const eta = progress?.eta_seconds ?? null
  return (
    <div class="waiting">
      <p>{stage === null ? 'Waiting for its turn' : STAGES[stage]}</p>
      <Progress label="Progress" fraction={progress?.fraction ?? null} />
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
