/** Omnilingual ASR, one model for 1600 languages. Writes letters without punctuation, and returns no probabilities. */
import { CTC_FILES } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'

export const omnilingualCtc = sherpaFamily({
  name: 'omnilingual-ctc',
  layout: {
    files: CTC_FILES,
    repository: /omnilingual/i,
    punctuates: false,
  },
  config: ({ model, tokens }) => ({ modelConfig: { tokens, omnilingual: { model } } }),
})
