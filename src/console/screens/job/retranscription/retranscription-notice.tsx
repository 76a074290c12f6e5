import { useState } from 'preact/hooks'
import type { Retranscription, RetranscriptionPage } from '../../../../contract/retranscription.ts'
import { get, remove } from '../../../api.ts'
import { notify } from '../../../announce.ts'
import { t } from '../../../languages/language.ts'
import { useResource } from '../../../resource.ts'
import { may } from '../../../sign-in.ts'
import { ActionButton, Button } from '../../../ui/button.tsx'
import type { EditedJob } from '../edited-job.ts'
import { DifferenceDialog } from './difference-dialog.tsx'
import './retranscription.css'

/** Milliseconds between polls until it is ready. */
const WAITING_MS = 3_000

/** The progress of a retranscription, and then the actions for the new transcript. @param round changes with each request for one */
export function RetranscriptionNotice({ job, round }: { job: EditedJob; round: number }) {
  const { id, status } = job.loaded
  const [isReading, setReading] = useState(false)
  const { value, reload } = useResource<Retranscription | 'none'>(
    `${id} ${round}`,
    async (_known, abort) => {
      // The list, so that there being none is not an error.
      const path = `v2/retranscriptions?limit=1&job_id=${id}`
      const { items } = await get<RetranscriptionPage>(path, abort)
      return items.length === 0 ? 'none' : get<Retranscription>(`v2/jobs/${id}/retranscription`, abort)
    },
    (found) =>
      found !== null && found !== 'none' && ['queued', 'processing'].includes(found.status)
        ? WAITING_MS
        : null,
  )
  if (status !== 'done' || value === null || value === 'none') return null
  const texts = t().job.again
  const accept = async () => {
    await job.acceptAgain(texts.change)
    setReading(false)
    notify(texts.accepted)
    reload()
  }
  const discard = async () => {
    await remove(`v2/jobs/${id}/retranscription`)
    setReading(false)
    reload()
  }
  const { difference, error } = value
  const said =
    difference !== null
      ? texts.ready(difference.words)
      : value.status === 'failed'
        ? texts.failed
        : texts.isRunning
  return (
    <section class="retranscription" aria-label={texts.title}>
      <p role="status">
        {said} {difference !== null && difference.kept > 0 && texts.kept(difference.kept)}{' '}
        {error !== null && <span class="muted">{error}</span>}
      </p>
      {may('write') && (
        <div class="actions">
          {difference !== null && (
            <>
              <Button onClick={() => setReading(true)}>{texts.review}</Button>
              <ActionButton class="button primary" action={accept}>
                {texts.accept}
              </ActionButton>
            </>
          )}
          <ActionButton action={discard}>
            {value.status === 'queued' || value.status === 'processing' ? t().ui.cancel : texts.discard}
          </ActionButton>
        </div>
      )}
      {isReading && difference !== null && (
        <DifferenceDialog {...{ difference, accept, discard }} onClose={() => setReading(false)} />
      )}
    </section>
  )
}
