/**
 * SenseVoice; writes punctuation. Its tags for language, emotion and events are not part of the text. It returns no
 * probabilities.
 */
import type { LanguageCode } from '../../../contract/languages.ts'
import { CTC_FILES } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'

/** The languages that it can be told to expect. It recognises Cantonese, its fifth, if no language is given. */
const LANGUAGES: ReadonlySet<LanguageCode> = new Set(['en', 'ja', 'ko', 'zh'])

export const senseVoice = sherpaFamily({
  name: 'sense-voice',
  layout: {
    files: CTC_FILES,
    repository: /sense-?voice/i,
  },
  config: ({ model, tokens }, { language }) => ({
    modelConfig: {
      tokens,
      senseVoice: {
        model,
        language: LANGUAGES.has(language) ? language : 'auto',
        useInverseTextNormalization: 1,
      },
    },
  }),
})
