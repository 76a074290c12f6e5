/**
 * Benchmark of transcripts of recordings whose correct text is known: `npm run bench:ears -- --sections clips,noises`.
 *
 * Each section of test/ears/ is measured in a separate process, one after another. The exit code is 1 if a figure misses
 * its target.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import type { Figure } from '../test/ears/figure.ts'
import { report } from './ears/report.ts'
import { isSection, SECTIONS } from './ears/sections.ts'

const USAGE = `npm run bench:ears -- [flags]
  --sections ${Object.keys(SECTIONS).join(',')}
`

const { values: flags } = parseArgs({
  options: { sections: { type: 'string', default: Object.keys(SECTIONS).join(',') } },
})
const names = flags.sections.split(',')
if (!names.every(isSection)) {
  process.stderr.write(USAGE)
  process.exit(1)
}
const figures: Figure[] = []
for (const name of names) figures.push(...(await measure(name)))
process.stdout.write(report(figures))
if (figures.some(({ isMet }) => !isMet)) process.exitCode = 1

/** Measures the figures of a section; a section that fails counts as one missed figure. */
async function measure(section: string): Promise<readonly Figure[]> {
  const child = fork(new URL('ears/section.ts', import.meta.url), [section], { execArgv: [] })
  const exited = once(child, 'exit').then(([code]): Figure[] => [
    { what: section, ours: `exited with ${String(code)}`, wanted: 'figures', isMet: false },
  ])
  return Promise.race([once(child, 'message').then(([own]) => own as Figure[]), exited])
}
