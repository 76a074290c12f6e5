/** What happens to the account's jobs, as the service tells it: one stream for the whole page. */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { AccountEvent } from '../contract/events.ts'
import type { JobProgress } from '../contract/progress.ts'
import { BASE } from './api.ts'
import { holder } from './sign-in.ts'

/** Milliseconds between two looks while there is no stream. */
const ASK_MS = 5_000

/** Milliseconds between two changes that screens are told of: with each, they ask for all that they show. */
const REST_MS = 2_000

type DataOf<Name> = Extract<AccountEvent, { event: Name }>['data']

const counter = signal(0)

/** Another number whenever jobs of the account may have changed. */
export const changes: ReadonlySignal<number> = counter

let isResting = false
let hasChangedSince = false

/** Tells of a change at once, and of those while it rests then as of one. */
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

/** The job that a screen follows; null for none. */
const followed = signal<string | null>(null)

/** The jobs that the user waits for, by their ids: what they are called. */
export const awaited = signal<ReadonlyMap<string, string>>(new Map())

interface JobEvents {
  /** Null until it is known. */
  readonly progress: JobProgress | null
  /** What is recognised so far. */
  readonly text: string
}
const NOTHING: JobEvents = { progress: null, text: '' }
const ofFollowed = signal(NOTHING)

const isHidden = signal(document.hidden)

/**
 * What the stream is of; null for none. A browser opens few connections to a service: pages that nobody sees leave them to others,
 * unless they wait for a job.
 */
const wanted = computed(() =>
  holder.value == null || (isHidden.value && awaited.value.size === 0)
    ? null
    : `${holder.value} ${followed.value ?? ''}`,
)

/** Listens as long as somebody is signed in. Called once. */
export function listenForEvents(): void {
  document.addEventListener('visibilitychange', () => (isHidden.value = document.hidden))
  effect(() => (wanted.value === null ? undefined : listen(followed.peek())))
}

/** @returns what stops it */
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
    // What happened before the stream began: each asks anew. Afterwards, the browser goes on after the last event by itself.
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
    // The browser tries again by itself where the connection broke, and not where the service refused.
    if (source.readyState === EventSource.CLOSED) source = open()
    changed()
  }, ASK_MS)
  return () => {
    clearInterval(timer)
    source.close()
  }
}

/** Follows a job while it is shown. @param job its id; null for none, such as one that has ended */
export function useEvents(job: string | null): JobEvents {
  useEffect(() => {
    followed.value = job
    return () => {
      if (followed.peek() === job) followed.value = null
    }
  }, [job])
  return job !== null && followed.value === job ? ofFollowed.value : NOTHING
}
