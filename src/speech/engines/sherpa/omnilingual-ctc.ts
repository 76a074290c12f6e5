/** Omnilingual ASR, of which one model is for 1600 languages. It writes letters without punctuation, and gives no probabilities. */
import { onnxFile, TOKENS } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'

export const omnilingualCtc = sherpaFamily({
  name: 'omnilingual-ctc',
  layout: {
    files: { model: onnxFile('model'), tokens: TOKENS },
    repository: /omnilingual/i,
    punctuates: false,
  },
  config: ({ model, tokens }) => ({ modelConfig: { tokens, omnilingual: { model } } }),
})
