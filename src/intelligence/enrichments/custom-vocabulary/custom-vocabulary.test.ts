import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Utterance } from '../../../contract/transcript.ts'
import { withVocabulary } from './enrichment.ts'
import { misheardNames, ordinarySpeech } from './testing/misheard.ts'
import { assertWellFormed, said } from '../../testing/utterances.ts'
import type { VocabularyConfig } from './vocabulary-matcher.ts'

/** All names of a group, thirty at a time, as a caller would give them. */
function vocabularyOf(group: string): VocabularyConfig {
  const own = misheardNames.filter((one) => one.group === group)
  const entries = new Map(
    own.map(({ name, pronunciation }) => [
      name,
      { value: name, ...(pronunciation === '' ? {} : { pronunciations: [pronunciation] }) },
    ]),
  )
  return { vocabulary: [...entries.values()] }
}

/** An utterance heard by a recogniser that is not too sure. */
const heard = (text: string, more: Partial<Utterance> = {}) => {
  const utterance = said(text, more)
  return { ...utterance, words: utterance.words.map((word) => ({ ...word, confidence: 0.6 })) }
}

async function written(utterance: Utterance, config: VocabularyConfig): Promise<string | undefined> {
  const [found] = await withVocabulary([utterance], config)
  assert.ok(found)
  assertWellFormed([found])
  return found.text
}

/** How many of ten are brought back at least; measured: 8.1 with "tuning", 7.9 with "held-out", 8.1 with "unseen". */
const BACK = { tuning: 0.8, 'held-out': 0.78, unseen: 0.8 }

for (const [group, least] of Object.entries(BACK)) {
  const own = misheardNames.filter((one) => one.group === group)

  test(`${group}: names that were heard wrong are brought back`, async (t) => {
    const config = vocabularyOf(group)
    const after = await withVocabulary(
      own.map(({ utterance }) => utterance),
      config,
    )
    const isBack = own.map(({ name }, index) => after[index]?.text.includes(name) ?? false)
    const back = isBack.filter(Boolean).length
    const names = new Set(own.map(({ name }) => name))
    const namesBack = new Set(own.flatMap(({ name }, index) => (isBack[index] ? [name] : [])))
    t.diagnostic(
      `${back} of ${own.length} hearings, ${namesBack.size} of ${names.size} names in one at least`,
    )
    assert.ok(own.length >= 50)
    assert.ok(back / own.length >= least, `${back} of ${own.length}`)
    assert.ok(namesBack.size / names.size >= 0.9, `${namesBack.size} of ${names.size}`)
  })

  // The more names, the more words there are that sound like one: so ten at a time.
  test(`${group}: at most one in a thousand ordinary words is taken for one of ten names`, async (t) => {
    const { vocabulary } = vocabularyOf(group)
    const words = ordinarySpeech.reduce((sum, utterance) => sum + utterance.words.length, 0)
    assert.ok(words >= 1000)
    for (let first = 0; first + 9 <= vocabulary.length; first += 10) {
      const after = await withVocabulary(ordinarySpeech, { vocabulary: vocabulary.slice(first, first + 10) })
      const mistakes = after.filter((utterance, index) => utterance !== ordinarySpeech[index])
      t.diagnostic(`${mistakes.length} in ${words} words: ${mistakes.map(({ text }) => text).join(' / ')}`)
      assert.ok(mistakes.length / words <= 0.001, mistakes.map(({ text }) => text).join('\n'))
    }
  })
}

test('a name that was heard in several words is one word, at their time, with their punctuation', async () => {
  const [utterance] = await withVocabulary([heard('So, "near Kah-shima," he said.')], {
    vocabulary: ['Nakashima'],
  })
  assert.deepEqual(utterance?.words, [
    { word: 'So,', start: 0, end: 0.8, confidence: 0.6 },
    { word: ' "Nakashima,"', start: 1, end: 2.8, confidence: 0.6 },
    { word: ' he', start: 3, end: 3.8, confidence: 0.6 },
    { word: ' said.', start: 4, end: 4.8, confidence: 0.6 },
  ])
})

test('a term of several words keeps the time of each, and one heard as one word shares it', async () => {
  const config = { vocabulary: ['Acme Kestrelmoor'] }
  const [apart] = await withVocabulary([heard('with acme castrelmore now')], config)
  assert.deepEqual(
    apart?.words.map(({ word, start }) => [word, start]),
    [
      ['with', 0],
      [' Acme', 1],
      [' Kestrelmoor', 2],
      [' now', 3],
    ],
  )
  const [together] = await withVocabulary([heard('with acmekestrelmoor now')], config)
  assert.deepEqual(
    together?.words.map(({ word, start, end }) => [word, start.toFixed(2), end.toFixed(2)]),
    [
      ['with', '0.00', '0.80'],
      [' Acme', '1.00', '1.20'],
      [' Kestrelmoor', '1.20', '1.80'],
      [' now', '2.00', '2.80'],
    ],
  )
})

test('the genitive of a name stays one, and a name goes on over no end of a sentence', async () => {
  const config = { vocabulary: ['Nakashima', 'Oyelaran'] }
  assert.equal(await written(heard("Nagashima's report"), config), "Nakashima's report")
  assert.equal(await written(heard('A naga. Shima left'), config), 'A naga. Shima left')
})

test('an entry is listened for in its language only', async () => {
  const config: VocabularyConfig = { vocabulary: [{ value: 'Schröder', language: 'de' }] }
  assert.equal(await written(heard('Herr Schroeter kam', { language: 'de' }), config), 'Herr Schröder kam')
  assert.equal(await written(heard('Herr Schroeter kam'), config), 'Herr Schroeter kam')
})

test('the higher its intensity, the more readily an entry is heard', async () => {
  const config = (intensity: number): VocabularyConfig => ({
    vocabulary: [{ value: 'Nakashima', intensity }, 'Zorvex'],
    default_intensity: 0,
  })
  assert.equal(await written(heard('Call Nagashima'), config(0.5)), 'Call Nakashima')
  assert.equal(await written(heard('Call Naghashimmer'), config(0)), 'Call Naghashimmer')
  assert.equal(await written(heard('Call Naghashimmer'), config(1)), 'Call Nakashima')
  const loose = { ...config(0.5), default_intensity: 1 }
  assert.equal(await written(heard('Call Solfax'), config(0.5)), 'Call Solfax')
  assert.equal(await written(heard('Call Solfax'), loose), 'Call Zorvex')
})

test('ordinary words that were heard for certain stay, also if a name sounds the same', async () => {
  const config = { vocabulary: ['Wright', 'Reid', 'Thyme', 'Niamh'] }
  assert.equal(await written(said('Right, read it in time.'), config), 'Right, read it in time.')
})

test('what is written as one of the pronunciations given is the entry, however sure the recogniser was', async () => {
  const config = { vocabulary: [{ value: 'SQL', pronunciations: ['sequel', 'ess cue ell'] }] }
  assert.equal(await written(said('A sequel, or Ess cue ell?'), config), 'A SQL, or SQL?')
})

test('a name that is written as an entry stays, though another entry sounds nearly the same', async () => {
  const config = { vocabulary: ['Nakashima', 'Nagashima'] }
  assert.equal(await written(heard('Nagashima and Nakashima'), config), 'Nagashima and Nakashima')
})

const anyWord = fc.constantFrom(
  'the',
  'Rottavara,',
  'okon',
  'quo',
  'castrel',
  'more.',
  '東京',
  'x',
  '—',
  '3.5',
)

test('times are kept and text is its words, whatever is said; nothing changes without entries', async () => {
  const config: VocabularyConfig = {
    vocabulary: ['Rautavaara', 'Okonkwo', 'Kestrel Moor', '東京', { value: ' ' }],
    default_intensity: 1,
  }
  await fc.assert(
    fc.asyncProperty(fc.array(anyWord, { maxLength: 10 }), async (words) => {
      const given = heard(words.join(' '))
      const [after] = await withVocabulary([given], config)
      assert.ok(after)
      assert.deepEqual({ ...after, words: [], text: '' }, { ...given, words: [], text: '' })
      assertWellFormed([after])
      assert.equal(after.words[0]?.start, given.words[0]?.start)
      assert.equal(after.words.at(-1)?.end, given.words.at(-1)?.end)
      assert.deepEqual(await withVocabulary([given], { vocabulary: [] }), [given])
    }),
    { numRuns: 300, seed: 20250601 },
  )
})
