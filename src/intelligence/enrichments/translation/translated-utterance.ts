/** From translated words to utterances that say where they are said. */
import type { z } from 'zod'
import type { TranslationLanguageCode, LanguageCode } from '../../../contract/languages.ts'
import type { translatedUtterance, Utterance, Word } from '../../../contract/transcript.ts'
import { type Sentence, sentencesOf } from '../../text/timed-sentences.ts'
import { splitWords } from '../../text/split-words.ts'
import { type Span, spreadOver } from './spoken-time.ts'

export type TranslatedUtterance = z.infer<typeof translatedUtterance>

/** A translated word, before it is known when it is to be said. */
export type UntimedWord = Pick<Word, 'word' | 'confidence'>

/** What a translation is put in the place of. */
export interface Place {
  readonly original: Utterance
  readonly language: TranslationLanguageCode
  /** Whether words are only said while somebody speaks in the original, and so stop with the lips; else evenly. */
  readonly lipsync: boolean
}

/** The words of a text, all of one confidence. */
export function wordsOfText(
  text: string,
  language: TranslationLanguageCode,
  confidence: number,
): UntimedWord[] {
  return splitWords(text.trim(), writtenLike(language)).map((word) => ({ word, confidence }))
}

/**
 * The utterance that stands for an original one, in its time. Words share that time by their lengths; without any, the
 * text is empty and the confidence 0.
 */
export function translatedUtteranceOf(words: readonly UntimedWord[], place: Place): TranslatedUtterance {
  const { original, language, lipsync } = place
  const { start, end } = original
  const pieces = words.map(({ word }, index) => (index === 0 ? word.trimStart() : word))
  const times = spreadOver(pieces, lipsync ? spokenSpans(original) : [{ start, end }])
  const sum = words.reduce((total, { confidence }) => total + confidence, 0)
  return {
    ...original,
    language,
    text: pieces.join('').trim(),
    confidence: words.length === 0 ? 0 : thousandths(sum / words.length),
    words: pieces.map((word, index) => ({
      word,
      start: thousandths(times[index]?.start ?? start),
      end: thousandths(times[index]?.end ?? end),
      confidence: thousandths(words[index]?.confidence ?? 0),
    })),
  }
}

/** One utterance for each sentence of a translation whose words have times, instead of one for the whole of it. */
export function cutBySentences(words: readonly Word[], place: Place): TranslatedUtterance[] {
  const { original, language } = place
  const text = words.map(({ word }) => word).join('')
  const whole = { ...original, text, words: [...words], language: writtenLike(language) }
  return sentencesOf([whole]).map((sentence) =>
    translatedUtteranceOf(sentence.words, { ...place, original: partOf(original, sentence) }),
  )
}

/** The part of an utterance in which a sentence of its translation is said. */
function partOf(original: Utterance, { start, end }: Sentence): Utterance {
  const words = original.words.flatMap((word) => {
    const own = { ...word, start: Math.max(word.start, start), end: Math.min(word.end, end) }
    return own.start < own.end ? [own] : []
  })
  return { ...original, start: thousandths(start), end: thousandths(end), words }
}

/** When somebody speaks in an utterance. */
export function spokenSpans({ words, start, end }: Utterance): Span[] {
  const spoken = words.filter((word) => word.end > word.start)
  return spoken.length > 0 ? spoken : [{ start, end }]
}

/** Translated utterances in the form in which text is cut into words, sentences and captions. */
export function asSpoken(utterances: readonly TranslatedUtterance[]): Utterance[] {
  return utterances.map((utterance) => ({ ...utterance, language: writtenLike(utterance.language) }))
}

/** Wolof, which is written to but never heard, has the letters, the spaces and the full stops of French. */
function writtenLike(language: TranslationLanguageCode): LanguageCode {
  return language === 'wo' ? 'fr' : language
}

const thousandths = (value: number) => Math.round(value * 1000) / 1000
