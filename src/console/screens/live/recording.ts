/** The recording of this page. It continues while other screens are shown, and after a reload. */
import { computed, effect, signal } from '@preact/signals'
import type { LiveRequest } from '../../../../clients/typescript/src/types.ts'
import { holder } from '../../sign-in.ts'
import type { CaptureChoice } from './capture.ts'
import { forgetAll, keptRecordings } from './kept-recordings.ts'
import type { Recorder } from './recorder.ts'
import { keepScreenOn } from './wake-lock.ts'

/** Seconds of unsent audio above which leaving the page asks for confirmation; less is in flight. */
const UNSENT_SECONDS = 2

/** Loaded only for a recording, since every screen imports this module for the mark in the navigation. */
const loaded = async () => (await import('./recorder.ts')).Recorder

/** The last recording of this page; null before the first. */
export const current = signal<Recorder | null>(null)

/** Whether a recording is running or paused. */
export const isLive = computed(() => ['recording', 'paused'].includes(current.value?.state.value ?? ''))

/** Whether the recording is not completely transcribed yet. */
export const isOpen = computed(() => (current.value?.state.value ?? 'ended') !== 'ended')

/** @throws {CaptureError} if capturing fails, {ScriptoriumError} if the service refuses the session */
export async function startRecording(request: LiveRequest, choice: CaptureChoice): Promise<Recorder> {
  const recorder = await (await loaded()).start(request, choice)
  void locked(recorder.jobId, async () => recorder.rest.forgotten)
  current.value = recorder
  return recorder
}

/** Only one page of the browser can have a recording. Others wait until that page is closed. */
async function locked(id: string, act: () => Promise<void>): Promise<void> {
  await navigator.locks.request(`scriptorium-live-${id}`, act)
}

/** Continues a recording of an earlier page. */
async function restore(): Promise<void> {
  const mine = (await keptRecordings()).filter((one) => one.holder === holder.peek())
  for (const { id } of mine.toReversed())
    void locked(id, async () => {
      // The page that had it may have sent it in the meantime.
      const kept = (await keptRecordings()).find((one) => one.id === id)
      if (kept === undefined || kept.holder !== holder.peek() || isOpen.peek()) return
      const recorder = await (await loaded()).restore(kept)
      current.value = recorder
      await recorder.rest.forgotten
    })
}

// Signing out or switching accounts ends the recording. Nothing stays in a browser that others may use.
let before = holder.peek()
effect(() => {
  const present = holder.value
  const recorder = current.peek()
  if (recorder !== null && recorder.holder !== present) {
    recorder.stop()
    current.value = recorder.state.peek() === 'ended' ? null : recorder
  }
  // Recording requires HTTPS, and so do locks.
  if (!window.isSecureContext) return
  if (present === null && before != null) void forgetAll().catch(() => {})
  else if (present != null && present !== before) void restore().catch(() => {})
  before = present
})

// A reload loses nothing, but unsent audio exists only in this browser.
window.addEventListener('beforeunload', (event) => {
  if ((current.value?.rest.seconds.value ?? 0) > UNSENT_SECONDS) event.preventDefault()
})

keepScreenOn(computed(() => current.value?.state.value === 'recording'))
