import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { PhraseIndex } from './phrase-index.ts'

// Letters of one, two and three cases, composed and decomposed, of other lengths in capitals, and separators.
const LETTERS = [
  'a',
  'A',
  'é',
  'e\u0301',
  'É',
  'σ',
  'ς',
  'Σ',
  'ß',
  'ẞ',
  's',
  'ſ',
  'K',
  'K',
  'k',
  'İ',
  'ı',
  '한',
]
const OTHERS = ['東', '京', '-', ',', ' ', '  ', '’', '1', '😀', '\u0301']

suite('the index of phrases', () => {
  test('finds every phrase that a regular expression finds, wherever it begins', () => {
    const anyText = fc.array(fc.constantFrom(...LETTERS, ...OTHERS), { maxLength: 12 })
    let found = 0
    const property = fc.property(anyText, anyText, fc.constantFrom('', ' '), (text, phrase, between) => {
      const forms = ['NFC', 'NFD'].map((form) => phrase.slice(0, 3).join('').normalize(form).toLowerCase())
      if (/^[\s\p{Pd},]*$/u.test(forms.join(''))) return
      const index = new PhraseIndex<string>(between)
      index.add(forms, 'the phrase')
      const written = forms.map((form) =>
        form
          .split(/[\s\p{Pd},]+/u)
          .map((word) => RegExp.escape(word))
          .join(between ? '[\\s\\p{Pd},]+' : '[\\s\\p{Pd},]*'),
      )
      const pattern = new RegExp(written.join('|'), 'iuy')
      const all = text.join('') + phrase.join('').toUpperCase()
      const at = index.lookUp(all)
      for (pattern.lastIndex = 0; pattern.lastIndex < all.length;) {
        const position = pattern.lastIndex
        if (pattern.test(all)) {
          assert.ok(at(position).length > 0, `${forms.join(' or ')} in "${all}" at ${position}`)
          found++
        }
        pattern.lastIndex = position + 1
      }
    })
    fc.assert(property, { seed: 1, numRuns: 2_000 })
    assert.ok(found > 1_000, `${found} found`)
  })

  test('takes the same time for a hundred times as many phrases', () => {
    const text = 'the talk that they took to the top '.repeat(500)
    const seconds = (phrases: number) => {
      const index = new PhraseIndex<number>(' ')
      for (let i = 0; i < phrases; i++) index.add([`the t${i}`], i)
      const at = index.lookUp(text)
      const began = process.cpuUsage()
      for (let round = 0; round < 5; round++) for (let i = 0; i < text.length; i++) at(i)
      const { user, system } = process.cpuUsage(began)
      return (user + system) / 1e6
    }
    seconds(200)
    const few = seconds(200)
    const many = seconds(20_000)
    assert.ok(many < 10 * few, `${many} s instead of ${few} s`)
  })
})
