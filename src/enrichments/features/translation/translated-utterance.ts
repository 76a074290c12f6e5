/** Builds translated utterances, with times for their words. */
import type { TranslationConfig } from '../../../contract/features/translation.ts'
import type { TranslationLanguageCode } from '../../../contract/languages.ts'
import type { Utterance, Word } from '../../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'
import { splitWords } from '../../../text/split-words.ts'
import { type Span, spreadOverSpans } from '../../../text/spread-over-time.ts'
import { type TranslatedUtterance, writtenLike } from '../../../text/translated-utterances.ts'

/**
 * How utterances are translated: each on its own, or as whole sentences; and whether words are timed only where the
 * original has speech, as for dubbing, or spread evenly.
 */
export type Timing = Pick<TranslationConfig, 'match_original_utterances' | 'lipsync'>

/** An original text or its translation, or a part of either. */
export interface Line {
  /** Index of the original. */
  readonly of: number
  readonly text: string
}

/**
 * The translated utterances, in the same order; one per sentence unless they must match the originals. Words and
 * utterances have the confidence of their original.
 * @param translate translates the texts of some utterances; long ones are split into consecutive parts
 */
export async function translateTexts(
  utterances: readonly Utterance[],
  language: TranslationLanguageCode,
  { match_original_utterances: isMatched, lipsync }: Timing,
  translate: (originals: readonly Utterance[]) => Promise<readonly Line[]>,
): Promise<TranslatedUtterance[]> {
  const originals = isMatched ? utterances : bySentences(utterances)
  const lines = Map.groupBy(await translate(originals), ({ of }) => of)
  const written = writtenLike(language)
  const space = isWrittenWithoutSpaces(written) ? '' : ' '
  return originals.map((original, index) => {
    const { confidence } = original
    const text = (lines.get(index) ?? []).map((line) => line.text).join(space)
    const words = splitWords(text.trim(), written).map((word) => ({ word, confidence }))
    return replaced(original, words, language, lipsync)
  })
}

/** The sentences of some utterances, as utterances. */
function bySentences(utterances: readonly Utterance[]): Utterance[] {
  return sentencesOf(utterances).map(({ words, speaker, ...sentence }) => ({
    ...sentence,
    ...(speaker === undefined ? {} : { speaker }),
    words: [...words],
    confidence: words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length,
  }))
}

/**
 * The utterance that replaces an original one, at the same time. Words share that time by length; if there are none, the
 * text is empty and the confidence 0.
 */
export function replaced(
  original: Utterance,
  words: readonly Pick<Word, 'word' | 'confidence'>[],
  language: TranslationLanguageCode,
  lipsync: boolean,
): TranslatedUtterance {
  const texts = words.map(({ word }, index) => (index === 0 ? word.trimStart() : word))
  const times = spreadOverSpans(texts, lipsync ? spokenSpans(original) : [original])
  const sum = words.reduce((total, { confidence }) => total + confidence, 0)
  return {
    ...original,
    language,
    text: texts.join('').trim(),
    confidence: thousandths(sum / Math.max(1, words.length)),
    words: words.map(({ confidence }, index) => ({
      word: texts[index]!,
      start: thousandths(times[index]!.start),
      end: thousandths(times[index]!.end),
      confidence: thousandths(confidence),
    })),
  }
}

/** The spans of speech in an utterance. */
export function spokenSpans({ words, start, end }: Utterance): Span[] {
  const spoken = words.filter((word) => word.end > word.start)
  return spoken.length > 0 ? spoken : [{ start, end }]
}

export const thousandths = (value: number) => Math.round(value * 1000) / 1000
