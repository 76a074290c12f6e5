import assert from 'node:assert/strict'
import { test } from 'node:test'
import { long } from '../../../../test/support/long.ts'
import type { Transcription, Utterance } from '../../../contract/transcript.ts'
import { Recogniser } from '../../../recognition/batch/recogniser.ts'
import { recordingOf } from '../../../recognition/testing/memory-recording.ts'
import { joined, noise, silence } from '../../../recognition/testing/signals.ts'
import { enrichment as diarization } from './enrichment.ts'
import { enrichment as speakerReidentification } from '../speaker-reidentification/enrichment.ts'
import { conversation, wrongShare } from '../../../speakers/testing/conversation.ts'
import {
  frenchReader,
  germanReader,
  presenter,
  president,
  reader,
  type TestVoice,
} from '../../../speakers/testing/voices.ts'
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

/** Unrelated real voices. */
const TWO: [TestVoice, number][] = [
  [presenter, 12],
  [frenchReader, 4],
]
const THREE: [TestVoice, number][] = [
  [presenter, 12],
  [frenchReader, 4],
  [reader, 4],
]

/** Two minutes. Without a config they are diarized once for all tests. */
async function diarizedConversation(voices: [TestVoice, number][], config: Record<string, number> = {}) {
  const talk = conversation(voices, 115)
  return { ...talk, ...(await diarized([talk.samples], talk.utterances, config)) }
}
const two = diarizedConversation(TWO)
const three = diarizedConversation(THREE)

for (const [name, voices, guessed] of [
  ['two', TWO, two],
  ['three', THREE, three],
] as const)
  for (const config of [{}, { number_of_speakers: voices.length }])
    test(
      `a two-minute conversation of ${name} voices, ${JSON.stringify(config)}`,
      'number_of_speakers' in config ? long : {},
      async () => {
        const isGuessed = config.number_of_speakers === undefined
        const { seconds, turns, results } = await (isGuessed ? guessed : diarizedConversation(voices, config))
        assert.ok(seconds > 100 && seconds < 135, `it lasts ${seconds} s`)
        assert.deepEqual(speakersIn(results), [...voices.keys()])
        const wrong = wrongShare(results, turns)
        // Strict enough to notice a regression.
        assert.ok(
          wrong < 0.05,
          `${(100 * wrong).toFixed(1)} % of the time is attributed to the wrong speaker`,
        )
      },
    )

test('an utterance is split where the speaker changes, and no word or time is lost', async () => {
  const { turns, utterances, results, transcription } = await two
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
  const changes = results.slice(1).filter(({ speaker }, i) => speaker !== results[i]?.speaker)
  for (const { start } of turns.slice(1)) {
    const nearest = Math.min(...changes.map((utterance) => Math.abs(utterance.start - start)))
    assert.ok(nearest < 0.7, `the change at ${start} s is off by ${nearest} s`)
  }
})

for (const [name, voice] of Object.entries({ presenter, frenchReader }))
  test(
    `one voice, of more than half a minute, is one speaker: ${name}`,
    voice === presenter ? long : {},
    async () => {
      const { samples, seconds, utterances } = conversation([[voice, 200]])
      // Clustering takes time with the cube of the length, so only a short voice is repeated.
      const { results } =
        seconds > 60
          ? await diarized([samples], utterances)
          : await diarized([joined(samples, samples)], [...utterances, ...later(utterances, seconds)])
      assert.deepEqual(speakersIn(results), [0])
    },
  )

/** The same utterances, some seconds later. */
function later(utterances: readonly Utterance[], by: number): Utterance[] {
  return utterances.map((utterance) => ({
    ...utterance,
    start: utterance.start + by,
    end: utterance.end + by,
    words: utterance.words.map((word) => ({ ...word, start: word.start + by, end: word.end + by })),
  }))
}

test('the number of speakers follows the config, whatever the audio suggests', async () => {
  const { samples, utterances } = conversation(THREE, 30)
  const count = async (config: Record<string, number>) =>
    speakersIn((await diarized([samples], utterances, config)).results).length
  assert.equal(await count({ number_of_speakers: 2 }), 2)
  assert.equal(await count({ number_of_speakers: 5 }), 5)
  assert.equal(await count({ number_of_speakers: 1 }), 1)
  // Limited, so that it does not take minutes.
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

test('a transcript without utterances gives an empty module, and its audio is not decoded', async () => {
  const found = await diarization.run(transcriptionOf([]), {}, testContext())
  assert.deepEqual(found, {
    module: { is_empty: true, results: [] },
    transcription: { utterances: [], full_transcript: '' },
  })
})

test('utterances without a recognisable voice have a speaker, too', async () => {
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
  const first = conversation(
    [
      [presenter, 12],
      [reader, 4],
    ],
    60,
  )
  const rest = { samples: presenter.samples, speech: presenter.speech.slice(-12) }
  const second = conversation(
    [
      [rest, 9],
      [germanReader, 4],
    ],
    60,
    1,
  )
  const quiet = second.samples.map((sample) => sample / 5)
  const utterances = [...first.utterances, ...second.utterances].toSorted((a, b) => a.start - b.start)
  const { transcription, results } = await diarized([first.samples, quiet], utterances)
  assert.equal(speakersIn(results).length, 3)
  for (const [channel, { turns }] of [first, second].entries()) {
    const own = results.filter((utterance) => utterance.channel === channel)
    assert.ok(wrongShare(own, turns) < 0.1)
  }
  const context = testContext()
  assert.ok(speakerReidentification.isRequested?.(transcription, { diarization: true }))
  const { module } = await speakerReidentification.run(transcription, undefined, context)
  const speakers: { speaker: number; channels: number[] }[] = JSON.parse(module.results)
  assert.deepEqual(speakers.map(({ channels }) => channels.join()).toSorted(), ['0', '0,1', '1'])
})

test('more than five minutes are clustered by a sample of the voices', long, async () => {
  const talk = conversation(THREE)
  const times = Math.ceil(330 / talk.seconds)
  const utterances = Array.from({ length: times }, (_, i) => later(talk.utterances, i * talk.seconds)).flat()
  const whole = joined(...Array.from({ length: times }, () => talk.samples))
  const { results } = await diarized([whole], utterances)
  assert.deepEqual(speakersIn(results), [0, 1, 2])
  const turns = Array.from({ length: times }, (_, i) =>
    talk.turns.map(({ voice, start, end }) => ({
      voice,
      start: start + i * talk.seconds,
      end: end + i * talk.seconds,
    })),
  ).flat()
  assert.ok(wrongShare(results, turns) < 0.05)
})

test('a conversation, with words and times of the real recogniser', async () => {
  const { samples, turns } = conversation([
    [president, 3],
    [reader, 5],
  ])
  const recogniser = new Recogniser()
  const { utterances } = await recogniser.recognise(recordingOf(samples), {
    languages: ['en'],
    codeSwitching: false,
  })
  await recogniser.close()
  const { results } = await diarized([samples], utterances)
  assert.deepEqual(speakersIn(results), [0, 1])
  const wrong = wrongShare(results, turns)
  assert.ok(wrong < 0.05, `${(100 * wrong).toFixed(1)} % of the time is attributed to the wrong speaker`)
})
