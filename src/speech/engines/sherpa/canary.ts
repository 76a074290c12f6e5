/** Canary (180M flash); writes punctuation. */
import { onnxFile, TOKENS } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'
import { wordsOfText } from './words-of-text.ts'

export const canary = sherpaFamily({
  name: 'canary',
  layout: {
    files: { encoder: onnxFile('encoder'), decoder: onnxFile('decoder'), tokens: TOKENS },
    repository: /canary/i,
  },
  languages: ['en', 'de', 'es', 'fr'],
  // The library has one language for all runs, and treats an unknown language as English.
  config: ({ tokens, ...files }, { language }) => ({
    modelConfig: { tokens, canary: { ...files, srcLang: language, tgtLang: language } },
  }),
  takesNewConfig: true,
  words: wordsOfText,
})
