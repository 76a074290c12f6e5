/**
 * Runs test files one after another in this process. Half of the CPU time of a small file goes into its own process: starting
 * it, and loading and warming up what it tests.
 */
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)

/** The files of `npm run test:unit`. */
export const UNITS = ['src/**/!(*.slow|*.models|*.alone).test.ts']

/** All other files of `npm test`, except those that need their own process. */
export const OTHERS = [
  'src/**/*.slow.test.ts',
  'test/!(*.models|*.alone).test.ts',
  'test/!(console|clients|faults|hostile|together)/**/!(*.models|*.alone).test.ts',
  'tools/**/*.test.ts',
]

/** Runs an equal share of these files for each numbered file beside `caller`, and restores the environment after each one. */
export function together(patterns: readonly string[], caller: string): void {
  const name = basename(caller)
  const shares = globSync(name.replace(/\d+/, '*'), { cwd: import.meta.dirname }).toSorted()
  const files = globSync(patterns, { cwd: fileURLToPath(ROOT) }).toSorted()
  for (const file of files.filter((_, i) => i % shares.length === shares.indexOf(name)))
    test(file, async (t) => {
      const environment = { ...process.env }
      t.after(() => {
        for (const variable of Object.keys(process.env)) delete process.env[variable]
        Object.assign(process.env, environment)
      })
      await import(new URL(file, ROOT).href)
    })
}
