import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import type { Utterance } from '../contract/transcript.ts'
import { spliceBetween, spliced } from './splice.ts'

/** Only a few distinct ones, so that transcripts have much in common. */
const utterances = fc.array(
  fc.nat({ max: 3 }).map((start): Utterance => {
    return { start, end: 9, confidence: 1, channel: 0, words: [], text: `said at ${start}`, language: 'en' }
  }),
  { maxLength: 12 },
)

suite('the splice between two transcripts', () => {
  test('turns one into the other, and replaces nothing before the first or after the last difference', () => {
    const check = (before: Utterance[], after: Utterance[]) => {
      const splice = spliceBetween(before, structuredClone(after))
      assert.deepEqual(spliced(before, splice), after)
      const { at, removed, inserted } = splice
      const replaced = before.slice(at, at + removed)
      if (replaced.length === 0 || inserted.length === 0) return
      assert.notDeepEqual(replaced[0], inserted[0])
      assert.notDeepEqual(replaced.at(-1), inserted.at(-1))
    }
    fc.assert(fc.property(utterances, utterances, check), { seed: 16, numRuns: 1_000 })
  })

  test('of one correction contains only that utterance', () => {
    const before = Array.from({ length: 2_000 }, (_, start): Utterance => {
      return { start, end: start + 1, confidence: 1, channel: 0, words: [], text: `${start}`, language: 'en' }
    })
    const corrected = { ...before[700]!, text: 'seven hundred' }
    const splice = spliceBetween(before, before.with(700, corrected))
    assert.deepEqual(splice, { at: 700, removed: 1, inserted: [corrected] })
    assert.deepEqual(spliceBetween(before, before), { at: 2_000, removed: 0, inserted: [] })
  })
})
