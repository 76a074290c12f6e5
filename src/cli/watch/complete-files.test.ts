/** Files are complete once they have not changed for a while, and not before. */
import assert from 'node:assert/strict'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { temporaryFolder } from '../../../test/support/scriptorium.ts'
import { until } from '../../../test/support/until.ts'
import { CompleteFiles, Settling } from './complete-files.ts'

test('a file is reported at the first scan at which its state is old enough, and once for each state', () => {
  const looks = fc.array(
    fc.record({
      state: fc.constantFrom('a', 'b', null),
      pause: fc.integer({ min: 0, max: 6 }),
      isAgain: fc.boolean(),
    }),
  )
  const holds = fc.property(looks, fc.integer({ min: 1, max: 12 }), (given, milliseconds) => {
    const settling = new Settling(milliseconds)
    let now = 0
    /** The scans since the file was last due to be reported. */
    let seen: { state: string | null; at: number }[] = []
    let told: string | null = null
    for (const { state, pause, isAgain } of given) {
      now += pause
      if (isAgain) {
        settling.again('file', now)
        seen = seen.slice(-1).map((last) => ({ ...last, at: now }))
        told = null
      }
      seen.push({ state, at: now })
      if (state !== told) told = null
      const since = seen.slice(seen.findLastIndex((one) => one.state !== state) + 1)
      const expected: boolean = state !== null && told === null && now - since[0]!.at >= milliseconds
      settling.begin()
      if (state !== null) assert.equal(settling.isSettled('file', state, now), expected)
      // Another file makes no difference.
      settling.isSettled('other', String(now), now)
      if (expected) told = state
    }
  })
  fc.assert(holds, { seed: 1, numRuns: 500 })
})

test('no file is missed, whenever its folder is created, moved or emptied', async () => {
  const folder = temporaryFolder()
  const elsewhere = temporaryFolder()
  const found: string[] = []
  await using files = new CompleteFiles(folder, 1, {
    onComplete: (path) => found.push(path),
    onError: (error) => found.push(String(error)),
  })
  const expected: string[] = []
  for (let at = 0; at < 100; at++) {
    const name = `${at}`
    mkdirSync(join(elsewhere, name))
    renameSync(join(elsewhere, name), join(folder, name))
    // The file appears before, during or after the scan of its folder, at a different moment each time.
    for (let turn = 0; turn < at % 20; turn++) await new Promise(setImmediate)
    writeFileSync(join(folder, name, 'a.wav'), name)
    expected.push(join(folder, name, 'a.wav'))
    mkdirSync(join(folder, 'passing'))
    await new Promise(setImmediate)
    rmSync(join(folder, 'passing'), { recursive: true })
  }
  await until(() => found.length >= expected.length)
  files.again(expected[7]!)
  await until(() => found.length > expected.length)
  assert.deepEqual(found.toSorted(), [...expected, expected[7]!].toSorted())
})
