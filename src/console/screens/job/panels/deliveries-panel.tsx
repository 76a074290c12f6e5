import type { Delivery, DeliveryPage } from '../../../../contract/deliveries.ts'
import { get } from '../../../api.ts'
import { formatAge, formatTime } from '../../../formatting.ts'
import { useResource } from '../../../resource.ts'
import { DeliveryStatus, RedeliverButton, WAITING_MS } from '../../../ui/delivery.tsx'
import { Empty, Loaded } from '../../../ui/states.tsx'

/** Deliveries that are shown; the API has the rest. */
const SHOWN = 100

export function DeliveriesPanel({ jobId }: { jobId: string }) {
  const deliveries = useResource<DeliveryPage>(
    jobId,
    async (_known, abort) => get<DeliveryPage>(`v2/jobs/${jobId}/deliveries?limit=${SHOWN}`, abort),
    (page) => (page?.items.some(({ state }) => state === 'waiting') ? WAITING_MS : null),
  )
  return (
    <Loaded resource={deliveries} title="The deliveries could not be loaded">
      {({ items, next }) =>
        items.length === 0 ? (
          <Empty icon="jobs" title="No callbacks">
            A job that was requested with a callback URL reports there; each attempt is listed here.
          </Empty>
        ) : (
          <>
            <ul class="deliveries">
              {items.map((delivery) => (
                <DeliveryItem key={delivery.id} delivery={delivery} onChange={deliveries.reload} />
              ))}
            </ul>
            {next !== null && <p class="hint">The first {SHOWN} deliveries are shown.</p>}
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
          {receiver.origin} has failed too often and is paused until {formatTime(receiver.paused_until)}.
        </p>
      )}
      {next_attempt_at !== null && <p class="hint">Next attempt {formatAge(next_attempt_at, Date.now())}.</p>}
      {attempts.length > 0 && (
        <table class="attempts">
          <caption class="visually-hidden">Attempts</caption>
          <thead>
            <tr>
              <th scope="col">Attempt</th>
              <th scope="col">Answer</th>
              <th scope="col">Took</th>
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
                <td class="numeric">{duration.toFixed(2)} s</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  )
}
