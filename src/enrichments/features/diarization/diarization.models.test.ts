import assert from 'node:assert/strict'
import { test } from 'node:test'
import { long } from '../../../../test/support/long.ts'
import type { Transcription, Utterance } from '../../../contract/transcript.ts'
import { Recogniser } from '../../../speech/batch/recogniser.ts'
import { recordingOf } from '../../../speech/testing/memory-recording.ts'
import { noise, silence } from '../../../speech/testing/signals.ts'
import { enrichment as diarization } from './enrichment.ts'
import { enrichment as speakerReidentification } from '../speaker-reidentification/enrichment.ts'
import { packed } from '../../../speech/speakers/kept-voices.ts'
import { type Conversation, conversation, voicesOf } from '../../../speech/speakers/testing/conversation.ts'
import { diarizationError } from '../../../speech/speakers/testing/error-rate.ts'
import { DEVELOPMENT } from '../../../speech/speakers/testing/recordings.ts'
import { testContext } from '../../testing/context.ts'

const transcriptionOf = (utterances: Utterance[]): Transcription => ({
  full_transcript: utterances.map(({ text }) => text).join(' '),
  languages: ['en'],
  utterances,
})

async function diarized(
  channels: [Float32Array, ...Float32Array[]],
  utterances: Utterance[],
  config: Record<string, number> = {},
) {
  const recording = recordingOf(...channels)
  const context = testContext({ audio: async () => recording })
  const found = await diarization.run(transcriptionOf(utterances), config, context)
  const transcription = { ...transcriptionOf(utterances), ...found.transcription }
  assert.deepEqual(transcription.utterances, found.module.results)
  return { ...found, transcription, results: found.module.results }
}

const speakersIn = (utterances: readonly Utterance[]) =>
  [...new Set(utterances.map(({ speaker }) => speaker ?? -1))].toSorted((a, b) => a - b)

const voices = await voicesOf(
  ['presenter', 'frenchReader', 'reader', 'germanReader', 'president'],
  DEVELOPMENT,
)

/** Unrelated real voices take turns. */
function talkOf(names: readonly string[], seconds: number): Conversation {
  const speakers = new Map(names.map((name) => [name, voices.get(name)!]))
  return conversation(speakers, { seconds, turn: [4, 12], gap: [0.15, 0.8], overlap: 0 }, 1)
}

const TWO = ['presenter', 'frenchReader']
const THREE = ['presenter', 'frenchReader', 'reader']

/** Two minutes. Without a config, the conversation is diarized once for all tests. */
async function diarizedConversation(names: readonly string[], config: Record<string, number> = {}) {
  const talk = talkOf(names, 115)
  return { ...talk, ...(await diarized([talk.samples], talk.utterances, config)) }
}

/** Strict enough to notice a regression. */
function assertFewConfused({ speech }: Conversation, results: readonly Utterance[]): void {
  const { confused } = diarizationError(speech, results)
  assert.ok(confused < 0.05, `${(100 * confused).toFixed(1)} % of the speech is of a wrong speaker`)
}

const two = diarizedConversation(TWO)
const three = diarizedConversation(THREE)

for (const [name, names, guessed] of [
  ['two', TWO, two],
  ['three', THREE, three],
] as const)
  for (const config of [{}, { number_of_speakers: names.length }])
    test(
      `a two-minute conversation of ${name} voices, ${JSON.stringify(config)}`,
      'number_of_speakers' in config ? long : {},
      async () => {
        const isGuessed = config.number_of_speakers === undefined
        const talk = await (isGuessed ? guessed : diarizedConversation(names, config))
        assert.deepEqual(speakersIn(talk.results), [...names.keys()])
        assertFewConfused(talk, talk.results)
      },
    )

test('an utterance is split where the speaker changes, without losing a word or time', async () => {
  const { utterances, results, transcription } = await two
  assert.ok(results.length > utterances.length)
  assert.deepEqual(
    results.flatMap(({ words }) => words.map(({ start, end }) => ({ start, end }))),
    utterances.flatMap(({ words }) => words.map(({ start, end }) => ({ start, end }))),
  )
  for (const { words, start, end, text } of results) {
    assert.deepEqual([start, end], [words[0]?.start, words.at(-1)?.end])
    assert.equal(text, words.map(({ word }) => word).join(''))
  }
  const count = utterances.reduce((sum, { words }) => sum + words.length, 0)
  assert.equal(transcription.full_transcript, Array(count).fill('word').join(' '))
})

test('changes of speaker are found where they are', async () => {
  const { speech, results } = await two
  const changes = results.slice(1).filter(({ speaker }, i) => speaker !== results[i]?.speaker)
  const turns = speech.slice(1).filter(({ voice }, i) => voice !== speech[i]?.voice)
  for (const { start } of turns) {
    const nearest = Math.min(...changes.map((utterance) => Math.abs(utterance.start - start)))
    assert.ok(nearest < 0.7, `the change at ${start} s is off by ${nearest} s`)
  }
})

for (const [name, seconds] of [
  ['presenter', 150],
  ['frenchReader', 60],
] as const)
  test(
    `one voice, of more than half a minute, is one speaker: ${name}`,
    name === 'presenter' ? long : {},
    async () => {
      const { samples, utterances } = talkOf([name], seconds)
      assert.deepEqual(speakersIn((await diarized([samples], utterances)).results), [0])
    },
  )

test('the number of speakers follows the config, whatever the audio suggests', async () => {
  const { samples, utterances } = talkOf(THREE, 30)
  const count = async (config: Record<string, number>) =>
    speakersIn((await diarized([samples], utterances, config)).results).length
  assert.equal(await count({ number_of_speakers: 2 }), 2)
  assert.equal(await count({ number_of_speakers: 5 }), 5)
  assert.equal(await count({ number_of_speakers: 1 }), 1)
  // Limited, because more would take minutes.
  const many = await count({ number_of_speakers: 1_000_000 })
  assert.ok(many > 10 && many <= 50, `${many} speakers`)
  assert.equal(await count({ max_speakers: 2 }), 2)
  assert.equal(await count({ max_speakers: 1 }), 1)
  const more = await count({ min_speakers: 4, max_speakers: 6 })
  assert.ok(more >= 4 && more <= 6, `${more} is not in the range`)
  assert.equal(await count({ min_speakers: 0, max_speakers: 0 }), await count({}))
})

test('speakers are numbered by first appearance', async () => {
  const { results } = await three
  const firsts = results.map(({ speaker }) => speaker).filter((one, i, all) => all.indexOf(one) === i)
  assert.deepEqual(firsts, [0, 1, 2])
})

test('a transcript without utterances has an empty module, and its audio is not decoded', async () => {
  const found = await diarization.run(transcriptionOf([]), {}, testContext())
  assert.deepEqual(found, {
    module: { is_empty: true, results: [] },
    transcription: { utterances: [], full_transcript: '' },
    voices: packed({ utterances: [], windows: [] }),
  })
})

test('utterances without a recognisable voice also have a speaker', async () => {
  const utterance = (start: number, end: number): Utterance => ({
    ...{ text: 'Hm.', start, end, confidence: 0.2, channel: 0, language: 'en' },
    words: [{ word: 'Hm.', start, end, confidence: 0.2 }],
  })
  const short = await diarized([silence(5)], [utterance(1, 1.2), utterance(4.9, 5.3)], {
    number_of_speakers: 2,
  })
  assert.deepEqual(speakersIn(short.results), [0])
  const silent = await diarized([silence(60)], [utterance(1, 20), { ...utterance(30, 50), words: [] }])
  assert.deepEqual(speakersIn(silent.results), [0])
  const noisy = await diarized([noise(40, 0.1)], [utterance(1, 20), utterance(21, 39)])
  assert.deepEqual(speakersIn(noisy.results), [0])
})

test('a voice on two channels is one speaker', async () => {
  const first = talkOf(['presenter', 'reader'], 60)
  const second = talkOf(['presenter', 'germanReader'], 60)
  const quiet = second.samples.map((sample) => sample / 5)
  const onSecond = second.utterances.map((utterance) => ({ ...utterance, channel: 1 }))
  const utterances = [...first.utterances, ...onSecond].toSorted((a, b) => a.start - b.start)
  const { transcription, results } = await diarized([first.samples, quiet], utterances)
  assert.equal(speakersIn(results).length, 3)
  for (const [channel, talk] of [first, second].entries())
    assertFewConfused(
      talk,
      results.filter((utterance) => utterance.channel === channel),
    )
  const context = testContext()
  assert.ok(speakerReidentification.isRequested?.(transcription, { diarization: true }))
  const { module } = await speakerReidentification.run(transcription, undefined, context)
  const speakers: { speaker: number; channels: number[] }[] = JSON.parse(module.results)
  assert.deepEqual(speakers.map(({ channels }) => channels.join()).toSorted(), ['0', '0,1', '1'])
})

test('more than five minutes are clustered from a sample of the voices', long, async () => {
  const talk = talkOf(THREE, 330)
  const { results } = await diarized([talk.samples], talk.utterances)
  assert.deepEqual(speakersIn(results), [0, 1, 2])
  assertFewConfused(talk, results)
})

test('a conversation, with words and times of the real recogniser', async () => {
  const talk = talkOf(['president', 'reader'], 35)
  const recogniser = new Recogniser()
  const { utterances } = await recogniser.recognise(recordingOf(talk.samples), {
    languages: ['en'],
    codeSwitching: false,
  })
  await recogniser.close()
  const { results } = await diarized([talk.samples], utterances)
  assert.deepEqual(speakersIn(results), [0, 1])
  assertFewConfused(talk, results)
})
