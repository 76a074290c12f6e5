/** All uploads, in the order in which they are sent. */
import { formatSize, formatSpan } from '../formatting.ts'
import { t } from '../languages/language.ts'
import { may } from '../sign-in.ts'
import {
  canRetry,
  continueUploads,
  isStopped,
  isUnderWay,
  moveUpload,
  retryUploads,
  stopUploads,
  uploads,
  type UploadTask,
} from './uploads.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ReorderableList } from '../ui/reorderable-list.tsx'
import { Progress } from '../ui/status.tsx'
import { UploadActions, UploadState } from './upload-state.tsx'

const sizeOf = ({ audio }: UploadTask): number => (typeof audio === 'string' ? 0 : audio.size)
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

export function UploadQueue() {
  const tasks = uploads.value
  if (tasks.length === 0) return null
  return (
    <section class="page-section upload-queue" aria-label={t().uploads.queue}>
      <h2>{t().uploads.queue}</h2>
      <RetryAll />
      <ReorderableList
        label={t().uploads.queue}
        items={tasks}
        isMovable={({ state }) => state === 'waiting'}
        onMove={moveUpload}
        end={(task) => <UploadActions task={task} />}
      >
        {(task) => <UploadState task={task} />}
      </ReorderableList>
    </section>
  )
}

/** A button that tries all failed uploads again, if there are several. */
export function RetryAll() {
  if (!may('write') || uploads.value.filter(canRetry).length < 2) return null
  return (
    <Button class="link-button" onClick={retryUploads}>
      {t().uploads.tryAllAgain}
    </Button>
  )
}

/** Total progress, speed and time left. */
export function QueueFacts() {
  const files = uploads.value.filter(({ state }) => state !== 'failed')
  const left = files.filter(isUnderWay)
  const [all, rest] = [sum(files.map(sizeOf)), sum(left.map((task) => sizeOf(task) - task.sent))]
  if (left.length === 0 || all === 0) return null
  const speed = sum(left.map(({ speed: one }) => one ?? 0))
  const { perSecond, timeLeft, title } = t().uploads
  return (
    <>
      <Progress label={title} fraction={1 - Math.max(0, rest) / all} />
      {speed > 0 && !isStopped.value && (
        <p class="hint numeric">
          {perSecond(formatSize(speed))} · {timeLeft(formatSpan(rest / speed))}
        </p>
      )}
    </>
  )
}

/** Stops and continues the queue while there is something to send. */
export function StopButton() {
  if (!uploads.value.some(isUnderWay)) return null
  return isStopped.value ? (
    <IconButton icon="play" size={12} label={t().uploads.continue} onClick={continueUploads} />
  ) : (
    <IconButton icon="pause" size={12} label={t().uploads.stop} onClick={stopUploads} />
  )
}
