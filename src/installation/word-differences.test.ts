/** A comparison that hides or invents a difference would have users pull the wrong model. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { said } from '../text/testing/utterances.ts'
import { compareWords } from './word-differences.ts'

suite('two transcripts of the same audio', () => {
  test('differ in words, which are shown with the common words around them', () => {
    const one = [said('The quick brown fox jumps over'), said(' a lazy dog.', { start: 6 })]
    const other = [said('the quick, braun fox over the lazy old dog')]
    const { differences, ...counts } = compareWords(one, other)
    assert.deepEqual(counts, { words: [9, 9], others: 2, only: [1, 1] })
    assert.deepEqual(differences, [
      { start: 2, words: ['brown', 'braun'], before: 'quick,', after: 'fox' },
      { start: 4, words: ['jumps', ''], before: 'fox', after: 'over' },
      { start: 6, words: ['a', 'the'], before: 'over', after: 'lazy' },
      { start: 7, words: ['', 'old'], before: 'lazy', after: 'dog' },
    ])
  })

  test('are the same whatever their case, punctuation and apostrophes', () => {
    const { differences } = compareWords([said('DON’T stop — now')], [said("don't stop. Now!")])
    assert.deepEqual(differences, [])
  })

  test('are compared by characters where words have no spaces', () => {
    const { differences, words } = compareWords(
      [said('東京に行く。', { language: 'ja' })],
      [said('東今日に行く', { language: 'ja' })],
    )
    assert.deepEqual(words, [5, 6])
    assert.deepEqual(
      differences.map((one) => one.words),
      [['京', '今日']],
    )
  })

  test('are compared within a channel, even if one has no words', () => {
    const one = [said('yes', { channel: 1 }), said('well then')]
    const other = [said('well then'), said('yes', { channel: 1 })]
    assert.deepEqual(compareWords(one, other).differences, [])
    assert.deepEqual(compareWords([], [said('yes')]), {
      words: [0, 1],
      others: 0,
      only: [0, 1],
      differences: [{ start: 0, words: ['', 'yes'], before: '', after: '' }],
    })
  })

  test('have every word either in common or in a difference, and none twice', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
      .map((words) => words.map((word) => ` ${word}`).join(''))
    fc.assert(
      fc.property(text, text, (one, other) => {
        const own = (all: string) => (all === '' ? [] : [said(all)])
        const { words, others, only, differences } = compareWords(own(one), own(other))
        const count = (side: 0 | 1) =>
          differences.reduce((sum, { words: both }) => sum + both[side].split(' ').filter(Boolean).length, 0)
        assert.equal(count(0), others + only[0])
        assert.equal(count(1), others + only[1])
        assert.equal(words[0] - count(0), words[1] - count(1), 'as many are the same in both')
      }),
      { seed: 1 },
    )
  })
})
