/** The current uploads, in the navigation of every screen. */
import { useEffect, useState } from 'preact/hooks'
import { t } from '../languages/language.ts'
import { href, segments } from '../router.ts'
import { followJobs, isJobOpen } from './uploaded-jobs.ts'
import { dismissEnded, isStopped, isUnderWay, uploads, type UploadTask } from './uploads.ts'
import { IconButton } from '../ui/button.tsx'
import { UploadActions, UploadState } from './upload-state.tsx'
import { QueueFacts, RetryAll, StopButton } from './upload-queue.tsx'
import './upload-tray.css'

/** Number of rows shown; the queue on the New screen has all. */
const SHOWN = 3

/** Milliseconds for which the tray stays after the last job has ended. */
const SHOWN_MS = 8_000

const hasEndedWell = ({ progress }: UploadTask): boolean => progress?.status === 'done'

/** What needs the user's attention comes first. */
const rank = (task: UploadTask): number =>
  task.state === 'failed' || task.progress?.status === 'error'
    ? 0
    : task.state === 'uploading'
      ? 1
      : hasEndedWell(task)
        ? 2
        : isJobOpen(task)
          ? 3
          : 4

export function UploadTray() {
  const tasks = uploads.value
  const [isLookedAt, setLookedAt] = useState(false)
  const isFollowing = tasks.some(isJobOpen)
  const isOver = tasks.length > 0 && tasks.every(hasEndedWell)
  useEffect(() => (isFollowing ? followJobs() : undefined), [isFollowing])
  useEffect(() => {
    if (!isOver || isLookedAt) return undefined
    const timer = setTimeout(dismissEnded, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isOver, isLookedAt])
  if (tasks.length === 0) return null
  const shown = tasks.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN)
  const isInNew = segments.value[0] === 'new'
  return (
    <section
      class="uploads"
      aria-label={t().uploads.title}
      onPointerEnter={() => setLookedAt(true)}
      onPointerLeave={() => setLookedAt(false)}
      onFocusIn={() => setLookedAt(true)}
      onFocusOut={() => setLookedAt(false)}
    >
      <header>
        <h2>{titleOf(tasks)}</h2>
        <StopButton />
        {!tasks.every(isUnderWay) && (
          <IconButton icon="close" size={12} label={t().uploads.clear} onClick={dismissEnded} />
        )}
      </header>
      <QueueFacts />
      {!isInNew && <RetryAll />}
      {!isInNew && (
        <ul>
          {shown.map((task) => (
            <li key={task.id}>
              <UploadState task={task} />
              <UploadActions task={task} />
            </li>
          ))}
        </ul>
      )}
      {(tasks.length > SHOWN || tasks.some(({ state }) => state === 'failed')) && !isInNew && (
        <a href={href('new')}>{t().uploads.showQueue}</a>
      )}
    </section>
  )
}

/** A short summary. */
function titleOf(tasks: readonly UploadTask[]): string {
  const { sending, stopped, working, someFailed, allDone } = t().uploads
  const left = tasks.filter(isUnderWay).length
  if (left > 0) return isStopped.value ? stopped(left) : sending(left)
  const open = tasks.filter(isJobOpen).length
  if (open > 0) return working(open)
  const bad = tasks.filter((task) => !hasEndedWell(task)).length
  return bad > 0 ? someFailed(bad) : allDone
}
