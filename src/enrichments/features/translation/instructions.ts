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
      'Neither join lines nor split them, even where a sentence runs on from one to the next.',
    'Say all of it and nothing else: no notes, no original beside the translation. Keep names and numbers.',
    informal
      ? 'Address people informally, as friends do.'
      : 'Where the language has a polite form of address, use it.',
  ]
  if (lipsync)
    instructions.push(
      'Make each translation about as long to say as its line: it is spoken in the same time.',
    )
  if (!mayUseContext) instructions.push('Translate each line on its own, whatever the others say.')
  else {
    instructions.push(
      'The lines belong together in this order, and "before" tells what is said before them, which is not to be ' +
        'translated again: choose words that fit.',
    )
    if (context !== undefined) instructions.push(`What the recording is about: ${context}`)
  }
  return instructions.join('\n')
}
