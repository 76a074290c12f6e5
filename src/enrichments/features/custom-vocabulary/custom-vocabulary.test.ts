import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { z } from 'zod'
import { customVocabulary } from '../../../contract/features/custom-vocabulary.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { withVocabulary } from './enrichment.ts'
import { misheardNames, ordinarySpeech } from './testing/misheard.ts'
import { assertWellFormed, said } from '../../../text/testing/utterances.ts'

/** Settings as in a request. */
type Given = z.input<typeof customVocabulary.config>

const applied = async (utterances: readonly Utterance[], given: Given) =>
  withVocabulary(utterances, customVocabulary.config.parse(given))

/** The names of a group, as in a request. */
function vocabularyOf(group: string): Given {
  const own = misheardNames.filter((one) => one.group === group)
  const entries = new Map(
    own.map(({ name, pronunciation }) => [
      name,
      { value: name, ...(pronunciation === '' ? {} : { pronunciations: [pronunciation] }) },
    ]),
  )
  return { vocabulary: [...entries.values()] }
}

/** An utterance of low confidence. */
const unsure = (text: string, more: Partial<Utterance> = {}) => {
  const utterance = said(text, more)
  return { ...utterance, words: utterance.words.map((word) => ({ ...word, confidence: 0.6 })) }
}

async function written(utterance: Utterance, config: Given): Promise<string | undefined> {
  const [found] = await applied([utterance], config)
  assert.ok(found)
  assertWellFormed([found])
  return found.text
}

/** The minimum share of restored names; measured: 0.81 in "tuning", 0.79 in "held-out", 0.81 in "unseen". */
const MIN_RESTORED = { tuning: 0.8, 'held-out': 0.78, unseen: 0.8 }

for (const [group, minimum] of Object.entries(MIN_RESTORED)) {
  const own = misheardNames.filter((one) => one.group === group)

  test(`${group}: misrecognised names are restored`, async (t) => {
    const config = vocabularyOf(group)
    const after = await applied(
      own.map(({ utterance }) => utterance),
      config,
    )
    const isRestored = own.map(({ name }, index) => after[index]?.text.includes(name) ?? false)
    const restored = isRestored.filter(Boolean).length
    const names = new Set(own.map(({ name }) => name))
    const namesRestored = new Set(own.flatMap(({ name }, index) => (isRestored[index] ? [name] : [])))
    t.diagnostic(
      `${restored} of ${own.length} transcriptions, ${namesRestored.size} of ${names.size} names in one at least`,
    )
    assert.ok(own.length >= 50)
    assert.ok(restored / own.length >= minimum, `${restored} of ${own.length}`)
    assert.ok(namesRestored.size / names.size >= 0.9, `${namesRestored.size} of ${names.size}`)
  })

  // Ten names at a time, because more names resemble more words.
  test(`${group}: at most one in a thousand ordinary words is replaced by one of ten names`, async (t) => {
    const { vocabulary } = vocabularyOf(group)
    const words = ordinarySpeech.reduce((sum, utterance) => sum + utterance.words.length, 0)
    assert.ok(words >= 1000)
    for (let first = 0; first + 9 <= vocabulary.length; first += 10) {
      const after = await applied(ordinarySpeech, { vocabulary: vocabulary.slice(first, first + 10) })
      const mistakes = after.filter((utterance, index) => utterance !== ordinarySpeech[index])
      t.diagnostic(`${mistakes.length} in ${words} words: ${mistakes.map(({ text }) => text).join(' / ')}`)
      assert.ok(mistakes.length / words <= 0.001, mistakes.map(({ text }) => text).join('\n'))
    }
  })
}

test('a name transcribed as several words becomes one word, with their time and punctuation', async () => {
  const [utterance] = await applied([unsure('So, "near Kah-shima," he said.')], {
    vocabulary: ['Nakashima'],
  })
  assert.deepEqual(utterance?.words, [
    { word: 'So,', start: 0, end: 0.8, confidence: 0.6 },
    { word: ' "Nakashima,"', start: 1, end: 2.8, confidence: 0.6 },
    { word: ' he', start: 3, end: 3.8, confidence: 0.6 },
    { word: ' said.', start: 4, end: 4.8, confidence: 0.6 },
  ])
})

test('a term of several words keeps their times, or shares the time of one word', async () => {
  const config = { vocabulary: ['Acme Kestrelmoor'] }
  const [apart] = await applied([unsure('with acme castrelmore now')], config)
  assert.deepEqual(
    apart?.words.map(({ word, start }) => [word, start]),
    [
      ['with', 0],
      [' Acme', 1],
      [' Kestrelmoor', 2],
      [' now', 3],
    ],
  )
  const [together] = await applied([unsure('with acmekestrelmoor now')], config)
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

test('the genitive of a name is kept, and a name does not continue across the end of a sentence', async () => {
  const config = { vocabulary: ['Nakashima', 'Oyelaran'] }
  assert.equal(await written(unsure("Nagashima's report"), config), "Nakashima's report")
  assert.equal(await written(unsure('A naga. Shima left'), config), 'A naga. Shima left')
})

test('an entry with a language applies to that language only', async () => {
  const config: Given = { vocabulary: [{ value: 'Schröder', language: 'de' }] }
  assert.equal(await written(unsure('Herr Schroeter kam', { language: 'de' }), config), 'Herr Schröder kam')
  assert.equal(await written(unsure('Herr Schroeter kam'), config), 'Herr Schroeter kam')
})

test('the higher the intensity, the less similar a match may be', async () => {
  const config = (intensity: number): Given => ({
    vocabulary: [{ value: 'Nakashima', intensity }, 'Zorvex'],
    default_intensity: 0,
  })
  assert.equal(await written(unsure('Call Nagashima'), config(0.5)), 'Call Nakashima')
  assert.equal(await written(unsure('Call Naghashimmer'), config(0)), 'Call Naghashimmer')
  assert.equal(await written(unsure('Call Naghashimmer'), config(1)), 'Call Nakashima')
  const loose = { ...config(0.5), default_intensity: 1 }
  assert.equal(await written(unsure('Call Solfax'), config(0.5)), 'Call Solfax')
  assert.equal(await written(unsure('Call Solfax'), loose), 'Call Zorvex')
})

test('ordinary words of high confidence are kept, even if a name sounds the same', async () => {
  const config = { vocabulary: ['Wright', 'Reid', 'Thyme', 'Niamh'] }
  assert.equal(await written(said('Right, read it in time.'), config), 'Right, read it in time.')
})

test('a given pronunciation is replaced by the entry, whatever the confidence', async () => {
  const config = { vocabulary: [{ value: 'SQL', pronunciations: ['sequel', 'ess cue ell'] }] }
  assert.equal(await written(said('A sequel, or Ess cue ell?'), config), 'A SQL, or SQL?')
})

test('a name that is already an entry is kept, even if another entry sounds nearly the same', async () => {
  const config = { vocabulary: ['Nakashima', 'Nagashima'] }
  assert.equal(await written(unsure('Nagashima and Nakashima'), config), 'Nagashima and Nakashima')
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

test('whatever the words, times are kept and the text is the words joined; nothing changes without entries', async () => {
  const config: Given = {
    vocabulary: ['Rautavaara', 'Okonkwo', 'Kestrel Moor', '東京', { value: ' ' }],
    default_intensity: 1,
  }
  await fc.assert(
    fc.asyncProperty(fc.array(anyWord, { maxLength: 10 }), async (words) => {
      const given = unsure(words.join(' '))
      const [after] = await applied([given], config)
      assert.ok(after)
      assert.deepEqual({ ...after, words: [], text: '' }, { ...given, words: [], text: '' })
      assertWellFormed([after])
      assert.equal(after.words[0]?.start, given.words[0]?.start)
      assert.equal(after.words.at(-1)?.end, given.words.at(-1)?.end)
      assert.deepEqual(await applied([given], { vocabulary: [] }), [given])
    }),
    { numRuns: 300, seed: 20250601 },
  )
})
