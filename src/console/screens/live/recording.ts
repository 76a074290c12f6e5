/** The recording of this page. It goes on while other screens are shown, and after the page was loaded again. */
import { computed, effect, signal } from '@preact/signals'
import type { LiveRequest } from '../../../../clients/typescript/src/types.ts'
import { holder } from '../../sign-in.ts'
import type { CaptureChoice } from './capture.ts'
import { forgetAll, keptRecordings } from './kept-recordings.ts'
import type { Recorder } from './recorder.ts'
import { keepScreenOn } from './wake-lock.ts'

/** Seconds of sound that may be lost by leaving the page: less than that is on its way. */
const UNSENT_SECONDS = 2

/** Loaded when something is recorded: the mark in the navigation is on every screen. */
const loaded = async () => (await import('./recorder.ts')).Recorder

/** The last recording of this page; null before the first. */
export const current = signal<Recorder | null>(null)

/** Whether something is recorded, or is paused. */
export const isLive = computed(() => ['recording', 'paused'].includes(current.value?.state.value ?? ''))

/** Whether it is not wholly transcribed. */
export const isOpen = computed(() => (current.value?.state.value ?? 'ended') !== 'ended')

/** @throws {CaptureError} when there is no sound, {ScriptoriumError} when the service refuses the session */
export async function startRecording(request: LiveRequest, choice: CaptureChoice): Promise<Recorder> {
  const recorder = await (await loaded()).start(request, choice)
  void locked(recorder.jobId, async () => recorder.rest.forgotten)
  current.value = recorder
  return recorder
}

/** Only one page of the browser has a recording: another one waits until it is closed. */
async function locked(id: string, act: () => Promise<void>): Promise<void> {
  await navigator.locks.request(`scriptorium-live-${id}`, act)
}

/** Goes on with what an earlier page has left. */
async function restore(): Promise<void> {
  const mine = (await keptRecordings()).filter((one) => one.holder === holder.peek())
  for (const { id } of mine.toReversed())
    void locked(id, async () => {
      // It may have been sent meanwhile, by the page that had it.
      const kept = (await keptRecordings()).find((one) => one.id === id)
      if (kept === undefined || kept.holder !== holder.peek() || isOpen.peek()) return
      const recorder = await (await loaded()).restore(kept)
      current.value = recorder
      await recorder.rest.forgotten
    })
}

// Signing out ends it, and another account in use, which it is not for. Nothing stays in a browser that others may use.
let before = holder.peek()
effect(() => {
  const present = holder.value
  const recorder = current.peek()
  if (recorder !== null && recorder.holder !== present) {
    recorder.stop()
    current.value = recorder.state.peek() === 'ended' ? null : recorder
  }
  // Recordings need HTTPS, and so does the lock.
  if (!window.isSecureContext) return
  if (present === null && before != null) void forgetAll().catch(() => {})
  else if (present != null && present !== before) void restore().catch(() => {})
  before = present
})

// Nothing is lost by a reload, but what is not sent stays here.
window.addEventListener('beforeunload', (event) => {
  if ((current.value?.rest.seconds.value ?? 0) > UNSENT_SECONDS) event.preventDefault()
})

keepScreenOn(computed(() => current.value?.state.value === 'recording'))
