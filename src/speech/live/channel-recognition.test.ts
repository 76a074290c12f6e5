import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import type { EngineThread } from '../engines/engine-thread.ts'
import { textOf } from '../engines/spoken-words.ts'
import type { PunctuationThread } from '../punctuation/punctuation-thread.ts'
import { fakeStreamingModels } from '../testing/fake-streaming-models.ts'
import { SESSION_START } from './channel-position.ts'
import { ChannelRecognition } from './channel-recognition.ts'
import type { LiveSegment } from './live-segmentation.ts'
import { RecentAudio } from './recent-audio.ts'

const at = (seconds: number) => Math.round(seconds * SAMPLE_RATE)

/** A segment of speech between two times in seconds. */
function segment(from: number, to: number, own: Partial<LiveSegment> = {}): LiveSegment {
  const [start, end] = [at(from), at(to)]
  return { start, end, audioEnd: end, regions: [{ start, end }], utteranceStart: start, ends: true, ...own }
}

interface Session {
  /** When each word is spoken, in seconds. */
  readonly said: readonly number[]
  readonly streamed: readonly LanguageCode[]
  /** The tokens of each word. Default: one, a letter. */
  readonly tokens?: readonly (readonly string[])[]
}

/** A channel of some minutes. Its engines return ` …` followed by one word at the end of their audio. */
function channel({ said, streamed, tokens }: Session) {
  const samples = new Float32Array(at(330))
  for (const [i, time] of said.entries()) samples[at(time)] = i + 1
  const audio = { received: new RecentAudio(0), amplified: new RecentAudio(0) }
  audio.received.append(samples)
  audio.amplified.append(samples)
  const { models, streams } = fakeStreamingModels(
    (value) => tokens?.[value - 1] ?? [` ${String.fromCodePoint(96 + value)}`],
    streamed,
  )
  /** The length of the audio passed to engines, in samples. */
  const given: number[] = []
  const engines = {
    identify: async () =>
      new Map([
        ['de', 0.5],
        ['en', 0.5],
      ]),
    recognise: async (own: Float32Array): Promise<Word[]> => {
      given.push(own.length)
      const end = own.length / SAMPLE_RATE - 0.2
      return [{ word: ' engine', start: end - 0.3, end, confidence: 1 }]
    },
  } as unknown as EngineThread
  const recognition = new ChannelRecognition(
    audio,
    {
      engines,
      identifyingEngines: () => engines,
      languages: { named: [], identifies: () => false },
      streamingModels: models,
      punctuation: {} as PunctuationThread,
    },
    SESSION_START,
  )
  const recognise = async (next: LiveSegment, language: LanguageCode = 'de') => {
    recognition.releaseAudio(next.start)
    const expected = await recognition.recognise(next, { language, gain: 1 })
    return ((await expected.own) ?? expected).words
  }
  return { recognition, recognise, given, streams }
}

test('words after a silent pause have their own times', async () => {
  const { recognise } = channel({ said: [1, 10], streamed: ['de'] })
  assert.equal(textOf(await recognise(segment(0.5, 1.5))), ' a')
  assert.deepEqual(await recognise(segment(9, 9, { regions: [] })), [])
  const [word] = await recognise(segment(9.8, 11))
  assert.deepEqual([word?.word, word?.start], [' b', 10])
})

test('engines do not get audio again that a streaming model has heard', async () => {
  const { recognise, given } = channel({ said: [2], streamed: ['de'] })
  await recognise(segment(0, 1), 'en')
  assert.equal(textOf(await recognise(segment(1.5, 2.5), 'de')), ' a')
  await recognise(segment(3, 4), 'en')
  assert.deepEqual(given, [at(1.1), at(1.1)])
})

/** Speech cut at `cut`, in seconds; its audio continues until `until`. */
const cutAt = (cut: number, from: number, until: number) => segment(from, cut, { audioEnd: at(until) })

test('no word before a cut is lost if another language follows', async () => {
  for (const streamed of [['de', 'en'], ['de']] as const) {
    // The second word is only heard with the audio after it; the third is after the cut.
    const { recognition, recognise, streams } = channel({ said: [1, 1.9, 2.05], streamed })
    assert.equal(textOf(await recognise(cutAt(2, 0.5, 2.1))), '')
    const { signal } = new AbortController()
    await recognition.recognisePartial(segment(2, 2.5), { language: 'en', gain: 1 }, signal)
    const words = await recognise(segment(2, 3), 'en')
    assert.equal(textOf(words), streamed.length === 2 ? ' a b c' : ' a b engine')
    assert.ok(words.every(({ start, end }) => start >= 2 && end <= 3 && start <= end))
    assert.ok(!streams[0]?.isOpen)
  }
})

test('nothing is lost at a cut where a token belongs to two words', async () => {
  const tokens = [['今天'], ['天', '气很'], ['好'], ['我们']]
  const { recognise } = channel({ said: [1, 1.2, 1.4, 2.5], streamed: ['zh'], tokens })
  const first = textOf(await recognise(cutAt(2, 0.5, 2.4), 'zh'))
  const second = textOf(await recognise(segment(2, 3), 'zh'))
  assert.equal(first + second, '今天天气很好我们')
})

test('a stream without a pause is eventually replaced, and no word is lost or repeated', async () => {
  const said = Array.from({ length: 640 }, (_, i) => 0.75 + i / 2)
  const { recognise, streams } = channel({ said, streamed: ['de'], tokens: said.map((_, i) => [` ${i}`]) })
  const words: Word[] = []
  for (let start = 0; start < 320; start += 8)
    words.push(...(await recognise(cutAt(start + 8, start, start + 8.5))))
  words.push(...(await recognise(segment(320, 324))))
  assert.equal(textOf(words), said.map((_, i) => ` ${i}`).join(''))
  assert.deepEqual(
    streams.map(({ isOpen }) => isOpen),
    [false, true],
  )
})
