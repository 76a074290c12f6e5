/** The CTC models of icefall, such as its Zipformers. They give no probabilities. */
import { onnxFile, TOKENS } from '../../../models/pulled/layout.ts'
import { sherpaFamily } from './sherpa-family.ts'

export const zipformerCtc = sherpaFamily({
  name: 'zipformer-ctc',
  layout: {
    files: { model: onnxFile('model'), tokens: TOKENS },
    repository: /^(?!.*streaming).*zipformer.*ctc/i,
    punctuates: false,
  },
  config: ({ model, tokens }) => ({ modelConfig: { tokens, zipformerCtc: { model } } }),
})
