/** Translates the transcript with a language model. */
import { z } from 'zod'
import type { TranslationLanguageCode } from '../../../contract/languages.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { EnrichmentError } from '../../../contract/features/enrichment-error.ts'
import type { LanguageModel } from '../../../models/language/language-model.ts'
import type { TranslatedUtterance } from '../../../text/translated-utterances.ts'
import { instructionsFor, type Wording } from './instructions.ts'
import { type Batch, batchesOf } from './line-batches.ts'
import { type Line, type Timing, translateTexts } from './translated-utterance.ts'

/** Servers that enforce the schema during generation require an object at the top level. */
const answer = z.object({ translations: z.array(z.object({ id: z.int(), text: z.string() })) })

/**
 * The translated utterances, in the same order; one per sentence unless they must match the originals.
 * @throws EnrichmentError if the model does not answer with exactly one translation per line
 * @throws the reason of `signal` once it is aborted
 */
export async function translateText(
  utterances: readonly Utterance[],
  language: TranslationLanguageCode,
  options: Timing & Wording,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<TranslatedUtterance[]> {
  return translateTexts(utterances, language, options, async (originals) => {
    const texts = originals.map(({ text }) => text.trim())
    const translated: Line[] = []
    for (const batch of batchesOf(texts, model.maxCharacters, options.context_adaptation)) {
      const sources = new Set(batch.lines.flatMap(({ of }) => originals[of]?.language ?? []))
      const instructions = instructionsFor([...sources], language, options)
      translated.push(...(await translatedLines(batch, instructions, model, signal)))
    }
    return translated
  })
}

/** Translates the lines of a batch. Retries once if the answer does not have exactly these lines. */
async function translatedLines(
  { lines, before }: Batch,
  instructions: string,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<Line[]> {
  const numbered = lines.map(({ text }, index) => ({ id: index + 1, text }))
  const text = JSON.stringify(before.length > 0 ? { before, lines: numbered } : { lines: numbered })
  const reminder = `\nAnswer with every id from 1 to ${lines.length} exactly once, and with no other.`
  for (const addition of ['', reminder]) {
    const question = { name: 'translation', instructions: instructions + addition, text, answer }
    const { translations } = await model.ask(question, signal)
    const byId = new Map(translations.map((one) => [one.id, one.text]))
    const isComplete = numbered.every(({ id }) => byId.has(id))
    if (isComplete && translations.length === lines.length)
      return lines.map(({ of }, index) => ({ of, text: byId.get(index + 1)!.trim() }))
  }
  throw new EnrichmentError(
    502,
    'The language model does not answer line for line, so its translation cannot be matched to the utterances. ' +
      'Try again, or translate into another language.',
    { remedy: 'Set LLM_MODEL to a model that follows instructions better.' },
  )
}
