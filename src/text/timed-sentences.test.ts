import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Utterance } from '../contract/transcript.ts'
import { said as saidAt } from './testing/utterances.ts'
import { sentencesOf } from './timed-sentences.ts'

const said = (text: string, start = 0, more: Partial<Utterance> = {}) => saidAt(text, { ...more, start })

const texts = (...utterances: Utterance[]) => sentencesOf(utterances).map(({ text }) => text)

/** `|` marks where a sentence ends. */
const TRICKY: [Utterance['language'], string][] = [
  ['en', 'Mr. Smith met Dr. Jones.|They paid $3.5 million.|Really?!|Yes!'],
  ['en', 'It rained, e.g. on Monday, i.e. a lot.|See fig. 3 and No. 5.|Approx. 5 people came.'],
  ['en', 'He lives in the U.S. and works.|We moved to the U.S.|It was great.'],
  ['en', 'It was 9 a.m. on Monday.|It ended at 5 p.m.|Then we left.|See you at 5 p.m. Monday.'],
  ['en', 'And no.|I said no.|Visit Washington D.C. today.|He saw me.|John left.|Ok.|Fine.'],
  ['en', 'I chose plan B.|Then I slept.|So do I.|And J. K. Rowling wrote it.|Harry S. Truman read it.'],
  ['en', 'She said "Stop."|Then he left.|"Are you ok?" he asked.|Well... maybe.'],
  ['en', 'St. Louis is nice.|Prof. It is not.|Version 1.2.3 is on example.com now.'],
  ['fr', 'M. Dupont est venu.|Mme. Durand aussi.|Il a payé 3,5 euros.|Quoi ?|Oui, etc.|Elle est là.'],
  ['de', 'Das ist z.B. gut.|Herr Dr. Müller kam am 3. Oktober.|Er ging.|Am 1. Mai ist frei.'],
  ['es', 'El Sr. García llegó.|¿Qué tal?|¡Hola!|La Dra. Ruiz también vive en EE. UU. ahora.'],
]

for (const [language, marked] of TRICKY) {
  test(`${language}: ${marked}`, () => {
    assert.deepEqual(texts(said(marked.replaceAll('|', ' '), 0, { language })), marked.split('|'))
  })
}

test('a language without spaces has sentences too', () => {
  const words = ['今日は', '天気が', 'いいです。', '散歩に', '行きましょう。', '本当？'].map(
    (word, start) => ({
      word,
      start,
      end: start + 1,
      confidence: 1,
    }),
  )
  assert.deepEqual(texts(said('', 0, { language: 'ja', words })), [
    '今日は天気がいいです。',
    '散歩に行きましょう。',
    '本当？',
  ])
})

test('a sentence continues from one utterance to the next, with the times of its words', () => {
  const sentences = sentencesOf([said('Yes. Ask what', 0), said('you can do. Thanks.', 4)])
  assert.deepEqual(
    sentences.map(({ text, start, end, words }) => ({ text, start, end, words: words.length })),
    [
      { text: 'Yes.', start: 0, end: 0.8, words: 1 },
      { text: 'Ask what you can do.', start: 1, end: 6.8, words: 5 },
      { text: 'Thanks.', start: 7, end: 7.8, words: 1 },
    ],
  )
})

test('another speaker or language, or a long silence, ends a sentence, and another channel has its own', () => {
  assert.deepEqual(
    texts(
      said('I would', 0),
      said('No, you', 1, { channel: 1 }),
      said('never go.', 2.5),
      said('do.', 3.5, { channel: 1 }),
    ),
    ['I would never go.', 'No, you do.'],
  )
  assert.deepEqual(texts(said('I would', 0, { speaker: 0 }), said('why', 2, { speaker: 1 })), [
    'I would',
    'why',
  ])
  assert.deepEqual(texts(said('I would', 0), said('ja gerne', 2, { language: 'de' })), [
    'I would',
    'ja gerne',
  ])
  assert.deepEqual(texts(said('I would', 0), said('never', 60)), ['I would', 'never'])
})

test('a sentence continues after an interjection by somebody else', () => {
  const [first, second] = [{ speaker: 0 }, { speaker: 1 }]
  const interrupted = [said('It was the', 0, first), said('Mhm.', 3, second), said('best of all.', 4, first)]
  assert.deepEqual(texts(...interrupted), ['It was the best of all.', 'Mhm.'])
  const answered = [said('It was fine', 0, first), said('Why?', 3, second), said('Because we won.', 4, first)]
  assert.deepEqual(texts(...answered), ['It was fine', 'Why?', 'Because we won.'])
})

test('an utterance begins a sentence if its first word is only capitalised at the start of one', () => {
  assert.deepEqual(texts(said('We went home', 0), said('The next day it rained.', 4)), [
    'We went home',
    'The next day it rained.',
  ])
  assert.deepEqual(texts(said('We went to see', 0), said('Peter.', 4)), ['We went to see Peter.'])
  assert.deepEqual(texts(said('We saw, however,', 0), said('The Times.', 4)), ['We saw, however, The Times.'])
})

test('speech without any punctuation is not one endless sentence, and utterances stay whole', () => {
  const phrase = 'and so we went on and on'
  const unmarked = Array.from({ length: 6 }, (_, i) => said(phrase, i * 8))
  assert.deepEqual(texts(...unmarked), [`${phrase} ${phrase}`, `${phrase} ${phrase}`, `${phrase} ${phrase}`])
  const marked = unmarked.with(0, said('and so we went, on and on', 0))
  assert.equal(texts(...marked).length, 1, 'a long sentence with a comma continues')
})

test('an utterance without words is divided by its text, over its time', () => {
  const sentences = sentencesOf([said('One two. Six ten.', 0, { words: [], end: 8 })])
  assert.deepEqual(
    sentences.map(({ text, start, end }) => [text, Math.round(start), Math.round(end)]),
    [
      ['One two.', 0, 4],
      ['Six ten.', 4, 8],
    ],
  )
})

test('a long transcript is not divided between two blocks of the library', () => {
  const sentence = `${'so '.repeat(40)}on.`
  assert.deepEqual(new Set(texts(said(`${sentence} `.repeat(500)))), new Set([sentence]))
  assert.equal(texts(said('and '.repeat(10_000))).length, 1)
})

test('every word is in exactly one sentence, whatever it looks like', () => {
  const anyWord = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
    fc.constantFrom('Mr.', 'no.', 'U.S.', 'I', 'It', 'a.b', '!?', '...', '今日は。', '"', '(', 'x.'),
  )
  fc.assert(
    fc.property(fc.array(anyWord), fc.constantFrom('en', 'fr', 'ja', 'ru'), (words, language) => {
      const utterance = said('', 0, {
        language,
        words: words.map((word, start) => ({ word: ` ${word}`, start, end: start + 1, confidence: 1 })),
      })
      const found = sentencesOf([utterance]).flatMap((sentence) => sentence.words)
      assert.deepEqual(
        found,
        utterance.words.filter(({ word }) => word.trim() !== ''),
      )
    }),
    { numRuns: 1000, seed: 20250601 },
  )
})
