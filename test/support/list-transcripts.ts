/** Transcripts of a few words, each in several spellings, and searches that match some of them. */
import * as fc from 'fast-check'
import type { Transcript } from './list-reference.ts'

/**
 * Every word with its spellings. Some are a prefix, a plural or an unaccented form of another, which must not match.
 * Some are operators of other search engines.
 */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  alpha: ['alpha', 'Alpha', 'ALPHA', 'ａｌｐｈａ'],
  alphas: ['alphas', 'ALPHAS'],
  al: ['al', 'AL'],
  straße: ['straße', 'Straße', 'STRAßE'],
  strasse: ['strasse', 'STRASSE'],
  fällig: ['fällig', 'FÄLLIG', 'fa\u0308llig'],
  fallig: ['fallig', 'Fallig'],
  οδος: ['οδος', 'ΟΔΟΣ', 'οδοσ'],
  銀行: ['銀行'],
  銀: ['銀'],
  7: ['7', '７'],
  77: ['77'],
  or: ['or', 'OR'],
  not: ['not', 'NOT'],
  near: ['near', 'NEAR'],
}
const WORDS = Object.keys(SPELLINGS)
const ABSENT = ['absent', 'alph', 'x']

/** Text between two words. */
const between = fc.constantFrom(
  ' ',
  ' ',
  ', ',
  '. ',
  '\n',
  '-',
  ' … ',
  '" "',
  ' * ',
  ') (',
  "' ",
  ':',
  '^',
  '%',
)

const spelled = (word: string) => fc.constantFrom(...(SPELLINGS[word] ?? [word]))

function textOf(words: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(...words.map((word) => fc.tuple(spelled(word), between)))
    .map((parts) => parts.flat().join(''))
}

/** The transcript of a job; null for none. */
export const transcript: fc.Arbitrary<Transcript | null> = fc.option(
  fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).chain((words) =>
    textOf(words).map((text) => ({
      text,
      languages: [['en'], ['de', 'en'], []][words.length % 3] ?? [],
      words: new Set(words),
    })),
  ),
  { freq: 8 },
)

/** Words to find, and the `q` for them. */
export function search(given: readonly (Transcript | null)[]): fc.Arbitrary<Transcript> {
  const said = given.flatMap((each) => (each === null || each.words.size === 0 ? [] : [[...each.words]]))
  const some = fc
    .constantFrom(...said)
    .chain((words) => fc.shuffledSubarray(words, { minLength: 1, maxLength: Math.min(2, words.length) }))
  const any = fc.array(fc.constantFrom(...WORDS, ...ABSENT), { minLength: 1, maxLength: 3 })
  return fc
    .oneof({ weight: 4, arbitrary: some }, { weight: 1, arbitrary: any })
    .chain((words) => textOf(words).map((text) => ({ text, languages: [], words: new Set(words) })))
}
