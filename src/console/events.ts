/** Events of the account's jobs, from one stream for the whole page. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AccountEvent } from '../contract/events.ts'
import type { JobProgress } from '../contract/progress.ts'
import { BASE } from './api.ts'
import { holder } from './sign-in.ts'

/** Milliseconds between polls while there is no stream. */
const ASK_MS = 5_000

/** Minimum milliseconds between change notifications: for each, screens reload everything that they show. */
const REST_MS = 2_000

type DataOf<Name> = Extract<AccountEvent, { event: Name }>['data']

const counter = signal(0)

/** A number that changes whenever jobs of the account may have changed. */
export const changes: ReadonlySignal<number> = counter

let isResting = false
let hasChangedSince = false

/** Notifies of a change at once, and of all further ones within the interval together at its end. */
function changed(): void {
  hasChangedSince = isResting
  if (isResting) return
  counter.value = counter.peek() + 1
  isResting = true
  setTimeout(() => {
    isResting = false
    if (hasChangedSince) changed()
  }, REST_MS)
}

/** Id of the job that a screen follows, or null. */
const followed = signal<string | null>(null)

/** Names of the jobs that the user waits for, by their ids. */
export const awaited = signal<ReadonlyMap<string, string>>(new Map())

interface JobEvents {
  /** Null until it is known. */
  readonly progress: JobProgress | null
  /** The text recognised so far. */
  readonly text: string
}
const NOTHING: JobEvents = { progress: null, text: '' }
const ofFollowed = signal(NOTHING)

const isHidden = signal(document.hidden)

/**
 * The stream to listen to, or null. A browser opens only few connections to a server, so hidden pages leave them to others, unless they
 * wait for a job.
 */
const wanted = computed(() =>
  holder.value == null || (isHidden.value && awaited.value.size === 0)
    ? null
    : `${holder.value} ${followed.value ?? ''}`,
)

/** Listens while somebody is signed in. Called once. */
export function listenForEvents(): void {
  document.addEventListener('visibilitychange', () => (isHidden.value = document.hidden))
  effect(() => (wanted.value === null ? undefined : listen(followed.peek())))
}

/** @returns a function that stops listening */
function listen(job: string | null): () => void {
  const url = new URL('v2/events', BASE)
  if (job !== null) url.searchParams.set('job', job)
  ofFollowed.value = NOTHING
  const open = () => {
    const stream = new EventSource(url)
    const on = <Name extends AccountEvent['event']>(name: Name, take: (data: DataOf<Name>) => void) =>
      stream.addEventListener(name, (event: MessageEvent<string>) =>
        take(JSON.parse(event.data) as DataOf<Name>),
      )
    // Changes before the stream opened may have been missed. Later, the browser itself resumes after the last event.
    stream.addEventListener('open', changed, { once: true })
    on('job', changed)
    on('progress', (progress) => (ofFollowed.value = { ...ofFollowed.peek(), progress }))
    on('text', ({ from, text }) => {
      const before = ofFollowed.peek()
      ofFollowed.value = { ...before, text: before.text.slice(0, from) + text }
    })
    return stream
  }
  let source = open()
  const timer = setInterval(() => {
    if (source.readyState === EventSource.OPEN) return
    // The browser reconnects by itself if the connection broke, but not if the service refused it.
    if (source.readyState === EventSource.CLOSED) source = open()
    changed()
  }, ASK_MS)
  return () => {
    clearInterval(timer)
    source.close()
  }
}

/** Follows a job while it is shown. @param job its id; null to follow none, such as one that has ended */
export function useEvents(job: string | null): JobEvents {
  useEffect(() => {
    followed.value = job
    return () => {
      if (followed.peek() === job) followed.value = null
    }
  }, [job])
  return job !== null && followed.value === job ? ofFollowed.value : NOTHING
}
