import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markAtEnd, nextToken, type Punctuation } from './punctuation.ts'

const [WORD, STOP, COMMA, END] = [0, 1, 2, 3]
const punctuation: Punctuation = { stops: [STOP], commas: [COMMA], addend: 1.5 }

/** Scores that give the tokens these probabilities. */
const scoresOf = (...probabilities: number[]) =>
  Float32Array.from(probabilities, (probability) => Math.log(probability))

test('a mark is preferred after a word, but not at the beginning or after another mark', () => {
  const scores = () => scoresOf(0.6, 0.1, 0.29, 0.01)
  assert.equal(nextToken(scores(), WORD, punctuation), COMMA)
  assert.equal(nextToken(scores(), WORD, { ...punctuation, addend: 0.5 }), WORD)
  assert.equal(nextToken(scores(), WORD, undefined), WORD)
  assert.equal(nextToken(scores(), undefined, punctuation), WORD)
  assert.equal(nextToken(scoresOf(0.1, 0.2, 0.6, 0.1), COMMA, punctuation), WORD)
})

test('a mark at the end is written only if it is probable', () => {
  const sure = { ...punctuation, atEnd: { stop: 0.8, comma: 0.4 } }
  const last = (token: number, ...probabilities: number[]) =>
    markAtEnd(token, scoresOf(...probabilities), END, sure)
  assert.equal(last(STOP, 0.02, 0.85, 0.03, 0.1), STOP)
  assert.equal(last(STOP, 0.05, 0.5, 0.45, 0.05), COMMA)
  assert.equal(last(STOP, 0.1, 0.6, 0.1, 0.2), END)
  assert.equal(last(COMMA, 0.3, 0.3, 0.35, 0.05), END)
  assert.equal(last(WORD, 0.1, 0.6, 0.1, 0.2), WORD)
  assert.equal(markAtEnd(STOP, scoresOf(0.1, 0.6, 0.1, 0.2), END, punctuation), STOP)
})
