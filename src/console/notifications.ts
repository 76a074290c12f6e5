/** Jobs that the user waits for: the title of the page counts those that end unseen, and the browser tells of them if it may. */
import { effect, signal, untracked } from '@preact/signals'
import type { JobProgress } from '../contract/progress.ts'
import { get, ScriptoriumError } from './api.ts'
import { awaited, changes } from './events.ts'
import { t } from './languages/language.ts'
import { href, navigate, unseen } from './router.ts'
import { holder } from './sign-in.ts'
import { uploads } from './uploads.ts'

/** Jobs that are looked for at a time. */
const MAX_ACTIVE = 5_000

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
  holder.subscribe(() => (awaited.value = new Map()))
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
}

async function tellOfEnded(): Promise<void> {
  const query = new URLSearchParams({ status: 'queued,processing', fields: 'id', limit: String(MAX_ACTIVE) })
  const { items } = await get<{ items: { id: string }[] }>(`v2/jobs?${query.toString()}`)
  if (items.length === MAX_ACTIVE) return
  const active = new Set(items.map(({ id }) => id))
  for (const [id, name] of awaited.peek()) {
    if (active.has(id)) continue
    const status = await statusOf(id)
    // Created since.
    if (status === 'queued' || status === 'processing') continue
    awaited.value = new Map([...awaited.peek()].filter(([one]) => one !== id))
    if (status !== null && document.hidden) tell(id, name, status === 'done')
  }
}

/** Null for a job that was deleted. */
async function statusOf(id: string): Promise<JobProgress['status'] | null> {
  try {
    return (await get<JobProgress>(`v2/jobs/${id}/progress`)).status
  } catch (error) {
    if (error instanceof ScriptoriumError && error.status === 404) return null
    throw error
  }
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
