import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { LanguageCode } from '../../../contract/languages.ts'
import { evenlySpacedWords } from '../spoken-words.ts'
import { wordsOfText } from './words-of-text.ts'

/** The words of a text from this many tokens, or null. */
async function wordsOf(text: string, { language = 'en', tokens = [] as readonly string[] } = {}) {
  const result = { text, tokens: [...tokens], lang: '', timestamps: [], durations: [], ys_log_probs: [] }
  const aligner = async () => ({
    align: async (samples: Float32Array, given: string, spoken: LanguageCode) =>
      evenlySpacedWords(given, samples.length, spoken),
  })
  const spoken = { samples: new Float32Array(16_000), language: language as LanguageCode, vocabulary: [] }
  const words = await wordsOfText(result, spoken, { device: 'cpu', aligner })
  return words?.map(({ word }) => word)
}

suite('words of text', () => {
  test('begin with a space only in scripts that use one', async () => {
    assert.deepEqual(await wordsOf('Good  morning. '), [' Good', ' morning.'])
    assert.equal((await wordsOf(' 你好,世界。', { language: 'zh' }))?.join(''), '你好,世界。')
  })

  test('are none if the model wrote no letters', async () => {
    for (const text of ['', '  ', '.', '<unk>', '<|endoftext|>'])
      assert.deepEqual(await wordsOf(text), [], text)
  })

  test('contain no special tokens, and keep comparison signs', async () => {
    assert.deepEqual(await wordsOf('One<unk> < two <|emo:happy|> > three.'), [' One <', ' two >', ' three.'])
  })

  test('are recognised again in parts if the model looped', async () => {
    const loop = Array.from({ length: 40 }, (_, i) => [' thank', ' you'][i % 2]!)
    assert.equal(await wordsOf(loop.join(''), { tokens: [' Oh', ',', ...loop] }), undefined)
    const said = Array.from({ length: 4 }, () => ' no')
    assert.equal((await wordsOf(said.join(''), { tokens: said }))?.length, 4)
  })
})
