import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Utterance } from '../../../contract/transcript.ts'
import { enrichment as displayMode } from './enrichment.ts'
import { testContext } from '../../testing/context.ts'

/** An utterance with half a second per word. */
function said(text: string, start: number, more: Partial<Utterance> = {}): Utterance {
  const words = (text.match(/\s*\S+/g) ?? []).map((word, i) => ({
    word,
    start: start + i / 2,
    end: start + (i + 1) / 2,
    confidence: 1,
  }))
  const end = words.at(-1)?.end ?? start
  return { text, start, end, words, confidence: 1, channel: 0, language: 'en', ...more }
}

async function lines(...utterances: Utterance[]): Promise<string[]> {
  const transcription = { full_transcript: '', languages: [], utterances }
  const { module } = await displayMode.run(transcription, undefined, testContext())
  assert.equal(module.is_empty, module.results.length === 0)
  return module.results
}

const A = { speaker: 0 }
const B = { speaker: 1 }

test('a line ends where the speaker changes', async () => {
  assert.deepEqual(
    await lines(said('Hello. How are you?', 0, A), said('Fine. And you?', 3, B), said('Fine too.', 5, A)),
    ['Speaker 0: Hello. How are you?', 'Speaker 1: Fine. And you?', 'Speaker 0: Fine too.'],
  )
})

test('an interjection follows the sentence that it interrupts, on one channel and on two', async () => {
  const expected = ['I think that we should go now.', 'Yes.', 'It is late.']
  for (const other of [B, { ...B, channel: 1 }]) {
    const yes = said('Yes.', 2.1, other)
    assert.deepEqual(
      await lines(said('I think that we', 0, A), yes, said('should go now. It is late.', 2.7, A)),
      expected.map((text) => `Speaker ${text === 'Yes.' ? 1 : 0}: ${text}`),
    )
  }
})

test('a line ends at a long silence and at the first sentence end after 160 characters', async () => {
  assert.deepEqual(await lines(said('One two.', 0), said('Three.', 2.9)), ['One two. Three.'])
  assert.deepEqual(await lines(said('One two.', 0), said('Three.', 3.1)), ['One two.', 'Three.'])
  const sentence = 'We walked along the river until it rained.'
  assert.deepEqual(
    (await lines(said(Array(10).fill(sentence).join(' '), 0))).map((line) => line.length),
    [171, 171, 85],
  )
})

test('lines name the channel if there are several and speakers are unknown', async () => {
  assert.deepEqual(await lines(said('Hello.', 0), said('Hi.', 1, { channel: 1 })), [
    'Channel 0: Hello.',
    'Channel 1: Hi.',
  ])
  assert.deepEqual(await lines(said('Hello.', 0)), ['Hello.'])
})

test('no spaces are added in a language without them, and a transcript without words has no lines', async () => {
  const japanese = (text: string, start: number) => said(text, start, { language: 'ja' })
  assert.deepEqual(await lines(japanese('はい。', 0), japanese('そうです。', 1)), ['はい。そうです。'])
  assert.deepEqual(await lines(), [])
})
