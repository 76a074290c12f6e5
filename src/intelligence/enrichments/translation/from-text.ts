/** Translation of the transcript by a language model. */
import { z } from 'zod'
import type { TranslationLanguageCode } from '../../../contract/languages.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { EnrichmentError } from '../../enrichment-error.ts'
import type { LanguageModel } from '../../language-model/language-model.ts'
import { sentencesOf } from '../../text/timed-sentences.ts'
import type { SpeechOptions } from './from-speech.ts'
import { instructionsFor, type Wording } from './instructions.ts'
import { type Batch, batchesOf } from './line-batches.ts'
import { type TranslatedUtterance, translatedUtteranceOf, wordsOfText } from './translated-utterance.ts'

/** Servers that enforce the schema while they generate require an object at the top level. */
const answer = z.object({ translations: z.array(z.object({ id: z.int(), text: z.string() })) })

/**
 * The utterances in another language, in the same order; unless they must match, one per sentence. The model returns no
 * probabilities, so words and utterances have the confidence of their original.
 * @throws EnrichmentError when the model does not answer, or not with one translation per line
 * @throws the reason of `signal`, once that is aborted
 */
export async function translateText(
  utterances: readonly Utterance[],
  language: TranslationLanguageCode,
  { matched, ...wording }: SpeechOptions & Wording,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<TranslatedUtterance[]> {
  const originals = matched ? utterances : bySentences(utterances)
  const texts = originals.map(({ text }) => text.trim())
  const translations = texts.map(() => '')
  for (const batch of batchesOf(texts, model.maxCharacters, wording.context_adaptation)) {
    const sources = new Set(batch.lines.flatMap(({ of }) => originals[of]?.language ?? []))
    const instructions = instructionsFor([...sources], language, wording)
    const translated = await translatedLines(batch, instructions, model, signal)
    // An original that is too long for one line takes several consecutive ones.
    for (const [index, { of }] of batch.lines.entries())
      translations[of] = [translations[of], translated[index]].join(' ').trim()
  }
  return originals.map((original, index) =>
    translatedUtteranceOf(wordsOfText(translations[index] ?? '', language, original.confidence), {
      original,
      language,
      lipsync: wording.lipsync,
    }),
  )
}

/** Translates the lines of a batch; retries once if the answer does not have exactly these lines. */
async function translatedLines(
  { lines, before }: Batch,
  instructions: string,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<string[]> {
  const numbered = lines.map(({ text }, index) => ({ id: index + 1, text }))
  const text = JSON.stringify(before.length > 0 ? { before, lines: numbered } : { lines: numbered })
  const reminder = `\nAnswer with every id from 1 to ${lines.length} exactly once, and with no other.`
  for (const addition of ['', reminder]) {
    const question = { name: 'translation', instructions: instructions + addition, text, answer }
    const { translations } = await model.ask(question, signal)
    const byId = new Map(translations.map((one) => [one.id, one.text]))
    const isComplete = numbered.every(({ id }) => byId.has(id))
    if (isComplete && translations.length === lines.length)
      return numbered.map(({ id }) => byId.get(id) ?? '')
  }
  throw new EnrichmentError(
    502,
    'The language model does not answer line for line, so its translation cannot be matched to the utterances. ' +
      'Try again, or translate into another language.',
    { remedy: 'Set LLM_MODEL to a model that follows instructions better.' },
  )
}

/** The sentences of some utterances, as utterances. */
export function bySentences(utterances: readonly Utterance[]): Utterance[] {
  return sentencesOf(utterances).map(({ words, speaker, ...sentence }) => ({
    ...sentence,
    ...(speaker === undefined ? {} : { speaker }),
    words: [...words],
    confidence: words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length,
  }))
}
