import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { long } from '../../../test/support/long.ts'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { languageCode } from '../../contract/languages.ts'
import { Recogniser, type Recognition } from './recogniser.ts'
import { LoadedEngines } from '../engines/loaded-engines.ts'
import { openClip } from '../testing/language-clips.ts'
import { recordingOf } from '../testing/memory-recording.ts'
import { joined, noise, silence, tone } from '../testing/signals.ts'
import {
  alice,
  aliceBeginning,
  clipIn,
  kennedy,
  kennedyBeginning,
  kennedyEnd,
  kennedyStarts,
} from '../testing/speech.ts'
import { wordErrorRate } from '../../text/word-errors.ts'

const recogniser = new Recogniser()
after(() => recogniser.close())

const english = { languages: ['en'], codeSwitching: false } as const
const anyLanguage = { languages: [], codeSwitching: false } as const
const textOf = ({ utterances }: Recognition) => utterances.map(({ text }) => text).join(' ')

test('words have the times at which they are spoken', async () => {
  const recognition = await recogniser.recognise(recordingOf(kennedy.samples), english)
  const words = recognition.utterances.flatMap((utterance) => utterance.words)
  assert.equal(wordErrorRate(kennedy.text, textOf(recognition), 'en'), 0)
  assert.deepEqual(recognition.unrecognised, [])
  for (const [word, start] of kennedyStarts)
    assert.ok(
      words.some((other) => other.word.includes(word) && Math.abs(other.start - start) < 0.3),
      `no ${word} at ${start}`,
    )
})

test('utterances end with sentences, are in order within the audio, and consist of their words', async () => {
  const samples = joined(silence(2), kennedy.samples, silence(1), aliceBeginning.samples)
  const progress: number[] = []
  const { utterances, languages } = await recogniser.recognise(recordingOf(samples), english, {
    onProgress: (seconds) => progress.push(seconds),
  })
  assert.deepEqual(
    progress,
    progress.toSorted((x, y) => x - y),
    'progress never goes back',
  )
  assert.equal(progress.at(-1), samples.length / SAMPLE_RATE, 'and ends with the duration')
  assert.deepEqual(languages, ['en'])
  assert.equal(utterances.length, 2)
  assert.match(utterances[0]!.text, /^And so,? my fellow Americans.* your country\W?$/)
  let earliest = 2
  for (const { start, end, words, text, confidence } of utterances) {
    assert.equal(
      text,
      words
        .map(({ word }) => word)
        .join('')
        .trim(),
    )
    assert.ok(confidence > 0.5 && confidence <= 1)
    assert.deepEqual([start, end], [words[0]!.start, words.at(-1)!.end])
    for (const word of words) {
      assert.ok(earliest <= word.start && word.start <= word.end, `${word.word} at ${word.start}–${word.end}`)
      earliest = word.end
    }
  }
  assert.ok(earliest <= samples.length / SAMPLE_RATE)
})

// German and Spanish are tested below with code switching. Of the languages here, Japanese is written differently.
for (const language of ['fr', 'it', 'ja'] as const)
  test(`${language} is detected and transcribed`, language === 'ja' ? {} : long, async () => {
    const { samples, text } = clipIn(language)
    const recognition = await recogniser.recognise(recordingOf(samples), anyLanguage)
    assert.deepEqual(recognition.languages, [language])
    const rate = wordErrorRate(text, textOf(recognition), language)
    assert.ok(rate <= 0.32, `${(100 * rate).toFixed(0)} % wrong: ${textOf(recognition)}`)
  })

test('a named language is used while its words are probable, otherwise the spoken one', async () => {
  const portuguese = await openClip('pt-BR_Sample2-8KHz.wav')
  const probable = await recogniser.recognise(portuguese, { languages: ['es'], codeSwitching: false })
  await portuguese.close()
  assert.deepEqual(probable.languages, ['es'])
  const spanish = recordingOf(clipIn('es').samples.slice(0, 5 * SAMPLE_RATE))
  const improbable = await recogniser.recognise(spanish, { languages: ['it'], codeSwitching: false })
  assert.deepEqual(improbable.languages, ['es'])
})

test('confidently recognised English loads no other model', async () => {
  const engines = new LoadedEngines()
  engines.languageIdentifier = async () => assert.fail('identified')
  const sure = new Recogniser(engines)
  const recognition = await sure.recognise(recordingOf(alice.samples), english)
  await sure.close()
  assert.equal(wordErrorRate(alice.text, textOf(recognition), 'en'), 0)
  assert.deepEqual(recognition.unrecognised, [])
})

test('a recording that is 50 dB too quiet is recognised', async () => {
  const whisper = kennedyBeginning.samples.map((sample) => Math.round(sample * 0.003 * 32_768) / 32_768)
  const recognition = await recogniser.recognise(recordingOf(whisper), english)
  assert.ok(wordErrorRate(kennedyBeginning.text, textOf(recognition), 'en') < 0.1, textOf(recognition))
})

test('with code switching every utterance has its own language', async () => {
  const german = clipIn('de')
  const spanish = clipIn('es')
  const samples = joined(kennedyEnd.samples, silence(1), german.samples, silence(1), spanish.samples)
  const options = { languages: [], codeSwitching: true } as const
  const recognition = await recogniser.recognise(recordingOf(samples), options)
  const spoken = (wanted: string) =>
    recognition.utterances.flatMap(({ language, text }) => (language === wanted ? [text] : [])).join(' ')
  for (const speech of [kennedyEnd, german, spanish])
    assert.ok(
      wordErrorRate(speech.text, spoken(speech.language), speech.language) <= 0.35,
      spoken(speech.language),
    )
  assert.deepEqual(new Set(recognition.languages), new Set(['de', 'en', 'es']))
})

test('channels with the same content are transcribed once, others separately', async () => {
  const { samples, text } = kennedyBeginning
  const twice = await recogniser.recognise(
    recordingOf(
      samples,
      samples.map((sample) => sample / 2),
    ),
    english,
  )
  assert.equal(twice.distinctChannels, 1)
  assert.deepEqual(new Set(twice.utterances.map(({ channel }) => channel)), new Set([0]))
  assert.equal(wordErrorRate(text, textOf(twice), 'en'), 0)

  const late = joined(silence(2.5), samples).slice(0, samples.length)
  const { distinctChannels, utterances } = await recogniser.recognise(recordingOf(samples, late), english)
  assert.equal(distinctChannels, 2)
  assert.deepEqual(new Set(utterances.map(({ channel }) => channel)), new Set([0, 1]))
  assert.deepEqual(
    utterances,
    utterances.toSorted((a, b) => a.start - b.start),
  )
})

test('no words are recognised without speech', async () => {
  const samples = joined(silence(5), noise(10, 0.3), tone(5, 440), noise(5, 0.001), tone(5, 1000))
  for (const codeSwitching of [false, true]) {
    const recognition = await recogniser.recognise(recordingOf(samples), { languages: [], codeSwitching })
    assert.deepEqual(recognition, {
      utterances: [],
      languages: [],
      models: [],
      distinctChannels: 1,
      unrecognised: [],
    })
  }
})

test('the first words of a long recording are recognised before all of it has been searched for speech', async () => {
  const samples = joined(...Array.from({ length: 5 }, () => [silence(60), kennedyBeginning.samples]).flat())
  const recording = recordingOf(samples)
  /** How far the audio has been read since it was last read from its beginning, where no segment is. */
  let readTo = 0
  let readToAtFirst: number | undefined
  const read: typeof recording.read = (channel, from, to) => {
    readTo = from === 0 ? to : Math.max(readTo, to)
    return recording.read(channel, from, to)
  }
  await recogniser.recognise({ ...recording, read }, english, {
    onUtterances: () => (readToAtFirst ??= readTo),
  })
  assert.ok(readToAtFirst! < (samples.length * 3) / 4, `read up to ${readToAtFirst! / SAMPLE_RATE} s`)
})

test('only speech in which no words are recognised is reported', async () => {
  const unlikely = new Map(languageCode.options.map((language) => [language, 0.01]))
  const deaf = new Recogniser({
    use: async () => {},
    useServer: () => {},
    for: async () => ({ recognise: async () => [], close: async () => {} }),
    modelFor: () => 'silent',
    identifies: () => false,
    punctuates: () => true,
    languageIdentifier: async () => ({ identify: async () => unlikely }),
    close: async () => {},
  })
  const samples = joined(silence(2), kennedyBeginning.samples, noise(5, 0.3))
  const late = joined(silence(9), samples)
  const { utterances, unrecognised } = await deaf.recognise(recordingOf(late, samples), english)
  await deaf.close()
  assert.deepEqual(utterances, [])
  assert.deepEqual(
    unrecognised.map(({ start, channel }) => [Math.round(start), channel]),
    [
      [2, 1],
      [11, 0],
    ],
  )
  for (const { start, end } of unrecognised) assert.ok(end - start > 3 && end - start < 5)
})

test('an empty recording has no utterances', async () => {
  const { utterances } = await recogniser.recognise(recordingOf(new Float32Array(0)), anyLanguage)
  assert.deepEqual(utterances, [])
})

test('an abort rejects with its reason', async () => {
  const controller = new AbortController()
  const reason = new Error('no longer wanted')
  const recognition = recogniser.recognise(recordingOf(alice.samples), english, {
    onProgress: () => controller.abort(reason),
    signal: controller.signal,
  })
  await assert.rejects(recognition, reason)
})
