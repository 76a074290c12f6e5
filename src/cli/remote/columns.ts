import stringWidth from 'string-width'
import { type Output, printable } from './io.ts'

const GAP = '  '

/** A column of a table, with its width in characters of a terminal; the last one takes what is left of the line. */
export type Column = readonly [title: string, width?: number]

/**
 * Begins a table whose rows are printed as they come. On a terminal, a row is never longer than a line.
 * @returns prints a row, and returns what `write` of the output does
 */
export function beginTable(
  output: Output,
  columns: readonly Column[],
): (cells: readonly string[]) => boolean {
  const print = (cells: readonly string[]) => {
    const line = cells
      .map((cell, i) => padEnd(printable(cell), columns[i]?.[1] ?? 0))
      .join(GAP)
      .trimEnd()
    return output.write(`${output.isTTY === true ? fit(line, output.columns ?? Infinity) : line}\n`)
  }
  print(columns.map(([title]) => title))
  return print
}

function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)))
}

/** As much of a text as fits into some columns of a terminal: its start or its end, with an ellipsis for the rest. */
export function fit(text: string, columns: number, part: 'start' | 'end' = 'start'): string {
  if (stringWidth(text) <= columns) return text
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  if (part === 'end') characters.reverse()
  let width = 1
  const cut = characters.findIndex((character) => (width += stringWidth(character)) > columns)
  const kept = characters.slice(0, cut)
  return part === 'start' ? `${kept.join('')}…` : `…${kept.toReversed().join('')}`
}
