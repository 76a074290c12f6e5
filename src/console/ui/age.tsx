import { signal } from '@preact/signals'
import { formatAge, formatTime } from '../formatting.ts'
import { t } from '../languages/language.ts'

/** Milliseconds between updates of ages. */
const TICK_MS = 10_000

const now = signal(Date.now())
setInterval(() => (now.value = Date.now()), TICK_MS)

/** How long ago something was, with the exact time as the title. */
export function Age({ timestamp }: { timestamp: string }) {
  // A time after the last tick is not in the future.
  const age = formatAge(timestamp, Math.max(now.value, Date.parse(timestamp)))
  return (
    <time dateTime={timestamp} title={formatTime(timestamp)}>
      {age}
    </time>
  )
}

/** When something expires, or that it has. @param timestamp null for never */
export function Expiry({ timestamp }: { timestamp: string | null }) {
  if (timestamp === null) return <>{t().ui.never}</>
  return (
    <time dateTime={timestamp} title={formatTime(timestamp)}>
      {Date.parse(timestamp) <= now.value ? t().ui.expired : formatAge(timestamp, now.value)}
    </time>
  )
}
