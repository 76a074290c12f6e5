/** Translates the transcript with a pulled model, sentence by sentence. */
import type { LanguageCode, TranslationLanguageCode } from '../../../contract/languages.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { splitText } from '../../../text/text-chunks.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'
import type { TranslatedUtterance } from '../../../text/translated-utterances.ts'
import type { Translator } from '../../../models/text/translator.ts'
import { type Timing, translateTexts } from './translated-utterance.ts'

/** The most characters of a sentence that are translated at once. Models are made for a few hundred tokens. */
const MAX_CHARACTERS = 400

/**
 * The translated utterances, in the same order; one per sentence unless they must match the originals.
 * @param utterances all in one language that the translator supports
 * @throws the reason of `signal` once it is aborted
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
