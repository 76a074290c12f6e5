/**
 * What grew between two runs of the list bench: `node bench/compare.ts 10k.json 10m.json`, each made by
 * `npm run --silent bench:list -- --jobs … --out json`.
 */
import { readFileSync } from 'node:fs'
import type { Run } from './list/run.ts'
import { table } from './list/table.ts'

/** A page is compared with one that is not more than this much smaller or larger. */
const ALIKE = 1.2
/** How much slower a page may be in the second run. */
const MOST = 1.3
const JUDGED: readonly string[] = ['first page', 'key check', 'filter', 'metadata']

const [small, large] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Run)
if (small === undefined || large === undefined) {
  process.stderr.write('node bench/compare.ts SMALL.json LARGE.json\n')
  process.exit(1)
}

const rows = small.rows.flatMap((before) => {
  const after = large.rows.find(({ name }) => name === before.name)
  if (after === undefined) return []
  const ratio = after.p50 / before.p50
  const length = Math.max(after.kilobytes / before.kilobytes, before.kilobytes / after.kilobytes)
  const isJudged = JUDGED.includes(before.group) && length <= ALIKE
  const verdict = ratio <= MOST ? 'PASS' : 'FAIL'
  return [
    [
      before.name,
      before.p50.toFixed(2),
      after.p50.toFixed(2),
      ratio.toFixed(2),
      `${before.kilobytes.toFixed(0)} → ${after.kilobytes.toFixed(0)}`,
      // How much the machine itself was slower: the bare server's own time for these bytes.
      (after.bareP50 / before.bareP50).toFixed(2),
      isJudged ? verdict : '',
    ],
  ]
})
process.stdout.write(`
${small.store} with ${small.jobs} jobs, ${large.store} with ${large.jobs}; wanted: p50 at most × ${MOST}

${table(['page', `p50 at ${small.jobs}`, `p50 at ${large.jobs}`, 'ratio', 'KB', 'bare server', ''], rows)}
`)
