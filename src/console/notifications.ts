/** Jobs that the user waits for: the page title counts those that end unseen, and the browser shows notifications if allowed. */
import { effect, signal, untracked } from '@preact/signals'
import { awaited, changes } from './events.ts'
import { AT_A_TIME, progressOf } from './job-progress.ts'
import { keep, recall } from './kept-here.ts'
import { t } from './languages/language.ts'
import { href, navigate, unseen } from './router.ts'
import { holder } from './sign-in.ts'
import { uploads } from './uploads/uploads.ts'

/** Name of the stored value. */
const AWAITED = 'awaited'

/** Whether notifications are allowed; `default` until the user was asked. */
export const permission = signal<NotificationPermission>(
  'Notification' in window ? Notification.permission : 'denied',
)

/** Waits for a job, and asks for permission to show notifications. */
export async function tellOf(id: string, name: string): Promise<void> {
  permission.value = await Notification.requestPermission()
  if (permission.value === 'granted') awaitJob(id, name)
}

function awaitJob(id: string, name: string): void {
  if (!awaited.peek().has(id)) awaited.value = new Map([...awaited.peek(), [id, name]])
}

/** Called once. */
export function watchJobs(): void {
  const begun = new Set<string>()
  effect(() => {
    for (const { jobId, name } of uploads.value)
      if (jobId !== null && !begun.has(jobId)) {
        begun.add(jobId)
        untracked(() => awaitJob(jobId, name))
      }
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) unseen.value = 0
  })
  let isLooking = false
  let seen = changes.peek()
  const look = async () => {
    if (isLooking || awaited.peek().size === 0) return
    isLooking = true
    seen = changes.peek()
    // If the service cannot be reached, the next change is another chance.
    await tellOfEnded().catch(() => {})
    isLooking = false
    if (seen !== changes.peek()) void look()
  }
  changes.subscribe(() => void look())
  holder.subscribe((present) => {
    awaited.value = new Map(present == null ? [] : (recall(present, AWAITED) as [string, string][] | null))
    // Jobs may have ended before the page was loaded.
    void look()
  })
  awaited.subscribe((jobs) => {
    const present = holder.peek()
    if (present != null) keep(present, AWAITED, [...jobs])
  })
}

/** Checks the awaited jobs one after the other, in the order in which they are processed. */
async function tellOfEnded(): Promise<void> {
  const oldest = [...awaited.peek()].slice(0, AT_A_TIME)
  const ended = await Promise.all(oldest.map(async ([id, name]) => tellIfEnded(id, name)))
  if (ended.includes(true)) await tellOfEnded()
}

/** @returns whether the job is no longer awaited */
async function tellIfEnded(id: string, name: string): Promise<boolean> {
  const progress = await progressOf(id)
  const status = progress?.status
  if (status === 'queued' || status === 'processing') return false
  awaited.value = new Map([...awaited.peek()].filter(([one]) => one !== id))
  if (status !== undefined && document.hidden) tell(id, name, status === 'done')
  return true
}

function tell(id: string, name: string, isDone: boolean): void {
  unseen.value += 1
  if (permission.peek() !== 'granted') return
  const { isTranscribed, hasFailed } = t().jobs
  const notification = new Notification(isDone ? isTranscribed(name) : hasFailed(name), { tag: id })
  notification.addEventListener('click', () => {
    window.focus()
    navigate(href(`jobs/${id}`))
    notification.close()
  })
}
