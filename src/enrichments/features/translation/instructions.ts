/** The instructions to a language model for a translation. */
import type { TranslationConfig } from '../../../contract/features/translation.ts'
import { type LanguageCode, languageName, type TranslationLanguageCode } from '../../../contract/languages.ts'

/** The options of a request that affect the wording. */
export type Wording = Pick<TranslationConfig, 'lipsync' | 'context_adaptation' | 'context' | 'informal'>

/**
 * @param sources the languages of the lines
 * @param target the language to translate into
 */
export function instructionsFor(
  sources: readonly LanguageCode[],
  target: TranslationLanguageCode,
  { lipsync, context_adaptation: mayUseContext, context, informal }: Wording,
): string {
  const from = sources.map(languageName).join(' and ')
  const instructions = [
    `Translate what is said in a recording from ${from} into ${languageName(target)}.`,
    'The text is a JSON object. Translate each of its "lines" and answer with one translation for each, under its id. ' +
      'Neither join nor split lines, even if a sentence continues from one to the next.',
    'Translate everything and add nothing: no notes, and no original beside the translation. Keep names and numbers.',
    informal
      ? 'Address people informally, as friends do.'
      : 'If the language has a polite form of address, use it.',
  ]
  if (lipsync)
    instructions.push(
      'Each translation should take about as long to say as its line, because it is spoken in the same time.',
    )
  if (!mayUseContext) instructions.push('Translate each line on its own, whatever the others say.')
  else {
    instructions.push(
      'The lines belong together in this order, and "before" contains what is said before them, for context only; do ' +
        'not translate it again. Choose words that fit the context.',
    )
    if (context !== undefined) instructions.push(`What the recording is about: ${context}`)
  }
  return instructions.join('\n')
}
