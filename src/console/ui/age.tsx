import { signal } from '@preact/signals'
import { formatAge, formatTime } from '../formatting.ts'
import { t } from '../languages/language.ts'

/** Milliseconds after which ages are shown anew. */
const TICK_MS = 10_000

const now = signal(Date.now())
setInterval(() => (now.value = Date.now()), TICK_MS)

/** How long ago something was, with the exact time as its title. */
export function Age({ timestamp }: { timestamp: string }) {
  // What is newer than the last tick is not in the future.
  const age = formatAge(timestamp, Math.max(now.value, Date.parse(timestamp)))
  return (
    <time dateTime={timestamp} title={formatTime(timestamp)}>
      {age}
    </time>
  )
}

/** When something ends, or that it has; null for never. */
export function Expiry({ timestamp }: { timestamp: string | null }) {
  if (timestamp === null) return <>{t().ui.never}</>
  return (
    <time dateTime={timestamp} title={formatTime(timestamp)}>
      {Date.parse(timestamp) <= now.value ? t().ui.expired : formatAge(timestamp, now.value)}
    </time>
  )
}
