import type { Delivery } from '../../../contract/deliveries.ts'
import { formatAge, formatTime } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { href } from '../../router.ts'
import { Age } from '../../ui/age.tsx'
import { DeliveryStatus, RedeliverButton } from '../../ui/delivery.tsx'
import { ACTIONS, SkeletonRows, Table } from '../../ui/table.tsx'
import './deliveries.css'

interface DeliveryTableProps {
  /** Null while they load. */
  readonly deliveries: readonly Delivery[] | null
  /** Whether these are still the deliveries of another query. */
  readonly isStale: boolean
  readonly onChange: () => void
}

export function DeliveryTable({ deliveries, isStale, onChange }: DeliveryTableProps) {
  const texts = t().deliveries
  const columns = [
    { head: texts.state, class: 'wide' },
    texts.callback,
    { head: texts.lastAnswer, class: 'wide' },
    { head: texts.nextAttempt, class: 'wide' },
    ACTIONS,
  ]
  return (
    <Table
      caption={texts.caption}
      class="deliveries-table"
      columns={columns}
      isBusy={deliveries === null || isStale}
    >
      {deliveries === null ? (
        <SkeletonRows columns={columns.length} widths={[80, 69, 58, 47, 76, 65]} />
      ) : (
        deliveries.map((delivery) => <Row key={delivery.id} delivery={delivery} onChange={onChange} />)
      )}
    </Table>
  )
}

function Row({ delivery, onChange }: { delivery: Delivery; onChange: () => void }) {
  const { job_id, event, url, method, state, created_at } = delivery
  return (
    <tr>
      <td class="wide">
        <DeliveryStatus state={state} />
      </td>
      <td>
        <span class="narrow">
          <DeliveryStatus state={state} />
        </span>
        <code>{event}</code>
        <bdi class="detail" title={url}>
          {method} {url}
        </bdi>
        <span class="detail">
          <JobLink id={job_id} /> · <Age timestamp={created_at} />
        </span>
        <span class="narrow">
          <LastAnswer delivery={delivery} />
          <NextAttempt delivery={delivery} />
        </span>
      </td>
      <td class="wide">
        <LastAnswer delivery={delivery} />
      </td>
      <td class="wide">
        <NextAttempt delivery={delivery} />
      </td>
      <td class="action">
        <RedeliverButton delivery={delivery} onEnd={onChange} />
      </td>
    </tr>
  )
}

/** Characters of a response that are shown; the deliveries on the job's screen show the rest. */
const MAX_CHARACTERS = 100

function LastAnswer({ delivery: { attempts } }: { delivery: Delivery }) {
  const last = attempts.at(-1)
  if (last === undefined) return <span class="muted">{t().deliveries.noAttempt}</span>
  const { status, answer, error } = last
  const isSuccess = status !== null && status >= 200 && status < 300
  return (
    <>
      <span class={isSuccess ? 'detail' : 'detail problem'} title={error ?? undefined}>
        {status ?? error} {answer !== null && <bdi>{answer.slice(0, MAX_CHARACTERS)}</bdi>}
      </span>
      <span class="detail numeric">{t().deliveries.attempts(attempts.length)}</span>
    </>
  )
}

function NextAttempt({ delivery: { next_attempt_at, receiver, state } }: { delivery: Delivery }) {
  if (state === 'waiting' && receiver.paused_until !== null)
    return (
      <span class="detail problem" title={t().deliveries.failedTooOften(receiver.origin)}>
        {t().deliveries.pausedUntil(formatTime(receiver.paused_until))}
      </span>
    )
  if (next_attempt_at === null) return null
  return (
    <span class="detail">
      <time dateTime={next_attempt_at} title={formatTime(next_attempt_at)}>
        {formatAge(next_attempt_at, Date.now())}
      </time>
    </span>
  )
}

export function JobLink({ id }: { id: string }) {
  return (
    <a href={href(`jobs/${id}?tab=deliveries`)} title={id}>
      {t().deliveries.job(id.slice(0, 8))}
    </a>
  )
}
