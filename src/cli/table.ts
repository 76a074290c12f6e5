import stringWidth from 'string-width'
import { fit, type Output, padEnd, printable } from './terminal.ts'

const GAP = '  '

/** A table whose columns are as wide as their longest cells. */
export function table(lines: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...lines.map((line) => stringWidth(line[column] ?? '')))
  return lines
    .map((line) =>
      line
        .map((cell, i) => padEnd(cell, width(i)))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n')
}

/** A column of a table, with its width in columns of a terminal; the last one takes the rest of the line. */
export type Column = readonly [title: string, width?: number]

/**
 * A table that prints its rows as they arrive, with the titles before the first. On a terminal, a row is never longer than a line.
 * @returns a function that prints a row, and returns what `write` of the output returns
 */
export function tableOf(output: Output, columns: readonly Column[]): (cells: readonly string[]) => boolean {
  let hasTitles = false
  const print = (cells: readonly string[]) => {
    const line = cells
      .map((cell, i) => padEnd(printable(cell), columns[i]?.[1] ?? 0))
      .join(GAP)
      .trimEnd()
    return output.write(`${output.isTTY === true ? fit(line, output.columns ?? Infinity) : line}\n`)
  }
  return (cells) => {
    if (!hasTitles) print(columns.map(([title]) => title))
    hasTitles = true
    return print(cells)
  }
}
