import { useEffect } from 'preact/hooks'
import type { Delivery, DeliveryPage, DeliveryState } from '../../../contract/deliveries.ts'
import { get } from '../../api.ts'
import { announce } from '../../announce.ts'
import { formatAge, formatTime } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import { href, parameters, setParameters, useTitle } from '../../router.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { DeliveryStatus, RedeliverButton, WAITING_MS } from '../../ui/delivery.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { ACTIONS, SkeletonRows, Table } from '../../ui/table.tsx'
import { t } from '../../languages/language.ts'

const PAGE_SIZE = 50

/** Milliseconds between two looks for new deliveries, while none is waiting. */
const IDLE_MS = 10_000

const STATES = ['waiting', 'delivered', 'failed'] as const satisfies readonly DeliveryState[]

/** The parameters of the API, which the console's URL has too. */
const FILTERS = ['state', 'job_id', 'after'] as const

export function DeliveriesScreen() {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE) })
  for (const name of FILTERS) {
    const value = parameters.value.get(name)
    if (value !== null) query.set(name, value)
  }
  const path = `v2/deliveries?${query.toString()}`
  const { value, error, isStale, reload } = useResource<DeliveryPage>(
    path,
    async (_known, abort) => get<DeliveryPage>(path, abort),
    (page) => (page?.items.some(({ state }) => state === 'waiting') ? WAITING_MS : IDLE_MS),
  )
  const count = isStale ? undefined : value?.items.length
  useTitle(t().shell.screens.deliveries)
  useEffect(() => {
    if (count !== undefined) announce(t().deliveries.onThisPage(count))
  }, [count, path])
  return (
    <>
      <div class="page-header">
        <h1>{t().shell.screens.deliveries}</h1>
      </div>
      {query.has('job_id') && (
        <p class="one-job">
          <span>
            <Sentence
              text={t().deliveries.ofJob}
              parts={{ job: <JobLink id={query.get('job_id') ?? ''} /> }}
            />
          </span>
          <Button class="link-button" onClick={() => show({ job_id: null })}>
            {t().deliveries.showOfAll}
          </Button>
        </p>
      )}
      <StateTabs />
      {error !== null && (value === null || isStale) ? (
        <div class="list-failure">
          <Failure title={t().deliveries.notLoaded} error={error} onRetry={reload} />
        </div>
      ) : value?.items.length === 0 ? (
        <NoDeliveries />
      ) : (
        <DeliveryTable deliveries={value?.items ?? null} isStale={isStale} onChange={reload} />
      )}
      <Pages next={value?.next ?? null} />
    </>
  )
}

/** Shows the first page with other filters. */
function show(filters: Readonly<Record<string, string | null>>): void {
  setParameters({ ...filters, after: null })
}

function StateTabs() {
  const chosen = parameters.value.get('state') ?? ''
  return (
    <nav class="tabs" aria-label={t().deliveries.state}>
      {(['', ...STATES] as const).map((state) => (
        <Button
          key={state}
          class="tab"
          aria-current={state === chosen ? 'true' : undefined}
          onClick={() => show({ state })}
        >
          {state === '' ? t().deliveries.all : t().ui.deliveryStates[state]}
        </Button>
      ))}
    </nav>
  )
}

function NoDeliveries() {
  if (FILTERS.some((name) => parameters.value.has(name)))
    return (
      <Empty
        icon="search"
        title={t().deliveries.noMatch}
        actions={
          <Button onClick={() => show({ state: null, job_id: null })}>{t().deliveries.showAll}</Button>
        }
      />
    )
  return (
    <Empty icon="send" title={t().deliveries.none}>
      {t().deliveries.noneHint}
    </Empty>
  )
}

interface DeliveryTableProps {
  /** Null while they load. */
  readonly deliveries: readonly Delivery[] | null
  /** Whether they are those of another query, while the new ones load. */
  readonly isStale: boolean
  readonly onChange: () => void
}

function DeliveryTable({ deliveries, isStale, onChange }: DeliveryTableProps) {
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

/** Characters of an answer that are shown; the deliveries of its job have the rest. */
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

function JobLink({ id }: { id: string }) {
  return (
    <a href={href(`jobs/${id}?tab=deliveries`)} title={id}>
      {t().deliveries.job(id.slice(0, 8))}
    </a>
  )
}

function Pages({ next }: { next: string | null }) {
  const isFirst = !parameters.value.has('after')
  if (isFirst && next === null) return null
  return (
    <nav class="pages" aria-label={t().deliveries.pages}>
      <Button disabled={isFirst} onClick={() => show({})}>
        <Icon name="back" />
        {t().deliveries.newest}
      </Button>
      <Button
        disabled={next === null}
        onClick={() => next !== null && setParameters({ after: new URL(next).searchParams.get('after') })}
      >
        {t().deliveries.older}
        <Icon name="forward" />
      </Button>
    </nav>
  )
}
