/** The targets for lists that a single run can check: ratios, and figures that hold on any machine. */
import { NO_RESULTS } from './cases.ts'
import type { Row } from './measure.ts'
import type { Run } from './run.ts'

export interface Target {
  readonly what: string
  readonly measured: number
  readonly wanted: string
  readonly met: boolean
}

export function targets({ store, rows, longPage, createRate }: Run): Target[] {
  const atMost = (what: string, measured: number, max: number): Target => ({
    what,
    measured,
    wanted: `≤ ${max}`,
    met: measured <= max,
  })
  const atLeast = (what: string, measured: number, min: number): Target => ({
    what,
    measured,
    wanted: `≥ ${min}`,
    met: measured >= min,
  })
  const row = (name: string) => rows.find((one) => one.name === name)!
  const inGroup = (group: Row['group']) => rows.filter((one) => one.group === group)
  const first = row('first page')
  const keyCheck = row('key check (limit=1)')
  return [
    ...[...inGroup('offset'), ...inGroup('metadata')].map(({ name, p50 }) => {
      const reference = name.endsWith(NO_RESULTS) ? row(first.name + NO_RESULTS) : first
      return atMost(`${name}: p50 / first page`, p50 / reference.p50, 2)
    }),
    ...(store === 'sqlite'
      ? [
          atLeast('first page: requests/s / bare', first.perSecond / first.barePerSecond, 0.7),
          atLeast('limit=1: requests/s / bare', keyCheck.perSecond / keyCheck.barePerSecond, 0.5),
        ]
      : []),
    atLeast('limit=N: MB/s', longPage.megabytes / longPage.seconds, 100),
    atMost('limit=N: peak above idle, MB', longPage.above, 64),
    atMost('limit=N: longest block of the event loop, ms', longPage.longestBlock, 20),
    atMost('counters: part of the create rate', 1 - createRate.counted / createRate.uncounted, 0.3),
  ]
}
