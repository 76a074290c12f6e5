import { awaited } from '../events.ts'
import { t } from '../languages/language.ts'
import { permission, tellOf } from '../notifications.ts'
import { Button } from './button.tsx'

/** Offers to notify the user when a job ends, unless notifications are denied or already set for it. @param class of the button */
export function TellMe({ id, name, class: kind = 'button' }: { id: string; name: string; class?: string }) {
  const isAwaited = permission.value === 'granted' && awaited.value.has(id)
  if (permission.value === 'denied' || isAwaited) return null
  return (
    <Button class={kind} onClick={() => void tellOf(id, name)}>
      {t().jobs.tellMe}
    </Button>
  )
}
