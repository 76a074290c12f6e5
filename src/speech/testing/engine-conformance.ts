/** The requirements for every engine, tested on real speech. Run by the test of each engine. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLong, long } from '../../../test/support/long.ts'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import type { Engine } from '../engines/engine.ts'
import { UNKNOWN_CONFIDENCE } from '../engines/spoken-words.ts'
import { joined, noise, silence, tone } from './signals.ts'
import { kennedy, kennedyStarts, type Speech } from './speech.ts'
import { wordErrorRate } from '../../text/word-errors.ts'

/** The sound that engines most easily take for speech. */
const LOUD = 'loud noise'
const withoutSpeech = {
  'silence and faint noise': joined(silence(5), noise(5, 0.001)),
  [LOUD]: noise(10, 0.3),
  'a tone': tone(5, 440),
}

interface Peculiarities {
  /** Further checks of what the engine does with samples without speech. */
  readonly findsNothing?: (samples: Float32Array) => Promise<void>
  /** Whether its model returns probabilities. Default: true. */
  readonly givesProbabilities?: boolean
}

/**
 * Defines the tests of an engine.
 * @param engine - returns the engine when tests run; the caller loads and closes it
 * @param speech - what it must recognise, with the highest accepted word error rate, 0–1
 */
export function engineConformance(
  engine: () => Engine,
  speech: readonly (Speech & { maxErrorRate: number })[],
  { findsNothing, givesProbabilities = true }: Peculiarities = {},
): void {
  const first = speech[0]!
  const { language } = first
  const known = new Map<Float32Array, Promise<Word[]>>()
  /** Each clip is recognised once. */
  const recognise = (samples: Float32Array, spoken: LanguageCode = language) => {
    const words = known.get(samples) ?? engine().recognise(samples, spoken)
    known.set(samples, words)
    return words
  }

  // Runs first: an engine that keeps the most recently encoded samples then encodes them once for these tests and the
  // first clip.
  test('known words are not repeated, and what follows them is recognised', async () => {
    const words = await recognise(first.samples)
    const beginning = words.slice(0, words.length / 2)
    const rest = await engine().recognise(first.samples, language, { known: beginning })
    const expected = textOf(words.slice(beginning.length))
    assert.ok(wordErrorRate(expected, textOf(rest), language) < 0.2, textOf(rest))
    assert.ok(rest[0]!.start >= beginning.at(-1)!.start)
  })

  test('an aborted recognition rejects with the reason', async () => {
    const signal = AbortSignal.abort(new Error('not wanted'))
    await assert.rejects(engine().recognise(first.samples, language, { signal }), /not wanted/)
  })

  for (const clip of speech)
    test(`${clip.language}: "${clip.text.slice(0, 24)}…" is recognised`, async () => {
      const words = await recognise(clip.samples, clip.language)
      const text = textOf(words)
      const rate = wordErrorRate(clip.text, text, clip.language)
      assert.ok(rate <= clip.maxErrorRate, `${(100 * rate).toFixed(0)} % of the words are wrong: ${text}`)
      assertWellFormed(words, clip.samples)
    })

  if (language === 'en')
    test('words have the times at which they are spoken, even in speech without a pause', async () => {
      const words = await recognise(kennedy.samples)
      const starts = words.filter(({ word }) => word.includes('country')).map(({ start }) => start)
      const expected = kennedyStarts.filter(([word]) => word === 'country')
      assert.equal(starts.length, expected.length)
      for (const [i, [, start]] of expected.entries())
        assert.ok(Math.abs(starts[i]! - start) < 0.3, `${starts[i]} is not about ${start}`)
    })

  if (givesProbabilities)
    test('confidence is higher for clear speech than for speech drowned in noise', async () => {
      const loud = noise(first.samples.length / SAMPLE_RATE, 0.2)
      const clear = await recognise(first.samples)
      const drowned = await recognise(first.samples.map((sample, i) => 0.3 * sample + loud[i]!))
      assert.ok(mean(clear) > 0.8, `${mean(clear)} for clear speech`)
      assert.ok(
        drowned.length === 0 || mean(drowned) < mean(clear) - 0.03,
        `${mean(drowned)}, ${mean(clear)}`,
      )
    })
  else
    test('confidence is 1 because it is unknown', async () => {
      for (const { confidence } of await recognise(first.samples))
        assert.equal(confidence, UNKNOWN_CONFIDENCE)
    })

  for (const [name, samples] of Object.entries(withoutSpeech))
    test(`no words are recognised in ${name}`, name === LOUD ? {} : long, async () => {
      assert.deepEqual(await recognise(samples), [])
      await findsNothing?.(samples)
    })

  test('samples too short for a word, or none, are not an error', async () => {
    for (const length of isLong ? [0, 1, 400, 1600, 4000] : [0, 1, 1600]) {
      const samples = first.samples.slice(0, length)
      assertWellFormed(await recognise(samples), samples)
    }
  })

  test('the beginning of a sentence is recognised on its own', async () => {
    const text = textOf(await recognise(kennedy.samples.slice(0, 2.4 * SAMPLE_RATE)))
    if (language === 'en') assert.match(text, /^ ?And so,? my fellow Americans\W*$/i)
  })
}

const textOf = (words: readonly Word[]) => words.map(({ word }) => word).join('')
const mean = (words: readonly Word[]) =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length

/** Fails unless the words are in order and within the samples, and have a confidence. */
export function assertWellFormed(words: readonly Word[], samples: Float32Array): void {
  let earliest = 0
  for (const { word, start, end, confidence } of words) {
    assert.match(word, /[\p{L}\p{N}]/u)
    assert.ok(earliest <= start && start <= end, `${word} at ${start}–${end} after ${earliest}`)
    assert.ok(confidence > 0 && confidence <= 1, `${word} has confidence ${confidence}`)
    earliest = end
  }
  assert.ok(earliest <= samples.length / SAMPLE_RATE + 0.03)
}
