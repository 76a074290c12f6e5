import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import { areDoubtful, certainLanguage, inOwnLanguage } from './own-language.ts'

const identifies = (language: LanguageCode) => language !== 'en'
const word = (confidence: number): Word => ({ word: ' so', start: 0, end: 1, confidence })

/** Runs `inOwnLanguage` on English words of this confidence; returns its result and the languages it tried. */
async function own(
  confidence: number | null,
  probabilities: Partial<Record<LanguageCode, number>>,
  confidences: Partial<Record<LanguageCode, number>>,
  named: readonly LanguageCode[] = [],
) {
  const tried: LanguageCode[] = []
  const { words, language } = await inOwnLanguage(
    { words: confidence === null ? [] : [word(confidence)], language: 'en' },
    { named, identifies },
    async () => new Map(Object.entries({ en: 0, ...probabilities }) as [LanguageCode, number][]),
    async (other) => {
      tried.push(other)
      return confidences[other] === undefined ? [] : [word(confidences[other])]
    },
  )
  return { language, confidence: words[0]?.confidence ?? null, tried }
}

suite('speech in a language other than the one expected', () => {
  test('is recognised in its own language', async () => {
    const german = { language: 'de', confidence: 0.8, tried: ['de'] }
    assert.deepEqual(await own(null, { de: 0.9, nl: 0.1 }, { de: 0.8 }), german)
    assert.deepEqual(await own(0.4, { de: 0.9, nl: 0.1 }, { de: 0.8 }), german)
  })

  test('is recognised in a named language if its words are more probable in it', async () => {
    const probabilities = { nl: 0.7, de: 0.3 }
    assert.partialDeepStrictEqual(await own(0.3, probabilities, { nl: 0.8, de: 0.5 }, ['en', 'de']), {
      language: 'de',
      tried: ['de'],
    })
    assert.partialDeepStrictEqual(await own(0.3, probabilities, { nl: 0.8, de: 0.2 }, ['en', 'de']), {
      language: 'nl',
      tried: ['de', 'nl'],
    })
    assert.deepEqual((await own(0.3, { nl: 0.99 }, { nl: 0.8 }, ['en', 'de'])).tried, ['nl'])
  })

  test('keeps its words if the expected language is likely, or if no language is', async () => {
    const kept = { language: 'en', confidence: 0.4, tried: [] }
    assert.deepEqual(await own(0.4, { en: 0.1, de: 0.9 }, { de: 0.8 }), kept)
    assert.deepEqual(await own(0.4, { de: 0.4, nl: 0.4 }, { de: 0.8, nl: 0.8 }), kept)
    assert.equal((await own(0.4, { de: 0.7 }, { de: 0.3 })).confidence, 0.4)
  })

  test('replaces an identified language only if it is near-certain', async () => {
    const croatian = { words: [word(0.4)], language: 'hr' } as const
    for (const [probability, language] of [
      [0.82, 'hr'],
      [0.95, 'pt'],
    ] as const) {
      const identified = new Map([
        ['pt', probability],
        ['hr', 0.01],
      ] as const)
      const found = await inOwnLanguage(
        croatian,
        { named: [], identifies },
        async () => identified,
        async () => [word(0.5)],
      )
      assert.equal(found.language, language)
    }
  })

  test('loses invented words if its language is near-certain', async () => {
    assert.deepEqual(await own(0.4, { cy: 0.95 }, {}), { language: 'en', confidence: null, tried: ['cy'] })
  })

  test('has its language decided before recognition if that is near-certain', () => {
    assert.equal(certainLanguage(new Map([['de', 0.95] as const, ['es', 0.02] as const]), 'es'), 'de')
    assert.equal(certainLanguage(new Map([['bs', 0.8] as const, ['hr', 0.01] as const]), 'hr'), 'hr')
    assert.equal(certainLanguage(new Map([['bs', 0.92] as const, ['hr', 0.06] as const]), 'hr'), 'hr')
  })
})

test('words are doubtful below a different probability if the engine identified the language', () => {
  const are = (language: LanguageCode, ...confidences: number[]) =>
    areDoubtful({ words: confidences.map(word), language }, { named: [], identifies })
  assert.ok(are('de'))
  assert.ok(are('en', 0.6))
  assert.ok(are('en'))
  assert.ok(!are('de', 0.6))
  const one = { words: [word(0.6)], language: 'en' } as const
  assert.ok(!areDoubtful(one, { named: [], identifies }, -2), 'a short word says little')
  assert.ok(!are('en', 0.9, 0.9, 0.7))
})
