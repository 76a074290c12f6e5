/** Previews of hostile texts: they must stay short, and must be valid in JSON and in databases. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { MAX_PREVIEW } from '../contract/preview.ts'
import { previewOf } from './preview.ts'

suite('the preview of a transcript', () => {
  const textOf = (full_transcript: string) =>
    previewOf({ full_transcript, languages: [], utterances: [] }).text

  test('is the beginning of the text, within the limit, and splits no character', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '😀', '銀', '\n'), maxLength: 400 })
    fc.assert(
      fc.property(text, (full) => {
        const first = textOf(full)
        assert.ok(first.length <= MAX_PREVIEW && first.isWellFormed())
        if (first !== full) assert.ok(first.endsWith('…') && full.startsWith(first.slice(0, -1)))
      }),
    )
  })

  test('ends with a whole word where there are spaces', () => {
    const first = textOf('seven '.repeat(60))
    assert.match(first, /^(?:seven )+seven…$/)
    assert.equal(textOf('銀'.repeat(400)), `${'銀'.repeat(MAX_PREVIEW - 1)}…`)
  })
})
