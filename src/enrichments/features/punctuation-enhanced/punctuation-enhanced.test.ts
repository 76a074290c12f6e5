import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Utterance } from '../../../contract/transcript.ts'
import { enrichment as punctuationEnhanced } from './enrichment.ts'
import { testContext } from '../../testing/context.ts'
import { assertWellFormed, said, unwritten } from '../../../text/testing/utterances.ts'

async function punctuated(...utterances: Utterance[]): Promise<Utterance[]> {
  const transcription = { full_transcript: '', languages: [], utterances }
  const { transcription: after } = await punctuationEnhanced.run(transcription, undefined, testContext())
  assert.equal(after?.full_transcript, after?.utterances?.map(({ text }) => text).join(' '))
  return after?.utterances ?? []
}

const textsOf = async (...utterances: Utterance[]) =>
  (await punctuated(...utterances)).map(({ text }) => text)

const CASES: [language: Utterance['language'], text: string, expected: string][] = [
  ['en', 'we left early', 'We left early.'],
  ['en', 'where did they go', 'Where did they go?'],
  ['en', "well, can't you see", "Well, can't you see?"],
  ['en', 'It was late. what do you want', 'It was late. What do you want?'],
  ['en', 'what he wants is clear', 'What he wants is clear.'],
  ['en', 'then i said i’m here, i.e. now', 'Then I said I’m here, i.e. now.'],
  ['en', 'Really?? Yes!!! No,, no .. Well.... fine', 'Really? Yes! No, no. Well… fine.'],
  ['en', 'he said "stop"', 'He said "stop".'],
  ['en', 'iPhone sales rose', 'iPhone sales rose.'],
  ['en', 'example.com is down', 'example.com is down.'],
  ['en', 'up by 5%', 'Up by 5%.'],
  ['de', 'wir gehen jetzt', 'Wir gehen jetzt.'],
  ['tr', 'iyi günler', 'İyi günler.'],
  ['nl', "'s avonds is het koud", "'s avonds is het koud."],
  ['fr', 'quoi ? rien', 'Quoi ? Rien.'],
  ['hi', 'यह अच्छा है', 'यह अच्छा है।'],
  ['ja', '今日は天気がいいです', '今日は天気がいいです。'],
  ['th', 'สวัสดีครับ', 'สวัสดีครับ'],
  ['ka', 'ეს კარგია', 'ეს კარგია.'],
]
for (const [language, text, expected] of CASES)
  test(`${language}: ${text}`, async () => {
    assert.deepEqual(await textsOf(said(text, { language })), [expected])
  })

/** Correctly punctuated. */
const CORRECT: [language: Utterance['language'], text: string][] = [
  ['en', 'Mr. Smith paid $3.5 million at 5 p.m. on Monday, e.g. to me.'],
  ['en', 'And then… he left? Yes: at once!'],
  ['en', '“Stop,” he said; (nobody did).'],
  ['en', 'Wait —'],
  ['es', '¿Qué tal? ¡Hola!'],
  ['fr', 'Quoi ? Rien ; vraiment !'],
  ['zh', '你好。再见！'],
  ['ar', 'كيف حالك؟'],
]
for (const [language, text] of CORRECT)
  test(`unchanged: ${text}`, async () => {
    const given = said(text, { language })
    assert.deepEqual(await punctuated(given), [given])
  })

test('a sentence ends at a pause, at a change of speaker, and before a capital', async () => {
  const at = (start: number, text: string, more: Partial<Utterance> = {}) => said(text, { start, ...more })
  // The recogniser capitalises sentences, so a lower-case letter continues one.
  const capitals = at(100, 'Good. Bye.')
  assert.deepEqual(await textsOf(at(0, 'We went'), at(3.5, 'to the sea'), capitals), [
    'We went',
    'to the sea.',
    'Good. Bye.',
  ])
  assert.deepEqual(await textsOf(at(0, 'We went'), at(4, 'They came.')), ['We went.', 'They came.'])
  assert.deepEqual(await textsOf(at(0, 'We went'), at(2.3, 'They came.')), ['We went', 'They came.'])
  assert.deepEqual(await textsOf(at(0, 'we went'), at(4, 'they came')), ['We went.', 'They came.'])
  assert.deepEqual(await textsOf(at(0, 'we went', { speaker: 0 }), at(2, 'they came', { speaker: 1 })), [
    'We went.',
    'They came.',
  ])
  const channels = [at(0, 'we went'), at(1, 'oh no', { channel: 1 }), at(2.2, 'away')]
  assert.deepEqual(await textsOf(...channels), ['We went', 'Oh no.', 'away.'])
})

test('an utterance of a live session keeps its leading space', async () => {
  const [utterance] = await punctuated({ ...said(' we left'), text: ' we left' })
  assert.equal(utterance?.text, ' We left.')
})

const anyWord = fc.constantFrom(
  'we',
  'i',
  'Left..',
  'no,,',
  'p.m.',
  '"so',
  'do',
  'you',
  'wo?!',
  '今日は',
  '—',
  'x .',
)

test('times are kept, the text is the words joined, and a second run changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.array(anyWord, { maxLength: 6 }), fc.constantFrom('en', 'fr', 'ja')), {
        maxLength: 4,
      }),
      async (texts) => {
        const given = texts.map(([words, language], index) =>
          said(words.join(' '), { start: 7.2 * index, language: language as Utterance['language'] }),
        )
        const once = await punctuated(...given)
        assert.deepEqual(unwritten(once), unwritten(given))
        assertWellFormed(once)
        assert.deepEqual(await punctuated(...once), once)
      },
    ),
    { numRuns: 300, seed: 20250601 },
  )
})
