/** Jobs that the user waits for: the title of the page counts those that end unseen, and the browser tells of them if it may. */
import { effect, signal, untracked } from '@preact/signals'
import { awaited, changes } from './events.ts'
import { AT_A_TIME, progressOf } from './job-progress.ts'
import { keep, recall } from './kept-here.ts'
import { t } from './languages/language.ts'
import { href, navigate, unseen } from './router.ts'
import { holder } from './sign-in.ts'
import { uploads } from './uploads/uploads.ts'

/** The name of what is kept. */
const AWAITED = 'awaited'

/** Whether the browser tells of jobs; `default` until the user was asked. */
export const permission = signal<NotificationPermission>(
  'Notification' in window ? Notification.permission : 'denied',
)

/** Waits for a job, and asks the browser whether it may tell. */
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
    // While the service cannot be reached, the next change is another chance.
    await tellOfEnded().catch(() => {})
    isLooking = false
    if (seen !== changes.peek()) void look()
  }
  changes.subscribe(() => void look())
  holder.subscribe((present) => {
    awaited.value = new Map(present == null ? [] : (recall(present, AWAITED) as [string, string][] | null))
    // They may have ended before the page was loaded.
    void look()
  })
  awaited.subscribe((jobs) => {
    const present = holder.peek()
    if (present != null) keep(present, AWAITED, [...jobs])
  })
}

/** Of those that are waited for, one after the other in the order in which they are worked on. */
async function tellOfEnded(): Promise<void> {
  const oldest = [...awaited.peek()].slice(0, AT_A_TIME)
  const ended = await Promise.all(oldest.map(async ([id, name]) => tellIfEnded(id, name)))
  if (ended.includes(true)) await tellOfEnded()
}

/** @returns whether it is waited for no longer */
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
