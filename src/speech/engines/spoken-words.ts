/** Assembles a recogniser's tokens into words. */
import type { LanguageCode } from '../../contract/languages.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import type { Word } from '../../contract/transcript.ts'
import { startFrames } from './word-alignment.ts'

/** A token: part of a word, a word, or several characters of a script without spaces. */
export interface SpokenToken {
  /** UTF-8; a character may be split across several tokens. */
  bytes: Uint8Array
  probability: number
  /** Seconds. */
  start: number
  /** Seconds, if the model reports it. Default: the start of the next token. */
  end?: number
}

/** The confidence of words from models that return no probabilities. */
export const UNKNOWN_CONFIDENCE = 1

export const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** One UTF-16 unit of the text. */
interface Character {
  text: string
  start: number
  end: number
  token: SpokenToken
}

/** The output of a decoder. */
export interface DecodedSequence {
  /** The tokens after the prompt, including known ones, without the end token. */
  tokens: number[]
  /** The probability that the model gave each token. */
  probabilities: number[]
  /** The attention of each token, and of the end: for each head, one row over the encoder's frames. */
  attention: Float32Array[][]
  /** Whether the model wrote the end token; if not, it looped or reached the limit. */
  ended: boolean
}

/** What a model's tokens and encoder frames represent. */
interface SequenceFormat {
  /** The UTF-8 bytes of a token; empty if it is not text. */
  readonly bytesOf: (token: number) => Uint8Array
  /** Seconds of audio per frame. */
  readonly frameSeconds: number
}

/** The words of a sequence that was decoded to its end token. */
export function wordsOfSequence(
  { tokens, probabilities, attention }: DecodedSequence,
  { bytesOf, frameSeconds }: SequenceFormat,
  language: LanguageCode,
): Word[] {
  const starts = startFrames(attention).map((frame) => frame * frameSeconds)
  const spoken = tokens.map((token, i) => ({
    bytes: bytesOf(token),
    probability: probabilities[i]!,
    start: starts[i]!,
  }))
  return wordsOf(spoken, starts[tokens.length]!, language)
}

/**
 * The words of a text given as tokens. A word starts with its first token. It ends with its last letter if the model
 * reports that time, otherwise where the next word starts. Its confidence is the geometric mean of the probabilities of
 * the tokens that contain its letters.
 * @param end - end of the last token, in seconds
 */
export function wordsOf(tokens: readonly SpokenToken[], end: number, language: LanguageCode): Word[] {
  const characters = charactersOf(tokens, end)
  const text = characters.map((character) => character.text).join('')
  const words: Word[] = []
  let at = 0
  for (const word of splitIntoWords(text, language)) {
    const own = characters.slice(at, at + word.length)
    at += word.length
    words.push({
      word,
      start: own[0]!.start,
      end: endOf(own, characters[at]?.start ?? end),
      confidence: confidenceOf(own),
    })
  }
  return words
}

/** The words of a text that cannot be aligned; its characters share the time evenly. */
export function evenlySpacedWords(text: string, seconds: number, language: LanguageCode): Word[] {
  return wordsOf([{ bytes: Buffer.from(text), probability: 1, start: 0 }], seconds, language)
}

/** The words joined as text. */
export function textOf(words: readonly Word[]): string {
  return words.map(({ word }) => word).join('')
}

/** The same words, shifted by some seconds. */
export function shifted(words: readonly Word[], seconds: number): Word[] {
  return words.map((word) => ({ ...word, start: word.start + seconds, end: word.end + seconds }))
}

/** The characters of the tokens; characters of one token share its time evenly. */
function charactersOf(tokens: readonly SpokenToken[], end: number): Character[] {
  const decoder = new TextDecoder()
  const characters: Character[] = []
  let since: number | undefined
  tokens.forEach((token, i) => {
    since ??= token.start
    const text = decoder.decode(token.bytes, { stream: true })
    if (text === '') return
    const next = tokens[i + 1]?.start ?? end
    const until = token.end !== undefined && token.end > token.start ? Math.min(token.end, next) : next
    const step = (until - since) / text.length
    for (let k = 0; k < text.length; k++)
      characters.push({ text: text[k]!, start: since + k * step, end: since + (k + 1) * step, token })
    since = undefined
  })
  return characters
}

/** @param next - where the next word starts, in seconds */
function endOf(characters: readonly Character[], next: number): number {
  const last = letteredOf(characters).at(-1)
  return last?.token.end === undefined ? next : Math.min(last.end, next)
}

/** Splits a text into words, each with its punctuation and the space before it; joined, they are the text. */
export function splitIntoWords(text: string, language: LanguageCode): string[] {
  return attachPunctuation(split(text, language))
}

function split(text: string, language: LanguageCode): string[] {
  if (!isWrittenWithoutSpaces(language))
    return text
      .trimEnd()
      .split(/(?<=\S)(?=\s)/)
      .filter(Boolean)
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text.trimEnd())
  return [...segments].map(({ segment }) => segment)
}

/** Attaches parts without letters and digits to the preceding word, or at the beginning to the following word. */
function attachPunctuation(parts: readonly string[]): string[] {
  const words: string[] = []
  let before = ''
  for (const part of parts) {
    const last = words.length - 1
    if (LETTER_OR_DIGIT.test(part)) {
      words.push(before + part)
      before = ''
    } else if (last < 0) before += part
    else words[last] += part
  }
  return words
}

/**
 * The characters that are letters. Half of a surrogate pair is not a letter: in a word of nothing else, all characters
 * count.
 */
function letteredOf(characters: readonly Character[]): readonly Character[] {
  const lettered = characters.filter((character) => LETTER_OR_DIGIT.test(character.text))
  return lettered.length > 0 ? lettered : characters
}

function confidenceOf(characters: readonly Character[]): number {
  const tokens = new Set(letteredOf(characters).map((character) => character.token))
  let logarithm = 0
  for (const token of tokens) logarithm += Math.log(token.probability)
  return Math.exp(logarithm / tokens.size)
}
