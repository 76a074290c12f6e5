import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Utterance } from '../../../contract/transcript.ts'
import { enrichment as nameConsistency } from './enrichment.ts'
import { testContext } from '../../testing/context.ts'
import { assertWellFormed, said, unwritten } from '../../../text/testing/utterances.ts'

async function consistent(utterances: readonly Utterance[]) {
  const transcription = { full_transcript: '', languages: [], utterances: [...utterances] }
  const { module, transcription: after } = await nameConsistency.run(transcription, undefined, testContext())
  const results: unknown = JSON.parse(module.results)
  return { module, results, utterances: after?.utterances ?? [], text: after?.full_transcript }
}

test('a name is spelled in its most common way, also at the start of a sentence and in the genitive', async () => {
  const { module, results, utterances, text } = await consistent([
    said('I saw Catherine and Kathryn.'),
    said("So Catherine met Katherine's friend."),
    said('Kathryn left, and Catherine, too.', { start: 20 }),
  ])
  assert.equal(
    text,
    "I saw Catherine and Catherine. So Catherine met Catherine's friend. Catherine left, and Catherine, too.",
  )
  assert.deepEqual(results, [{ name: 'Catherine', variants: ['Kathryn', 'Katherine'], count: 6 }])
  assert.equal(module.is_empty, false)
  assert.deepEqual(utterances[2]?.words[0], { word: 'Catherine', start: 20, end: 20.8, confidence: 1 })
})

test('the first of equally common spellings is used', async () => {
  const { text } = await consistent([said('I like Bryan, and Brian, and Stephen, and Steven.')])
  assert.equal(text, 'I like Bryan, and Bryan, and Stephen, and Stephen.')
})

/** In each of these texts, two names are different, or a word is not a name. */
const APART = [
  'I saw Mary and Marie and Maria.',
  'We met Erin, Aaron, Karen and Carl, and then Carla.',
  'They asked Anna, Hannah, Ann and Annie.',
  'He likes Jean and Gene, and Dan and Don, and Ben.',
  'Some say Austria, some say Australia. Iran is not Iraq.',
  'With Smith and Smiths, and Jon and Joan.',
  'So Kirsten, Kristen, Christine, and Christina met Ellen and Alan.',
  // Ordinary words, with a capital of their own or of their sentence.
  'Their flat is there. There is Mr. Right. Write it. Rights are Rites for Mark and Marc.',
  'Grays are dull, says Mr. Greys. Rays are bright, says Raise. We go.',
  'It is Seoul. Soles are shoes. Souls go far.',
  'The NATO met NATO, and A. met Mr. A, and Ay.',
]
for (const text of APART)
  test(`nothing is merged in "${text}"`, async () => {
    const { results, text: after } = await consistent([said(text)])
    assert.deepEqual([results, after], [[], text])
  })

test('nouns are not names in languages that capitalise all nouns; names of two languages are not merged', async () => {
  const german = said('Die Leere der Lehre ist das Meer und das Mehr.', { language: 'de' })
  assert.deepEqual((await consistent([german])).results, [])
  const mixed = [said('I met Erik there.'), said('Je vois Eric ici.', { language: 'fr' })]
  assert.deepEqual((await consistent(mixed)).results, [])
})

test('a transcript without words has no names', async () => {
  const { module, text } = await consistent([])
  assert.deepEqual([module, text], [{ is_empty: true, results: '[]' }, ''])
})

const anyWord = fc.constantFrom(
  'Brian',
  'Bryan,',
  'saw',
  "Brian's",
  'Sarah.',
  'Sara',
  'the',
  '東京',
  '"Sara"',
  '—',
)

test('times are kept, the text is the words joined, and a second run finds nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyWord, { maxLength: 8 }), { maxLength: 4 }), async (texts) => {
      const given = texts.map((words, index) => said(words.join(' '), { start: 10 * index }))
      const { utterances } = await consistent(given)
      assert.deepEqual(unwritten(utterances), unwritten(given))
      assertWellFormed(utterances)
      assert.deepEqual((await consistent(utterances)).results, [])
    }),
    { numRuns: 300, seed: 20250601 },
  )
})
