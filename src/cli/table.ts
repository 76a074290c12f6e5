/** Lines of columns, each as wide as its widest cell. */
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
