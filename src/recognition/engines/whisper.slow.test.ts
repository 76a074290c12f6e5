import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { Word } from '../../contract/transcript.ts'
import { Recogniser } from '../batch/recogniser.ts'
import { engineConformance } from '../testing/engine-conformance.ts'
import { recordingOf } from '../testing/memory-recording.ts'
import { noise, silence, tone } from '../testing/signals.ts'
import { clipIn, fleurs, kennedy } from '../testing/speech.ts'
import { wordErrorRate } from '../testing/word-errors.ts'
import { loadBundled } from './load-model.ts'
import { textOf } from './spoken-words.ts'
import { type Whisper, whisper as family } from './whisper.ts'

let whisper: Whisper
before(async () => {
  whisper = await loadBundled(family)
})
after(() => whisper.close())

const german = clipIn('de')
const japanese = clipIn('ja')
const spanish = clipIn('es')
let germanText: string | undefined
const recogniseGerman = async () => (germanText ??= textOf(await whisper.recognise(german.samples, 'de')))

// batch/recogniser.slow.test.ts covers more languages.
suite('Whisper, as every engine', () =>
  engineConformance(
    () => whisper,
    [
      { ...kennedy, maxErrorRate: 0 },
      { ...spanish, maxErrorRate: 0.15 },
    ],
  ),
)

// The test of the translation enrichment covers more languages.
suite('Whisper translates', () => {
  test('speech into English words, at about the times of their originals', async () => {
    const { samples, language } = spanish
    const words = await whisper.translate(samples, language)
    assert.match(textOf(words), /recommended .*\brisk\b.*\btravel plans\b/)
    let earliest = 0
    for (const { word, start, end, confidence } of words) {
      assert.ok(earliest <= start && start <= end, `${word} at ${start}–${end} after ${earliest}`)
      assert.ok(confidence > 0 && confidence <= 1)
      earliest = end
    }
    assert.ok(earliest <= samples.length / SAMPLE_RATE + 0.03)
    const originals = await whisper.recognise(samples, language)
    const find = (all: readonly Word[], part: string) => all.find(({ word }) => word.includes(part))
    for (const [original, english] of [
      ['viajeros', 'travelers'],
      ['riesgo', 'risk'],
      ['afectar', 'affect'],
    ] as const) {
      const said = find(originals, original)
      const translated = find(words, english)
      assert.ok(
        said && translated && Math.abs(said.start - translated.start) < 0.5,
        `${english} for ${original}`,
      )
    }
  })

  test('no words where there is no speech', async () => {
    for (const samples of [silence(5), noise(10, 0.3), tone(5, 440), new Float32Array(400)])
      assert.deepEqual(await whisper.translate(samples, 'es'), [])
  })

  test('until it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('not wanted'))
    await assert.rejects(whisper.translate(spanish.samples, 'es', signal), /not wanted/)
  })
})

suite('a prompt for Whisper', () => {
  const prompted = async (samples: Float32Array, language: 'de' | 'ja', prompt: string) =>
    textOf(await whisper.recognise(samples, language, { prompt }))

  test('decides how a name is spelled', async () => {
    assert.match(await recogniseGerman(), /Hong Kong/)
    const text = await prompted(german.samples, 'de', 'Eine Reise nach Hongkong und Kowloon.')
    assert.match(text, /Hongkong/)
  })

  test('makes words recognisable that are misrecognised without it', async () => {
    const text = await prompted(japanese.samples, 'ja', '敵対的環境コース、現地企業、住所')
    const rate = wordErrorRate(japanese.text, text, 'ja')
    const without = textOf(await whisper.recognise(japanese.samples, 'ja'))
    const rateWithout = wordErrorRate(japanese.text, without, 'ja')
    assert.ok(rate < rateWithout, `${rate} with it, ${rateWithout} without`)
  })

  test('does no harm when it is off topic, and longer than the model allows', async () => {
    const without = wordErrorRate(german.text, await recogniseGerman(), 'de')
    const text = await prompted(german.samples, 'de', 'Ein Vortrag über Katzen und Hunde. '.repeat(100))
    assert.ok(wordErrorRate(german.text, text, 'de') <= without + 0.06, text)
    assert.doesNotMatch(text, /Katze|Hund/)
  })

  test('does not appear in the result where there is no speech', async () => {
    for (const samples of [silence(5), noise(5, 0.001), noise(10, 0.3), tone(5, 440)])
      assert.equal(await prompted(samples, 'de', 'Eine Reise nach Hongkong.'), '')
  })

  test('is used for a recording, and does not influence the language identified', async () => {
    // The recogniser shares the loaded model, which it must not close.
    const recogniser = new Recogniser([{ ...family, load: async () => whisper }])
    const { utterances } = await recogniser.recognise(recordingOf(german.samples), {
      languages: fleurs.map(({ language }) => language),
      codeSwitching: false,
      prompt: 'Un voyage à Hongkong, avec des amis français.',
    })
    assert.deepEqual([...new Set(utterances.map(({ language }) => language))], ['de'])
    assert.match(utterances.map(({ text }) => text).join(' '), /Hongkong/)
  })
})
