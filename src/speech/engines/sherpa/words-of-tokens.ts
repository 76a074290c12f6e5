/** The words of a result whose tokens have times. */
import type { OfflineRecognizerResult } from 'sherpa-onnx-node'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Word } from '../../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import { evenlySpacedWords, type SpokenToken, textOf, UNKNOWN_CONFIDENCE, wordsOf } from '../spoken-words.ts'

type TimedTokens = Pick<OfflineRecognizerResult, 'tokens' | 'timestamps' | 'durations' | 'ys_log_probs'>

/** A token and its text. */
interface TextToken extends SpokenToken {
  readonly text: string
}

/** One byte of a character that is not in the vocabulary. */
const BYTE = /^<0x([0-9A-F]{2})>$/

/** For example `<unk>` and the tags of SenseVoice. */
const SPECIAL = /<[^<>\s]+>/g
const IS_SPECIAL = new RegExp(`^${SPECIAL.source}$`)

/** Scripts without spaces inside a sentence; vocabularies put spaces before their tokens anyway. */
const CJK = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]`
const ENDS_IN_CJK = new RegExp(`${CJK}$`, 'u')
const CJK_AFTER_SPACE = new RegExp(`^\\s+(?=${CJK})`, 'u')

/**
 * A token lasts as long as the model says, or until the next one if the model does not say. If the model returns no
 * probabilities (CTC models do not), the confidence is {@link UNKNOWN_CONFIDENCE}. If the tokens do not spell the text,
 * its words share the time evenly.
 * @param seconds - length of the audio
 */
export function wordsOfTokens(
  result: TimedTokens & Pick<OfflineRecognizerResult, 'text'>,
  seconds: number,
  language: LanguageCode,
): Word[] {
  const tokens = spacedAs(language, joinedToWords(textTokens(result, seconds)))
  const words = wordsOf(tokens, seconds, language)
  // The tokens of some icefall vocabularies are an alphabet for bytes, which only the library decodes.
  const text = result.text.replaceAll(SPECIAL, '')
  if (lettersOf(textOf(words)) === lettersOf(text)) return words
  const spacedText = isWrittenWithoutSpaces(language) ? text.trim() : ` ${text.trim()}`
  return evenlySpacedWords(spacedText, seconds, language)
}

/** Returns true if a token is not text. */
export const isSpecial = (token: string) => IS_SPECIAL.test(token) && !BYTE.test(token)

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')

function textTokens(
  { tokens, timestamps, durations, ys_log_probs: logarithms }: TimedTokens,
  seconds: number,
): TextToken[] {
  return tokens.flatMap((token, i) => {
    const byte = BYTE.exec(token)?.[1]
    if (isSpecial(token)) return []
    const text = byte === undefined ? token.replaceAll('▁', ' ') : ''
    const start = Math.min(timestamps[i] ?? seconds, seconds)
    const duration = durations[i]
    const logarithm = logarithms[i]
    return {
      text,
      bytes: byte === undefined ? Buffer.from(text) : Uint8Array.of(parseInt(byte, 16)),
      start,
      ...(duration !== undefined && { end: Math.min(start + duration, seconds) }),
      // Hot words raise scores, sometimes above 1.
      probability: logarithm === undefined ? UNKNOWN_CONFIDENCE : Math.exp(Math.min(0, logarithm)),
    }
  })
}

/** Merges a separate space token into the next token: a word begins with its first letter. */
function joinedToWords(tokens: readonly TextToken[]): TextToken[] {
  const joined: TextToken[] = []
  let space = ''
  for (const token of tokens) {
    if (token.text !== '' && token.text.trim() === '') {
      space = ' '
      continue
    }
    const last = joined.at(-1)
    const text = space + token.text
    const isBetween = last !== undefined && ENDS_IN_CJK.test(last.text) && CJK_AFTER_SPACE.test(text)
    joined.push(isBetween ? withText(token, text.trimStart()) : space === '' ? token : spaced(token))
    space = ''
  }
  return joined
}

/** Adds or removes the space before the first word, depending on the script. */
function spacedAs(language: LanguageCode, [first, ...others]: readonly TextToken[]): TextToken[] {
  if (first === undefined) return []
  if (isWrittenWithoutSpaces(language)) return [withText(first, first.text.trimStart()), ...others]
  return [/^\s/.test(first.text) ? first : spaced(first), ...others]
}

const spaced = (token: TextToken): TextToken => ({
  ...token,
  text: ` ${token.text}`,
  bytes: Buffer.concat([Buffer.from(' '), token.bytes]),
})

/** Keeps the bytes of a token that is part of a character. */
const withText = (token: TextToken, text: string): TextToken =>
  text === token.text ? token : { ...token, text, bytes: Buffer.from(text) }
