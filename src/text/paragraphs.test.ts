import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Utterance } from '../contract/transcript.ts'
import { GrowingParagraphs, paragraphSpans } from './paragraphs.ts'
import { said } from './testing/utterances.ts'

const SENTENCE = 'It is one of those sentences that a text of some length has.'

/** Utterances one after the other, each after a pause. */
function talk(...parts: (readonly [pause: number, text: string, more?: Partial<Utterance>])[]): Utterance[] {
  let at = 0
  return parts.map(([pause, text, more]) => {
    const one = said(text, { ...more, start: at + pause })
    at = one.end
    return one
  })
}

test('a change of the speaker or of the channel ends a paragraph; other utterances are joined', () => {
  const spans = paragraphSpans(
    talk(
      [0, 'How are you?', { speaker: 0 }],
      [0.6, 'Well?', { speaker: 0 }],
      [0.6, 'Fine.', { speaker: 1 }],
      [0.6, 'And you?', { speaker: 1, channel: 1 }],
    ),
  )
  assert.deepEqual(spans, [
    [0, 1],
    [2, 2],
    [3, 3],
  ])
})

test('a pause after a sentence that is long for the recording ends a paragraph', () => {
  assert.deepEqual(paragraphSpans(talk([0, SENTENCE], [0.6, SENTENCE], [2, SENTENCE], [0.6, SENTENCE])), [
    [0, 1],
    [2, 3],
  ])
  const slow = Array.from({ length: 6 }, () => [1.4, SENTENCE] as const)
  assert.deepEqual(paragraphSpans(talk(...slow, [2, SENTENCE])), [[0, 6]], 'slow speakers always pause')
  assert.deepEqual(paragraphSpans(talk([0, 'It is'], [2, 'not over.'])), [[0, 1]], 'mid-sentence')
})

test('a long monologue is divided after a sentence, at its longer pauses', () => {
  const parts = Array.from({ length: 40 }, (_, i) => [i === 9 ? 1.2 : 0.5, SENTENCE] as const)
  const spans = paragraphSpans(talk(...parts))
  assert.deepEqual(spans[0], [0, 8])
  for (const [first, last] of spans) assert.ok((last - first + 1) * SENTENCE.length <= 800)
  assert.ok(spans.length < 8, `${spans.length} paragraphs`)
})

test('a long monologue is divided where its words change', () => {
  const baking = 'The dough of the bread needs flour, yeast and warm water in the bowl.'
  const sailing = 'The sails of the boat are set when the wind blows over the harbour.'
  const parts = Array.from({ length: 16 }, (_, i) => [0.5, i < 8 ? baking : sailing] as const)
  assert.deepEqual(paragraphSpans(talk(...parts))[0], [0, 7])
})

test('a text without spaces or full stops is also divided', () => {
  const parts = Array.from(
    { length: 30 },
    () => [0.5, '沃森具有高超的大数据分析能力可以帮助人们进行决策', { language: 'zh' }] as const,
  )
  const spans = paragraphSpans(talk(...parts))
  assert.ok(spans.length >= 3 && spans.every(([first, last]) => last - first < 12), JSON.stringify(spans))
})

test('paragraphs that are reported as complete do not change later', () => {
  const texts = [
    'The dough rises in the warm kitchen for two hours.',
    'We sail at noon, when the wind blows.',
    'Right.',
  ]
  const parts = Array.from({ length: 120 }, (_, i) => {
    const speaker = Math.floor(i / 37) % 2
    return [(i * 7) % 11 === 0 ? 2.2 : 0.5, texts[(i * 5) % 3]!, { speaker }] as const
  })
  const all = talk(...parts)
  const whole = paragraphSpans(all)
  const growing = new GrowingParagraphs()
  const known = all.flatMap((one) => growing.add([one]))
  assert.ok(known.length > whole.length - 4, 'most are known')
  assert.deepEqual([...known, ...growing.end()], whole)
})

test('if every utterance is a turn, the time is proportional to their number', () => {
  const parts = Array.from({ length: 100_000 }, (_, i) => [0.1, 'Yes.', { speaker: i % 2 }] as const)
  const all = talk(...parts)
  assert.equal(paragraphSpans(all).length, 100_000)
  const growing = new GrowingParagraphs()
  assert.equal(all.slice(0, 20_000).flatMap((one) => growing.add([one])).length, 19_999)
})
