import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Batch, batchesOf } from './line-batches.ts'

/** The size as written in the question. */
function sizeOf({ lines, before }: Batch): number {
  return JSON.stringify({ before, lines: lines.map(({ text }, index) => ({ id: index + 1, text })) }).length
}

test('every text is in the batches once, complete and in order, and no batch is too large', () => {
  const anyText = fc.oneof(
    fc.lorem({ maxCount: 30 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }).map((text) => text.trim()),
    fc.constantFrom('', '"quoted" \\ \n text', '今日は天気がいいです。'.repeat(40), 'x'.repeat(500)),
  )
  const anyTexts = fc.array(anyText, { maxLength: 60 })
  fc.assert(
    fc.property(anyTexts, fc.integer({ min: 150, max: 3000 }), fc.boolean(), (texts, most, withContext) => {
      const batches = batchesOf(texts, most, withContext)
      for (const batch of batches) {
        assert.ok(batch.lines.length <= 40 && batch.lines.length > 0)
        assert.ok(sizeOf(batch) <= most, `${sizeOf(batch)} characters, ${most} at most`)
      }
      const lines = batches.flatMap((batch) => batch.lines)
      assert.deepEqual(
        lines,
        lines.toSorted((a, b) => a.of - b.of),
      )
      const blankless = (text: string) => text.replaceAll(/\s/gu, '')
      for (const [index, text] of texts.entries()) {
        const own = lines.filter(({ of }) => of === index).map((line) => line.text)
        assert.equal(blankless(own.join('')), blankless(text))
      }
    }),
    { seed: 1, numRuns: 300 },
  )
})

test('a batch includes the lines before it, if allowed', () => {
  const texts = Array.from({ length: 45 }, (_, index) => `Line ${index}.`)
  assert.deepEqual(
    batchesOf(texts, 10_000, true).map(({ before, lines }) => [before, lines.length]),
    [
      [[], 40],
      [['Line 37.', 'Line 38.', 'Line 39.'], 5],
    ],
  )
  assert.deepEqual(
    batchesOf(texts, 10_000, false).map(({ before }) => before),
    [[], []],
  )
})
