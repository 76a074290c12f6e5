import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import { recordingOf } from '../testing/memory-recording.ts'
import { joined } from '../testing/signals.ts'
import { languageOfAll } from './recording-language.ts'

/** Stand-ins for speech in each language: samples of one constant value. */
const VALUES: readonly LanguageCode[] = ['la', 'de', 'nl']
const speech = (language: LanguageCode, seconds: number) =>
  new Float32Array(seconds * SAMPLE_RATE).fill(VALUES.indexOf(language) / 4)

/** Returns the language of a recording that is all speech, in one channel, and the seconds of audio that were identified. */
async function languageOf(...parts: Float32Array[]) {
  const samples = joined(...parts)
  const identified: number[] = []
  const identify = async (window: Float32Array) => {
    identified.push(window.length / SAMPLE_RATE)
    const seconds = window.filter((_, i) => i % SAMPLE_RATE === 0)
    const share = (value: number) => seconds.filter((sample) => sample === value / 4).length / seconds.length
    return new Map(VALUES.map((language, value) => [language, share(value)]))
  }
  const regions = [{ start: 0, end: samples.length }]
  const of = languageOfAll(recordingOf(samples), [{ number: 0, regions }], identify, () => false)
  const segment = { start: 0, end: 10, regions: [{ start: 0, end: 10 }], pauseAfter: 0 }
  return { language: await of(samples.slice(0, 10), segment), identified }
}

test('a language that is wrong for the first half minute is corrected by the speech after it', async () => {
  assert.equal((await languageOf(speech('nl', 28), speech('de', 120))).language, 'de')
  assert.equal((await languageOf(speech('nl', 28), speech('de', 60))).language, 'de')
  assert.equal((await languageOf(speech('nl', 10), speech('de', 30))).language, 'de')
})

test('two windows that agree are enough: windows that could not change the result are not identified', async () => {
  const { language, identified } = await languageOf(speech('de', 600))
  assert.equal(language, 'de')
  assert.deepEqual(identified, [28, 28])
  assert.deepEqual((await languageOf(speech('de', 40))).identified, [28])
})

test('the language of most of the speech wins, wherever in the recording it is', async () => {
  const { language, identified } = await languageOf(speech('nl', 28), speech('de', 224), speech('nl', 28))
  assert.equal(language, 'de')
  assert.ok(identified.length <= 5)
})
