import { t } from '../../../languages/language.ts'
import type { Delivery, DeliveryPage } from '../../../../contract/deliveries.ts'
import { get } from '../../../api.ts'
import { formatAge, formatSeconds, formatTime } from '../../../formatting.ts'
import { useResource } from '../../../resource.ts'
import { DeliveryStatus, RedeliverButton, WAITING_MS } from '../../../ui/delivery.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'

/** Number of deliveries shown; the API has the rest. */
const SHOWN = 100

export function DeliveriesPanel({ jobId }: { jobId: string }) {
  const deliveries = useResource<DeliveryPage>(
    jobId,
    async (_known, abort) => get<DeliveryPage>(`v2/jobs/${jobId}/deliveries?limit=${SHOWN}`, abort),
    (page) => (page?.items.some(({ state }) => state === 'waiting') ? WAITING_MS : null),
  )
  return (
    <Loaded resource={deliveries} title={t().deliveries.notLoaded}>
      {({ items, next }) =>
        items.length === 0 ? (
          <Empty icon="jobs" title={t().job.noCallbacks}>
            {t().deliveries.noneHint}
          </Empty>
        ) : (
          <>
            <ul class="deliveries">
              {items.map((delivery) => (
                <DeliveryItem key={delivery.id} delivery={delivery} onChange={deliveries.reload} />
              ))}
            </ul>
            {next !== null && <p class="hint">{t().job.firstDeliveries(SHOWN)}</p>}
          </>
        )
      }
    </Loaded>
  )
}

function DeliveryItem({ delivery, onChange }: { delivery: Delivery; onChange: () => void }) {
  const { event, url, method, state, next_attempt_at, attempts, receiver } = delivery
  return (
    <li class="delivery">
      <div class="delivery-header">
        <DeliveryStatus state={state} />
        <code>{event}</code>
        <RedeliverButton delivery={delivery} onEnd={onChange} />
      </div>
      <p class="muted">
        {method} <bdi class="value">{url}</bdi>
      </p>
      {receiver.paused_until !== null && (
        <p class="problem">
          {t().deliveries.failedTooOften(receiver.origin)}{' '}
          {t().deliveries.pausedUntil(formatTime(receiver.paused_until))}
        </p>
      )}
      {next_attempt_at !== null && (
        <p class="hint">
          {t().deliveries.nextAttempt}: {formatAge(next_attempt_at, Date.now())}
        </p>
      )}
      {attempts.length > 0 && (
        <table class="attempts">
          <caption class="visually-hidden">{t().job.attempts}</caption>
          <thead>
            <tr>
              <th scope="col">{t().job.attempt}</th>
              <th scope="col">{t().job.answer}</th>
              <th scope="col">{t().job.took}</th>
            </tr>
          </thead>
          <tbody>
            {attempts.map(({ at, status, error, answer, duration }) => (
              <tr key={at}>
                <td class="numeric">
                  <time dateTime={at}>{formatTime(at)}</time>
                </td>
                <td>
                  {status ?? <span class="problem">{error}</span>}{' '}
                  {answer !== null && <bdi class="muted">{answer.slice(0, 200)}</bdi>}
                </td>
                <td class="numeric">{formatSeconds(duration)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  )
}
