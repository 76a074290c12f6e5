import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { LanguageCode } from '../../../contract/languages.ts'
import { entitiesOf } from '../../entities/entities.ts'
import { readMarkedTexts, scoreOf, totalOf, type MarkedText } from '../../entities/testing/marked-text.ts'
import { enrichment as namedEntityRecognition } from './enrichment.ts'
import { testContext } from '../../testing/context.ts'
import { said, transcriptionOf } from '../../../text/testing/utterances.ts'

/** Each entity as `GROUP text`. */
async function found(text: string, language: LanguageCode = 'en'): Promise<string[]> {
  const entities = await entitiesOf(transcriptionOf(said(text, { language })))
  return entities.map(({ entity_group, text: named }) => `${entity_group} ${named}`)
}

/** Each person as `TYPE text`. */
async function people(text: string, language: LanguageCode = 'en'): Promise<string[]> {
  const entities = await entitiesOf(transcriptionOf(said(text, { language })))
  return entities
    .filter(({ entity_group }) => entity_group === 'NAME')
    .map(({ entity_type, text: named }) => `${entity_type} ${named}`)
}

/** Scores what is found in a marked text. Each character lasts one second, so that a time is an offset in the text. */
async function scoreOfText(marked: MarkedText, language: LanguageCode = 'en') {
  const words = Array.from(marked.text.matchAll(/(\s*)(\S+)/g), ({ 0: word, 1: gap = '', index }) => ({
    word,
    start: index + gap.length,
    end: index + word.length,
    confidence: 1,
  }))
  const entities = await entitiesOf(transcriptionOf({ ...said(marked.text, { language }), words }))
  return scoreOf(
    marked,
    entities.map(({ entity_group: type, text, start }) => ({
      type,
      text,
      from: marked.text.indexOf(text, start),
    })),
  )
}

for (const [file, least] of [
  ['marked-text.txt', 100],
  ['held-out-text.txt', 50],
] as const) {
  test(`precision and recall on ${file} are at least 80 %`, async (t) => {
    const score = totalOf(await Promise.all(readMarkedTexts(file).map(async (text) => scoreOfText(text))))
    t.diagnostic(`${score.right} of ${score.marked} found, ${score.right} of ${score.found} right`)
    if (process.env['TEST_FIGURES']) t.diagnostic(score.errors.join('\n'))
    assert.ok(score.marked >= least)
    assert.ok(score.right >= 0.8 * score.marked, score.errors.join('\n'))
    assert.ok(score.right >= 0.8 * score.found, score.errors.join('\n'))
  })
}

for (const [language, minRecall, minPrecision] of [
  ['en', 0.91, 0.94],
  ['de', 0.92, 0.92],
  ['fr', 0.89, 0.89],
  ['es', 0.88, 0.88],
] as const) {
  test(`precision and recall on the evaluation set of ${language} do not regress`, async (t) => {
    const texts = readMarkedTexts(`evaluation-${language}.txt`)
    const score = totalOf(await Promise.all(texts.map(async (text) => scoreOfText(text, language))))
    t.diagnostic(`${score.right} of ${score.marked} found, ${score.right} of ${score.found} right`)
    if (process.env['TEST_FIGURES']) t.diagnostic(score.errors.join('\n'))
    assert.ok(score.right >= minRecall * score.marked, score.errors.join('\n'))
    assert.ok(score.right >= minPrecision * score.found, score.errors.join('\n'))
  })
}

test('an entity has the times of its words, even across two utterances', async () => {
  const entities = await entitiesOf(
    transcriptionOf(said('I saw Maria', { start: 3 }), said('Lopez, twice.', { start: 6 })),
  )
  assert.deepEqual(entities, [
    { entity_type: 'NAME', entity_group: 'NAME', text: 'Maria Lopez', start: 5, end: 6.8 },
  ])
})

test('all occurrences of a name decide its type', async () => {
  assert.deepEqual(await found('Okafor, are you there? Yes. This is Mr. Okafor, he knows Okafor too.'), [
    'NAME Okafor',
    'NAME Okafor',
    'NAME Okafor',
  ])
})

test('the entity of a person tells which part of the name it is, if known, and its group', async () => {
  assert.deepEqual(await people('Anna met Mr. Okafor, and then Schmidt called.'), [
    'NAME_GIVEN Anna',
    'NAME_FAMILY Okafor',
    'NAME_FAMILY Schmidt',
  ])
  assert.deepEqual(await people('This is Anna Schmidt. Thank you, Anna.'), [
    'NAME Anna Schmidt',
    'NAME_GIVEN Anna',
  ])
  // A full name in the transcript outweighs the usual role of a name.
  assert.deepEqual(await people('I am Priya Martin. Yes, Priya? Martin has asked.'), [
    'NAME Priya Martin',
    'NAME_GIVEN Priya',
    'NAME_FAMILY Martin',
  ])
  assert.deepEqual(await people('Vincent van Gogh was there, said Taylor.'), [
    'NAME Vincent van Gogh',
    'NAME Taylor',
  ])
})

/** Texts with likely false positives and negatives. */
const DIFFICULT: [string, string[]][] = [
  ['May I ask who will march on Monday in May?', ['DATE Monday', 'DATE May']],
  ['Mark my words, one of them will win.', []],
  ['I said ok.So what? E.g. this, i.e. that.', []],
  ['Look at bbc dot co dot uk slash news.', ['URL bbc dot co dot uk slash news']],
  [
    'Mail jim underscore taylor at outlook dot com.',
    ['EMAIL_ADDRESS jim underscore taylor at outlook dot com'],
  ],
  ['Mail me at bob dot smith at gmail dot com.', ['EMAIL_ADDRESS bob dot smith at gmail dot com']],
  ['Order number 5551234567 cost 50 grand.', ['NUMBER 5551234567', 'MONEY 50 grand']],
  [
    'One, two, three, four, five, six, seven, eight.',
    'two three four five six seven eight'.split(' ').map((one) => `NUMBER ${one}`),
  ],
  ['I read chapters 1.2.3 and 4.5, the 3rd and Q2.', ['NUMBER 4.5']],
  [
    'It is half past nine, or 21:30, or quarter to ten.',
    ['TIME half past nine', 'TIME 21:30', 'TIME quarter to ten'],
  ],
  [
    'In nineteen ninety-eight we paid a hundred and twenty euros.',
    ['DATE nineteen ninety-eight', 'MONEY a hundred and twenty euros'],
  ],
  ['It has an iPhone 15 in it.', ['PRODUCT iPhone 15']],
  ["Seasons 2019 2020 were long, so it's 555-0148.", ['NUMBER 2019', 'NUMBER 2020', 'PHONE_NUMBER 555-0148']],
  ['Mr. Hill met Martin Luther King.', ['NAME Hill', 'NAME Martin Luther King']],
  ['Take room 12 404-555-2290.', ['PHONE_NUMBER 12 404-555-2290']],
  ['We flew from Savannah to Jacksonville.', ['LOCATION Savannah', 'LOCATION Jacksonville']],
]

for (const [text, entities] of DIFFICULT) {
  test(text, async () => assert.deepEqual(await found(text), entities))
}

test('in other languages, entities that need no dictionary are found', async () => {
  assert.deepEqual(
    await found('Am 3. März sind wir in Frankreich, für 1.500 Euro, a.b@web.de weiß mehr.', 'de'),
    ['DATE 3. März', 'LOCATION Frankreich', 'MONEY 1.500 Euro', 'EMAIL_ADDRESS a.b@web.de'],
  )
  assert.deepEqual(await found('午後3時にフランスで5000円', 'ja'), [
    'TIME 午後3時',
    'LOCATION フランス',
    'MONEY 5000円',
  ])
  assert.deepEqual(await found('Siku 500 Kenya na 12.5%', 'sw'), [
    'NUMBER 500',
    'LOCATION Kenya',
    'NUMBER 12.5%',
  ])
})

test('entities are in order and within the text, whatever the text', async () => {
  const pieces = [
    'Maria',
    ' of ',
    'Bank',
    ' five',
    ' dollars',
    ' at ',
    ' dot ',
    'com',
    ' May',
    ' 3rd',
    ', ',
    '. ',
    '12',
    ':',
    '30',
    '-',
    "'s",
    ' ',
    'é',
    '(',
    '+',
    '$',
    ' and ',
    ' half',
    ' past',
    ' two',
  ]
  const texts = fc.oneof(
    fc.string({ maxLength: 300, unit: 'grapheme' }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 80 }).map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom<LanguageCode>('en', 'de', 'ja', 'sw'), async (text, language) => {
      const utterance = said(text, { language })
      const entities = await entitiesOf(transcriptionOf(utterance))
      let last = 0
      for (const { text: named, start, end } of entities) {
        assert.ok(named.trim() !== '')
        assert.ok(start >= last && end >= start && end <= utterance.end + 1)
        last = start
      }
    }),
    { numRuns: 200, seed: 5 },
  )
})

test('a long text of digits or capitals is searched quickly', async () => {
  const started = performance.now()
  for (const piece of ['12 ', 'A ', 'one ', 'a.', 'five and ', 'x at y dot ', '(', 'Bank of ', '1,000,'])
    await found(piece.repeat(3000))
  assert.ok(performance.now() - started < 20_000)
})

test('the module has the entities as a list and as JSON text, and is empty without words', async () => {
  const { module } = await namedEntityRecognition.run(
    transcriptionOf(said('I met Sarah in Paris.')),
    undefined,
    testContext(),
  )
  assert.equal(module?.is_empty, false)
  assert.deepEqual(JSON.parse(module?.entity ?? ''), module?.results)
  assert.equal(module?.results.length, 2)
  const none = await namedEntityRecognition.run(transcriptionOf(), undefined, testContext())
  assert.deepEqual(none.module, { is_empty: true, entity: '[]', results: [] })
})
