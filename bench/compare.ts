/**
 * Compares runs of the list benchmark: `node bench/compare.ts 10k.json 1m.json 10m.json`, each written by
 * `npm run --silent bench:list -- --jobs … --out json`.
 */
import { readFileSync } from 'node:fs'
import type { Run } from './list/run.ts'
import { table } from './list/table.ts'

/** A page is only judged if its size changed by at most this factor. */
const MAX_SIZE_RATIO = 1.2
/** How much slower a page may be in the last run than in the first. */
const MAX_RATIO = 1.3
const JUDGED: readonly string[] = ['first page', 'key check', 'filter', 'metadata']

const runs = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Run)
const [first, last] = [runs[0], runs.at(-1)]
if (first === undefined || last === undefined || runs.length < 2) {
  process.stderr.write('node bench/compare.ts SMALL.json … LARGE.json\n')
  process.exit(1)
}

const pages = first.rows.flatMap((before) => {
  const sizes = runs.map(({ rows }) => rows.find(({ name }) => name === before.name))
  const after = sizes.at(-1)
  if (after === undefined) return []
  const ratio = after.p50 / before.p50
  const length = Math.max(after.kilobytes / before.kilobytes, before.kilobytes / after.kilobytes)
  const isJudged = JUDGED.includes(before.group) && length <= MAX_SIZE_RATIO
  const verdict = ratio <= MAX_RATIO ? 'PASS' : 'FAIL'
  return [
    [
      before.name,
      ...sizes.map((row) => row?.p50.toFixed(2) ?? ''),
      after.p95.toFixed(2),
      ratio.toFixed(2),
      // How much slower the machine itself became: the bare server's time for the same bytes.
      (after.bareP50 / before.bareP50).toFixed(2),
      `${before.kilobytes.toFixed(0)} → ${after.kilobytes.toFixed(0)}`,
      isJudged ? verdict : '',
      (after.perSecond / after.barePerSecond).toFixed(2),
    ],
  ]
})
const longPages = runs.map(({ jobs, seeded, longPage: long, createRate }) => [
  String(jobs),
  String(seeded.megabytes),
  long.megabytes.toFixed(0),
  (long.megabytes / long.seconds).toFixed(0),
  long.above.toFixed(0),
  long.longestBlock.toFixed(1),
  createRate.counted.toFixed(0),
  createRate.uncounted.toFixed(0),
])
const p50s = runs.map(({ jobs }) => `p50 at ${jobs}`)
process.stdout.write(`
${first.store}, ${last.machine}; milliseconds of a page not requested before; target: p50 at most × ${MAX_RATIO}

${table(['page', ...p50s, 'p95', 'grew', 'bare grew', 'KB', '', 'again: of bare req/s'], pages)}

One page of all jobs, at most a million, and jobs created per second:

${table(['jobs', 'database MB', 'page MB', 'MB/s', 'MB above idle', 'loop blocked ms', 'created/s', 'uncounted'], longPages)}
`)
