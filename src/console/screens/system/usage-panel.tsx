import type { Usage } from '../../../contract/usage.ts'
import { get } from '../../api.ts'
import { formatCount } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import { parameters, setParameters } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'

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
          <Table
            caption="Usage by day, newest first"
            columns={['Day (UTC)', ...SERIES.map(({ label }) => ({ head: label, class: 'number' }))]}
          >
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
          </Table>
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
          <Button
            key={days}
            aria-pressed={days === chosen}
            onClick={() =>
              setParameters({ from: days === DEFAULT_DAYS ? null : daysAgo(days - 1), to: null })
            }
          >
            {days} days
          </Button>
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

interface Bar {
  readonly name: string
  readonly value: number
}

/** Width and height of the drawing, which is stretched; a bar is one wide. */
const HEIGHT = 100
const GAP = 0.2

/**
 * Bars with their total. Screen readers get the total and the highest bar; the values are expected in a table beside it.
 * @param bars at least one
 */
function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  const highest = bars.reduce((high, bar) => (bar.value > high.value ? bar : high))
  const summary = total === 0 ? 'none' : `at most ${formatCount(highest.value)}, on ${highest.name}`
  return (
    <figure class="chart">
      <figcaption>
        <span class="muted">{label}</span>
        <strong class="numeric">{formatCount(Math.round(total))}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label} by day: ${summary}`}
      >
        {bars.map(({ name, value }, at) => (
          <g key={name}>
            {/* The whole column shows the value of its bar. */}
            <title>{`${name}: ${formatCount(value)}`}</title>
            <rect class="column" x={at} y={0} width={1} height={HEIGHT} />
            {value > 0 && (
              <rect
                class="bar"
                x={at + GAP / 2}
                width={1 - GAP}
                y={HEIGHT - heightOf(value, highest.value)}
                height={heightOf(value, highest.value)}
              />
            )}
          </g>
        ))}
      </svg>
      <p class="hint numeric chart-ends">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </p>
    </figure>
  )
}

/** At least so much that the bar is seen. */
const heightOf = (value: number, highest: number): number => Math.max(2, (value / highest) * HEIGHT)
