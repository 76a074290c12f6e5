/** Transcripts of any length that are costly for careless algorithms. */
import type { LanguageCode } from '../../src/contract/languages.ts'
import type { Transcription } from '../../src/contract/transcript.ts'
import { said, transcriptionOf } from '../../src/text/testing/utterances.ts'

/** Repeated to the requested length. Each one was quadratic, exponential or fatal for some algorithm, or is similar. */
const REPEATED: Readonly<Record<string, string>> = {
  'letters in one word': 'a',
  'capitals in one word': 'A',
  'capitals spelled out': 'A B C D E ',
  'capitals with dots': 'A. B. C. ',
  'letters with hyphens': 'a-b-c-',
  'one-letter words': 'a ',
  'one-letter sentences': 'a. ',
  'digits in one word': '1234567890',
  'digits in groups': '12 34 ',
  'digits with dots': '1.2.',
  'spoken digits': 'two double two ',
  'spoken numbers': 'six dozen sixty-two hundred and ',
  'years and times': 'half past nineteen twenty ',
  money: '$1,000 dollars and ',
  'spoken addresses': 'dot h-t at c ',
  'written addresses': 'a.b@c.',
  slashes: ' slash a dot com slash',
  'names in a row': 'Ann Lee Bob Ray ',
  places: 'in Paris, at A',
  apostrophes: "n't'a'",
  hexadecimal: 'ab:cd:',
  'full stops': '.',
  'exclamation marks': '! ! !? ',
  commas: ', ,',
  'quotation marks': '" “ „ ',
  brackets: '([{',
  spaces: ' ',
  'line breaks': '\n\t',
  emoji: '👩🏽‍🚀🏴‍☠️ ',
  'combining marks': 'a\u0301\u0302\u0303',
  'right to left': 'שלום مرحبا \u202e',
  surrogates: '\ud83d ',
  praise: 'S thank you not really never very such ',
  profanity: 'shiiit fuuu-ck ',
  'no spaces': '漢字かな',
  'foreign money': '1.000,00 € 12 Uhr am ',
}

/** Different in every word. */
const VARIED: Readonly<Record<string, (index: number) => string>> = {
  'distinct words': (index) => `${letters(index)} `,
  'distinct names': (index) => `Mr. ${capitalised(letters(index))}. `,
  'distinct similar names': (index) => `Mr. Katharin${letters(index)}, `,
  'distinct sentences': (index) => `The ${letters(index)} of ${letters(index * 7)} is good. `,
  'distinct e-mail addresses': (index) => `${letters(index)}@example.com `,
}

/**
 * The text of each kind.
 * @param characters the approximate length of each
 */
export function hostileTexts(characters: number): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [kind, text] of Object.entries(REPEATED))
    texts.set(kind, text.repeat(Math.ceil(characters / text.length)))
  for (const [kind, word] of Object.entries(VARIED)) {
    let text = ''
    for (let index = 0; text.length < characters; index++) text += word(index)
    texts.set(kind, text)
  }
  return texts
}

/** A text as one utterance. */
export function transcriptOfText(text: string, language: LanguageCode = 'en'): Transcription {
  return transcriptionOf(said(`Yes, in ${text}, at ${text.slice(0, 40)}`, { language }))
}

/** A distinct word for each number. */
function letters(number: number): string {
  return Array.from((number + 1_000_000).toString(20), (digit) =>
    String.fromCodePoint(97 + Number.parseInt(digit, 20)),
  ).join('')
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
