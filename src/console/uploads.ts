/** Audio on its way to becoming jobs: files are uploaded and URLs submitted while the user goes on. */
import { effect, signal, untracked } from '@preact/signals'
import type { JobCreated } from '../../clients/typescript/src/types.ts'
import type { UploadProgress } from '../../clients/typescript/src/upload.ts'
import { ScriptoriumError, post, uploadFile } from './api.ts'
import { announce } from './announce.ts'
import { holder } from './sign-in.ts'

/** Uploads at a time; the others wait. */
const CONCURRENT = 2

/** What a job is made of: a file of this computer, or a URL. */
export type Source = File | string

/** Fields of the request besides `audio_url`. */
export type JobOptions = Readonly<Record<string, unknown>>

export interface UploadTask {
  readonly id: number
  readonly name: string
  readonly source: Source
  readonly options: JobOptions
  /** Who began it, and for which account. */
  readonly holder: string | null | undefined
  readonly state: 'waiting' | 'uploading' | 'done' | 'failed'
  /** The part that was sent, 0–1. */
  readonly sent: number
  /** The job, once it was created. */
  readonly jobId: string | null
  readonly error: Error | null
}

/** Oldest first. */
export const uploads = signal<readonly UploadTask[]>([])

/** Counts the jobs that were created here: lists load again when it changes. */
export const created = signal(0)

/** What is done with files that are dropped on the page; a screen may take them. */
export const dropHandler = signal<(files: readonly File[]) => void>((files) => startUploads(files))

const aborts = new Map<number, AbortController>()
let lastId = 0

export function startUploads(sources: readonly Source[], options: JobOptions = {}): void {
  const tasks = sources.map((source): UploadTask => {
    lastId += 1
    const name = typeof source === 'string' ? source : source.name
    const begun = { id: lastId, name, source, options, holder: holder.peek() }
    return { ...begun, state: 'waiting', sent: 0, jobId: null, error: null }
  })
  uploads.value = [...uploads.value, ...tasks]
  announce(tasks.length === 1 ? `Uploading ${tasks[0]?.name}` : `Uploading ${tasks.length} files`)
  startWaiting()
}

/** Whether an upload can be tried again: it was begun for the account in use. */
export const canRetry = (task: UploadTask): boolean => task.state === 'failed' && task.holder === holder.value

export function retryUpload(id: number): void {
  change(id, { state: 'waiting', sent: 0, error: null })
  startWaiting()
}

/** Stops an upload, or removes it from the list if it has ended. */
export function dismissUpload(id: number): void {
  aborts.get(id)?.abort()
  uploads.value = uploads.value.filter((task) => task.id !== id)
}

export function dismissEnded(): void {
  uploads.value = uploads.value.filter(isUnderWay)
}

export const isUnderWay = ({ state }: UploadTask): boolean => state === 'waiting' || state === 'uploading'

/** Called once: leaving the page would lose what is on its way. */
export function warnBeforeUnload(): void {
  window.addEventListener('beforeunload', (event) => {
    if (uploads.value.some(isUnderWay)) event.preventDefault()
  })
}

// The pages of a browser share a session: what was begun for one account must not end in another.
effect(() => {
  const present = holder.value
  untracked(() => failOthers(present))
})

function failOthers(present: UploadTask['holder']): void {
  const error = new Error(
    present === null
      ? 'You were signed out: this was not sent.'
      : 'The account in use was changed: this was not sent.',
  )
  for (const task of uploads.peek()) {
    if (!isUnderWay(task) || task.holder === present) continue
    change(task.id, { state: 'failed', error })
    aborts.get(task.id)?.abort()
  }
}

function startWaiting(): void {
  const free = CONCURRENT - uploads.value.filter(({ state }) => state === 'uploading').length
  for (const task of uploads.value.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) {
    change(task.id, { state: 'uploading' })
    void run(task).finally(startWaiting)
  }
}

async function run({ id, name, source, options }: UploadTask): Promise<void> {
  const abort = new AbortController()
  aborts.set(id, abort)
  const onProgress = ({ sent, total }: UploadProgress) => change(id, { sent: total ? sent / total : 0 })
  try {
    const audio_url =
      typeof source === 'string'
        ? source
        : (await uploadFile(source, { signal: abort.signal, onProgress })).audio_url
    abort.signal.throwIfAborted()
    const job = await post<JobCreated>('v2/pre-recorded', { audio_url, ...options })
    change(id, { state: 'done', sent: 1, jobId: job.id })
    created.value += 1
    announce(`${name} was uploaded`)
  } catch (error) {
    if (abort.signal.aborted) return
    change(id, {
      state: 'failed',
      error: error instanceof ScriptoriumError ? error : new Error('The file cannot be read.'),
    })
    announce(`${name} could not be uploaded`)
  } finally {
    aborts.delete(id)
  }
}

function change(id: number, changes: Partial<UploadTask>): void {
  uploads.value = uploads.value.map((task) => (task.id === id ? { ...task, ...changes } : task))
}
