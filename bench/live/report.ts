/** Formats the result of a run. */
import { table } from '../list/table.ts'
import type { IdleRow, Run } from './run.ts'

/** Targets. */
const MAX_DELAY = 0.5
const MAX_IDLE_MEGABYTES = 2
const MAX_IDLE_CORES = 0.005

/** The run as tables for a terminal or a Markdown page. */
export function report(run: Run): string {
  const { machine, seconds, endpointing, batchSpeed, rows, idle } = run
  const spoken = rows.map((row) => [
    String(row.sessions),
    row.finalP50.toFixed(2),
    row.finalP95.toFixed(2),
    row.partialP50.toFixed(2),
    row.partialP95.toFixed(2),
    row.gapP95.toFixed(2),
    `${(100 * row.same).toFixed(0)} % of ${row.finals}`,
    Number.isNaN(row.unstable) ? '' : `${(100 * row.unstable).toFixed(1)} %`,
    row.serviceCores.toFixed(2),
    row.recogniserCores.toFixed(2),
    (row.serviceMegabytes / row.sessions).toFixed(1),
    (row.recogniserMegabytes / row.sessions).toFixed(1),
  ])
  const head = [
    'sessions',
    'final: p50 s',
    'p95 s',
    'partial: p50 s',
    'p95 s',
    'every, p95 s',
    'as batch',
    'changed',
    'service: cores',
    'recogniser',
    'service: MB each',
    'recogniser',
  ]
  const goals = targets(run).map(({ what, measured, wanted, met }) => [
    what,
    measured.toFixed(3),
    wanted,
    met ? 'PASS' : 'FAIL',
  ])
  return `
${seconds} s of speech at real time into each session, endpointing ${endpointing} s; ${machine}

${table(head, spoken)}

Each of ${idle.sessions} silent sessions uses ${share(idle.serviceCores, idle)} in the service, \
${share(idle.recogniserCores, idle)} in the recogniser, and ${megabytesEach(idle).toFixed(2)} MB.
A file with the same speech takes ${batchSpeed.toFixed(3)} s per second: at 70 % load that is ${Math.floor(0.7 / batchSpeed)} at once.

${table(['target', 'measured', 'wanted', ''], goals)}
`
}

const share = (cores: number, { sessions }: IdleRow) => `${((100 * cores) / sessions).toFixed(2)} % of a core`
const coresEach = ({ serviceCores, recogniserCores, sessions }: IdleRow) =>
  (serviceCores + recogniserCores) / sessions
const megabytesEach = ({ serviceMegabytes, recogniserMegabytes, sessions }: IdleRow) =>
  (serviceMegabytes + recogniserMegabytes) / sessions

function targets({ endpointing, rows, idle, batchSpeed }: Run) {
  const atMost = (what: string, measured: number, max: number) => ({
    what,
    measured,
    wanted: `≤ ${max}`,
    met: measured <= max,
  })
  const expected = rows.filter(({ sessions }) => sessions === 1 || sessions <= 0.7 / batchSpeed)
  return [
    ...expected.map(({ sessions, finalP95 }) =>
      atMost(`${sessions} at once: final p95, s`, finalP95, endpointing + MAX_DELAY),
    ),
    atMost('silent session: MB', megabytesEach(idle), MAX_IDLE_MEGABYTES),
    atMost('silent session: cores', coresEach(idle), MAX_IDLE_CORES),
  ]
}
