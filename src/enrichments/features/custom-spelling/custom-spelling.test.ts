import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { withSpelling } from './enrichment.ts'
import { assertWellFormed, said } from '../../../text/testing/utterances.ts'

const spelled = async (text: string, dictionary: Record<string, string[]>, language: 'en' | 'ja' = 'en') => {
  const [utterance] = await withSpelling([said(text, { language })], { spelling_dictionary: dictionary })
  assert.ok(utterance)
  assertWellFormed([utterance])
  return utterance.text
}

const CASES: [text: string, dictionary: Record<string, string[]>, expected: string][] = [
  ['I met kate, and Kate left.', { Cate: ['Kate'] }, 'I met Cate, and Cate left.'],
  ['We use sequel at work.', { SQL: ['sequel'] }, 'We use SQL at work.'],
  ['Sequels are not a sequel-like thing.', { SQL: ['sequel'] }, 'Sequels are not a SQL-like thing.'],
  ['“New york,” he said.', { NYC: ['new York'] }, '“NYC,” he said.'],
  ['In new, york and new-york. York', { 'New York': ['new york'] }, 'In New York and New York. York'],
  ['Not new. York', { NYC: ['new york'] }, 'Not new. York'],
  ['See plus plus is see.', { 'C++': ['see plus plus'], C: ['see'] }, 'C++ is C.'],
  ['the C++ and .net code', { Cpp: ['c++'], '.NET': ['.net'] }, 'the Cpp and .NET code'],
  ["Kate's cat, and don't.", { Cate: ['kate'], Don: ['don'], T: ['t'] }, "Cate's cat, and don't."],
  ['data base of new york city', { NY: ['new york'], NYC: ['new york city'] }, 'data base of NYC'],
  ['Ο Οδυσσεας', { Ulysses: ['οδυσσεας'] }, 'Ο Ulysses'],
  ['Cafe\u0301 and Caf\u00E9', { Bar: ['caf\u00E9'] }, 'Bar and Bar'],
  ['a word', { '': ['word'], Word: ['', ' , '] }, 'a word'],
  ['Foo Bar and foo', { 'Foo Bar': ['foo'] }, 'Foo Bar and Foo Bar'],
  ['toString and constructor', { X: ['y'] }, 'toString and constructor'],
  ['one (1+1)* two', { Three: ['(1+1)*'] }, 'one Three two'],
]

for (const [text, dictionary, expected] of CASES)
  test(`"${text}" with ${JSON.stringify(dictionary)}`, async () => {
    assert.equal(await spelled(text, dictionary), expected)
  })

test('in a script without spaces, phrases may begin and end within words', async () => {
  assert.equal(
    await spelled('今日は東京都に行きます。', { トウキョウ: ['東京'] }, 'ja'),
    '今日はトウキョウ都に行きます。',
  )
  assert.equal(await spelled('山田さんと山田くん', { ヤマダ: ['山田'] }, 'ja'), 'ヤマダさんとヤマダくん')
})

test('the words of a spelling share the time of the phrase', async () => {
  const [utterance] = await withSpelling([said('in see plus plus now and coobernetties, ok')], {
    spelling_dictionary: { 'C++': ['see plus plus'], 'K eight s': ['coobernetties'] },
  })
  assert.deepEqual(
    utterance?.words.map(({ word, start, end }) => [
      word,
      Math.round(start * 10) / 10,
      Math.round(end * 10) / 10,
    ]),
    [
      ['in', 0, 0.8],
      [' C++', 1, 3.8],
      [' now', 4, 4.8],
      [' and', 5, 5.8],
      [' K', 6, 6.1],
      [' eight', 6.1, 6.6],
      [' s,', 6.6, 6.8],
      [' ok', 7, 7.8],
    ],
  )
})

test('the text of an utterance without words is also changed', async () => {
  const [utterance] = await withSpelling([{ ...said('ask kate now'), words: [] }], {
    spelling_dictionary: { Cate: ['kate'] },
  })
  assert.equal(utterance?.text, 'ask Cate now')
})

const anyWord = fc.constantFrom(
  'kate',
  'Kate,',
  'new',
  'york.',
  'don’t',
  'x-ray',
  '3.5',
  '東京',
  'Ñu',
  '"so"',
)
const anyText = fc.array(anyWord, { maxLength: 12 }).map((words) => words.join(' '))
const anyPhrases = fc.array(fc.array(anyWord, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')))

test('times stay in order and within the utterance, its text is its words joined, and a second run changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyPhrases, async (text, phrases) => {
      const given = said(text)
      const config = { spelling_dictionary: { 'Zed Zed': phrases, 'Q!': ['new york', 'x'] } }
      const once = await withSpelling([given], config)
      const [utterance] = once
      assert.ok(utterance)
      assertWellFormed([utterance])
      assert.deepEqual([utterance.start, utterance.end], [given.start, given.end])
      assert.equal(utterance.words[0]?.start, given.words[0]?.start)
      assert.equal(utterance.words.at(-1)?.end, given.words.at(-1)?.end)
      assert.deepEqual(await withSpelling(once, config), once)
    }),
    { numRuns: 500, seed: 20250601 },
  )
})

test('nothing changes without a phrase of the dictionary', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const given = [said(text)]
      assert.deepEqual(
        await withSpelling(given, { spelling_dictionary: { Zed: ['zet', 'kat', 'yor'] } }),
        given,
      )
    }),
    { numRuns: 200, seed: 20250601 },
  )
})

test('long spellings and long utterances are supported', async () => {
  const spelling = 'S '.repeat(200_000).trim()
  assert.equal(await spelled('a word, and more', { [spelling]: ['word'] }), `a ${spelling}, and more`)
  const words = 100_000
  const text = `word ${'a '.repeat(words)}word`
  assert.equal(await spelled(text, { W: ['word'] }), `W ${'a '.repeat(words)}W`)
})
