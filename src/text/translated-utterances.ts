/** Treats translations as transcripts. */
import type { z } from 'zod'
import type { LanguageCode, TranslationLanguageCode } from '../contract/languages.ts'
import type { translatedUtterance, Utterance } from '../contract/transcript.ts'

export type TranslatedUtterance = z.infer<typeof translatedUtterance>

/** Converts translated utterances to the type that can be split into words, sentences and captions. */
export function asUtterances(utterances: readonly TranslatedUtterance[]): Utterance[] {
  return utterances.map((utterance) => ({ ...utterance, language: writtenLike(utterance.language) }))
}

/** Wolof is only a target language; its letters, spaces and full stops are those of French. */
export function writtenLike(language: TranslationLanguageCode): LanguageCode {
  return language === 'wo' ? 'fr' : language
}
