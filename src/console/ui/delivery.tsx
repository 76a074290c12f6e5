/** Elements that lists of deliveries share. */
import { Button } from './button.tsx'
import { useState } from 'preact/hooks'
import type { Delivery, DeliveryState } from '../../contract/deliveries.ts'
import { post } from '../api.ts'
import { attempt, notify } from '../announce.ts'
import { t } from '../languages/language.ts'
import { may } from '../sign-in.ts'

/** The states of deliveries look like those of jobs. */
const MARKS = { waiting: 'queued', delivered: 'done', failed: 'error' } as const

/** Milliseconds between polls while some deliveries are waiting. */
export const WAITING_MS = 2_000

export function DeliveryStatus({ state }: { state: DeliveryState }) {
  return (
    <span class="status" data-status={MARKS[state]}>
      {t().ui.deliveryStates[state]}
    </span>
  )
}

interface RedeliverProps {
  readonly delivery: Pick<Delivery, 'id' | 'job_id'>
  /** Called when it was requested, or that has failed. */
  readonly onEnd: () => void
}

/** Shown only to users who may send it again. */
export function RedeliverButton({ delivery: { id, job_id }, onEnd }: RedeliverProps) {
  const [isBusy, setBusy] = useState(false)
  if (!may('write')) return null
  const redeliver = async () => {
    setBusy(true)
    await attempt(async () => {
      await post(`v2/jobs/${job_id}/deliveries/${id}/redeliver`)
      notify(t().ui.redelivered)
    })
    setBusy(false)
    onEnd()
  }
  return (
    <Button disabled={isBusy} onClick={() => void redeliver()}>
      {t().ui.redeliver}
    </Button>
  )
}
