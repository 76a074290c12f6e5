import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { LanguageCode } from '../../../contract/languages.ts'
import { wordsOfTokens } from './words-of-tokens.ts'

const FRAME = 0.08

/** Converts a token to text as the library does. */
function bytesOf(token: string): Buffer {
  const byte = /^<0x(..)>$/.exec(token)?.[1]
  return byte === undefined ? Buffer.from(token.replace('▁', ' ')) : Buffer.from(byte, 'hex')
}

/** The words of consecutive tokens without pauses. */
function wordsOf(tokens: readonly string[], language: LanguageCode = 'en', given: object = {}) {
  const timestamps = tokens.map((_, i) => i * FRAME)
  const text = Buffer.concat(tokens.map(bytesOf)).toString()
  const result = { text, tokens: [...tokens], timestamps, durations: [], ys_log_probs: [], ...given }
  return wordsOfTokens(result, tokens.length * FRAME, language)
}

const textsOf = (...given: Parameters<typeof wordsOf>) => wordsOf(...given).map(({ word }) => word)

suite('words of tokens', () => {
  test('begin with a space, whether or not the vocabulary has it', () => {
    const expected = [' good', ' morning']
    assert.deepEqual(textsOf([' go', 'od', ' morning']), expected)
    assert.deepEqual(textsOf(['▁go', 'od', '▁morning']), expected)
    assert.deepEqual(textsOf(['go', 'od', ' ', 'm', 'orning']), expected)
  })

  test('begin with their first letter, not at a separate space token', () => {
    const words = wordsOf(['good', ' ', 'morning'])
    assert.equal(words[1]?.start, 2 * FRAME)
  })

  test('keep their punctuation', () => {
    assert.deepEqual(textsOf([' yes', ',', ' it', "'", 's', '.']), [' yes,', " it's."])
  })

  test('end with their last letter, if the model reports it, before a pause or the next word', () => {
    const ends = (durations: readonly number[], timestamps: readonly number[]) =>
      wordsOf([' yes', ',', ' no'], 'en', { durations, timestamps }).map(({ end }) => end)
    assert.deepEqual(ends([0.16, 0, 0.08], [0, 0.16, 1]), [0.16, 0.24])
    assert.deepEqual(ends([0.5, 0.5, 0.5], [0, 0.08, 0.16]), [0.08, 0.24])
    assert.deepEqual(ends([], [0, 0.08, 0.16]), [0.16, 0.24])
  })

  test('have times within the audio', () => {
    const [word] = wordsOf([' yes'], 'en', { timestamps: [0.5], durations: [1] })
    assert.deepEqual([word?.start, word?.end], [FRAME, FRAME])
  })

  test('of Chinese have no spaces, although vocabularies put them before characters', () => {
    assert.deepEqual(textsOf([' 你', ' 好', ' 世', '界'], 'zh').join(''), '你好世界')
    assert.deepEqual(textsOf(['▁', '你', '▁', '好'], 'zh').join(''), '你好')
    assert.deepEqual(textsOf(['用', ' G', 'it', ' 吧'], 'zh').join(''), '用 Git 吧')
  })

  test('of Korean have the spaces of their tokens', () => {
    assert.deepEqual(textsOf(['▁안녕', '▁세계'], 'ko'), [' 안녕', ' 세계'])
  })

  test('are decoded from bytes if the vocabulary lacks a character', () => {
    assert.deepEqual(textsOf([' na', '<0xC3>', '<0xAF>', 've', ' ', '<0xE2>', '<0x82>', '<0xAC>']), [
      ' naïve €',
    ])
  })

  test('contain no special tokens', () => {
    assert.deepEqual(textsOf(['<|en|>', '<|NEUTRAL|>', ' a', '<unk>', ' <', ' b']), [' a <', ' b'])
  })

  test('have the mean probability of the tokens with their letters, at most 1', () => {
    const confidences = (logarithms: readonly number[]) =>
      wordsOf([' go', 'od', '.'], 'en', { ys_log_probs: logarithms }).map(({ confidence }) => confidence)
    assert.ok(Math.abs(confidences([Math.log(0.9), Math.log(0.4), Math.log(0.1)])[0]! - 0.6) < 1e-6)
    assert.deepEqual(confidences([2, 1, 0]), [1])
    assert.deepEqual(confidences([]), [1])
  })

  test('share the time evenly if the tokens are an alphabet for bytes', () => {
    const words = wordsOf(['▁ƌŗţ', 'ƍĺŖ'], 'zh', { text: '你好' })
    assert.equal(words.map(({ word }) => word).join(''), '你好')
    assert.deepEqual([words[0]?.start, words.at(-1)?.end], [0, 2 * FRAME])
  })

  test('are none if there are no tokens', () => {
    assert.deepEqual(wordsOf([]), [])
  })
})
