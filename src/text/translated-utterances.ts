/** Translations in the form of transcripts. */
import type { z } from 'zod'
import type { LanguageCode, TranslationLanguageCode } from '../contract/languages.ts'
import type { translatedUtterance, Utterance } from '../contract/transcript.ts'

export type TranslatedUtterance = z.infer<typeof translatedUtterance>

/** Translated utterances in the form that is split into words, sentences and captions. */
export function asUtterances(utterances: readonly TranslatedUtterance[]): Utterance[] {
  return utterances.map((utterance) => ({ ...utterance, language: writtenLike(utterance.language) }))
}

/** Wolof is a target language only; it has the letters, spaces and full stops of French. */
export function writtenLike(language: TranslationLanguageCode): LanguageCode {
  return language === 'wo' ? 'fr' : language
}
