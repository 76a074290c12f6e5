/** Audio on its way to becoming jobs: a queue of files that are uploaded and URLs that are submitted while the user goes on. */
import { effect, signal, untracked } from '@preact/signals'
import type { JobProgress } from '../../contract/progress.ts'
import type { JobCreated } from '../../../clients/typescript/src/types.ts'
import type { UploadProgress } from '../../../clients/typescript/src/upload.ts'
import { isReachable, newKey, post, ScriptoriumError, uploadFile } from '../api.ts'
import { announce } from '../announce.ts'
import { t } from '../languages/language.ts'
import { holder } from '../sign-in.ts'
import { UploadSpeed } from './upload-speed.ts'

/** Uploads at a time; the others wait. */
const CONCURRENT = 2

/** Times that a file is sent again by itself: what never lets it through, such as a proxy in between, looks like a lost connection. */
const MAX_LOSSES = 5

/** Seconds that are waited if the service asks for it; a longer time is the user's to wait. */
const MAX_PAUSE = 60

/** What a job is made of: a file of this computer, or a URL. */
export interface Source {
  /** Unique in the page. */
  readonly id: number
  readonly name: string
  readonly audio: File | string
}

/** Fields of the request besides `audio_url`. */
export type JobOptions = Readonly<Record<string, unknown>>

export interface UploadTask extends Source {
  readonly options: JobOptions
  /** Who began it, and for which account. */
  readonly holder: string | null | undefined
  /** `created`: the job was created, and does without this page. */
  readonly state: 'waiting' | 'uploading' | 'created' | 'failed'
  /** What the request for the job is repeated with, so that it is created once. */
  readonly key: string
  /** What the service has the audio by; null before it has it. */
  readonly audioUrl: string | null
  /** How often it was sent in vain, and waits for its next turn since. */
  readonly losses: number
  /** Bytes that were sent. */
  readonly sent: number
  /** Bytes per second; null while that is not known. */
  readonly speed: number | null
  /** The job, once it was created. */
  readonly jobId: string | null
  /** How far the job is, as last heard. */
  readonly progress: JobProgress | null
  readonly error: Error | null
}

/** In the order in which they are sent. */
export const uploads = signal<readonly UploadTask[]>([])

/** Whether the user has stopped the queue: nothing is sent. */
export const isStopped = signal(false)

/** Of the files that are being sent. */
const aborts = new Map<number, AbortController>()
let lastId = 0

/** @param name what it is called; by default the name of the file, or the URL */
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

/** Whether it failed, and was begun for the account in use: the files of somebody else are not sent. */
const isOwnFailure = ({ state, holder: of }: UploadTask): boolean => state === 'failed' && of === holder.value

const mayPass = ({ error }: UploadTask): boolean => error instanceof ScriptoriumError && error.isTemporary

/** Whether sending the same again can help: why it failed may pass. */
export const canRetry = (task: UploadTask): boolean => isOwnFailure(task) && mayPass(task)

/** Whether only something else can be sent in its place. */
export const canRevise = (task: UploadTask): boolean => isOwnFailure(task) && !mayPass(task)

export function retryUpload(id: number): void {
  changeUpload(id, BEGINNING)
  startWaiting()
}

/** Tries all again that can be. */
export const retryUploads = (): void => uploads.value.filter(canRetry).forEach(({ id }) => retryUpload(id))

/** Stops an upload, and removes it from the queue. */
export function dismissUpload(id: number): void {
  uploads.value = uploads.value.filter((task) => task.id !== id)
  aborts.get(id)?.abort()
}

/** Removes what needs no more attention: jobs that were created, and what failed. */
export function dismissEnded(): void {
  uploads.value = uploads.value.filter(isUnderWay)
}

/** @param to the place in the whole queue */
export function moveUpload(id: number, to: number): void {
  uploads.value = moved(uploads.value, id, to)
}

/** A list with one item at another place. */
export function moved<Item extends { readonly id: number }>(
  items: readonly Item[],
  id: number,
  to: number,
): readonly Item[] {
  const item = items.find((one) => one.id === id)
  return item === undefined ? items : items.filter((one) => one !== item).toSpliced(to, 0, item)
}

/** Stops sending, until it is continued. What was sent of a file in part is sent again then. */
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
  for (const task of uploads.peek()) {
    if (!isUnderWay(task) || task.holder === present) continue
    const { signedOut, otherAccount } = t().uploads
    changeUpload(task.id, { state: 'failed', error: new Error(present === null ? signedOut : otherAccount) })
    aborts.get(task.id)?.abort()
  }
}

// What waits for the service goes on when it is back.
isReachable.subscribe((isBack) => {
  if (isBack) startWaiting()
})

/** Set while the service has asked to wait. */
let pause: ReturnType<typeof setTimeout> | undefined

/** @param seconds at least one, so that a service that asks for none is not flooded */
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
    // It was stopped, removed, or has failed because another account is in use now.
    if (abort.signal.aborted || uploads.peek().find((task) => task.id === id)?.state !== 'uploading') return
    if (mayGoOn(error as Error, losses)) changeUpload(id, { ...BEGINNING, losses: losses + 1 })
    else {
      changeUpload(id, { state: 'failed', error: error as Error })
      announce(t().uploads.notSent(name))
    }
  }
}

/** Whether what was not sent waits for its next turn: the connection was lost, or the service asks to wait. */
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
 * @throws {Error} if the file cannot be read any more
 */
async function send(id: number, file: File, abort: AbortController): Promise<string> {
  const { signal: aborted } = abort
  const speed = new UploadSpeed()
  const onProgress = ({ sent }: UploadProgress) => {
    if (!aborted.aborted) changeUpload(id, { sent, speed: speed.add(sent, performance.now()) })
  }
  aborts.set(id, abort)
  try {
    // A browser tells of it as if the connection were lost.
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
    // It may have begun again.
    if (aborts.get(id) === abort) aborts.delete(id)
  }
}

export function changeUpload(id: number, changes: Partial<UploadTask>): void {
  uploads.value = uploads.value.map((task) => (task.id === id ? { ...task, ...changes } : task))
}
