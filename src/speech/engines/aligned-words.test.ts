import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { alignedWords } from './aligned-words.ts'

const spoken = { samples: new Float32Array(16_000), language: 'en' } as const

suite('alignment', () => {
  test('processes one text at a time, because each takes 0.6 GB and all cores', async () => {
    let running = 0
    let most = 0
    const aligner = async () => ({
      align: async (_samples: Float32Array, text: string) => {
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running--
        return [{ word: text, start: 0, end: 1, confidence: 1 }]
      },
    })
    const words = await Promise.all(['a', 'b', 'c'].map((text) => alignedWords(text, spoken, aligner)))
    assert.deepEqual(
      words.map(([only]) => only?.word),
      ['a', 'b', 'c'],
    )
    assert.equal(most, 1)
  })

  test('does not begin for an aborted text, and does not disturb the next one', async () => {
    const signal = AbortSignal.abort(new Error('not wanted'))
    await assert.rejects(
      alignedWords('a', { ...spoken, signal }, () => assert.fail()),
      /not wanted/,
    )
    await assert.rejects(
      alignedWords('a', spoken, async () => ({ align: () => Promise.reject(new Error('broken')) })),
      /broken/,
    )
    assert.deepEqual(await alignedWords('a', spoken, async () => ({ align: async () => [] })), [])
  })
})
