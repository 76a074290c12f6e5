/** Files on their way: where they are dropped, and those in progress. */
import { Button, IconButton } from './button.tsx'
import { useEffect, useState } from 'preact/hooks'
import { href } from '../router.ts'
import { may } from '../sign-in.ts'
import {
  canRetry,
  dismissEnded,
  dismissUpload,
  dropHandler,
  isUnderWay,
  retryUpload,
  uploads,
  type UploadTask,
} from '../uploads.ts'
import { Progress } from './status.tsx'

/** Files may be dropped anywhere, by who may make jobs of them. */
export function DropTarget() {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      // Not those from one element to another.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      dropHandler.value([...(event.dataTransfer?.files ?? [])])
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [])
  return isOver ? <div class="drop-target">Drop audio or video to transcribe it</div> : null
}

/** The uploads in progress, in the corner of every screen. */
export function UploadTray() {
  const tasks = uploads.value
  if (tasks.length === 0) return null
  const active = tasks.filter(isUnderWay).length
  return (
    <section class="uploads" aria-label="Uploads">
      <header>
        <h2>{active > 0 ? `Uploading ${active} of ${tasks.length}` : 'Uploads'}</h2>
        {active < tasks.length && (
          <IconButton icon="close" label="Clear ended uploads" onClick={dismissEnded} />
        )}
      </header>
      <ul>
        {tasks.map((task) => (
          <Upload key={task.id} task={task} />
        ))}
      </ul>
    </section>
  )
}

function Upload({ task }: { task: UploadTask }) {
  const { id, name, state, sent, jobId, error } = task
  return (
    <li class="upload">
      <span class="name" title={name}>
        <bdi>{jobId === null ? name : <a href={href(`jobs/${jobId}`)}>{name}</a>}</bdi>
      </span>
      {canRetry(task) && may('write') && (
        <Button class="link-button" onClick={() => retryUpload(id)}>
          Try again
        </Button>
      )}
      {isUnderWay(task) && (
        <IconButton icon="close" label={`Cancel ${name}`} onClick={() => dismissUpload(id)} />
      )}
      {state === 'uploading' && <Progress label={`Upload of ${name}`} fraction={sent} />}
      <span class={error === null ? 'hint' : 'hint problem'}>{describe(task)}</span>
    </li>
  )
}

function describe({ state, sent, error, source }: UploadTask): string {
  if (state === 'waiting') return 'Waiting'
  if (state === 'done') return 'Job created'
  if (state === 'failed') return error?.message ?? 'Failed'
  if (typeof source === 'string' || sent >= 1) return 'Checking the audio …'
  return `${Math.floor(sent * 100)} %`
}
