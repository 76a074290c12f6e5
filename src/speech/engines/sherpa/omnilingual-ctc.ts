/** Omnilingual ASR, of which one model is for 1600 languages. It writes letters without punctuation, and gives no probabilities. */
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
