/** Translated utterances, with times for their words. */
import type { z } from 'zod'
import type { TranslationLanguageCode, LanguageCode } from '../../../contract/languages.ts'
import type { translatedUtterance, Utterance, Word } from '../../../contract/transcript.ts'
import { type Sentence, sentencesOf } from '../../text/timed-sentences.ts'
import { splitWords } from '../../text/split-words.ts'
import { type Span, spreadOverSpans } from '../../text/spread-over-time.ts'

export type TranslatedUtterance = z.infer<typeof translatedUtterance>

/** A translated word without times. */
export type UntimedWord = Pick<Word, 'word' | 'confidence'>

/** What a translation replaces. */
export interface Replaced {
  readonly original: Utterance
  readonly language: TranslationLanguageCode
  /** Whether words are only timed while there is speech in the original, as for dubbing; otherwise evenly. */
  readonly lipsync: boolean
}

/** The words of a text, all with the same confidence. */
export function wordsOfText(
  text: string,
  language: TranslationLanguageCode,
  confidence: number,
): UntimedWord[] {
  return splitWords(text.trim(), writtenLike(language)).map((word) => ({ word, confidence }))
}

/**
 * The utterance that replaces an original one, at its time. Words share that time by their lengths; without any, the text
 * is empty and the confidence 0.
 */
export function translatedUtteranceOf(
  words: readonly UntimedWord[],
  replaced: Replaced,
): TranslatedUtterance {
  const { original, language, lipsync } = replaced
  const { start, end } = original
  const texts = words.map(({ word }, index) => (index === 0 ? word.trimStart() : word))
  const times = spreadOverSpans(texts, lipsync ? spokenSpans(original) : [{ start, end }])
  const sum = words.reduce((total, { confidence }) => total + confidence, 0)
  return {
    ...original,
    language,
    text: texts.join('').trim(),
    confidence: words.length === 0 ? 0 : thousandths(sum / words.length),
    words: texts.map((word, index) => ({
      word,
      start: thousandths(times[index]?.start ?? start),
      end: thousandths(times[index]?.end ?? end),
      confidence: thousandths(words[index]?.confidence ?? 0),
    })),
  }
}

/** One utterance for each sentence of a translation whose words have times. */
export function splitBySentences(words: readonly Word[], replaced: Replaced): TranslatedUtterance[] {
  const { original, language } = replaced
  const text = words.map(({ word }) => word).join('')
  const whole = { ...original, text, words: [...words], language: writtenLike(language) }
  return sentencesOf([whole]).map((sentence) =>
    translatedUtteranceOf(sentence.words, { ...replaced, original: partOf(original, sentence) }),
  )
}

/** The part of an utterance at the time of one sentence of its translation. */
function partOf(original: Utterance, { start, end }: Sentence): Utterance {
  const words = original.words.flatMap((word) => {
    const own = { ...word, start: Math.max(word.start, start), end: Math.min(word.end, end) }
    return own.start < own.end ? [own] : []
  })
  return { ...original, start: thousandths(start), end: thousandths(end), words }
}

/** The spans of speech in an utterance. */
export function spokenSpans({ words, start, end }: Utterance): Span[] {
  const spoken = words.filter((word) => word.end > word.start)
  return spoken.length > 0 ? spoken : [{ start, end }]
}

/** Translated utterances in the form that is split into words, sentences and captions. */
export function asUtterances(utterances: readonly TranslatedUtterance[]): Utterance[] {
  return utterances.map((utterance) => ({ ...utterance, language: writtenLike(utterance.language) }))
}

/** Wolof is a target language only; it has the letters, spaces and full stops of French. */
function writtenLike(language: TranslationLanguageCode): LanguageCode {
  return language === 'wo' ? 'fr' : language
}

const thousandths = (value: number) => Math.round(value * 1000) / 1000
