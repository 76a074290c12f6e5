import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { MAX_SNIPPET } from '../contract/matches.ts'
import { folded, searchWords } from '../contract/search-words.ts'
import type { Utterance } from '../contract/transcript.ts'
import { said } from '../text/testing/utterances.ts'
import { matchesIn } from './matches.ts'

const FIRST = { offset: 0, limit: 20 }
const found = async (utterances: Utterance[], q: string, page = FIRST) =>
  matchesIn(utterances, searchWords(q), page)

suite('matches', () => {
  const talk = [
    said('The invoice is overdue, overdue!', { start: 10 }),
    said('Nothing here.'),
    said('Invoice?'),
  ]

  test('have the words with their times and places', async () => {
    const { total, items } = await found(talk, 'OVERDUE invoice')
    assert.equal(total, 2)
    const [first, second] = items
    assert.deepEqual(first, {
      ...{ utterance: 0, start: 11, end: 14.8, channel: 0, text: talk[0]!.text },
      ranges: [
        { from: 4, to: 11 },
        { from: 15, to: 22 },
        { from: 24, to: 31 },
      ],
    })
    assert.deepEqual([second?.utterance, second?.ranges], [2, [{ from: 0, to: 7 }]])
  })

  test('are empty unless all words are in the transcript', async () => {
    assert.deepEqual(await found(talk, 'invoice paid'), { total: 0, items: [] })
  })

  test('are counted across all pages', async () => {
    const { total, items } = await found(talk, 'invoice', { offset: 1, limit: 1 })
    assert.deepEqual([total, items.map(({ utterance }) => utterance)], [2, [2]])
    assert.deepEqual(await found(talk, 'invoice', { offset: 2, limit: 1 }), { total: 2, items: [] })
  })

  test('of a long utterance show the words around the first one, cut between words', async () => {
    const long = `${'before it '.repeat(100)}the needle, and a needle ${'after it '.repeat(100)}`.trim()
    const { items } = await found([said(long)], 'needle')
    const [{ text, ranges } = assert.fail()] = items
    assert.match(text, /^…(before|it) .* the needle, and a needle .* (after|it)…$/)
    assert.deepEqual(
      ranges.map(({ from, to }) => text.slice(from, to)),
      ['needle', 'needle'],
    )
    const { items: last } = await found([said(`${'before it '.repeat(100)}the needle.`)], 'needle')
    assert.match(last[0]?.text ?? '', /^…(before|it) .{150,} the needle\.$/)
  })

  test('of any text have snippets that fit and ranges that are words of the search', async () => {
    const part = fc.constantFrom(
      ...[
        'needle',
        'NEEDLE',
        'ｎｅｅｄｌｅ',
        'hay',
        '銀行',
        '½',
        '😀',
        ' ',
        ', ',
        '. ',
        '\u202e',
        'x'.repeat(250),
      ],
    )
    const holds = fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 80 }), async (parts) => {
      const text = parts.join('').trim()
      const { total, items } = await found([said(text)], 'needle')
      assert.equal(total, searchWords(text).includes('needle') ? 1 : 0)
      for (const { text: snippet, ranges } of items) {
        assert.ok(snippet.length <= MAX_SNIPPET && snippet.isWellFormed())
        assert.ok(ranges.length > 0)
        for (const { from, to } of ranges) assert.equal(folded(snippet.slice(from, to)), 'needle')
      }
    })
    await fc.assert(holds, { seed: 3, numRuns: 500 })
  })

  test('of a word longer than a snippet show its beginning', async () => {
    const { items } = await found([said(`hay ${'𝟘'.repeat(300)} hay`)], '0'.repeat(300))
    const [{ text, ranges } = assert.fail()] = items
    assert.ok(text.length <= MAX_SNIPPET && text.isWellFormed())
    assert.equal(ranges.length, 1)
  })
})
