/** Aligns the columns of a text table. */
export function table(lines: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0))
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(width(i)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
