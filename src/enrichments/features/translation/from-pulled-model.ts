/** Translation of the transcript by a pulled model, sentence by sentence. */
import type { LanguageCode, TranslationLanguageCode } from '../../../contract/languages.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { splitText } from '../../../text/text-chunks.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'
import type { TranslatedUtterance } from '../../../text/translated-utterances.ts'
import type { Translator } from '../../../models/text/translator.ts'
import { type Timing, translateTexts } from './translated-utterance.ts'

/** Characters of a sentence that are translated at once. Models are made for a few hundred tokens. */
const MAX_CHARACTERS = 400

/**
 * The utterances in another language, in the same order; unless they must match, one per sentence.
 * @param utterances all in one language, which the translator knows
 * @throws the reason of `signal`, once that is aborted
 */
export async function translateByModel(
  utterances: readonly Utterance[],
  [from, to]: readonly [LanguageCode, TranslationLanguageCode],
  timing: Timing,
  translator: Translator,
  signal: AbortSignal,
): Promise<TranslatedUtterance[]> {
  return translateTexts(utterances, to, timing, async (originals) => {
    const lines = originals.flatMap((original, of) =>
      sentencesOf([original])
        .flatMap(({ text }) => splitText(text, MAX_CHARACTERS))
        .map((text) => ({ of, text })),
    )
    const texts = lines.map(({ text }) => text)
    const translated = await translator.translate(texts, from, to, signal)
    return lines.map(({ of }, index) => ({ of, text: translated[index]! }))
  })
}
