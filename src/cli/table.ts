import stringWidth from 'string-width'
import { padEnd } from './terminal.ts'

/** Aligns the columns of a text table. */
export function table(lines: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...lines.map((line) => stringWidth(line[column] ?? '')))
  return lines
    .map((line) =>
      line
        .map((cell, i) => padEnd(cell, width(i)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
