/** Runs a benchmark as its script in package.json does, and reads its table. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** @returns its output @throws when it fails */
export async function benchmarkText(name: string, ...flags: string[]): Promise<string> {
  const file = fileURLToPath(new URL(`../../bench/${name}.ts`, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...flags])
  return stdout
}

/** @returns the cells of its tables, row by row, including the headers @throws when it fails */
export async function benchmarkTable(name: string, ...flags: string[]): Promise<string[][]> {
  const lines = (await benchmarkText(name, ...flags))
    .split('\n')
    .filter((line) => /^\|[^-]*[^-|: ]/.test(line))
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The numeric cells of a row. */
export const numbersIn = (row: readonly string[]): number[] =>
  row
    .filter((cell) => cell !== '')
    .map(Number)
    .filter(Number.isFinite)
