import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareMarks } from './marks.ts'

test('marks are compared after the words they follow, whatever other words are wrong', () => {
  const { ends, marks, words, wrongWords } = compareMarks(
    'Well,~ it cost $20,000, I think. Is it yours? No.',
    'Well it costs $20,000 I. Think. Is this, it, yours no.',
    'en',
  )
  assert.deepEqual(ends, { expected: 3, written: 3, right: 2 })
  assert.deepEqual(marks, { expected: 4, written: 5, right: 2 })
  assert.deepEqual([words, wrongWords], [10, 2])
})

test('in Japanese, characters are compared', () => {
  const { ends, words } = compareMarks('はい、そうです。本人です。', 'はい そうです本人です。', 'ja')
  assert.deepEqual(ends, { expected: 2, written: 1, right: 1 })
  assert.equal(words, 10)
})
