/** Formats the result of a run. */
import { jobsOfOther, NEWEST, OTHER_ACCOUNTS } from './dataset.ts'
import type { Run } from './run.ts'
import { table } from './table.ts'
import { targets } from './targets.ts'

/** The run as tables for a terminal or a Markdown page. */
export function report(run: Run): string {
  const { jobs, store, seeded, machine, rows, longPage: long, createRate } = run
  const pages = rows.map((row) => [
    row.name,
    row.p50.toFixed(2),
    row.p95.toFixed(2),
    row.perSecond.toFixed(0),
    row.bareP50.toFixed(2),
    row.barePerSecond.toFixed(0),
    (row.perSecond / row.barePerSecond).toFixed(2),
    row.peak.toFixed(0),
    row.kilobytes.toFixed(1),
  ])
  const goals = targets(run).map(({ what, measured, wanted, met }) => [
    what,
    measured.toFixed(2),
    wanted,
    met ? 'PASS' : 'FAIL',
  ])
  return `
${store}, ${jobs} jobs beside ${jobsOfOther(jobs)} of each of ${OTHER_ACCOUNTS} other accounts; ${machine}
${seeded.seconds === null ? 'seeded before' : `seeded in ${seeded.seconds} s`}, ${seeded.megabytes} MB; words of the newest are indexed: ${Math.min(jobs, NEWEST)}

${table(['page', 'new: p50 ms', 'p95 ms', 'again: req/s', 'bare p50', 'bare req/s', 'of bare', 'peak MB', 'KB'], pages)}

limit=${long.jobs}: ${long.megabytes.toFixed(0)} MB in ${long.seconds.toFixed(1)} s, ${(long.megabytes / long.seconds).toFixed(0)} MB/s; \
peak ${long.above.toFixed(0)} MB above idle; event loop blocked ${long.longestBlock.toFixed(1)} ms at the longest; \
/health meanwhile p95 ${long.healthP95.toFixed(1)} ms
creating jobs: ${createRate.counted.toFixed(0)}/s with counters, ${createRate.uncounted.toFixed(0)}/s without

${table(['target', 'measured', 'wanted', ''], goals)}
`
}
