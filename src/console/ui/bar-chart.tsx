import { formatCount } from '../formatting.ts'
import { t } from '../languages/language.ts'
import './bar-chart.css'

interface Bar {
  readonly name: string
  readonly value: number
}

/** Height of the drawing, which is stretched; a bar has a width of 1. */
const HEIGHT = 100
const GAP = 0.2

/**
 * A bar chart with its total. Screen readers get the total and the highest bar; a table beside it should have the values.
 * @param bars at least one
 */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  const highest = bars.reduce((high, bar) => (bar.value > high.value ? bar : high))
  const { ui } = t()
  const summary = total === 0 ? ui.chartNone : ui.chartMost(formatCount(highest.value), highest.name)
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
        aria-label={ui.chartByDay(label, summary)}
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

/** High enough for the bar to be visible. */
const heightOf = (value: number, highest: number): number => Math.max(2, (value / highest) * HEIGHT)
