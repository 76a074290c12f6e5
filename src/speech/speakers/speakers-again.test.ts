import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Utterance } from '../../contract/transcript.ts'
import { said } from '../../text/testing/utterances.ts'
import { speakersAgain } from './speakers-again.ts'
import { madeVoices } from './testing/made-voices.ts'

const exactly = (count: number) => ({ min: count, max: count })
const shown = (utterances: readonly Utterance[]) => utterances.map(({ speaker, text }) => [speaker, text])

/** One sentence by two people, and one by the first, as recognised before they were split. */
const RECOGNISED = [
  said('one two three four five six seven eight nine ten', { start: 0 }),
  said('eleven twelve thirteen fourteen', { start: 20 }),
]
const VOICES = madeVoices(RECOGNISED, [
  [0, 0, 5],
  [1, 5, 10],
  [0, 20, 24],
])

const two = async (utterances: readonly Utterance[]) => speakersAgain(utterances, VOICES, exactly(2))
const one = async (utterances: readonly Utterance[]) => speakersAgain(utterances, VOICES, exactly(1))

const OF_TWO = [
  [0, 'one two three four five'],
  [1, 'six seven eight nine ten'],
  [0, 'eleven twelve thirteen fourteen'],
]

test('an utterance is split where its speaker changes, and can be joined again', async () => {
  const first = await two(RECOGNISED)
  assert.deepEqual(shown(first), OF_TWO)
  const joined = await one(first)
  assert.deepEqual(
    joined,
    RECOGNISED.map((utterance) => ({ ...utterance, speaker: 0 })),
  )
  assert.deepEqual(await two(joined), first)
})

test('corrected texts are kept', async () => {
  const [first, ...rest] = await two(RECOGNISED)
  const corrected = { ...said('One, two: three four FIVE', { start: 0 }), speaker: 0 }
  assert.equal(first?.words.length, corrected.words.length)
  assert.deepEqual(shown(await one([corrected, ...rest])), [
    [0, 'One, two: three four FIVE six seven eight nine ten'],
    [0, 'eleven twelve thirteen fourteen'],
  ])
})

test('utterances that somebody split, or joined across sentences, stay that way', async () => {
  const divided = [said('one two', { start: 0 }), said('three four five', { start: 2 })]
  const [, second, third] = await two(RECOGNISED)
  const together = said('six seven eight nine ten eleven twelve', { start: 5 })
  const both = { ...together, end: 24, words: [...second!.words, ...third!.words], text: 'six to fourteen' }
  const speakers = (all: Utterance[]) => all.map((utterance) => ({ ...utterance, speaker: 0 }))
  assert.deepEqual(shown(await one(speakers([...divided, second!, third!]))), [
    [0, 'one two'],
    [0, 'three four five'],
    [0, 'six seven eight nine ten'],
    [0, 'eleven twelve thirteen fourteen'],
  ])
  assert.deepEqual(shown(await one([...speakers(divided), { ...both, speaker: 1 }])), [
    [0, 'one two'],
    [0, 'three four five'],
    [0, 'six to fourteen'],
  ])
})

test('an utterance without words belongs to whoever speaks in its middle', async () => {
  const silent = { ...RECOGNISED[0]!, words: [], end: 20 }
  const [first, second] = await two([
    { ...silent, end: 4 },
    { ...silent, start: 5 },
  ])
  assert.deepEqual([first?.speaker, second?.speaker], [0, 1])
})

test('no space is added in a language without spaces', async () => {
  const words = Array.from('一二三四五六七八九十', (word, i) => ({
    word,
    start: i,
    end: i + 0.8,
    confidence: 1,
  }))
  const chinese = said('一二三四五六七八九十', { words, end: 9.8, language: 'zh' })
  const parts = await two([chinese])
  assert.deepEqual(shown(parts), [
    [0, '一二三四五'],
    [1, '六七八九十'],
  ])
  assert.deepEqual(shown(await one(parts)), [[0, chinese.text]])
})

test('without any voice, there is one speaker', async () => {
  const first = await two(RECOGNISED)
  const silent = { utterances: RECOGNISED, windows: [] }
  assert.deepEqual(
    await speakersAgain(first, silent, exactly(3)),
    RECOGNISED.map((utterance) => ({ ...utterance, speaker: 0 })),
  )
})
