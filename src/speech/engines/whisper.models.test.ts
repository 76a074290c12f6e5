import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { long } from '../../../test/support/long.ts'
import type { Word } from '../../contract/transcript.ts'
import { Recogniser } from '../batch/recogniser.ts'
import { assertWellFormed, engineConformance } from '../testing/engine-conformance.ts'
import { recordingOf } from '../testing/memory-recording.ts'
import { clipIn, fleurs, kennedy } from '../testing/speech.ts'
import { wordErrorRate } from '../../text/word-errors.ts'
import { loadBundled } from './load-model.ts'
import { LoadedEngines } from './loaded-engines.ts'
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

// More languages are covered by batch/recogniser.models.test.ts.
suite('Whisper, as every engine', () =>
  engineConformance(() => whisper, [{ ...kennedy, maxErrorRate: 0 }], {
    async findsNothing(samples) {
      assert.deepEqual(await whisper.translate(samples, 'es'), [], 'no translation')
      const prompt = 'Eine Reise nach Hongkong.'
      assert.deepEqual(await whisper.recognise(samples, 'de', { prompt }), [], 'and no prompt')
    },
  }),
)

suite('Whisper aligns', () => {
  test('a text that another recogniser wrote, as well as its own', async () => {
    for (const { samples, language, text } of [kennedy, german, japanese, spanish]) {
      const spaced = language === 'ja' ? text : ` ${text}`
      const words = await whisper.align(samples, spaced, language)
      assert.equal(textOf(words), spaced)
      assertWellFormed(words, samples)
      const own = await whisper.recognise(samples, language)
      const found = words.flatMap(({ word, start }) => {
        const near = own
          .filter((other) => other.word.trim() === word.trim())
          .map((other) => Math.abs(other.start - start))
        return near.length > 0 ? [Math.min(...near)] : []
      })
      assert.ok(found.length >= 5, `${found.length} words of ${language}`)
      const median = found.toSorted((a, b) => a - b)[Math.floor(found.length / 2)]!
      assert.ok(median <= 0.1, `${median} s in ${language}`)
    }
  })

  test('a text that is too long to be speech', async () => {
    const words = await whisper.align(kennedy.samples, ' no'.repeat(600), 'en')
    assert.equal(words.length, 600)
    assertWellFormed(words, kennedy.samples)
  })
})

// More languages are covered by the test of the translation enrichment.
suite('Whisper translates', () => {
  test('speech into English words, at about the times of their originals', async () => {
    const { samples, language } = spanish
    const words = await whisper.translate(samples, language)
    assert.match(textOf(words), /recommended .*\brisk\b.*\btravel plans\b/)
    assertWellFormed(words, samples)
    const originals = await whisper.recognise(samples, language)
    assertWellFormed(originals, samples)
    assert.ok(wordErrorRate(spanish.text, textOf(originals), language) <= 0.15, textOf(originals))
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

  test('no words in samples that are too short for one', async () => {
    assert.deepEqual(await whisper.translate(new Float32Array(400), 'es'), [])
  })

  test('until aborted', async () => {
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

  test('does no harm if it is off topic and longer than the model allows', long, async () => {
    const without = wordErrorRate(german.text, await recogniseGerman(), 'de')
    const text = await prompted(german.samples, 'de', 'Ein Vortrag über Katzen und Hunde. '.repeat(100))
    assert.ok(wordErrorRate(german.text, text, 'de') <= without + 0.06, text)
    assert.doesNotMatch(text, /Katze|Hund/)
  })

  test('corrects words that are misrecognised without it', long, async () => {
    const text = await prompted(japanese.samples, 'ja', '敵対的環境コース、現地企業、住所')
    const rate = wordErrorRate(japanese.text, text, 'ja')
    const without = textOf(await whisper.recognise(japanese.samples, 'ja'))
    const rateWithout = wordErrorRate(japanese.text, without, 'ja')
    assert.ok(rate < rateWithout, `${rate} with it, ${rateWithout} without`)
  })

  test('is used for a recording, and does not influence the language identified', async () => {
    // The recogniser shares the loaded model, which it must not close.
    const recogniser = new Recogniser(new LoadedEngines([{ ...family, load: async () => whisper }]))
    const { utterances } = await recogniser.recognise(recordingOf(german.samples), {
      languages: fleurs.map(({ language }) => language),
      codeSwitching: false,
      prompt: 'Un voyage à Hongkong, avec des amis français.',
    })
    assert.deepEqual([...new Set(utterances.map(({ language }) => language))], ['de'])
    assert.match(utterances.map(({ text }) => text).join(' '), /Hongkong/)
  })
})
