/** Dolphin: languages of Asia. It gives no probabilities. */
import { onnxFile, TOKENS } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'

export const dolphinCtc = sherpaFamily({
  name: 'dolphin-ctc',
  layout: {
    files: { model: onnxFile('model'), tokens: TOKENS },
    repository: /dolphin/i,
    punctuates: false,
  },
  config: ({ model, tokens }) => ({ modelConfig: { tokens, dolphin: { model } } }),
})
