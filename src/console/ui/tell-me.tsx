import { awaited } from '../events.ts'
import { t } from '../languages/language.ts'
import { permission, tellOf } from '../notifications.ts'
import { Button } from './button.tsx'

/** Offers to tell when a job ends, until the browser has said whether it may. @param class of the button */
export function TellMe({ id, name, class: kind = 'button' }: { id: string; name: string; class?: string }) {
  const isTold = permission.value === 'granted' && awaited.value.has(id)
  if (permission.value === 'denied' || isTold) return null
  return (
    <Button class={kind} onClick={() => void tellOf(id, name)}>
      {t().jobs.tellMe}
    </Button>
  )
}
