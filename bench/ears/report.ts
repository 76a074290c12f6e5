/** Formats the figures as one table. */
import type { Figure } from '../../test/ears/figure.ts'
import { table } from '../list/table.ts'

export function report(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, ours, transformers, wanted, isMet }) => [
    what,
    ours,
    transformers ?? '',
    wanted,
    isMet ? 'PASS' : 'FAIL',
  ])
  return `\n${table(['', 'ours', 'transformers.js', 'wanted', ''], rows)}\n`
}
