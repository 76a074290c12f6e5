import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { LiveSegment } from './live-segmentation.ts'
import { spokenLanguage } from './spoken-language.ts'

const read = (from: number, to: number) => new Float32Array(to - from)

/** A whole utterance, between two times in seconds. */
function utterance(from: number, to: number): LiveSegment {
  const [start, end] = [from * SAMPLE_RATE, to * SAMPLE_RATE]
  return { start, end, audioEnd: end, regions: [{ start, end }], utteranceStart: start, ends: true }
}

/**
 * Runs the class on utterances of three seconds, one every four seconds.
 * @param identified - the language that the identifier finds in each, with a probability of 0.9
 * @returns the languages of the utterances, and which utterances were identified, counted from 0
 */
async function languagesOf(
  identified: readonly LanguageCode[],
  { codeSwitching = false, before = null }: { codeSwitching?: boolean; before?: LanguageCode | null } = {},
) {
  const asked: number[] = []
  let current = 0
  const identifier = {
    identify: async () => {
      asked.push(current)
      return new Map<LanguageCode, number>([
        [identified[current]!, 0.9],
        ['la', 0.1],
      ])
    },
  }
  const language = spokenLanguage({ languages: [], codeSwitching }, identifier, before)
  const languages: LanguageCode[] = []
  for (current = 0; current < identified.length; current++)
    languages.push(await language.ofFinal(utterance(4 * current, 4 * current + 3), read))
  return { languages, asked }
}

const german = (count: number) => Array<LanguageCode>(count).fill('de')

test('a language that was wrong for the first utterances is corrected by later ones', async () => {
  assert.deepEqual((await languagesOf(['nl', ...german(4)])).languages, ['nl', ...german(4)])
  assert.equal((await languagesOf(['nl', 'nl', 'nl', ...german(9)])).languages.at(-1), 'de')
})

test('a language that was wrong until it was settled is corrected by later checks', async () => {
  const { languages } = await languagesOf([...Array<LanguageCode>(6).fill('nl'), ...german(24)])
  assert.equal(languages[5], 'nl')
  assert.equal(languages.at(-1), 'de')
})

test('one utterance that is taken for another language does not change the language', async () => {
  const { languages } = await languagesOf([...german(3), 'nl', ...german(3)])
  assert.deepEqual(new Set(languages), new Set(['de']))
})

test('the longer the language is the same, the fewer utterances are identified', async () => {
  assert.deepEqual((await languagesOf(german(100))).asked, [0, 1, 2, 3, 4, 5, 10, 17, 29, 51, 93])
})

test('after a restart, the previous language counts as one part of speech', async () => {
  const { languages } = await languagesOf(german(7), { before: 'nl' })
  assert.deepEqual([languages[0], languages.at(-1)], ['nl', 'de'])
})

test('with code switching, every utterance of at least a second has its own language', async () => {
  const { languages } = await languagesOf(['de', 'nl', 'de'], { codeSwitching: true })
  assert.deepEqual(languages, ['de', 'nl', 'de'])
  const identifier = { identify: async () => new Map<LanguageCode, number>([['de', 1]]) }
  const language = spokenLanguage({ languages: [], codeSwitching: true }, identifier, 'nl')
  assert.equal(await language.ofFinal(utterance(0, 0.6), read), 'nl')
  assert.equal(await language.ofFinal(utterance(1, 2.5), read), 'de')
})

test('a partial waits for two seconds of speech in the first utterance, but not in later ones', async () => {
  const identifier = { identify: async () => new Map<LanguageCode, number>([['de', 1]]) }
  const language = spokenLanguage({ languages: [], codeSwitching: false }, identifier, null)
  assert.ok(!language.isIdentifiable(utterance(0, 1.5)))
  assert.ok(language.isIdentifiable(utterance(0, 2)))
  assert.equal(await language.ofPartial(utterance(0, 2), read), 'de')
  assert.equal(await language.ofFinal(utterance(0, 3), read), 'de')
  assert.ok(language.isIdentifiable(utterance(4, 4.5)))
})
