/** Omnilingual ASR, of which one model is for 1600 languages. It writes letters without punctuation, and gives no probabilities. */
import { sherpaFamily } from './sherpa-family.ts'

export const omnilingualCtc = sherpaFamily({
  name: 'omnilingual-ctc',
  files: ['model', 'tokens'],
  config: ({ model, tokens }) => ({ modelConfig: { tokens, omnilingual: { model } } }),
})
