/** Into any language by a language model, from what the transcript says. */
import { z } from 'zod'
import type { TranslationLanguageCode } from '../../../contract/languages.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { EnrichmentError } from '../../enrichment-error.ts'
import type { LanguageModel } from '../../language-model/language-model.ts'
import { sentencesOf } from '../../text/timed-sentences.ts'
import type { Form } from './from-speech.ts'
import { instructionsFor, type Manner } from './instructions.ts'
import { type Batch, batchesOf } from './line-batches.ts'
import { type TranslatedUtterance, translatedUtteranceOf, wordsOfText } from './translated-utterance.ts'

/** A list of its own in an object: servers that follow the schema while they write want an object at the top. */
const answer = z.object({ translations: z.array(z.object({ id: z.int(), text: z.string() })) })

/**
 * Utterances in another language, in the order of those that were given. Where they need not match, one for each
 * sentence. The model gives no probabilities: words and utterances have the confidence of their original.
 * @throws EnrichmentError when the model does not answer, or not line for line
 * @throws the reason of `signal`, once that is aborted
 */
export async function translateText(
  utterances: readonly Utterance[],
  language: TranslationLanguageCode,
  { matched, ...manner }: Form & Manner,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<TranslatedUtterance[]> {
  const originals = matched ? utterances : bySentences(utterances)
  const texts = originals.map(({ text }) => text.trim())
  const translations = texts.map(() => '')
  for (const batch of batchesOf(texts, model.maxCharacters, manner.context_adaptation)) {
    const sources = new Set(batch.lines.flatMap(({ of }) => originals[of]?.language ?? []))
    const instructions = instructionsFor([...sources], language, manner)
    const translated = await translatedLines(batch, instructions, model, signal)
    // An original that is too long for one line has several in a row.
    for (const [index, { of }] of batch.lines.entries())
      translations[of] = [translations[of], translated[index]].join(' ').trim()
  }
  return originals.map((original, index) =>
    translatedUtteranceOf(wordsOfText(translations[index] ?? '', language, original.confidence), {
      original,
      language,
      lipsync: manner.lipsync,
    }),
  )
}

/** Asks for the lines of a batch, and once more if the answer has others. */
async function translatedLines(
  { lines, before }: Batch,
  instructions: string,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<string[]> {
  const numbered = lines.map(({ text }, index) => ({ id: index + 1, text }))
  const text = JSON.stringify(before.length > 0 ? { before, lines: numbered } : { lines: numbered })
  const reminder = `\nAnswer with every id from 1 to ${lines.length} exactly once, and with no other.`
  for (const further of ['', reminder]) {
    const question = { name: 'translation', instructions: instructions + further, text, answer }
    const { translations } = await model.ask(question, signal)
    const byId = new Map(translations.map((one) => [one.id, one.text]))
    const isComplete = numbered.every(({ id }) => byId.has(id))
    if (isComplete && translations.length === lines.length)
      return numbered.map(({ id }) => byId.get(id) ?? '')
  }
  throw new EnrichmentError(
    502,
    'The language model does not answer line for line, so its translation cannot be matched to what was said. ' +
      'Set LLM_MODEL to a model that follows instructions better.',
  )
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
