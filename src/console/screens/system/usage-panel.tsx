import type { Usage } from '../../../contract/usage.ts'
import { get } from '../../api.ts'
import { formatCount } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import type { Messages } from '../../languages/en.ts'
import { t } from '../../languages/language.ts'
import { parameters, setParameters } from '../../router.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'

type Day = Usage['items'][number]

interface Series {
  readonly name: keyof Messages['system']['series']
  readonly valueOf: (day: Day) => number
}

/** The charts of each day. */
const SERIES: readonly Series[] = [
  { name: 'jobs', valueOf: ({ jobs }) => jobs },
  { name: 'minutes', valueOf: ({ audio_seconds }) => Math.round(audio_seconds / 6) / 10 },
  { name: 'failures', valueOf: ({ failed }) => failed },
]

/** Ranges to choose from, in days. */
const RANGES = [7, 30, 90, 365] as const
/** The default range of the API. */
const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000

/** The UTC date a number of days ago. */
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** The usage of the account by day, in the range of the URL. */
export function UsagePanel() {
  const texts = t().system
  const from = parameters.value.get('from')
  const to = parameters.value.get('to')
  const query = new URLSearchParams({ ...(from !== null && { from }), ...(to !== null && { to }) })
  const path = `v2/usage?${query.toString()}`
  const { value, error, isStale, reload } = useResource<Usage>(path, async (_known, abort) =>
    get(path, abort),
  )
  return (
    <section class="usage" aria-labelledby="usage" aria-busy={value === null || isStale}>
      <h2 id="usage">{texts.usage}</h2>
      <Range from={from} to={to} shown={value?.items ?? []} />
      {error !== null ? (
        <Failure title={texts.usageNotLoaded} error={error} onRetry={reload} />
      ) : value === null ? (
        <div class="charts">
          {SERIES.map(({ name }) => (
            <div key={name} class="chart-skeleton">
              <Skeleton width={40} />
            </div>
          ))}
        </div>
      ) : (
        <LoadedUsage days={value.items} />
      )}
    </section>
  )
}

function LoadedUsage({ days }: { days: readonly Day[] }) {
  const texts = t().system
  return (
    <>
      <div class="charts">
        {SERIES.map(({ name, valueOf }) => (
          <BarChart
            key={name}
            label={texts.series[name]}
            bars={days.map((day) => ({ name: day.date, value: valueOf(day) }))}
          />
        ))}
      </div>
      <details class="usage-table">
        <summary>{texts.asTable}</summary>
        <div class="usage-scroll" tabIndex={0} role="region" aria-label={texts.usageByDay}>
          <Table
            caption={texts.usageCaption}
            columns={[
              texts.day,
              ...SERIES.map(({ name }) => ({ head: texts.series[name], class: 'number' })),
            ]}
          >
            {days.toReversed().map((day) => (
              <tr key={day.date}>
                <th scope="row" class="numeric">
                  {day.date}
                </th>
                {SERIES.map(({ name, valueOf }) => (
                  <td key={name} class="number numeric">
                    {formatCount(valueOf(day))}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        </div>
      </details>
    </>
  )
}

interface RangeProps {
  readonly from: string | null
  readonly to: string | null
  /** The days that are shown, which give the ends of a range without them. */
  readonly shown: readonly Day[]
}

function Range({ from, to, shown }: RangeProps) {
  const texts = t().system
  const chosen =
    to === null ? RANGES.find((days) => (from ?? daysAgo(DEFAULT_DAYS - 1)) === daysAgo(days - 1)) : null
  return (
    <div class="range">
      <div class="presets" role="group" aria-label={texts.range}>
        {RANGES.map((days) => (
          <Button
            key={days}
            aria-pressed={days === chosen}
            onClick={() =>
              setParameters({ from: days === DEFAULT_DAYS ? null : daysAgo(days - 1), to: null })
            }
          >
            {texts.days(days)}
          </Button>
        ))}
      </div>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} class="range-end">
          <span class="muted">{name === 'from' ? t().sharing.from : t().sharing.to}</span>
          <input
            class="input"
            type="date"
            value={(name === 'from' ? (from ?? shown[0]?.date) : (to ?? shown.at(-1)?.date)) ?? ''}
            onChange={({ currentTarget }) => setParameters({ [name]: currentTarget.value })}
          />
        </label>
      ))}
    </div>
  )
}
