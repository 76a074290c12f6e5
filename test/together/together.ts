/**
 * Runs test files one after the other in this process. Half of the processor time of a small file goes into its own process: starting
 * it, and loading and warming up what it tests.
 */
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)

/** Those of `npm run test:unit`. */
export const UNITS = ['src/**/!(*.slow|*.models|*.alone).test.ts']

/** All others of `npm test`, but those that need a process of their own. */
export const OTHERS = [
  'src/**/*.slow.test.ts',
  'test/!(*.models|*.alone).test.ts',
  'test/!(console|clients|faults|hostile|together)/**/!(*.models|*.alone).test.ts',
  'tools/**/*.test.ts',
]

/** Runs a share of these files: each of the numbered files beside `caller` takes as many of them, and restores the environment after each. */
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
