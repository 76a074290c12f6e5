/** What every engine must do, on real speech. Run by the test of each engine. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { Word } from '../../contract/transcript.ts'
import type { Engine } from '../engines/engine.ts'
import { noise, silence, tone } from './signals.ts'
import { kennedy, kennedyStarts, type Speech } from './speech.ts'
import { wordErrorRate } from './word-errors.ts'

/**
 * Defines the tests of an engine.
 * @param load - loads it, its models included
 * @param speech - what it must understand, and the share of words that may be wrong
 */
export function engineConformance(
  load: () => Promise<Engine>,
  speech: readonly (Speech & { mostErrors: number })[],
): void {
  let engine: Engine
  before(async () => {
    engine = await load()
  })
  after(() => engine.close())

  for (const { language, text, samples, mostErrors } of speech)
    test(`${language}: "${text.slice(0, 24)}…" is understood`, async () => {
      const words = await engine.recognise(samples, language)
      const heard = textOf(words)
      const rate = wordErrorRate(text, heard, language)
      assert.ok(rate <= mostErrors, `${(100 * rate).toFixed(0)} % of the words are wrong: ${heard}`)
      assertWellFormed(words, samples)
    })

  const { language } = speech[0]!
  if (language === 'en')
    test('words are where they are said, within speech without a pause', async () => {
      const words = await engine.recognise(kennedy.samples, language)
      const starts = words.filter(({ word }) => word.includes('country')).map(({ start }) => start)
      const expected = kennedyStarts.filter(([word]) => word === 'country')
      assert.equal(starts.length, expected.length)
      for (const [i, [, start]] of expected.entries())
        assert.ok(Math.abs(starts[i]! - start) < 0.3, `${starts[i]} is not about ${start}`)
    })

  test('confidence tells clear speech from speech drowned in noise', async () => {
    const { samples } = speech[0]!
    const loud = noise(samples.length / SAMPLE_RATE, 0.2)
    const clear = await engine.recognise(samples, language)
    const drowned = await engine.recognise(
      samples.map((sample, i) => 0.3 * sample + loud[i]!),
      language,
    )
    assert.ok(mean(clear) > 0.8, `${mean(clear)} for clear speech`)
    assert.ok(drowned.length === 0 || mean(drowned) < mean(clear) - 0.03, `${mean(drowned)}, ${mean(clear)}`)
  })

  const quiet = {
    silence: silence(5),
    'faint noise': noise(5, 0.001),
    'loud noise': noise(10, 0.3),
    'a tone': tone(5, 440),
  }
  for (const [name, samples] of Object.entries(quiet))
    test(`nothing is heard in ${name}`, async () => {
      assert.deepEqual(await engine.recognise(samples, language), [])
    })

  test('samples too short for a word, and none, are no error', async () => {
    for (const length of [0, 1, 400, 1600, 4000]) {
      const samples = speech[0]!.samples.slice(0, length)
      assertWellFormed(await engine.recognise(samples, language), samples)
    }
  })

  test('words that are known are not said again, and what follows them is', async () => {
    const { samples } = speech[0]!
    const words = await engine.recognise(samples, language)
    const known = words.slice(0, words.length / 2)
    const rest = await engine.recognise(samples, language, { known })
    assert.ok(wordErrorRate(textOf(words.slice(known.length)), textOf(rest), language) < 0.2, textOf(rest))
    assert.ok(rest[0]!.start >= known.at(-1)!.start)
  })

  test('what is not wanted any more is given up', async () => {
    const signal = AbortSignal.abort(new Error('not wanted'))
    await assert.rejects(engine.recognise(speech[0]!.samples, language, { signal }), /not wanted/)
  })

  test('the beginning of a sentence is understood on its own', async () => {
    const samples = kennedy.samples.slice(0, 2.4 * SAMPLE_RATE)
    const heard = textOf(await engine.recognise(samples, language))
    if (language === 'en') assert.match(heard, /^ ?And so,? my fellow Americans\W*$/i)
  })
}

const textOf = (words: readonly Word[]) => words.map(({ word }) => word).join('')
const mean = (words: readonly Word[]) =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length

function assertWellFormed(words: readonly Word[], samples: Float32Array): void {
  let earliest = 0
  for (const { word, start, end, confidence } of words) {
    assert.match(word, /[\p{L}\p{N}]/u)
    assert.ok(earliest <= start && start <= end, `${word} at ${start}–${end} after ${earliest}`)
    assert.ok(confidence > 0 && confidence <= 1, `${word} has confidence ${confidence}`)
    earliest = end
  }
  assert.ok(earliest <= samples.length / SAMPLE_RATE + 0.03)
}
