/** Translation of the transcript by a pulled model, sentence by sentence. */
import type { TranslationLanguageCode } from '../../../contract/languages.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../../contract/unspaced-scripts.ts'
import { sentencesOf } from '../../text/timed-sentences.ts'
import type { Translator } from '../../text-models/translator.ts'
import type { SpeechOptions } from './from-speech.ts'
import { bySentences } from './from-text.ts'
import { type TranslatedUtterance, translatedUtteranceOf, wordsOfText } from './translated-utterance.ts'

/** Words of a sentence that are translated at once. Models are made for a few hundred tokens. */
const MAX_WORDS = 80

/**
 * The utterances in another language, in the same order; unless they must match, one per sentence. Words and utterances have
 * the confidence of their original.
 * @param utterances all in one language, which the translator knows
 * @throws the reason of `signal`, once that is aborted
 */
export async function translateByModel(
  utterances: readonly Utterance[],
  language: TranslationLanguageCode,
  { matched, lipsync }: SpeechOptions,
  translator: Translator,
  signal: AbortSignal,
): Promise<TranslatedUtterance[]> {
  const originals = matched ? utterances : bySentences(utterances)
  const parts = originals.flatMap((original, of) => partsOf(original).map((text) => ({ of, text })))
  const from = originals[0]?.language
  if (from === undefined) return []
  const texts = parts.map(({ text }) => text)
  const translated = await translator.translate(texts, from, language, signal)
  const ofOriginals = Map.groupBy(translated.keys(), (index) => parts[index]!.of)
  const space = language !== 'wo' && isWrittenWithoutSpaces(language) ? '' : ' '
  return originals.map((original, index) => {
    const text = (ofOriginals.get(index) ?? []).map((part) => translated[part]!).join(space)
    const words = wordsOfText(text, language, original.confidence)
    return translatedUtteranceOf(words, { original, language, lipsync })
  })
}

/** The sentences of an utterance, long ones in parts. */
function partsOf(utterance: Utterance): string[] {
  return sentencesOf([utterance]).flatMap(({ words }) =>
    Array.from({ length: Math.ceil(words.length / MAX_WORDS) }, (_, index) =>
      words
        .slice(index * MAX_WORDS, (index + 1) * MAX_WORDS)
        .map(({ word }) => word)
        .join('')
        .trim(),
    ),
  )
}
