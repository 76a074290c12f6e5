import type { JobProgress } from '../../../contract/progress.ts'
import { attempt, notify } from '../../announce.ts'
import { put } from '../../api.ts'
import { t } from '../../languages/language.ts'
import { may } from '../../sign-in.ts'
import { Button } from '../../ui/button.tsx'

/** A button that moves a waiting job before all others of the account; null if it is already first, or not waiting. */
export function DoFirst({ id, progress }: { id: string; progress: JobProgress | null }) {
  const texts = t().job
  if (!may('write') || !progress?.queue_position) return null
  const act = async () => {
    if (await attempt(async () => put(`v2/jobs/${id}/priority`, { priority: 'first' }))) notify(texts.isFirst)
  }
  return (
    <Button class="menu-button" onClick={() => void act()}>
      {texts.doFirst}
    </Button>
  )
}
