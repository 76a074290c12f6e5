import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import { mappedToWords, markedWords } from './marked-words.ts'

const MARKS = ['', '', '', ',', '.', '?', '，', '。', '？', '、']
const ASCII: Record<string, string> = { '，': ',', '。': '.', '？': '?', '、': ',' }

const word = fc.oneof(
  fc.constantFrom(
    'it',
    "isn't",
    "'tis",
    'well-known',
    '3.5',
    '-5',
    '50%',
    'U2',
    'naïve',
    'ÖL',
    'straße',
    '«',
    '.net',
    '🙂',
    'ﬁne',
    'a',
  ),
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 4 })
    .filter((text) => !/[\s\uFEFF]|[.,?!;:…。，？！；：、]/u.test(text)),
)
const cjk = fc.stringMatching(/^[你好我是很的吗谢今天北京]{1,4}$/)

/** A word, the mark that a model writes after it, and how it writes the word's letters and the space before it. */
const written = (text: fc.Arbitrary<string>) =>
  fc.record({
    text,
    mark: fc.constantFrom(...MARKS),
    isCapital: fc.boolean(),
    space: fc.constantFrom('', ' ', '  '),
  })

const capital = (text: string) => {
  const [first = '', ...rest] = text
  const upper = first.toUpperCase()
  return upper.length === first.length && upper.toLowerCase() === first.toLowerCase()
    ? upper + rest.join('')
    : text
}
/** Whether a mark after a word would be read as the beginning of the next one. */
const isAmbiguous = (mark: string, next: string | undefined) => mark !== '' && next?.startsWith(mark) === true

suite('the output of a model is mapped to words', () => {
  test('each with its mark, none lost, repeated or changed except in case', () => {
    fc.assert(
      fc.property(fc.array(written(word), { maxLength: 40 }), (parts) => {
        fc.pre(!parts.some(({ mark }, i) => isAmbiguous(mark, parts[i + 1]?.text)))
        const own = parts.map(({ text, isCapital }) => (isCapital ? capital(text) : text))
        const text = parts.map(({ mark, space }, i) => space + own[i]! + mark).join('')
        const words = parts.map((part, i) => (i === 0 ? part.text : ` ${part.text}`))
        assert.deepEqual(
          mappedToWords(words, text, 'en'),
          parts.map(({ mark }, i) => (i === 0 ? '' : ' ') + own[i]! + (ASCII[mark] ?? mark)),
        )
      }),
      { seed: 5, numRuns: 1000 },
    )
  })

  test('in scripts without spaces, with their own marks', () => {
    fc.assert(
      fc.property(fc.array(written(cjk), { maxLength: 40 }), (parts) => {
        const text = parts.map((part) => part.space + part.text + part.mark).join('')
        const words = parts.map((part) => part.text)
        assert.deepEqual(
          mappedToWords(words, text, 'zh'),
          parts.map((part) => part.text + part.mark),
        )
      }),
      { seed: 6, numRuns: 500 },
    )
  })

  test('or the words stay unchanged, whatever the model writes', () => {
    const anything = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', ' ', '.', ',', '。', '?', 'é', '\ufffd'),
      maxLength: 12,
    })
    const few = fc.array(fc.constantFrom('a', ' b', ' ab', ' a.b', 'é'), { maxLength: 4 })
    const letters = (text: string) => text.replaceAll(/[\s.,?。]/g, '').toLowerCase()
    let mapped = 0
    fc.assert(
      fc.property(few, anything, fc.constantFrom<LanguageCode>('en', 'zh'), (words, text, language) => {
        const found = mappedToWords(words, text, language)
        if (found === null) return
        mapped++
        assert.equal(found.length, words.length)
        for (const [i, one] of found.entries()) assert.equal(letters(one), letters(words[i]!))
      }),
      { seed: 7, numRuns: 5000 },
    )
    assert.ok(mapped > 100, String(mapped))
  })

  const cases: [
    why: string,
    words: string[],
    written: string,
    language: LanguageCode,
    expected: string[] | null,
  ][] = [
    [
      'a mark within a word is left out',
      ['well-known', ' things'],
      'well，-known things。',
      'en',
      ['well-known', ' things.'],
    ],
    [
      'but not in a script without spaces',
      ['你', '的好', '吧'],
      '你的。好吧？',
      'zh',
      ['你', '的。好', '吧？'],
    ],
    ['a word with a mark gets no second one', ['yes.', ' no'], 'yes.。 no，。', 'en', ['yes.', ' no,']],
    ['the mark that a word begins with is its own', [' the', ' .net'], 'the. .net', 'en', [' the', ' .net']],
    ['other words', ['one', ' two'], 'one, too.', 'en', null],
    ['a word less', ['one', ' two'], 'one.', 'en', null],
    ['a word more', ['one', ' two'], 'one two three.', 'en', null],
    ['what is neither a mark nor a letter', ['one', ' two'], 'one _ two.', 'en', null],
  ]
  for (const [why, words, text, language, expected] of cases)
    test(why, () => assert.deepEqual(mappedToWords(words, text, language), expected))
})

suite('many words', () => {
  const spoken = (texts: readonly string[]): Word[] =>
    texts.map((text, i) => ({ word: ` ${text}`, start: i, end: i + 0.5, confidence: i / texts.length }))

  /** Ends a sentence after "end" and at the end of its input, and records how many words it was given. */
  function writer() {
    const sizes: number[] = []
    const write = (text: string) => {
      sizes.push(text.split(' ').length)
      return `${text.replaceAll(/\bend\b/g, 'end.')}.`
    }
    return { sizes, write }
  }

  test('are passed to the model sentence by sentence, and keep their times and confidences', () => {
    const texts = Array.from({ length: 1500 }, (_, i) => (i % 37 === 36 ? 'end' : 'word'))
    const { sizes, write } = writer()
    const words = spoken(texts)
    const marked = markedWords(words, 'en', write)
    const expected = texts.map((text, i) => (text === 'end' || i === 1499 ? ` ${text}.` : ` ${text}`))
    assert.deepEqual(
      marked.map((one) => one.word),
      expected,
    )
    assert.deepEqual(
      marked.map((one) => ({ ...one, word: '' })),
      words.map((one) => ({ ...one, word: '' })),
    )
    assert.ok(Math.max(...sizes) <= 80)
    assert.ok(sizes.length <= 22, `${sizes.length} runs`)
  })

  test('without a sentence end get no mark where they were split', () => {
    const marked = markedWords(spoken(Array.from({ length: 200 }, () => 'word')), 'en', writer().write)
    assert.deepEqual(
      marked.flatMap((one, i) => (one.word === ' word.' ? [i] : [])),
      [199],
    )
  })

  test('without a sentence end get no capital where they were split', () => {
    const marked = markedWords(spoken(Array.from({ length: 200 }, () => 'word')), 'en', capital)
    assert.deepEqual(
      marked.flatMap((one, i) => (one.word === ' Word' ? [i] : [])),
      [0],
    )
  })

  test('stay unchanged if the model alters them', () => {
    const words = spoken(['one', 'two'])
    assert.deepEqual(
      markedWords(words, 'en', () => 'one two three.'),
      words,
    )
    assert.deepEqual(
      markedWords([], 'en', () => 'one.'),
      [],
    )
  })
})
