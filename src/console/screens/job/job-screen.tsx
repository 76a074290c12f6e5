import { useEffect, useMemo } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import type { JobProgress } from '../../../contract/progress.ts'
import { ScriptoriumError, get } from '../../api.ts'
import { announce } from '../../announce.ts'
import { useEvents } from '../../events.ts'
import { jobName } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import { parameters, useTitle } from '../../router.ts'
import { may } from '../../sign-in.ts'
import { Failure, NotFound } from '../../ui/states.tsx'
import { shownTab, Tabs } from '../../ui/tabs.tsx'
import { isActive } from '../../ui/status.tsx'
import { asksForSpeakers } from './detect-speakers.tsx'
import { EditedJob } from './edited-job.ts'
import { FailedFeatures, FailedJob } from './failed-job.tsx'
import { JobHeader, type ShownJob } from './job-header.tsx'
import { type JobTab, tabsOf } from './job-tabs.tsx'
import { Playback } from './playback.ts'
import { Player } from './player/player.tsx'
import { TranscriptEditor } from './transcript/transcript-editor.ts'
import { TranscriptPanel } from './transcript/transcript-panel.tsx'
import { UndoButtons } from './transcript/undo-buttons.tsx'
import { LoadingJob, UnfinishedJob } from './unfinished-job.tsx'
import '../../ui/transcript.css'
import './job.css'
import './transcript/transcript.css'
import { t } from '../../languages/language.ts'

/** Milliseconds between polls of a job that has not ended, in addition to events. */
const ACTIVE_MS = 5_000

export function JobScreen({ id }: { id: string }) {
  const { value, error, reload } = useResource<ShownJob>(
    id,
    async (known, abort) => {
      // Cheaper to poll than the job.
      const progress = known === null ? null : await get<JobProgress>(`v2/jobs/${id}/progress`, abort)
      if (known !== null && progress?.status === known.job.status) return { job: known.job, progress }
      return { job: await get<Job>(`v2/jobs/${id}?revision=newest`, abort), progress }
    },
    (known) => (known !== null && isActive(known.job) ? ACTIVE_MS : null),
  )
  const status = value?.job.status
  const { progress, text } = useEvents(value !== null && isActive(value.job) ? id : null)
  const texts = t().job
  useTitle(texts.untitled)
  useEffect(() => {
    if (status !== undefined) announce(texts.isNow(t().ui.statuses[status]))
  }, [status])
  const told = progress?.status
  useEffect(() => {
    if (told !== undefined && told !== status) reload()
  }, [told])

  if (value !== null)
    return <LoadedJob job={value.job} progress={progress ?? value.progress} text={text} onRequeued={reload} />
  if (error === null) return <LoadingJob />
  if (error instanceof ScriptoriumError && error.status === 404)
    return <NotFound title={texts.notThere}>{texts.notThereHint}</NotFound>
  return <Failure title={texts.notLoaded} error={error} onRetry={reload} />
}

interface LoadedProps extends ShownJob {
  readonly text: string
  readonly onRequeued: () => void
}

function LoadedJob({ job, progress, text, onRequeued }: LoadedProps) {
  const playback = useMemo(() => new Playback(), [job.id])
  const edited = useMemo(() => new EditedJob(job), [job])
  const editor = useMemo(() => (may('write') ? new TranscriptEditor(edited) : null), [edited, may('write')])
  useTimeOfUrl(playback)
  useEffect(() => () => editor?.leave(), [editor])
  useTitle(jobName({ ...job, details: edited.details.value }))
  const transcript: JobTab = {
    name: 'transcript',
    content: () =>
      job.status === 'done' ? (
        <TranscriptPanel id={job.id} job={edited} editor={editor} playback={playback} />
      ) : (
        <UnfinishedJob {...{ progress, text }} hasSpeakers={asksForSpeakers(job)} />
      ),
  }
  const tabs = [...(job.status === 'error' ? [] : [transcript]), ...tabsOf(job, edited, playback)]
  return (
    <article class="job">
      <JobHeader job={job} edited={edited} progress={progress} />
      {job.status === 'error' && <FailedJob job={job} onRequeued={onRequeued} />}
      <FailedFeatures job={job} />
      <div class="job-bar">
        <Tabs label={t().job.parts} labels={t().job.tabs} tabs={tabs} />
        <UndoButtons job={edited} />
      </div>
      <div class="job-panel">{shownTab(tabs)?.content()}</div>
      <Player {...{ job, playback }} utterances={edited.utterances.value} marks={edited.marks.value} />
    </article>
  )
}

/** Seeks to the time in the URL (`t`, in seconds) once the audio is available. */
function useTimeOfUrl(playback: Playback): void {
  const text = parameters.value.get('t')
  const isKnown = playback.duration.value !== null
  useEffect(() => {
    const time = Number(text)
    if (text !== null && isKnown && Number.isFinite(time)) playback.seek(time)
  }, [text, isKnown])
}
