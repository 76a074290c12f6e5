import { t } from '../../languages/language.ts'
import { useState } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import { MAX } from '../../../contract/limits.ts'
import type { JobProgress } from '../../../contract/progress.ts'
import { post } from '../../api.ts'
import { attempt, notify } from '../../announce.ts'
import { formatDuration, formatTime, jobName, languageName } from '../../formatting.ts'
import { href, navigate } from '../../router.ts'
import { may } from '../../sign-in.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InlineEdit } from '../../ui/inline-edit.tsx'
import { useIsPhone } from '../../ui/media.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { RemovableTag } from '../../ui/removable-tag.tsx'
import { isActive, Status } from '../../ui/status.tsx'
import { TellMe } from '../../ui/tell-me.tsx'
import { deleteJob, tellOfDeletion, useTrashDays } from '../jobs/deletion.ts'
import { canDetect, DetectSpeakers } from './detect-speakers.tsx'
import { DoFirst } from './do-first.tsx'
import type { EditedJob } from './edited-job.ts'
import { ExportMenu } from './export-menu.tsx'
import { canRetranscribe, RetranscribeDialog } from './retranscription/retranscribe-dialog.tsx'
import { RetranscriptionNotice } from './retranscription/retranscription-notice.tsx'
import { ShareButton } from './sharing/share-dialog.tsx'

/** A job as shown on its screen. */
export interface ShownJob {
  readonly job: Job
  /** Null once it has ended. */
  readonly progress: JobProgress | null
}

/** Title, facts and actions of a job. */
export function JobHeader({ job, edited, progress }: ShownJob & { edited: EditedJob }) {
  const { id, status, kind, file, created_at, result } = job
  const texts = t().job
  const [isAsking, setAsking] = useState(false)
  const trashDays = useTrashDays()
  const isToTrash = trashDays !== 0
  const [isDetecting, setDetecting] = useState(false)
  const [isRetranscribing, setRetranscribing] = useState(false)
  const [requests, setRequests] = useState(0)
  const isPhone = useIsPhone()
  const details = edited.details.value
  const name = jobName({ ...job, details })
  const act = async (action: () => Promise<unknown>, done: string) => {
    if (await attempt(action)) notify(done)
  }
  const erase = async () =>
    attempt(async () => {
      await deleteJob(job, isToTrash)
      navigate('jobs', true)
      tellOfDeletion([job], isToTrash)
    })
  const languages = result?.transcription?.languages.map(languageName).join(', ')
  const facts = [
    texts.kinds[kind],
    file?.audio_duration == null ? '' : formatDuration(file.audio_duration),
    languages ?? '',
  ].filter((fact) => fact !== '')
  const actions = (
    <>
      {status === 'done' && <ShareButton job={job} isCorrected={details.revision > 0} />}
      {status === 'done' && <ExportMenu job={job} />}
      {isActive(job) && <TellMe id={id} name={name} />}
      {isActive(job) && may('write') && (
        <Button onClick={() => void act(async () => post(`v2/jobs/${id}/cancel`), texts.cancelled)}>
          {t().ui.cancel}
        </Button>
      )}
    </>
  )
  return (
    <header class="job-header">
      <a class="back" href={href('jobs')}>
        <Icon name="back" />
        {t().shell.screens.jobs}
      </a>
      <div class="page-header">
        <h1>
          <InlineEdit
            value={name}
            label={texts.title}
            maxLength={MAX.title}
            onSave={
              may('write')
                ? async (title) => edited.setDetails({ title: title === '' ? null : title }, texts.title)
                : null
            }
          >
            <bdi>{name}</bdi>
          </InlineEdit>
        </h1>
        {!isPhone && actions}
        {(may('write') || (isPhone && status !== 'error')) && (
          // Less frequent actions; on phones, all of them.
          <MenuButton icon="more" isIconOnly name="job" label={t().ui.actions}>
            {() => (
              <>
                {isPhone && actions}
                <DoFirst id={id} progress={progress} />
                {canDetect(job) && (
                  <Button class="menu-button" onClick={() => setDetecting(true)}>
                    {texts.detect.open}
                  </Button>
                )}
                {canRetranscribe(job) && (
                  <Button class="menu-button" onClick={() => setRetranscribing(true)}>
                    {texts.again.open}
                  </Button>
                )}
                {may('write') && (
                  <Button
                    class="menu-button danger"
                    // Ask for confirmation if it cannot be undone.
                    disabled={trashDays === null}
                    onClick={() => (isToTrash && !isActive(job) ? void erase() : setAsking(true))}
                  >
                    {isToTrash ? t().jobs.moveToTrash : texts.delete}
                  </Button>
                )}
              </>
            )}
          </MenuButton>
        )}
      </div>
      <p class="job-facts">
        <Status status={status} progress={progress} />
        {facts.map((fact) => (
          <span key={fact} class="muted numeric">
            {fact}
          </span>
        ))}
        <span class="muted">
          <Age timestamp={created_at} />
        </span>
        <span class="print-only">{formatTime(created_at)}</span>
      </p>
      <TagList job={edited} />
      {isDetecting && <DetectSpeakers job={edited} onClose={() => setDetecting(false)} />}
      {status === 'done' && <RetranscriptionNotice job={edited} round={requests} />}
      {isRetranscribing && (
        <RetranscribeDialog
          job={job}
          onRequested={() => setRequests(requests + 1)}
          onClose={() => setRetranscribing(false)}
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title={texts.deleteTitle}
          action={isToTrash ? t().jobs.moveToTrash : texts.delete}
          onClose={() => setAsking(false)}
          onConfirm={() => void erase()}
        >
          {isToTrash ? (
            t().jobs.trashMeans(trashDays ?? 0)
          ) : (
            <Sentence text={texts.deleteHint} parts={{ name: <bdi>{name}</bdi> }} />
          )}
        </ConfirmDialog>
      )}
    </header>
  )
}

/** The editable tags of a job. */
function TagList({ job }: { job: EditedJob }) {
  const { tags } = job.details.value
  const texts = t().job
  if (tags.length === 0 && !may('write')) return null
  const remove = async (tag: string) =>
    attempt(async () => job.setDetails({ tags: tags.filter((one) => one !== tag) }, texts.tag(tag)))
  return (
    <ul class="job-tags" aria-label={texts.tags}>
      {tags.map((tag) => (
        <RemovableTag
          key={tag}
          label={texts.removeTag(tag)}
          onRemove={may('write') ? () => void remove(tag) : null}
        >
          <a href={href(`jobs?${new URLSearchParams({ tag }).toString()}`)} title={texts.jobsWithTag}>
            <bdi>{tag}</bdi>
          </a>
        </RemovableTag>
      ))}
      {tags.length < MAX.tags && may('write') && (
        <li>
          <InlineEdit
            value=""
            label={texts.newTag}
            maxLength={MAX.tag}
            onSave={async (tag) => job.setDetails({ tags: [...tags, tag] }, texts.tag(tag))}
          >
            {texts.addTag}
          </InlineEdit>
        </li>
      )}
    </ul>
  )
}
