import { useEffect } from 'preact/hooks'
import type { DeliveryPage, DeliveryState } from '../../../contract/deliveries.ts'
import { get } from '../../api.ts'
import { announce } from '../../announce.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { parameters, setParameters, useTitle } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { WAITING_MS } from '../../ui/delivery.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { DeliveryTable, JobLink } from './delivery-table.tsx'

const PAGE_SIZE = 50

/** Milliseconds between polls while no delivery is waiting. */
const IDLE_MS = 10_000

const STATES = ['waiting', 'delivered', 'failed'] as const satisfies readonly DeliveryState[]

/** Parameters of the API that are also in the console's URL. */
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
      <DeliveryPages next={value?.next ?? null} />
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

function DeliveryPages({ next }: { next: string | null }) {
  const isFirst = !parameters.value.has('after')
  if (isFirst && next === null) return null
  return (
    <Pages
      label={t().deliveries.pages}
      newer={t().deliveries.newest}
      older={t().deliveries.older}
      onNewer={isFirst ? null : () => show({})}
      onOlder={next === null ? null : () => setParameters({ after: new URL(next).searchParams.get('after') })}
    />
  )
}
