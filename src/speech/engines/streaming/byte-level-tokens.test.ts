import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isByteLevel } from './byte-level-tokens.ts'

const list = (...tokens: readonly string[]) => tokens.map((token, id) => `${token} ${id}\n`).join('')

test('only a vocabulary that is an alphabet for bytes is recognised as one', () => {
  assert.ok(isByteLevel(list('<blk>', '<unk>', '▁', '▁ƌţ', 'ğ', 'ƍĻ', 'a')))
  assert.ok(!isByteLevel(list('<blk>', '▁alpha', 'bravo')))
  assert.ok(!isByteLevel(list('<blk>', '▁schön', 'ß')))
  assert.ok(!isByteLevel(list('<blk>', 'ƍĻ', '今天')))
  assert.ok(!isByteLevel(''))
})
