import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutFillers } from './spoken-words.ts'

test('only fillers and opening conjunctions are removed from sentences', () => {
  for (const [text, expected] of [
    ['Um, you know, the thing is, um, that he just um just put it.', 'The thing is that he just put it.'],
    [
      'They came back and, you know, they finally took it out.',
      'They came back and they finally took it out.',
    ],
    ['Yeah, so the price is a problem, right.', 'The price is a problem.'],
    ['- And the bank agreed.', 'The bank agreed.'],
    ['Do you know the right price?', 'Do you know the right price?'],
    ['No one knows the umbrella.', 'No one knows the umbrella.'],
    ['Um.', 'Um.'],
  ] as const)
    assert.equal(withoutFillers(text, 'en'), expected)
  assert.equal(withoutFillers('Also, ähm, wir gehen.', 'de'), 'Wir gehen.')
  assert.equal(withoutFillers('うん、そうです。', 'ja'), 'うん、そうです。')
})
