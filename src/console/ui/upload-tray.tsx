/** The uploads in progress, in the corner of every screen. */
import { href } from '../router.ts'
import { dismissEnded, dismissUpload, retryUpload, uploads, type UploadTask } from '../uploads.ts'
import { Icon } from './icon.tsx'

export function UploadTray() {
  const tasks = uploads.value
  if (tasks.length === 0) return null
  const active = tasks.filter(({ state }) => state === 'waiting' || state === 'uploading').length
  return (
    <section class="uploads" aria-label="Uploads">
      <header>
        <h2>{active > 0 ? `Uploading ${active} of ${tasks.length}` : 'Uploads'}</h2>
        {active < tasks.length && (
          <button type="button" class="icon-button" aria-label="Clear ended uploads" onClick={dismissEnded}>
            <Icon name="close" />
          </button>
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
      {state === 'failed' && (
        <button type="button" class="link-button" onClick={() => retryUpload(id)}>
          Try again
        </button>
      )}
      {(state === 'waiting' || state === 'uploading') && (
        <button
          type="button"
          class="icon-button"
          aria-label={`Cancel ${name}`}
          onClick={() => dismissUpload(id)}
        >
          <Icon name="close" />
        </button>
      )}
      {state === 'uploading' && (
        <progress class="progress" max={1} value={sent} aria-label={`Upload of ${name}`} />
      )}
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
