import type { Usage } from '../../../contract/usage.ts'
import { get } from '../../api.ts'
import { formatCount } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import { parameters, setParameters } from '../../router.ts'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { BarChart } from './bar-chart.tsx'

type Day = Usage['items'][number]

interface Series {
  readonly label: string
  readonly valueOf: (day: Day) => number
}

/** What is drawn of each day. */
const SERIES: readonly Series[] = [
  { label: 'Jobs', valueOf: ({ jobs }) => jobs },
  { label: 'Minutes', valueOf: ({ audio_seconds }) => Math.round(audio_seconds / 6) / 10 },
  { label: 'Failures', valueOf: ({ failed }) => failed },
]

const PRESETS = [7, 30, 90, 365] as const
/** The range of the API without parameters. */
const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000

/** The UTC date so many days ago. */
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** What the account used by day, in the range of the URL. */
export function UsagePanel() {
  const from = parameters.value.get('from')
  const to = parameters.value.get('to')
  const query = new URLSearchParams({ ...(from !== null && { from }), ...(to !== null && { to }) })
  const path = `v2/usage?${query.toString()}`
  const { value, error, isStale, reload } = useResource<Usage>(path, async (_known, abort) =>
    get(path, abort),
  )
  return (
    <section class="usage" aria-labelledby="usage" aria-busy={value === null || isStale}>
      <h2 id="usage">Usage of your account</h2>
      <Range from={from} to={to} shown={value?.items ?? []} />
      {error !== null ? (
        <Failure title="The usage could not be loaded" error={error} onRetry={reload} />
      ) : value === null ? (
        <div class="charts">
          {SERIES.map(({ label }) => (
            <div key={label} class="chart-skeleton">
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
  return (
    <>
      <div class="charts">
        {SERIES.map(({ label, valueOf }) => (
          <BarChart
            key={label}
            label={label}
            bars={days.map((day) => ({ name: day.date, value: valueOf(day) }))}
          />
        ))}
      </div>
      <details class="usage-table">
        <summary>As a table</summary>
        <div class="usage-scroll" tabIndex={0} role="region" aria-label="Usage by day">
          <table class="table">
            <caption class="visually-hidden">Usage by day, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Day (UTC)</th>
                {SERIES.map(({ label }) => (
                  <th key={label} scope="col" class="number">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.date}>
                  <th scope="row" class="numeric">
                    {day.date}
                  </th>
                  {SERIES.map(({ label, valueOf }) => (
                    <td key={label} class="number numeric">
                      {formatCount(valueOf(day))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}

interface RangeProps {
  readonly from: string | null
  readonly to: string | null
  /** The days that are shown: of a range without ends, the ends are taken from them. */
  readonly shown: readonly Day[]
}

function Range({ from, to, shown }: RangeProps) {
  const chosen =
    to === null ? PRESETS.find((days) => (from ?? daysAgo(DEFAULT_DAYS - 1)) === daysAgo(days - 1)) : null
  return (
    <div class="range">
      <div class="presets" role="group" aria-label="Range">
        {PRESETS.map((days) => (
          <button
            key={days}
            type="button"
            class="button"
            aria-pressed={days === chosen}
            onClick={() =>
              setParameters({ from: days === DEFAULT_DAYS ? null : daysAgo(days - 1), to: null })
            }
          >
            {days} days
          </button>
        ))}
      </div>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} class="range-end">
          <span class="muted">{name === 'from' ? 'From' : 'To'}</span>
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
