import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import type { CorrectedUtterance } from '../contract/revisions.ts'
import type { Utterance, Word } from '../contract/transcript.ts'
import { revisedUtterances } from './revised-utterances.ts'

const spoken = fc.constantFrom('yes', 'no', 'Maybe,', 'perhaps', 'the', 'End.')

/** An utterance of words that last 0.3 s, with pauses of 0.1 s. */
function said(texts: readonly string[], start: number, channel = 0): Utterance {
  const at = (i: number) => Math.round((start + i * 0.4) * 1000) / 1000
  const words = texts.map((text, i): Word => {
    return { word: i === 0 ? text : ` ${text}`, start: at(i), end: at(i + 0.75), confidence: 0.5 }
  })
  const end = words.at(-1)?.end ?? start
  return { start, end, confidence: 0.5, channel, words, text: texts.join(' '), language: 'en' }
}

const transcript = fc
  .array(
    fc.record({ texts: fc.array(spoken, { minLength: 1, maxLength: 8 }), channel: fc.nat({ max: 1 }) }),
    {
      maxLength: 6,
    },
  )
  .map((all) => all.map(({ texts, channel }, i) => said(texts, i * 10, channel)))

const given = ({ start, end, channel, text }: Utterance): CorrectedUtterance => ({
  start,
  end,
  channel,
  text,
})

/** A change that an owner may make to an utterance: other words, another time, another channel. */
const correction = fc.record({
  texts: fc.array(spoken, { minLength: 1, maxLength: 8 }),
  start: fc.integer({ min: -4_000, max: 4_000 }),
  length: fc.integer({ min: 0, max: 8_000 }),
  channel: fc.nat({ max: 2 }),
})

suite('a corrected transcript', () => {
  test('that is the same has the same utterances, and no changes', async () => {
    const same = async (before: Utterance[]) => {
      const { utterances, changes } = revisedUtterances(before, before.map(given).toReversed())
      assert.equal(changes, 0)
      for (const [i, utterance] of utterances.entries()) assert.equal(utterance, before[i])
    }
    await fc.assert(fc.asyncProperty(transcript, same), { seed: 1, numRuns: 200 })
  })

  test('has words that form its text, lie within their utterances, and never go backwards', async () => {
    const check = async (
      before: Utterance[],
      corrections: (typeof correction extends fc.Arbitrary<infer Value> ? Value : never)[],
    ) => {
      const corrected = corrections.map(({ texts, start, length, channel }, i): CorrectedUtterance => {
        const from = Math.max(0, (before[i]?.start ?? 3 * i) + start / 1000 + 0.000_1)
        return { start: from, end: from + length / 1000, channel, text: texts.join(' ') }
      })
      const { utterances } = revisedUtterances(before, [...corrected, ...before.slice(0, 2).map(given)])
      for (const { start, end, words, text } of utterances) {
        assert.equal(words.map(({ word }) => word).join(''), text)
        let time = start
        for (const word of words) {
          assert.ok(time <= word.start && word.start <= word.end && word.end <= end, JSON.stringify(words))
          time = word.end
        }
      }
    }
    const property = fc.asyncProperty(transcript, fc.array(correction, { maxLength: 6 }), check)
    await fc.assert(property, { seed: 2, numRuns: 500 })
  })

  test('keeps the times and confidences of as many words as the longest common subsequence has', async () => {
    const texts = fc.array(spoken, { minLength: 1, maxLength: 10 })
    const check = async (before: string[], after: string[]) => {
      const one = said(before, 5)
      const { utterances } = revisedUtterances([one], [{ ...given(one), text: after.join(' ') }])
      const known = new Set(one.words.map(({ start, end, word }) => `${start} ${end} ${bare(word)}`))
      const kept = (utterances[0]?.words ?? []).filter(
        ({ start, end, word, confidence }) =>
          known.has(`${start} ${end} ${bare(word)}`) && confidence === 0.5,
      )
      assert.equal(kept.length, longestCommon(before.map(bare), after.map(bare)))
    }
    await fc.assert(fc.asyncProperty(texts, texts, check), { seed: 3, numRuns: 500 })
  })

  test('gives changed words the times of those they replace, or a share of the time', async () => {
    const one = said(['a', 'b', 'c', 'd'], 0)
    const timesOf = async (text: string) => {
      const { utterances } = revisedUtterances([one], [{ ...given(one), text }])
      return utterances[0]?.words.map(({ word, start, end, confidence }) => [word, start, end, confidence])
    }
    assert.deepEqual(await timesOf('A, x y d'), [
      ['A,', 0, 0.3, 0.5],
      [' x', 0.4, 0.7, 1],
      [' y', 0.8, 1.1, 1],
      [' d', 1.2, 1.5, 0.5],
    ])
    assert.deepEqual(await timesOf('a abcd c d'), [
      ['a', 0, 0.3, 0.5],
      [' abcd', 0.4, 0.7, 1],
      [' c', 0.8, 1.1, 0.5],
      [' d', 1.2, 1.5, 0.5],
    ])
    // From 0.4 s to 0.7 s, divided by texts of 2 and 4 characters including their spaces.
    assert.deepEqual(await timesOf('a x xyz c d'), [
      ['a', 0, 0.3, 0.5],
      [' x', 0.4, 0.5, 1],
      [' xyz', 0.5, 0.7, 1],
      [' c', 0.8, 1.1, 0.5],
      [' d', 1.2, 1.5, 0.5],
    ])
    assert.deepEqual(await timesOf('a b new c d'), [
      ['a', 0, 0.3, 0.5],
      [' b', 0.4, 0.7, 0.5],
      [' new', 0.7, 0.8, 1],
      [' c', 0.8, 1.1, 0.5],
      [' d', 1.2, 1.5, 0.5],
    ])
  })

  test('keeps words when utterances are divided, joined, and assigned to another speaker', async () => {
    const before = [said(['a', 'b', 'c'], 0), said(['d', 'e'], 5)]
    const words = before.flatMap((one) => one.words)
    const times = (all: readonly Word[]) => all.map(({ start, end, confidence }) => [start, end, confidence])
    const joined = revisedUtterances(before, [{ start: 0, end: 6, channel: 0, text: 'a b c d e' }])
    assert.deepEqual(times(joined.utterances[0]?.words ?? []), times(words))
    assert.equal(joined.changes, 2)
    const divided = revisedUtterances(before, [
      { start: 0, end: 0.3, channel: 0, speaker: 1, text: 'a' },
      { start: 0.4, end: 1.1, channel: 0, speaker: 2, text: 'b c' },
      given(before[1]!),
    ])
    assert.deepEqual(times(divided.utterances.flatMap((one) => one.words)), times(words))
    assert.equal(divided.utterances[2], before[1])
    assert.equal(divided.changes, 2)
    const other = revisedUtterances(before, [{ ...given(before[0]!), speaker: 1 }, given(before[1]!)])
    assert.deepEqual(other, { utterances: [{ ...before[0], speaker: 1 }, before[1]], changes: 1 })
  })

  test('has the language of the recognised words there, and is divided into words accordingly', async () => {
    const chinese: Utterance = { ...said(['你好', '世界'], 20), language: 'zh', text: '你好世界' }
    const before = [
      said(['yes'], 0),
      { ...chinese, words: chinese.words.map((w) => ({ ...w, word: w.word.trim() })) },
    ]
    const { utterances } = revisedUtterances(before, [
      given(before[0]!),
      { ...given(chinese), text: '你好中国' },
      { start: 30, end: 31, channel: 1, text: 'first on its channel' },
    ])
    assert.deepEqual(
      utterances.map(({ language, words }) => [language, words.length]),
      [
        ['en', 1],
        ['zh', 2],
        ['en', 4],
      ],
    )
    assert.deepEqual(utterances[1]?.words[0], { ...chinese.words[0], word: '你好' })
  })

  test('takes a bounded time, whatever is sent', async () => {
    const before = Array.from({ length: 2_000 }, (_, i) =>
      said(
        Array.from({ length: 10 }, (_x, j) => `w${i} ${j}`),
        i * 4,
      ),
    )
    const started = process.cpuUsage()
    const corrected = Array.from({ length: 500 }, (_, i) => {
      return { start: i * 4, end: 8_000, channel: 0, text: Array.from({ length: 100 }, () => 'x').join(' ') }
    })
    revisedUtterances(before, corrected)
    const { user } = process.cpuUsage(started)
    // 0.3 s without load.
    assert.ok(user < 10e6, `${user / 1e6} s`)
  })
})

const bare = (word: string) => word.trim().toLowerCase().replace(/[,.]/, '')

function longestCommon(a: readonly string[], b: readonly string[]): number {
  const [first, ...others] = a
  if (first === undefined || b.length === 0) return 0
  const at = b.indexOf(first)
  const without = longestCommon(others, b)
  return at < 0 ? without : Math.max(without, 1 + longestCommon(others, b.slice(at + 1)))
}
