/** The queue of files to upload and URLs to submit as jobs, while the user does something else. */
import { effect, signal, untracked } from '@preact/signals'
import type { JobProgress } from '../../contract/progress.ts'
import type { JobCreated } from '../../../clients/typescript/src/types.ts'
import type { UploadProgress } from '../../../clients/typescript/src/upload.ts'
import { isReachable, newKey, post, ScriptoriumError, uploadFile } from '../api.ts'
import { announce } from '../announce.ts'
import { t } from '../languages/language.ts'
import { holder } from '../sign-in.ts'
import { UploadSpeed } from './upload-speed.ts'

/** Concurrent uploads; others wait. */
const CONCURRENT = 2

/** Automatic retries of a file. A proxy that never lets it through looks like a lost connection. */
const MAX_LOSSES = 5

/** Maximum seconds to wait automatically if the service asks for it. */
const MAX_PAUSE = 60

/** The source of a job: a local file, or a URL. */
export interface Source {
  /** Unique in the page. */
  readonly id: number
  readonly name: string
  readonly audio: File | string
}

/** Fields of the request other than `audio_url`. */
export type JobOptions = Readonly<Record<string, unknown>>

export interface UploadTask extends Source {
  readonly options: JobOptions
  /** Who started it, and for which account. */
  readonly holder: string | null | undefined
  /** `created`: the job exists, and no longer depends on this page. */
  readonly state: 'waiting' | 'uploading' | 'created' | 'failed'
  /** The idempotency key of the request for the job. */
  readonly key: string
  /** The URL of the audio in the service; null before it is uploaded. */
  readonly audioUrl: string | null
  /** How many attempts have failed so far. */
  readonly losses: number
  /** Sent bytes. */
  readonly sent: number
  /** Bytes per second; null if not known yet. */
  readonly speed: number | null
  /** The id of the job, once it is created. */
  readonly jobId: string | null
  /** The last known progress of the job. */
  readonly progress: JobProgress | null
  readonly error: Error | null
}

/** The uploads in the order in which they are sent. */
export const uploads = signal<readonly UploadTask[]>([])

/** Whether the user has stopped the queue. */
export const isStopped = signal(false)

/** Abort controllers of the files being sent. */
const aborts = new Map<number, AbortController>()
let lastId = 0

/** @param name by default, the file name or the URL */
export function sourceOf(audio: File | string, name?: string): Source {
  lastId += 1
  return { id: lastId, audio, name: name ?? (typeof audio === 'string' ? audio : audio.name) }
}

const BEGINNING = {
  state: 'waiting',
  losses: 0,
  sent: 0,
  speed: null,
  jobId: null,
  progress: null,
  error: null,
} as const

export function startUploads(sources: readonly Source[], options: JobOptions): void {
  const begun = { options, holder: holder.peek(), ...BEGINNING }
  const taskOf = (source: Source): UploadTask => ({
    ...source,
    ...begun,
    key: newKey(),
    audioUrl: typeof source.audio === 'string' ? source.audio : null,
  })
  uploads.value = [...uploads.value, ...sources.map(taskOf)]
  isStopped.value = false
  announce(t().uploads.begun(sources.length))
  startWaiting()
}

/** Whether it failed, and belongs to the current user and account. Files of others are not sent. */
const isOwnFailure = ({ state, holder: of }: UploadTask): boolean => state === 'failed' && of === holder.value

const mayPass = ({ error }: UploadTask): boolean => error instanceof ScriptoriumError && error.isTemporary

/** Whether sending the same again can help, since the failure may be temporary. */
export const canRetry = (task: UploadTask): boolean => isOwnFailure(task) && mayPass(task)

/** Whether it must be changed before it is sent again. */
export const canRevise = (task: UploadTask): boolean => isOwnFailure(task) && !mayPass(task)

export function retryUpload(id: number): void {
  changeUpload(id, BEGINNING)
  startWaiting()
}

/** Tries all uploads again that can be. */
export const retryUploads = (): void => uploads.value.filter(canRetry).forEach(({ id }) => retryUpload(id))

/** Stops an upload, and removes it from the queue. */
export function dismissUpload(id: number): void {
  uploads.value = uploads.value.filter((task) => task.id !== id)
  aborts.get(id)?.abort()
}

/** Removes uploads that have ended: created jobs and failures. */
export function dismissEnded(): void {
  uploads.value = uploads.value.filter(isUnderWay)
}

/** @param to index in the whole queue */
export function moveUpload(id: number, to: number): void {
  uploads.value = moved(uploads.value, id, to)
}

/** A list with an item moved to another index. */
export function moved<Item extends { readonly id: number }>(
  items: readonly Item[],
  id: number,
  to: number,
): readonly Item[] {
  const item = items.find((one) => one.id === id)
  return item === undefined ? items : items.filter((one) => one !== item).toSpliced(to, 0, item)
}

/** Stops sending until it is continued. Files that were partly sent start from the beginning then. */
export function stopUploads(): void {
  isStopped.value = true
  for (const [id, abort] of aborts) {
    changeUpload(id, BEGINNING)
    abort.abort()
  }
}

export function continueUploads(): void {
  isStopped.value = false
  startWaiting()
}

export const isUnderWay = ({ state }: UploadTask): boolean => state === 'waiting' || state === 'uploading'

/** Warns before leaving the page, which would lose unsent files. Called once. */
export function warnBeforeUnload(): void {
  window.addEventListener('beforeunload', (event) => {
    if (uploads.value.some(isUnderWay)) event.preventDefault()
  })
}

// The pages of a browser share a session: an upload for one account must not end up in another.
effect(() => {
  const present = holder.value
  untracked(() => failOthers(present))
})

function failOthers(present: UploadTask['holder']): void {
  for (const task of uploads.peek()) {
    if (!isUnderWay(task) || task.holder === present) continue
    const { signedOut, otherAccount } = t().uploads
    changeUpload(task.id, { state: 'failed', error: new Error(present === null ? signedOut : otherAccount) })
    aborts.get(task.id)?.abort()
  }
}

// Uploads that wait for the service continue when it is back.
isReachable.subscribe((isBack) => {
  if (isBack) startWaiting()
})

/** Set while the service asks to wait. */
let pause: ReturnType<typeof setTimeout> | undefined

/** @param seconds at least one, so that a service that asks for zero is not flooded */
function pauseFor(seconds: number): void {
  clearTimeout(pause)
  const goOn = () => {
    pause = undefined
    startWaiting()
  }
  pause = setTimeout(goOn, Math.max(1, seconds) * 1000)
}

function startWaiting(): void {
  if (isStopped.peek() || !isReachable.peek() || pause !== undefined) return
  const free = CONCURRENT - uploads.value.filter(({ state }) => state === 'uploading').length
  for (const task of uploads.value.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) {
    changeUpload(task.id, { state: 'uploading' })
    void run(task).finally(startWaiting)
  }
}

async function run({ id, name, audio, audioUrl, options, key, losses }: UploadTask): Promise<void> {
  const abort = new AbortController()
  try {
    const audio_url = audioUrl ?? (audio instanceof File ? await send(id, audio, abort) : audio)
    changeUpload(id, { audioUrl: audio_url })
    const job = await post<JobCreated>('v2/pre-recorded', { audio_url, ...options }, key)
    changeUpload(id, { state: 'created', jobId: job.id })
    announce(t().uploads.sent(name))
  } catch (error) {
    // It was stopped or removed, or has failed because the account was switched.
    if (abort.signal.aborted || uploads.peek().find((task) => task.id === id)?.state !== 'uploading') return
    if (mayGoOn(error as Error, losses)) changeUpload(id, { ...BEGINNING, losses: losses + 1 })
    else {
      changeUpload(id, { state: 'failed', error: error as Error })
      announce(t().uploads.notSent(name))
    }
  }
}

/** Whether to retry automatically: the connection was lost, or the service asks to wait. */
function mayGoOn(error: Error, losses: number): boolean {
  if (!(error instanceof ScriptoriumError)) return false
  const { status, retryAfter } = error
  if (status === null) return losses < MAX_LOSSES
  if (retryAfter === null || retryAfter > MAX_PAUSE) return false
  pauseFor(retryAfter)
  return true
}

/**
 * @returns the URL of the uploaded file
 * @throws {Error} if the file can no longer be read
 */
async function send(id: number, file: File, abort: AbortController): Promise<string> {
  const { signal: aborted } = abort
  const speed = new UploadSpeed()
  const onProgress = ({ sent }: UploadProgress) => {
    if (!aborted.aborted) changeUpload(id, { sent, speed: speed.add(sent, performance.now()) })
  }
  aborts.set(id, abort)
  try {
    // Browsers report this as a lost connection.
    await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => {
        throw new Error(t().uploads.unreadable)
      })
    const { audio_url } = await uploadFile(file, { signal: aborted, onProgress })
    aborted.throwIfAborted()
    return audio_url
  } finally {
    // It may have been started again.
    if (aborts.get(id) === abort) aborts.delete(id)
  }
}

export function changeUpload(id: number, changes: Partial<UploadTask>): void {
  uploads.value = uploads.value.map((task) => (task.id === id ? { ...task, ...changes } : task))
}
